#include "core/redis/connection/scriptfile.h"
#include "tests/support/servers/testserver.h"

#include <QTest>

using namespace lockstep;
using namespace Qt::StringLiterals;

// The server scripts that only the lessons about counters, stock, limiters and bounded counters
// use. Those of the primitives are tested with the primitives.
class TestLessonScripts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_server.run({"FLUSHALL"}); }
    void aUnitIsTakenOnlyWhileThereIsOne();
    void theFirstCallOfAWindowSetsTheDeadline();
    void aLogForgetsWhatIsOlderThanTheWindow();
    void aBucketIsRefilledByTheTimeThatPassed();
    void aRefusalLeavesTheBucketAlone();
    void aClockThatGoesBackGivesNoTokensTwice();
    void theLastSlotAndTheRefusalLookAlike();
    void aSlotIsGivenBackOnlyWhileOneIsInUse();
    void aPermitThatIsOverIsFreeAgain();
    void aRefusedReadIsToldFromNoValue();
    void anOrderIsWrittenWithTheUnit();

private:
    qint64 reply(QLatin1StringView script, const QByteArray &key, const QByteArrayList &arguments);
    // Of an array, its numbers.
    QList<qint64> numbersOf(
        QLatin1StringView script, const QByteArray &key, const QByteArrayList &arguments);
    qint64 serverTime(); // ms

    TestServer m_server;
};

qint64 TestLessonScripts::reply(
    QLatin1StringView script, const QByteArray &key, const QByteArrayList &arguments)
{
    const Reply found = m_server.run(scriptFile(script).eval({key}, arguments));
    return found.isInteger() ? found.integer : -1000;
}

QList<qint64> TestLessonScripts::numbersOf(
    QLatin1StringView script, const QByteArray &key, const QByteArrayList &arguments)
{
    QList<qint64> numbers;
    for (const Reply &each : m_server.run(scriptFile(script).eval({key}, arguments)).elements)
        numbers << each.integer;
    return numbers;
}

qint64 TestLessonScripts::serverTime()
{
    const Reply time = m_server.run({"TIME"});
    return time.elements.at(0).text.toLongLong() * 1000
        + time.elements.at(1).text.toLongLong() / 1000;
}

void TestLessonScripts::aUnitIsTakenOnlyWhileThereIsOne()
{
    m_server.run({"SET", "stock", "1"});
    QCOMPARE(reply("stock-take"_L1, "stock", {}), 1);
    QCOMPARE(reply("stock-take"_L1, "stock", {}), 0);
    QCOMPARE(m_server.run({"GET", "stock"}).text, "0");
    QCOMPARE(reply("stock-take"_L1, "none", {}), 0);
    QCOMPARE(m_server.run({"EXISTS", "none"}).integer, 0);
}

void TestLessonScripts::theFirstCallOfAWindowSetsTheDeadline()
{
    const auto call = [this] { return numbersOf("limit-count"_L1, "calls", {"2", "60000"}); };
    const auto first = call();
    QCOMPARE(first.at(0), 1);
    QVERIFY(qAbs(first.at(1) - serverTime()) < 50'000); // the window begins now
    const qint64 left = m_server.run({"PTTL", "calls"}).integer;
    QVERIFY(left > 50000 && left <= 60000);
    m_server.run({"PEXPIRE", "calls", "30000"});
    const auto second = call();
    QCOMPARE(second.at(0), 1);
    QVERIFY(second.at(1) < first.at(1)); // as if it had begun 30 s earlier
    QCOMPARE(call().at(0), 0);
    QVERIFY(m_server.run({"PTTL", "calls"}).integer <= 30000);
    QCOMPARE(m_server.run({"GET", "calls"}).text, "3"); // refused calls count too
}

void TestLessonScripts::aLogForgetsWhatIsOlderThanTheWindow()
{
    const auto call = [this](const char *entry) {
        return numbersOf("limit-log"_L1, "log", {"2", "600000", entry});
    };
    const qint64 before = serverTime();
    m_server.run({"ZADD", "log", QByteArray::number(before - 600'000), "old",
        QByteArray::number(before - 300'000), "young"});
    const auto reply = call("a");
    QCOMPARE(reply.at(0), 1);
    QVERIFY(reply.at(1) >= before && reply.at(1) <= serverTime());
    QCOMPARE(m_server.run({"ZSCORE", "log", "a"}).text.toLongLong(), reply.at(1));
    QVERIFY(m_server.run({"ZSCORE", "log", "old"}).isNil());
    QCOMPARE(call("b"), QList<qint64>{0});
    QCOMPARE(m_server.run({"ZCARD", "log"}).integer, 2);
    QVERIFY(m_server.run({"PTTL", "log"}).integer > 0);
}

void TestLessonScripts::aBucketIsRefilledByTheTimeThatPassed()
{
    // Two tokens, one comes in every 500 s; what is left is written back with an older time.
    const auto take = [this] {
        return numbersOf("limit-bucket"_L1, "bucket", {"2", "1", "500000"});
    };
    const auto passes = [this](qint64 seconds) {
        const auto words = m_server.run({"GET", "bucket"}).text.split(' ');
        m_server.run({"SET", "bucket",
            words[0] + ' ' + QByteArray::number(words[1].toLongLong() - seconds * 1000)});
    };
    QCOMPARE(take().at(0), 1);
    const auto second = take();
    QCOMPARE(second.at(0), 1);
    QVERIFY(second.at(1) <= serverTime() && second.at(1) > serverTime() - 60'000);
    QCOMPARE(take(), QList<qint64>{0});
    passes(400);
    QCOMPARE(take(), QList<qint64>{0});
    passes(100);
    QCOMPARE(take().at(0), 1);
    passes(100'000);
    QCOMPARE(take().at(0), 1); // never more than it holds
    QCOMPARE(take().at(0), 1);
    QCOMPARE(take(), QList<qint64>{0});
}

void TestLessonScripts::aRefusalLeavesTheBucketAlone()
{
    const auto take = [this] {
        return numbersOf("limit-bucket"_L1, "bucket", {"1", "1", "500000"});
    };
    QCOMPARE(take().at(0), 1);
    const QByteArray before = m_server.run({"GET", "bucket"}).text;
    QVERIFY(before.startsWith("0 "));
    QCOMPARE(take(), QList<qint64>{0});
    QCOMPARE(m_server.run({"GET", "bucket"}).text, before);
}

void TestLessonScripts::aClockThatGoesBackGivesNoTokensTwice()
{
    const QByteArray ahead = QByteArray::number(serverTime() + 3'600'000);
    m_server.run({"SET", "bucket", "500000 " + ahead});
    const auto take = [this] {
        return numbersOf("limit-bucket"_L1, "bucket", {"2", "1", "500000"});
    };
    QCOMPARE(take().at(0), 1);
    QCOMPARE(m_server.run({"GET", "bucket"}).text, "0 " + ahead);
    QCOMPARE(take(), QList<qint64>{0});
}

void TestLessonScripts::theLastSlotAndTheRefusalLookAlike()
{
    QCOMPARE(reply("slot-take"_L1, "devices", {"2", "300000"}), 1);
    QCOMPARE(reply("slot-take"_L1, "devices", {"2", "300000"}), 2); // granted
    QCOMPARE(reply("slot-take"_L1, "devices", {"2", "300000"}), 2); // refused
    QCOMPARE(m_server.run({"GET", "devices"}).text, "2");
    QVERIFY(m_server.run({"PTTL", "devices"}).integer > 200000);
}

void TestLessonScripts::aSlotIsGivenBackOnlyWhileOneIsInUse()
{
    m_server.run({"SET", "devices", "1", "PX", "300000"});
    QCOMPARE(reply("slot-give"_L1, "devices", {}), 0);
    QCOMPARE(reply("slot-give"_L1, "devices", {}), 0);
    QCOMPARE(m_server.run({"GET", "devices"}).text, "0");
    QVERIFY(m_server.run({"PTTL", "devices"}).integer > 200000);
}

void TestLessonScripts::aPermitThatIsOverIsFreeAgain()
{
    const auto take = [this](const char *permit) {
        return reply("permit-take"_L1, "permits", {"1", "600000", permit});
    };
    const qint64 before = serverTime();
    QCOMPARE(take("a"), 1);
    QVERIFY(m_server.run({"ZSCORE", "permits", "a"}).text.toLongLong() >= before + 600'000);
    QCOMPARE(take("b"), 0);
    m_server.run({"ZADD", "permits", "XX", QByteArray::number(before), "a"}); // its lease is over
    QCOMPARE(take("b"), 1);
    QCOMPARE(m_server.run({"ZREM", "permits", "a"}).integer, 0); // the late result
    QVERIFY(!m_server.run({"ZSCORE", "permits", "b"}).isNil());
    QVERIFY(m_server.run({"PTTL", "permits"}).integer > 0);
}

void TestLessonScripts::aRefusedReadIsToldFromNoValue()
{
    const auto read = [this](const QByteArray &token) {
        return m_server.run(scriptFile("fenced-read"_L1).eval({"data", "data:fence"}, {token}));
    };
    const Reply missing = read("5");
    QCOMPARE(missing.elements.at(0).integer, 1);
    QVERIFY(missing.elements.size() == 1 || missing.elements.at(1).isNil());
    m_server.run({"SET", "data", "x"});
    QCOMPARE(read("5").elements.at(1).text, "x");
    const Reply refused = read("4");
    QCOMPARE(refused.elements.size(), 1);
    QCOMPARE(refused.elements.at(0).integer, 0);
    QCOMPARE(m_server.run({"GET", "data:fence"}).text, "5");
}

void TestLessonScripts::anOrderIsWrittenWithTheUnit()
{
    m_server.run({"SET", "stock", "1"});
    const auto buy = [this](const char *who) {
        return m_server.run(scriptFile("stock-order"_L1).eval({"stock", "orders"}, {who})).integer;
    };
    QCOMPARE(buy("a"), 1);
    QCOMPARE(buy("b"), 0);
    QCOMPARE(m_server.run({"GET", "stock"}).text, "0");
    QCOMPARE(m_server.run({"LLEN", "orders"}).integer, 1);
    QCOMPARE(m_server.run({"LINDEX", "orders", "0"}).text, "a");
}

QTEST_GUILESS_MAIN(TestLessonScripts)
#include "tst_lessonscripts.moc"
