// A step in the window: from the press of a key to the repaint that shows what the server answered.
// The clock runs from the key's event until the window's update is done, in which the timeline has
// painted the new step: through the shortcut, the thread that steps, the server's round trip, the
// page and its painting, up to the pixels in the window's buffer. No timer decides when it is over.
//
// The floor is one frame: a screen at 60 Hz shows another picture every 16.7 ms, and whatever is
// ready in between is not seen sooner. Two of them are "at once": the press falls into one frame,
// the picture comes with the next. Where an empty window of the same size takes longer than a frame
// from the press to its repaint, that is the floor, because nothing in a window can be faster
// there.
//
// How a step gets dearer as its run gets longer is measured below the window, where a run is
// stepped and not yet shown: the 8,000th beside the 500th.
//
// Median and 99th percentile are given: what is slow now and then is felt as well. All is drawn
// offscreen, with real presses and a real server.

#include "app/lab/labstepper.h"
#include "core/lab/loader/scenariofile.h"
#include "core/lab/step/stepper.h"
#include "tests/bench/figure.h"
#include "ui/lab/page/labpage.h"
#include "ui/lab/settings/exploreform.h"
#include "ui/lab/step/stepcontroller.h"
#include "ui/lab/step/steppedpane.h"
#include "ui/lab/step/steptabs.h"
#include "ui/lab/timeline/timeline.h"
#include "ui/widgets/theme.h"
#include "ui/window/mainwindow.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QTest>
#include <QTimer>

using namespace lockstep;

namespace {

constexpr double frame = 1000.0 / 60; // ms
constexpr int mostSeconds = 30; // for one step
constexpr QSize size(1280, 720);

// Knows when a widget has been painted and its window's update is over.
class Painting : public QApplication
{
public:
    using QApplication::QApplication;

    bool notify(QObject *receiver, QEvent *event) override
    {
        const bool done = QApplication::notify(receiver, event);
        if (event->type() == QEvent::Paint && receiver == m_widget && m_isIt())
            m_isPainted = true;
        if (event->type() == QEvent::UpdateRequest && m_isPainted)
            m_isOver = true;
        return done;
    }

    // ms from the press to the end of the update in which the widget was painted as it is to be.
    double timed(QWidget *widget, const std::function<void()> &press, std::function<bool()> isIt)
    {
        m_widget = widget;
        m_isIt = std::move(isIt);
        m_isPainted = m_isOver = false;
        QTimer limit; // or waiting for an event would have no end
        limit.start(mostSeconds * 1000 + 1);
        QElapsedTimer clock;
        clock.start();
        press();
        while (!m_isOver) {
            processEvents(QEventLoop::WaitForMoreEvents);
            if (clock.elapsed() > mostSeconds * 1000)
                qFatal("A step was not shown within %d s.", mostSeconds);
        }
        const double taken = double(clock.nsecsElapsed()) / 1e6;
        m_widget = nullptr;
        processEvents(); // what is left of it must not be counted for the next one
        return taken;
    }

private:
    const QWidget *m_widget = nullptr;
    std::function<bool()> m_isIt = [] { return false; };
    bool m_isPainted = false;
    bool m_isOver = false;
};

class EmptyWindow : public QWidget
{
protected:
    void keyPressEvent(QKeyEvent *) override { update(); }
};

double floorOf(Painting &application)
{
    EmptyWindow window;
    window.resize(size);
    window.show();
    QCoreApplication::processEvents();
    std::vector<double> taken;
    for (int i = 0; i < 200; ++i)
        taken.push_back(application.timed(
            &window, [&] { QTest::keyClick(&window, Qt::Key_A); }, [] { return true; }));
    const double median = quantile(taken, 0.5);
    print({"an empty window, from key press to repaint", median, "ms", frame, "", true});
    return std::max(median, frame);
}

void report(const char *middle, const char *slow, const std::vector<double> &taken, double floor)
{
    for (const auto &[name, part] : {std::pair(middle, 0.5), std::pair(slow, 0.99)}) {
        const double value = quantile(taken, part);
        print({name, value, "ms", floor, "ratio <= 2", value <= 2 * floor});
    }
}

// Two clients that take turns with a lock, long enough for some hundred steps.
constexpr char manyTurns[] = R"(return {
  id = "many-turns", family = "lock", order = 1,
  title = { en = "Many turns" }, lesson = { en = "A lock, many times." },
  params = { clients = { 2, 1, 5 }, turns = { 500, 1, 100000 } },
  keys = { "stock", "lock" },
  free = { clients = 2 },
  setup = function(p) redis.call("SET", "stock", 1000000) end,
  client = function(p, me)
    for i = 1, p.turns do
      repeat await_gone("lock")
      until redis.call("SET", "lock", me.token, "NX", "PX", 30000)
      enter("lock")
      redis.call("DECR", "stock")
      leave("lock")
      redis.call("DEL", "lock")
    end
  end,
  always = { holders_at_most("lock", 1) },
})";

ScenarioPtr turns()
{
    const auto scenario = scenarioFromText(manyTurns, QStringLiteral("many-turns.lua"));
    if (!scenario)
        qFatal("%s", qPrintable(scenario.error().detail));
    return *scenario;
}

double processorTime() // of this thread, in ms
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
}

// The processor time of a step, in ms: each run has a server of its own, and how long the system
// takes to wake that one up is another matter. Who has taken fewer steps goes on.
double step(Stepper *stepper)
{
    TraceStep next;
    for (const StepOption &each : stepper->stepOptions()) {
        const TraceStep step = stepper->traceStep(each.step);
        const bool isPossible =
            step.kind == TraceStep::Kind::Client && each.blockedBy == BlockedBy::None;
        if (isPossible && (next.number == 0 || step.number < next.number))
            next = step;
    }
    const double before = processorTime();
    if (const auto done = stepper->step(next); !done)
        qFatal("%s", qPrintable(done.error().detail));
    return processorTime() - before;
}

Result<Stepper> runOf(const ScenarioPtr &scenario, int steps)
{
    ExploreOptions options;
    options.settings = scenario->defaults();
    options.settings["turns"] = 10'000;
    auto stepper = Stepper::make(scenario, options);
    if (!stepper)
        qFatal("%s", qPrintable(stepper.error().detail));
    while (stepper->steps() < steps)
        step(&*stepper);
    return stepper;
}

// The two in turns: what the machine does to one, it does to the other.
void measureLongRun()
{
    const ScenarioPtr scenario = turns();
    auto early = runOf(scenario, 500);
    auto late = runOf(scenario, 8'000);
    std::vector<double> earlySteps;
    std::vector<double> lateSteps;
    for (int i = 0; i < 500; ++i) {
        earlySteps.push_back(step(&*early));
        lateSteps.push_back(step(&*late));
    }
    const double floor = quantile(earlySteps, 0.5);
    const double value = quantile(lateSteps, 0.5);
    print({"processor time of a step, the 8,000th beside the 500th, median", value, "ms", floor,
        "ratio <= 3", value <= 3 * floor});
}

class Bench
{
public:
    Bench(Painting &application, Theme *theme, double floor)
        : m_application(application)
        , m_window(theme)
        , m_stepper(m_window.labPage()->stepController()->runs())
        , m_floor(floor)
    {
        auto scenarios = shippedScenarios();
        scenarios.push_back(turns());
        m_window.labPage()->setLanguage(QStringLiteral("en"));
        m_window.labPage()->setScenarios(scenarios);
        m_window.showPage(MainWindow::Page::Lab);
        m_window.resize(size);
        m_window.show();
        if (!QTest::qWaitForWindowActive(&m_window))
            qFatal("The window does not come.");
    }

    void choose(const char *scenario)
    {
        m_window.labPage()->choose(QString::fromLatin1(scenario));
        m_window.labPage()->setMode(LabMode::Step);
        waitForRun();
    }

    // Whoever can go on takes a step, until it is over or so many are taken.
    void stepOn(int most, std::vector<double> *taken)
    {
        while (runs()->shownStep() < most) {
            const auto &ahead = runs()->shownRun()->ahead;
            const auto next = std::find_if(ahead.rbegin(), ahead.rend(), [](const StepAhead &each) {
                return each.isPossible() && each.step.kind == TraceStep::Kind::Client;
            });
            if (next == ahead.rend())
                return;
            const auto key = Qt::Key(Qt::Key_A + next->step.client);
            press(key, {}, runs()->shownStep() + 1, taken);
        }
    }

    void undo(int times, std::vector<double> *taken)
    {
        for (int i = 0; i < times && runs()->shownStep() > 0; ++i)
            press(Qt::Key_Z, Qt::ControlModifier, runs()->shownStep() - 1, taken);
    }

    void measure()
    {
        std::vector<double> forth, back;
        choose("lock-lease-expires");
        while (forth.size() < 250) {
            stepOn(1000, &forth);
            undo(1000, &back);
        }
        report("a step in the window, lock-lease-expires, median",
            "a step in the window, lock-lease-expires, 99 of 100", forth, m_floor);
        report("a step undone, lock-lease-expires, median",
            "a step undone, lock-lease-expires, 99 of 100", back, m_floor);
        choose("many-turns");
        // What comes later costs no more than what came before, or 2,000 steps would take minutes.
        const double few = runOn(40);
        const double many = runOn(10'000);
        print({"a step of 2,000 that are taken by themselves", many, "ms", few, "ratio <= 3",
            many <= 3 * few});
        runs()->openTrace({}, {});
        waitForRun();
        std::vector<double> early, late, undone;
        stepOn(400, &early);
        stepOn(600, &late);
        undo(200, &undone);
        report("a step in the window, the 401st to the 600th, median",
            "a step in the window, the 401st to the 600th, 99 of 100", late, m_floor);
        report("a step undone, the 600th to the 401st, median",
            "a step undone, the 600th to the 401st, 99 of 100", undone, m_floor);
    }

private:
    void waitForRun()
    {
        const bool isThere =
            QTest::qWaitFor([&] { return runs()->shownRun() != nullptr; }, mostSeconds * 1000);
        if (!isThere)
            qFatal("No run is begun within %d s.", mostSeconds);
    }

    // Until it is over, or for as long as it goes by itself; ms for a step, with what is shown
    // meanwhile.
    double runOn(int turns)
    {
        StepController *stepping = m_window.labPage()->stepController();
        ExploreOptions options = stepping->form()->options();
        options.settings["turns"] = turns;
        stepping->setOptions(options);
        runs()->openTrace({}, {});
        waitForRun();
        QElapsedTimer clock;
        clock.start();
        stepping->run();
        if (!QTest::qWaitFor([&] { return !runs()->isRunning(); }, mostSeconds * 1000))
            qFatal("It does not end within %d s.", mostSeconds);
        return double(clock.nsecsElapsed()) / 1e6 / runs()->shownStep();
    }

    [[nodiscard]] SteppedRuns *runs() { return m_window.labPage()->stepController()->runs(); }

    void press(Qt::Key key, Qt::KeyboardModifiers with, int then, std::vector<double> *taken)
    {
        const SteppedPane *pane = m_window.labPage()->stepController()->tabs()->pane();
        taken->push_back(m_application.timed(
            pane->timeline(), [&] { QTest::keyClick(m_window.focusWidget(), key, with); },
            [=] { return pane->run() && pane->step() == then; }));
    }

    Painting &m_application;
    MainWindow m_window;
    LabStepper m_stepper;
    const double m_floor;
};

} // namespace

int main(int argc, char **argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    Painting application(argc, argv);
    Theme theme(&application);
    theme.setChoice(Theme::Choice::Light);
    measureLongRun();
    Bench(application, &theme, floorOf(application)).measure();
    return 0;
}
