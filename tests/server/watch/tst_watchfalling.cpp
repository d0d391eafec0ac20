#include "core/watch/formats/rules.h"
#include "core/watch/reading/itemreader.h"
#include "tests/support/patience.h"
#include "tests/support/samples/watchlog.h"
#include "tests/support/servers/servermonitor.h"
#include "tests/support/servers/testserver.h"

#include <QElapsedTimer>
#include <QTest>

#include <algorithm>

using namespace lockstep;
using namespace std::chrono_literals;
using Kind = JournalEntry::Kind;

namespace {

qint64 unixMicroseconds()
{
    return std::chrono::duration_cast<std::chrono::microseconds>(
        std::chrono::system_clock::now().time_since_epoch())
        .count();
}

Rule limitRule(const QByteArray &glob, double limit, std::optional<Milliseconds> window)
{
    Rule rule;
    rule.glob = Glob(glob);
    rule.bounds.limit = limit;
    rule.bounds.window = window;
    return rule;
}

// How often the server has executed that command.
qint64 callsOf(TestServer &server, const QByteArray &command)
{
    const QByteArray stats = server.run({"INFO", "commandstats"}).text;
    const QByteArray name = "cmdstat_" + command + ":calls=";
    const auto at = stats.indexOf(name);
    if (at < 0)
        return 0;
    const auto from = at + name.size();
    return stats.mid(from, stats.indexOf(',', from) - from).toLongLong();
}

// How often the server was asked so far when the permits of the semaphore end, which takes two
// commands, and how often the key was read.
int questionsAbout(const QByteArray &key, ServerMonitor *monitor)
{
    const QByteArrayList lines = monitor->linesThatName(key);
    return int(std::count_if(lines.begin(), lines.end(),
        [](const QByteArray &line) { return line.contains("\"BYSCORE\""); }));
}

int readingsOf(const QByteArray &key, ServerMonitor *monitor)
{
    const QByteArrayList lines = monitor->linesThatName(key);
    return int(std::count_if(lines.begin(), lines.end(), [](const QByteArray &line) {
        return line.contains("] \"ZRANGE\"") && !line.contains("\"BYSCORE\"");
    }));
}

// Whether there is such a limit, and it is not used up.
bool isOpen(const WatchLog &log, const QByteArray &key)
{
    const ItemPtr item = log.item(key);
    return item && bucketState(*item) == BucketState::Open;
}

bool isUsedAtMost(const WatchLog &log, const QByteArray &key, double most)
{
    const auto used = log.value(key);
    return used && *used <= most;
}

} // namespace

// Limits of which less is used as time passes although nobody writes: what the Watch shows of them
// is compared with what this test knows from what it wrote and from the clock.
class TestWatchFalling : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void gcraFallsWithoutACommand();
    void aRefilledBucketFallsWithoutACommand();
    void whatTheServerCountsIsReadAgain();
    void usedUpAgainIsTold();
    void permitsThatAreNotReadAreCountedAsTheyEnd();
    void permitsThatNeverEndAreCounted();
    void manyPermitsThatEndAtOnceCostOneCommandASecond();
    void aSemaphoreThatIsWrittenWhileItWaitsIsAskedOnce();

private:
    // Permits of asynq's semaphore, whose key has no TTL: each ends so long after the one before.
    static Command permits(const QByteArray &key, int count, Milliseconds first, Milliseconds apart)
    {
        const qint64 now = unixMicroseconds();
        Command command{"ZADD", key};
        for (int i = 0; i < count; ++i) {
            const qint64 end = now + 1000 * (first + i * apart).count();
            command << QByteArray::number(double(end) / 1e6, 'f', 6)
                    << "worker-" + QByteArray::number(end);
        }
        return command;
    }
    static std::shared_ptr<const Catalogue> rules(const std::vector<Rule> &rules)
    {
        return builtInCatalogue()->withRules({rules, {}});
    }
    // Full for so long: all of 10 in 20 s.
    void setGcra(Milliseconds ahead)
    {
        const qint64 micros = std::chrono::microseconds(ahead).count();
        m_server.run({"SET", "gcra:erin", QByteArray::number(unixMicroseconds() + micros), "PX",
            QByteArray::number(ahead.count())});
    }
    TestServer m_server;
};

void TestWatchFalling::gcraFallsWithoutACommand()
{
    setGcra(20s);
    const qint64 fullAgain = unixMicroseconds() + 20'000'000; // or a moment before
    Watch watch(m_server.endpoint(), rules({limitRule("gcra:*", 10, 20s)}));
    WatchLog log(&watch);
    QVERIFY(log.startAndWait());
    QCOMPARE(log.value("gcra:erin"), 10);
    QCOMPARE(bucketState(*log.item("gcra:erin")), BucketState::Exhausted);
    const qint64 reads = callsOf(m_server, "getrange");

    const auto used = [&] { return double(fullAgain - unixMicroseconds()) / 2'000'000; };
    QVERIFY(log.waitFor([&] { return isOpen(log, "gcra:erin"); }, 20s));
    QVERIFY2(used() <= 9.01, qPrintable(QString::number(used()))); // not before it is so
    QVERIFY(log.waitFor([&] { return isUsedAtMost(log, "gcra:erin", 6); }, 20s));
    QVERIFY2(used() <= 6.01, qPrintable(QString::number(used())));
    QVERIFY2(used() > 3, qPrintable(QString::number(used()))); // within 4 s; a slow machine
    QCOMPARE(callsOf(m_server, "getrange"), reads);
}

void TestWatchFalling::aRefilledBucketFallsWithoutACommand()
{
    // Lockstep's own token bucket: no token is left, and all of 10 are there again in 20 s.
    m_server.run(
        {"SET", "tokens:dora", "0 " + QByteArray::number(unixMicroseconds()), "PX", "20000"});
    Watch watch(m_server.endpoint(), rules({limitRule("tokens:*", 10, {})}));
    WatchLog log(&watch);
    QVERIFY(log.startAndWait());
    QVERIFY(log.value("tokens:dora") > 5.0);
    const qint64 reads = callsOf(m_server, "getrange");
    QVERIFY(log.waitFor([&] { return isUsedAtMost(log, "tokens:dora", 5); }, 20s));
    QCOMPARE(callsOf(m_server, "getrange"), reads);
}

void TestWatchFalling::whatTheServerCountsIsReadAgain()
{
    // Each younger than the window of 6 s that the rule gives, by half a second each.
    for (int i = 0; i < 4; ++i) {
        const QByteArray moment = QByteArray::number(unixMicroseconds() - i * 500'000);
        m_server.run({"ZADD", "limit:ann", moment, moment});
    }
    m_server.run({"PEXPIRE", "limit:ann", "60000"});
    Watch watch(m_server.endpoint(), rules({limitRule("limit:*", 4, 6s)}));
    WatchLog log(&watch);
    QVERIFY(log.startAndWait());
    QVERIFY(log.item("limit:ann"));
    QCOMPARE(bucketState(*log.item("limit:ann")), BucketState::Exhausted);
    QVERIFY(log.waitFor([&] { return isUsedAtMost(log, "limit:ann", 0); }, 30s));
    QVERIFY(isOpen(log, "limit:ann"));
}

void TestWatchFalling::usedUpAgainIsTold()
{
    setGcra(20s);
    Watch watch(m_server.endpoint(), rules({limitRule("gcra:*", 10, 20s)}));
    WatchLog log(&watch);
    QVERIFY(log.startAndWait());
    QVERIFY(log.waitFor([&] { return isOpen(log, "gcra:erin"); }, 20s));
    QCOMPARE(log.count(Kind::Exhausted), 0); // it may have been for long
    setGcra(20s);
    QVERIFY(log.waitFor([&] { return log.count(Kind::Exhausted, "gcra:erin") == 1; }, 10s));
}

// Of 200 holders the 64 are read whose permits end last. The first ten end while they are watched.
void TestWatchFalling::permitsThatAreNotReadAreCountedAsTheyEnd()
{
    const QByteArray key = "asynq:sema:mail";
    const QByteArray few = "asynq:sema:few";
    constexpr auto first = 3'000ms;
    constexpr auto apart = 150ms;
    m_server.run({"FLUSHALL"});
    ServerMonitor monitor(&m_server);
    WatchLog log(m_server.endpoint());
    QVERIFY(log.startAndWait());
    m_server.run(permits(few, 64, 600s, 1ms)); // all of it is read, so nothing more is asked
    const qint64 begin = unixMicroseconds();
    m_server.run(Command(permits(key, 10, first, apart).words()
        + permits(key, 190, 600s, 1ms).words().mid(2))); // at once
    double least = 200;
    QVERIFY(log.waitFor(
        [&] {
            const double inUse = log.value(key).value_or(200);
            const auto passed =
                Milliseconds((unixMicroseconds() - begin) / 1000 + 100) - first; // by other clocks
            const double ended = passed < 0ms ? 0 : double(1 + passed / apart);
            least = std::min(least, inUse + ended); // a permit ends no sooner than it does
            return inUse == 190 && log.value(few) && questionsAbout(key, &monitor) > 0;
        },
        30s));
    QVERIFY2(least >= 200, qPrintable(QString::number(least)));
    QCOMPARE(log.item(key)->reading.permits->size(), std::size_t(64));
    // A reading makes the watcher forget what it was told, so that it has to ask once more.
    QVERIFY(questionsAbout(key, &monitor) <= readingsOf(key, &monitor));
    QCOMPARE(log.value(few), 64);
    QCOMPARE(questionsAbout(few, &monitor), 0);
    m_server.run({"ZADD", key, QByteArray::number(unixMicroseconds() / 1'000'000 + 900), "last"});
    QVERIFY(log.waitFor([&] { return log.value(key) == std::optional<double>(191); }));
}

void TestWatchFalling::permitsThatNeverEndAreCounted()
{
    const QByteArray key = "asynq:sema:mail";
    m_server.run({"FLUSHALL"});
    WatchLog log(m_server.endpoint());
    QVERIFY(log.startAndWait());
    Command endless{"ZADD", key};
    for (int i = 0; i < 100; ++i)
        endless << "+inf"
                << "endless-" + QByteArray::number(i);
    m_server.runAll({permits(key, 50, 1'500ms, 1ms), endless});
    QVERIFY(log.waitFor([&] { return log.value(key) == std::optional<double>(100); }, 30s));
}

void TestWatchFalling::manyPermitsThatEndAtOnceCostOneCommandASecond()
{
    const QByteArray key = "asynq:sema:mail";
    m_server.run({"FLUSHALL"});
    ServerMonitor monitor(&m_server);
    WatchLog log(m_server.endpoint());
    QVERIFY(log.startAndWait());
    QElapsedTimer timer;
    timer.start();
    m_server.runAll({permits(key, 400, 2'500ms, 5ms), permits(key, 100, 600s, 1ms)});
    QVERIFY(log.waitFor([&] { return log.value(key) == std::optional<double>(100); }, 60s));
    const qint64 questions = questionsAbout(key, &monitor);
    QVERIFY2(2'000 * questions <= timer.elapsed(), // two commands each
        qPrintable(QStringLiteral("%1 in %2 ms").arg(questions).arg(timer.elapsed())));
}

// Nothing may be asked meanwhile, because the server's time for that is used up.
void TestWatchFalling::aSemaphoreThatIsWrittenWhileItWaitsIsAskedOnce()
{
    const QByteArray key = "asynq:sema:mail";
    m_server.run({"FLUSHALL"});
    m_server.run(permits(key, 200, 600s, 1ms));
    ServerMonitor monitor(&m_server);
    Connection connection(m_server.endpoint());
    connection.keepOpen();
    ItemStore store;
    ServerBudget budget(ServerBudget::usualShare);
    ItemReader reader(&connection, &store, 5ms, Pacer(&budget), nullptr);
    const ServerTime time{std::chrono::steady_clock::now(), std::chrono::system_clock::now()};
    reader.setServerTime(time);
    store.setServerTime(time);
    Probe probe;
    probe.key = key;
    probe.type = KeyType::SortedSet;
    probe.ttl = Ttl::persistent();
    probe.size = 200;
    probe.members = {{"worker-1", double(unixMicroseconds()) / 1e6 + 600}};
    const auto recognition = builtInCatalogue()->recognise(probe, time);
    QVERIFY(recognition);
    QVERIFY(store.add(*recognition, ItemStore::Origin::Inventory));
    QTRY_COMPARE(connection.state(), Connection::State::Open);

    budget.spend(10min, ServerBudget::Work::Paced, std::chrono::steady_clock::now());
    QElapsedTimer sinceRead;
    for (int written = 1; written <= 3; ++written) {
        if (written == 3)
            budget.reset();
        sinceRead.start();
        reader.want(key, ItemReader::Why::Announced);
        QTRY_COMPARE(readingsOf(key, &monitor), written);
        QTRY_VERIFY(reader.isIdle());
        if (written < 3)
            QTest::qWait(2'200); // until it is to be asked, and is not
    }
    QTRY_VERIFY(questionsAbout(key, &monitor) > 0);
    const qint64 questions = questionsAbout(key, &monitor);
    QVERIFY2(2'000 * questions <= sinceRead.elapsed(), // two commands each
        qPrintable(QStringLiteral("%1 in %2 ms").arg(questions).arg(sinceRead.elapsed())));
}

QTEST_GUILESS_MAIN(TestWatchFalling)
#include "tst_watchfalling.moc"
