// Whether the Lab can run for as long as its form allows: the program's memory while fifty clients
// run a scenario without end in its window (offscreen), and the longest time for which the window's
// thread worked on one thing, which is the longest frame. Its processor time counts, not the clock:
// another process that has the processor is no frame of this program.
//
// A history is full after some minutes, then its oldest rounds go. `bench_longlabrun 60` runs for
// as many minutes.

#include "app/lab/labrunner.h"
#include "tests/bench/memorysampling.h"
#include "ui/lab/page/labpage.h"
#include "ui/lab/run/freeruns.h"
#include "ui/widgets/theme.h"
#include "ui/window/mainwindow.h"

#include <QAbstractEventDispatcher>
#include <QApplication>
#include <QTemporaryDir>

#include <ctime>

using namespace lockstep;

namespace {

constexpr double standardMinutes = 10;
constexpr int mostMinutes = 59; // a run lasts an hour at most
constexpr int clients = 50;

// ms of processor time of this thread.
double processorTime()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
}

// How long this thread works between two times of waiting for events, which costs no processor
// time.
class FrameTimes
{
public:
    FrameTimes()
    {
        QObject::connect(QAbstractEventDispatcher::instance(),
            &QAbstractEventDispatcher::aboutToBlock, &m_guard, [this] {
                const double now = processorTime();
                m_longest = std::max(m_longest, now - std::exchange(m_begun, now));
            });
    }
    [[nodiscard]] double longest() const { return m_longest; }
    void forget()
    {
        m_begun = processorTime();
        m_longest = 0;
    }

private:
    QObject m_guard;
    double m_begun = processorTime();
    double m_longest = 0;
};

} // namespace

int main(int argc, char *argv[])
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QTemporaryDir settings; // own ones
    qputenv("XDG_CONFIG_HOME", settings.path().toUtf8());
    QApplication application(argc, argv);
    const double minutes = argc > 1 ? QByteArray(argv[1]).toDouble() : standardMinutes;
    if (minutes <= 0 || minutes > mostMinutes)
        qFatal("bench_longlabrun [MINUTES]: a number above 0, at most %d", mostMinutes);

    Theme theme(&application);
    MainWindow window(&theme);
    LabPage *page = window.labPage();
    const LabRunner runner(page);
    window.resize(1280, 720);
    window.show();
    window.showPage(MainWindow::Page::Lab);
    if (!page->choose(QStringLiteral("stock-read-then-write")))
        qFatal("The lab does not know the scenario.");
    FreeRuns *runs = page->freeRuns();
    RunOptions options = RunOptions::of(*page->scenario());
    options.settings["clients"] = clients;
    options.duration = std::chrono::hours(1); // it is stopped before
    runs->setOptions(options);

    FrameTimes frames;
    runs->run();
    QApplication::processEvents();
    frames.forget(); // before it runs
    const MemorySampling memory(minutes);
    QApplication::exec();
    if (!runs->isBusy())
        qFatal("The run did not last.");
    memory.reportMost("most memory in use in a long run of 50 clients", &Memory::allocated);
    memory.reportMost("most resident memory in a long run of 50 clients", &Memory::resident);
    const double longest = frames.longest();
    print({"longest frame while they run", longest, "ms of the processor", 50, "<= 50 ms",
        longest <= 50});

    frames.forget();
    QObject::connect(runs, &FreeRuns::ended, &application, [] {
        QTimer::singleShot(std::chrono::seconds(2), [] { QApplication::exit(); });
    }); // it is drawn
    Q_EMIT page->stopRequested();
    QApplication::exec();
    print({"longest frame when it ends and is shown", frames.longest(), "ms of the processor", 50,
        "<= 50 ms", frames.longest() <= 50});
    return 0;
}
