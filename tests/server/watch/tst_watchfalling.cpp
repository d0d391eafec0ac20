#include "core/watch/formats/rules.h"
#include "tests/support/samples/watchlog.h"
#include "tests/support/servers/testserver.h"

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

private:
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

QTEST_GUILESS_MAIN(TestWatchFalling)
#include "tst_watchfalling.moc"
