// Implements `lockstep shot lab:…`. The window is not connected to a server: a scenario has servers
// of its own, and a demo shop beside it is not what the picture is about.

#include "app/shot/labshot.h"

#include "app/commands/labcommand.h"
#include "app/commands/replaycommand.h"
#include "app/terminal/interrupt.h"
#include "app/terminal/language.h"
#include "app/terminal/output.h"
#include "core/lab/explore/explorer.h"
#include "core/lab/freerun/rounds/freerunsession.h"
#include "core/lab/loader/scenariofile.h"
#include "core/lab/step/stepper.h"
#include "core/lab/step/steppersnapshot.h"
#include "core/lab/step/tracebounds.h"
#include "ui/export/picture.h"
#include "ui/lab/page/labpage.h"
#include "ui/lab/page/labslide.h"
#include "ui/lab/run/freeruns.h"
#include "ui/lab/step/stepcontroller.h"
#include "ui/lab/step/steptabs.h"
#include "ui/lab/timeline/timeline.h"
#include "ui/text/errormessage.h"
#include "ui/window/mainwindow.h"

#include <QApplication>
#include <QTimer>

#include <algorithm>

namespace lockstep {

namespace {

int fail(const Error &error)
{
    printProgress({});
    printMessage(errorMessage(error, {}));
    return 1;
}

class LabShot : public QObject
{
public:
    LabShot(MainWindow &window, const Arguments &arguments)
        : m_window(window)
        , m_arguments(arguments)
    {
        connect(&m_interrupt, &Interrupt::received, this,
            [this] { QApplication::exit(m_interrupt.exitStatus()); });
    }

    // Plays a free run.
    int play(const ScenarioPtr &scenario, const RunOptions &options)
    {
        FreeRunSession run(scenario, options, {});
        connect(&run, &FreeRunSession::progressed, this,
            [](const RunProgress &progress) { printProgress(progressSentence(progress)); });
        connect(&run, &FreeRunSession::finished, this, [this](const RunPtr &done) {
            printProgress({});
            if (done->serverLoss)
                return QApplication::exit(fail(*done->serverLoss));
            show(done);
        });
        connect(&run, &FreeRunSession::failed, this,
            [](const Error &error) { QApplication::exit(fail(error)); });
        if (const auto started = run.start(); !started)
            return fail(started.error());
        return QApplication::exec();
    }

    // Takes all steps of a trace; if one is not possible, there is no picture.
    int replay(const ScenarioPtr &scenario, const ExploreOptions &options, const Trace &trace)
    {
        const auto run = stepped(scenario, options, trace);
        if (!run)
            return 1;
        SteppedRuns *runs = stepController()->runs();
        connect(runs, &SteppedRuns::openRequested, this,
            [runs, run](int number) { runs->setRun(number, run); });
        stepController()->setOptions(options);
        runs->openTrace(trace, {});
        m_window.labPage()->setMode(LabMode::Step);
        drawSoon();
        return QApplication::exec();
    }

    // Explores all interleavings.
    int explore(const ScenarioPtr &scenario, const ExploreOptions &options)
    {
        auto found = Explorer(scenario, options).explore();
        if (!found)
            return fail(found.error());
        found->server.clear();
        const auto exploration = std::make_shared<const Exploration>(std::move(*found));
        connect(stepController()->runs(), &SteppedRuns::openRequested, this, &LabShot::open);
        connect(
            stepController(), &StepController::exploreRequested, this,
            [this, exploration] {
                stepController()->setExploration(exploration);
                drawSoon();
            },
            Qt::QueuedConnection);
        stepController()->setOptions(options);
        m_window.labPage()->setMode(LabMode::Explore);
        stepController()->run();
        return QApplication::exec();
    }

private:
    [[nodiscard]] StepController *stepController() const
    {
        return m_window.labPage()->stepController();
    }

    // Returns nullptr if the steps could not be taken, and has printed why.
    static SteppedRunPtr stepped(
        const ScenarioPtr &scenario, const ExploreOptions &options, const Trace &trace)
    {
        auto stepper = Stepper::make(scenario, options);
        if (!stepper) {
            fail(stepper.error());
            return nullptr;
        }
        const auto replayed = stepper->replay(trace);
        const auto run = std::make_shared<SteppedRun>(*steppedRun(*stepper));
        if (!replayed) {
            printMessage(replayFailure(*run, trace, replayed.error()));
            return nullptr;
        }
        run->server.clear(); // the picture must not depend on which server it was
        return run;
    }

    void open(
        int number, const ScenarioPtr &scenario, const ExploreOptions &options, const Trace &trace)
    {
        const auto run = stepped(scenario, options, trace);
        if (!run)
            return QApplication::exit(1);
        stepController()->runs()->setRun(number, run);
    }

    void show(const RunPtr &run)
    {
        m_window.labPage()->setOptions(run->options);
        m_window.labPage()->freeRuns()->setRun(run);
        m_mistake = run->mistake;
        drawSoon();
    }

    void drawSoon() { QTimer::singleShot(200, this, &LabShot::draw); }

    // Draws once the layout has settled: on a busy machine the timer may fire before it has.
    void draw()
    {
        QCoreApplication::sendPostedEvents();
        const auto timelines = m_window.findChildren<Timeline *>();
        const bool sorting = std::any_of(timelines.begin(), timelines.end(),
            [](const Timeline *timeline) { return timeline->isSorting(); });
        if (sorting)
            return drawSoon();
        if (QWidget *focus = m_window.focusWidget())
            focus->clearFocus(); // no cursor or focus frame on a picture
        if (const auto saved = save(); !saved)
            return QApplication::exit(fail(saved.error()));
        if (!m_mistake.isEmpty())
            printMessage(m_mistake);
        QApplication::exit(m_mistake.isEmpty() ? 0 : 1);
    }

    Result<void> save()
    {
        const PictureOptions options{m_arguments.size, m_arguments.scale};
        if (m_arguments.only.isEmpty())
            return savePicture(m_window, m_arguments.output, options);
        const LabPart part = m_arguments.only == u"timeline" ? LabPart::Timeline
            : m_arguments.only == u"table"                   ? LabPart::Table
                                                             : LabPart::Map;
        const auto slide = LabSlide::make(*m_window.labPage(), part);
        if (!slide)
            return tl::unexpected(slide.error());
        return savePicture((*slide)->picture(), m_arguments.output, options);
    }

    MainWindow &m_window;
    const Arguments &m_arguments;
    Interrupt m_interrupt;
    QString m_mistake; // the mistake in the file, if a free run met one
};

void choose(MainWindow &window, const ScenarioPtr &scenario, const Language &language)
{
    LabPage *page = window.labPage();
    page->setLanguage(language.name());
    auto scenarios = shippedScenarios();
    if (!scenario->path.startsWith(u':')) // before a shipped scenario with the same id
        scenarios.insert(scenarios.begin(), scenario);
    page->setScenarios(scenarios);
    page->choose(QString::fromUtf8(scenario->id));
    window.showPage(MainWindow::Page::Lab);
}

} // namespace

int drawLab(const Arguments &arguments, Theme *theme, const Language &language)
{
    const auto scenario = findScenario(arguments.lab.scenario);
    if (!scenario)
        return refuse(scenario.error());
    const auto options = arguments.lab.optionsFor(**scenario);
    const auto stepOptions = arguments.lab.explorationOf(**scenario);
    if (!options)
        return refuse(options.error());
    if (!stepOptions)
        return refuse(stepOptions.error());
    const auto widened = arguments.lab.trace
        ? optionsFor(*scenario, *stepOptions, *arguments.lab.trace)
        : stepOptions;
    if (!widened)
        return fail(widened.error());
    MainWindow window(theme);
    choose(window, *scenario, language);
    window.resize(arguments.size);
    window.show();
    LabShot shot(window, arguments);
    if (arguments.lab.explored)
        return shot.explore(*scenario, *stepOptions);
    return arguments.lab.trace ? shot.replay(*scenario, *widened, *arguments.lab.trace)
                               : shot.play(*scenario, *options);
}

} // namespace lockstep
