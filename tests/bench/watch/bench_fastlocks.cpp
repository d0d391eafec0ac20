#include "core/watch/reading/readpace.h"
#include "tests/bench/barelink.h"
#include "tests/bench/figure.h"
#include "tests/bench/watchrun.h"

#include <QCoreApplication>

#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <set>
#include <thread>

// How much of locks that change all the time is followed, and what that costs: 2,000 locks, each
// changed 2.5 times a second: held for 0.4 s, then free for as long. The driver knows what it did,
// so each hold that has no line and is not told as perhaps missed is counted. The floor of what the
// server works is the same drive on a server that nobody watches.

using namespace lockstep;

namespace {

using Clock = std::chrono::steady_clock;
using WallTime = std::chrono::system_clock::time_point;
using Kind = JournalEntry::Kind;

constexpr int locks = 2'000;
constexpr auto span = std::chrono::seconds(20);
constexpr auto settling = std::chrono::seconds(5); // before it is measured
constexpr auto halfCycle = std::chrono::milliseconds(400); // held, and free
constexpr auto tick = std::chrono::milliseconds(5);

struct Taken
{
    int lock = 0;
    int token = 0;
    WallTime from{};
    WallTime to{};
};

QByteArray keyOf(int lock)
{
    return "lock:order:" + QByteArray::number(lock);
}

QByteArray tokenOf(int number)
{
    return QByteArray::number(number).rightJustified(32, 'a');
}

struct Drive
{
    std::vector<Taken> taken; // while it was measured
    qint64 changes = 0; // as well
};

// Takes and releases the locks until it is over, and leaves all of them held by a last token.
Drive drive(
    const QString &socketPath, const std::atomic<bool> &isMeasured, const std::atomic<bool> &isOver)
{
    const auto link = bareLink(socketPath);
    std::vector<Clock::time_point> next(locks);
    std::vector<int> held(locks, 0); // token; 0: free
    for (int lock = 0; lock < locks; ++lock)
        next[std::size_t(lock)] = Clock::now() + lock * 2 * halfCycle / locks;
    Drive result;
    int tokens = 0;
    bool isLast = false;
    for (auto turn = Clock::now(); !isLast; turn += tick) {
        std::this_thread::sleep_until(turn);
        isLast = isOver;
        std::vector<int> due;
        for (int lock = 0; lock < locks; ++lock) {
            int &token = held[std::size_t(lock)];
            if (isLast ? token > 0 : next[std::size_t(lock)] > Clock::now())
                continue;
            due.push_back(lock);
            if (token > 0) {
                redisAppendCommand(link.get(), "DEL %s", keyOf(lock).constData());
                token = 0;
            } else {
                token = ++tokens;
                redisAppendCommand(link.get(), "SET %s %s NX PX 600000", keyOf(lock).constData(),
                    tokenOf(token).constData());
            }
        }
        const bool counts = isMeasured && !isLast;
        const auto from = std::chrono::system_clock::now();
        for (std::size_t i = 0; i < due.size(); ++i)
            nextReply(link);
        const auto to = std::chrono::system_clock::now();
        for (const int lock : due) {
            next[std::size_t(lock)] = Clock::now() + halfCycle;
            result.changes += counts ? 1 : 0;
            if (counts && held[std::size_t(lock)] > 0)
                result.taken.push_back({lock, held[std::size_t(lock)], from, to});
        }
    }
    return result;
}

double processorSeconds(TestServer &server)
{
    double seconds = 0;
    for (const auto &line : server.run({"INFO", "cpu"}).text.split('\n')) {
        if (line.startsWith("used_cpu_sys:") || line.startsWith("used_cpu_user:"))
            seconds += line.mid(line.indexOf(':') + 1).trimmed().toDouble();
    }
    return seconds;
}

double ownProcessorSeconds()
{
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    const auto seconds = [](const timeval &time) {
        return double(time.tv_sec) + double(time.tv_usec) / 1e6;
    };
    return seconds(used.ru_utime) + seconds(used.ru_stime);
}

// Parts of a processor, while the driver was measured.
struct Worked
{
    double server = 0;
    double own = 0; // of this process, the driver included
};

Worked measure(TestServer &server, Drive &driven)
{
    std::atomic<bool> isMeasured = false;
    std::atomic<bool> isOver = false;
    std::thread thread([&] { driven = drive(server.socketPath(), isMeasured, isOver); });
    runEventLoop(settling);
    const auto begin = Clock::now();
    const double before = processorSeconds(server);
    const double ownBefore = ownProcessorSeconds();
    isMeasured = true;
    runEventLoop(span);
    isMeasured = false;
    const double worked = processorSeconds(server) - before;
    const double own = ownProcessorSeconds() - ownBefore;
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    isOver = true;
    thread.join();
    return {worked / seconds, own / seconds};
}

// By key: the tokens whose begin has a line, and the times in which something may be missing.
struct Told
{
    std::set<QByteArray> tokens;
    std::vector<WallSpan> missed;
};

} // namespace

int main(int argc, char *argv[])
{
    const QCoreApplication application(argc, argv);
    TestServer alone;
    Drive unwatched;
    const Worked floor = measure(alone, unwatched);

    TestServer server;
    Watch watch(server.endpoint(), builtInCatalogue());
    std::map<QByteArray, Told> told;
    qint64 commands = 0;
    QObject::connect(&watch, &Watch::updated, &watch, [&] {
        const Snapshot snapshot = watch.take();
        commands = snapshot.status.commands;
        for (const JournalEntry &entry : snapshot.journal) {
            Told &ofKey = told[entry.key];
            if (entry.kind == Kind::Acquired || entry.kind == Kind::Appeared
                || entry.kind == Kind::HandedOver)
                ofKey.tokens.insert(entry.holder->token);
            if (entry.maybeMissed)
                ofKey.missed.push_back(*entry.maybeMissed);
        }
    });
    runInventory(watch, 0);
    qint64 commandsBefore = 0;
    qint64 commandsAfter = 0;
    QTimer::singleShot(settling, &watch, [&] { commandsBefore = commands; });
    QTimer::singleShot(settling + span, &watch, [&] { commandsAfter = commands; });
    Drive driven;
    const Worked share = measure(server, driven);
    runEventLoop(ReadPace::longestRestOfALock + std::chrono::seconds(1)); // all is read

    qint64 withLine = 0;
    qint64 silent = 0;
    for (const Taken &taken : driven.taken) {
        const Told &ofKey = told[keyOf(taken.lock)];
        if (ofKey.tokens.contains(tokenOf(taken.token)))
            ++withLine;
        else if (std::none_of(ofKey.missed.begin(), ofKey.missed.end(), [&](const WallSpan &span) {
                     return span.since <= taken.to && taken.from <= span.until;
                 }))
            ++silent;
    }
    const double seconds = std::chrono::duration<double>(span).count();
    std::fprintf(stderr,
        "%.0f changes a second; the server works %.1f %% of a processor, %.1f %% where nobody "
        "watches; this process %.1f %%, %.1f %% where it only drives\n",
        double(driven.changes) / seconds, 100 * share.server, 100 * floor.server, 100 * share.own,
        100 * floor.own);
    const double perChange = double(commandsAfter - commandsBefore) / double(driven.changes);
    print({"commands per change, 5,000 changes/s of 2,000 locks", perChange, "commands", 2,
        "value <= 2.2", perChange <= 2.2});
    const double followed = double(withLine) / double(driven.taken.size());
    print({"part of the acquisitions that have a line", followed, "", 1, "value >= 0.5",
        followed >= 0.5});
    print({"acquisitions without a line that are not told as perhaps missed", double(silent),
        "acquisitions", 0, "value = 0", silent == 0});
    return 0;
}
