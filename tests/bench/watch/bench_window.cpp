// What the window takes of a core while 300 rows change, and while the same rows rest: the
// program's own processor time in a second, with all its threads. The rows are locks, limits and
// counters in equal parts; a thread of this process changes each of them twice a second, and what
// that thread takes is left out. What the window's own thread takes is told beside it. Drawn
// offscreen: a window system would add what it takes to show the frames.

#include "app/terminal/language.h"
#include "app/window/watchwindow.h"
#include "tests/bench/barelink.h"
#include "tests/bench/figure.h"
#include "tests/bench/watchrun.h"
#include "tests/support/servers/testserver.h"

#include <QApplication>
#include <QTemporaryDir>

#include <pthread.h>

#include <atomic>
#include <thread>

using namespace lockstep;

namespace {

constexpr int keysOfEach = 100;
constexpr auto betweenChanges = std::chrono::milliseconds(500); // of one key
constexpr auto settling = std::chrono::seconds(5);
constexpr auto span = std::chrono::seconds(20);
constexpr double most = 100; // ms a second: a tenth of a core

// An INCR leaves the limits their time to live, without which each would be a problem.
void setLimit(const BareLink &link, int key)
{
    redisAppendCommand(link.get(), "SET ratelimit:user:%d 1 EX 36000", key);
    nextReply(link);
}

void changeEach(const BareLink &link, int key)
{
    redisAppendCommand(
        link.get(), "SET lock:order:%d 6f1b4c0e-9a53-4f6f-8c80-%012d PX 30000", key, key);
    redisAppendCommand(link.get(), "INCR ratelimit:user:%d", key);
    redisAppendCommand(link.get(), "INCR views:article:%d", key);
    for (int i = 0; i < 3; ++i)
        nextReply(link);
}

double millisecondsOf(clockid_t clock)
{
    timespec time{};
    clock_gettime(clock, &time);
    return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
}

// In milliseconds a second.
struct Used
{
    double program = 0;
    double windowsThread = 0;
};

// writer: the clock of the thread that does not count. Machines that are busy with other things
// show fewer snapshots a second, so how many there were is told as well.
Used usedIn(std::chrono::seconds time, std::optional<clockid_t> writer, const qint64 &snapshots)
{
    const qint64 snapshotsBefore = snapshots;
    const auto now = [&] {
        return Used{
            millisecondsOf(CLOCK_PROCESS_CPUTIME_ID) - (writer ? millisecondsOf(*writer) : 0),
            millisecondsOf(CLOCK_THREAD_CPUTIME_ID)};
    };
    const Used before = now();
    runEventLoop(time);
    const Used after = now();
    std::fprintf(stderr, "%.1f snapshots a second\n",
        double(snapshots - snapshotsBefore) / double(time.count()));
    return {(after.program - before.program) / double(time.count()),
        (after.windowsThread - before.windowsThread) / double(time.count())};
}

void report(const char *name, const char *nameOfThread, const Used &used)
{
    print({name, used.program, "ms/s", most, "ratio <= 1", used.program <= most});
    print(
        {nameOfThread, used.windowsThread, "ms/s", most, "ratio <= 1", used.windowsThread <= most});
}

} // namespace

int main(int argc, char *argv[])
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    const QTemporaryDir home; // of settings
    qputenv("XDG_CONFIG_HOME", home.path().toLocal8Bit());
    qputenv("XDG_DATA_HOME", home.path().toLocal8Bit());
    QApplication application(argc, argv);
    const TestServer server;
    const auto link = bareLink(server.socketPath());
    for (int key = 0; key < keysOfEach; ++key) {
        setLimit(link, key);
        changeEach(link, key);
    }

    Arguments arguments;
    arguments.endpoint = server.endpoint();
    auto source = Source::open(arguments);
    if (!source)
        qFatal("%s", qPrintable(source.error().detail));
    Theme theme(&application);
    Language language;
    WatchWindow main(&theme, &language, arguments);
    qint64 shown = 0;
    qint64 snapshots = 0;
    QObject::connect(&main.window(), &MainWindow::snapshotArrived, &application,
        [&shown, &snapshots](const Snapshot &now) {
            shown = now.status.objects;
            ++snapshots;
        });
    if (!main.watch(std::move(*source)))
        qFatal("The server cannot be watched.");
    main.window().resize(1280, 720);
    main.window().show();
    runEventLoop(settling);
    if (shown != 3 * keysOfEach)
        qFatal("%lld rows are shown.", static_cast<long long>(shown));
    report("300 rows that rest", "the window's thread, 300 rows that rest",
        usedIn(span, std::nullopt, snapshots));

    std::atomic<bool> isOver = false;
    std::thread writer([&] {
        const auto turn = betweenChanges / keysOfEach;
        auto next = std::chrono::steady_clock::now();
        for (int key = 0; !isOver; key = (key + 1) % keysOfEach) {
            std::this_thread::sleep_until(next += turn);
            changeEach(link, key);
        }
    });
    clockid_t clockOfWriter{};
    pthread_getcpuclockid(writer.native_handle(), &clockOfWriter);
    runEventLoop(settling);
    report("300 rows that change twice a second",
        "the window's thread, 300 rows that change twice a second",
        usedIn(span, clockOfWriter, snapshots));
    isOver = true;
    writer.join();
    return 0;
}
