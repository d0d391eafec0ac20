#include "app/labshot.h"

#include "app/interrupt.h"
#include "app/labcommand.h"
#include "app/language.h"
#include "app/output.h"
#include "core/lab/freerun.h"
#include "ui/errormessage.h"
#include "ui/export/picture.h"
#include "ui/lab/labpage.h"
#include "ui/lab/timeline.h"
#include "ui/mainwindow.h"

#include <QApplication>
#include <QTimer>

#include <algorithm>

// The window is not connected to anything: a scenario has servers of its own, and what a sandbox
// with the demo shop does beside it is not what the picture is about.

namespace lockstep {

namespace {

int fail(const Error &error, int status)
{
    printProgress({});
    printMessage(errorMessage(error, {}));
    return status;
}

class LabShot : public QObject
{
public:
    LabShot(MainWindow &window, const ScenarioPtr &scenario, const RunOptions &options,
        const Arguments &arguments)
        : m_window(window)
        , m_run(scenario, options, {})
        , m_arguments(arguments)
    {
        connect(&m_interrupt, &Interrupt::received, this, [] { QApplication::exit(1); });
        connect(&m_run, &FreeRun::progressed, this,
            [](const RunProgress &progress) { printProgress(progressSentence(progress)); });
        connect(&m_run, &FreeRun::finished, this, [this](const RunPtr &run) {
            printProgress({});
            m_window.labPage()->setOptions(run->options);
            m_window.labPage()->setRun(run);
            // Once everything has found its place.
            QTimer::singleShot(200, this, [this, run] { draw(run); });
        });
        connect(&m_run, &FreeRun::failed, this,
            [](const Error &error) { QApplication::exit(fail(error, 1)); });
    }

    int play()
    {
        if (const auto started = m_run.start(); !started)
            return fail(started.error(), 1);
        return QApplication::exec();
    }

private:
    void draw(const RunPtr &run)
    {
        const auto timelines = m_window.findChildren<Timeline *>();
        const bool sorting = std::any_of(timelines.begin(), timelines.end(),
            [](const Timeline *timeline) { return timeline->isSorting(); });
        if (sorting) {
            QTimer::singleShot(50, this, [this, run] { draw(run); });
            return;
        }
        const auto saved =
            savePicture(m_window, m_arguments.output, {m_arguments.size, m_arguments.scale});
        if (!saved)
            return QApplication::exit(fail(saved.error(), 1));
        if (!run->mistake.isEmpty())
            printMessage(run->mistake);
        QApplication::exit(run->mistake.isEmpty() ? 0 : 1);
    }

    MainWindow &m_window;
    FreeRun m_run;
    const Arguments &m_arguments;
    const Interrupt m_interrupt;
};

} // namespace

int drawLab(const Arguments &arguments, Theme *theme, const Language &language)
{
    const auto scenario = findScenario(arguments.lab.scenario);
    if (!scenario)
        return fail(scenario.error(), scenario.error().code == ErrorCode::BadInput ? 2 : 1);
    const auto options = arguments.lab.optionsFor(**scenario);
    if (!options)
        return fail(options.error(), 2);
    MainWindow window(theme);
    LabPage *page = window.labPage();
    page->setLanguage(language.name());
    auto scenarios = shippedScenarios();
    if (!(*scenario)->path.startsWith(
            u':')) // before one that comes with the program, of the same id
        scenarios.insert(scenarios.begin(), *scenario);
    page->setScenarios(scenarios);
    page->choose(QString::fromUtf8((*scenario)->id));
    window.showPage(MainWindow::Page::Lab);
    window.resize(arguments.size);
    window.show();
    LabShot shot(window, *scenario, *options, arguments);
    return shot.play();
}

} // namespace lockstep
