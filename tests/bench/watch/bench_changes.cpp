#include "core/watch/reading/readpace.h"
#include "tests/bench/barelink.h"
#include "tests/bench/figure.h"
#include "tests/bench/watchrun.h"

#include <QCoreApplication>

#include <random>
#include <thread>
#include <unordered_map>

// What changes cost the server and how soon they are seen. A thread writes through the bare
// library, at a fixed rate; each value is the microsecond it was written in, so whoever takes a
// snapshot knows how old what it sees is. The same thread publishes the same kind of stamp a
// hundred times a second, and a third one, which does nothing but wait for them, tells the floor.
//
// What changes within ReadPace's budget is read at once. Beyond that, what changes all the time
// rests after each reading, so its age may grow by that rest.

using namespace lockstep;

namespace {

constexpr int watched = 1'000;
constexpr int publishedPerSecond = 100;
const double refreshesPerSecond = 1000.0 / double(WatchOptions().refresh.count());
constexpr auto settling = ReadPace::longestRest + std::chrono::seconds(1); // then all is read
constexpr auto longestAge = ReadPace::longestRest + ReadPace::longestTurn;
constexpr int calmPerSecond = 50; // two commands for each are half of ReadPace::leastBudget
constexpr auto tick = std::chrono::milliseconds(1);

using Clock = std::chrono::steady_clock;

const Clock::time_point start = Clock::now();

qint64 stamp()
{
    return std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - start).count();
}

QByteArray keyOf(qint64 number)
{
    return "views:article:" + QByteArray::number(number);
}

struct Load
{
    int perSecond;
    int keys;
    int seconds;
};

// Each command is stamped when it is written; those that are due in one tick go out together.
void writeAll(const QString &socketPath, const Load &load)
{
    const auto link = bareLink(socketPath);
    const auto begin = Clock::now();
    const qint64 total = qint64(load.perSecond) * load.seconds;
    std::mt19937 random(1);
    std::uniform_int_distribution<qint64> anyKey(0, load.keys - 1);
    qint64 written = 0;
    qint64 published = 0;
    for (auto turn = begin; written < total; turn += tick) {
        std::this_thread::sleep_until(turn);
        const double elapsed = std::chrono::duration<double>(Clock::now() - begin).count();
        const qint64 due = std::min(total, qint64(elapsed * load.perSecond));
        qint64 replies = 0;
        for (; written < due; ++written, ++replies) {
            const auto key = keyOf(anyKey(random));
            redisAppendCommand(link.get(), "SET %s %lld", key.constData(), stamp());
        }
        for (; published < qint64(elapsed * publishedPerSecond); ++published, ++replies)
            redisAppendCommand(link.get(), "PUBLISH stamps %lld", stamp());
        for (; replies > 0; --replies)
            nextReply(link);
    }
    redisAppendCommand(link.get(), "PUBLISH stamps end");
    nextReply(link);
}

std::vector<double> hearAll(const BareLink &link)
{
    std::vector<double> milliseconds;
    while (true) {
        const auto message = nextReply(link);
        const QByteArray text(message->element[2]->str, qsizetype(message->element[2]->len));
        if (text == "end")
            return milliseconds;
        milliseconds.push_back(double(stamp() - text.toLongLong()) / 1000);
    }
}

// Takes every snapshot and notes how old each value is that was not there before.
class Taker : public QObject
{
public:
    explicit Taker(Watch *watch)
        : m_watch(watch)
    {
        connect(watch, &Watch::updated, this, &Taker::take);
    }

    void take()
    {
        m_latest = m_watch->take();
        for (const auto &item : *m_latest.counters) {
            auto &known = m_known[item->key];
            const double value = item->reading.value.value_or(0);
            if (value == known)
                continue;
            known = value;
            m_milliseconds.push_back((double(stamp()) - value) / 1000);
        }
    }

    [[nodiscard]] qint64 commands() const { return m_latest.status.commands; }
    [[nodiscard]] double valueOf(const QByteArray &key) const { return m_known.at(key); }
    std::vector<double> takeTimes() { return std::exchange(m_milliseconds, {}); }

private:
    Watch *m_watch;
    Snapshot m_latest;
    std::unordered_map<QByteArray, double> m_known;
    std::vector<double> m_milliseconds;
};

struct Outcome
{
    double changes = 0;
    double commands = 0;
    double seconds = 0;
    std::vector<double> untilSnapshot; // milliseconds
    std::vector<double> untilMessage;
};

Outcome run(TestServer &server, Taker &taker, const Load &load)
{
    const auto link = bareLink(server.socketPath());
    redisAppendCommand(link.get(), "SUBSCRIBE stamps");
    nextReply(link);

    Outcome outcome;
    runEventLoop(settling); // the last second's status is out
    const auto before = taker.commands();
    taker.takeTimes();
    const auto begin = Clock::now();
    QEventLoop loop;
    std::thread listener([&] { outcome.untilMessage = hearAll(link); });
    std::thread writer([&] {
        writeAll(server.socketPath(), load);
        QMetaObject::invokeMethod(&loop, &QEventLoop::quit, Qt::QueuedConnection);
    });
    loop.exec();
    writer.join();
    listener.join();
    outcome.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    runEventLoop(settling);
    outcome.changes = double(load.perSecond) * load.seconds;
    outcome.commands = double(taker.commands() - before);
    outcome.untilSnapshot = taker.takeTimes();
    for (int n = 0; n < load.keys; ++n) {
        if (taker.valueOf(keyOf(n)) != server.run({"GET", keyOf(n)}).text.toDouble())
            qFatal("A change of %s was missed.", keyOf(n).constData());
    }
    std::fprintf(stderr,
        "%d changes/s over %d keys: in %.1f s %.0f commands; until the snapshot p50 %.2f p99 %.2f "
        "ms, until the message p50 %.2f p99 %.2f ms\n",
        load.perSecond, load.keys, outcome.seconds, outcome.commands,
        quantile(outcome.untilSnapshot, 0.5), quantile(outcome.untilSnapshot, 0.99),
        quantile(outcome.untilMessage, 0.5), quantile(outcome.untilMessage, 0.99));
    return outcome;
}

void printLatency(const char *name, const Outcome &outcome, Milliseconds age, const char *target)
{
    const double value = quantile(outcome.untilSnapshot, 0.99);
    const double floor = quantile(outcome.untilMessage, 0.99);
    print({name, value, "ms", floor, target, value <= 3 * floor + 16 + double(age.count())});
}

} // namespace

int main(int argc, char *argv[])
{
    const QCoreApplication application(argc, argv);
    TestServer server;
    for (int n = 0; n < watched; ++n)
        server.run({"SET", keyOf(n), QByteArray::number(n)});
    Watch watch(server.endpoint(), builtInCatalogue());
    Taker taker(&watch);
    runInventory(watch, watched);

    const auto calm = run(server, taker, {calmPerSecond, watched, 20});
    printLatency("from the write to the snapshot, p99, 50 changes/s", calm, Milliseconds(0),
        "value <= 3 * floor + 16");

    const auto many = run(server, taker, {5'000, watched, 10});
    const double perChange = many.commands / many.changes;
    print({"commands per change, 5,000 changes/s over 1,000 keys", perChange, "commands", 2,
        "value <= 2", perChange <= 2});
    printLatency("from the write to the snapshot, p99, 5,000 changes/s", many, longestAge,
        "value <= 3 * floor + 16 + 3,100 of rest");

    const auto hot = run(server, taker, {20'000, 1, 10});
    const double perSecond = hot.commands / hot.seconds;
    print({"commands per second, one key written 20,000 times a second", perSecond, "commands/s",
        2 * refreshesPerSecond, "ratio <= 1", perSecond <= 2 * refreshesPerSecond});
    return 0;
}
