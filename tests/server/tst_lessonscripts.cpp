#include "core/redis/scriptfile.h"
#include "tests/support/testserver.h"

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

private:
    qint64 reply(QLatin1StringView script, const QByteArray &key, const QByteArrayList &arguments);

    TestServer m_server;
};

qint64 TestLessonScripts::reply(
    QLatin1StringView script, const QByteArray &key, const QByteArrayList &arguments)
{
    const Reply found = m_server.run(scriptFile(script).eval({key}, arguments));
    return found.isInteger() ? found.integer : -1000;
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
    QCOMPARE(reply("limit-count"_L1, "calls", {"2", "60000"}), 1);
    const qint64 left = m_server.run({"PTTL", "calls"}).integer;
    QVERIFY(left > 50000 && left <= 60000);
    m_server.run({"PEXPIRE", "calls", "30000"});
    QCOMPARE(reply("limit-count"_L1, "calls", {"2", "60000"}), 1);
    QCOMPARE(reply("limit-count"_L1, "calls", {"2", "60000"}), 0);
    QVERIFY(m_server.run({"PTTL", "calls"}).integer <= 30000);
    QCOMPARE(m_server.run({"GET", "calls"}).text, "3"); // refused calls count too
}

void TestLessonScripts::aLogForgetsWhatIsOlderThanTheWindow()
{
    QCOMPARE(reply("limit-log"_L1, "log", {"2", "10000", "6000", "a"}), 1);
    QCOMPARE(reply("limit-log"_L1, "log", {"2", "10000", "7000", "b"}), 1);
    QCOMPARE(reply("limit-log"_L1, "log", {"2", "10000", "15999", "c"}), 0);
    QCOMPARE(reply("limit-log"_L1, "log", {"2", "10000", "16000", "d"}), 1);
    QCOMPARE(m_server.run({"ZCARD", "log"}).integer, 2);
    QVERIFY(m_server.run({"PTTL", "log"}).integer > 0);
}

void TestLessonScripts::aBucketIsRefilledByTheTimeThatPassed()
{
    // Two tokens, one comes in every 5 s; times are those of a real clock.
    const auto take = [this](qint64 seconds) {
        const QByteArray now = QByteArray::number(1'800'000'000'000 + seconds * 1000);
        return reply("limit-bucket"_L1, "bucket", {"2", "1", "5000", now});
    };
    QCOMPARE(take(0), 1);
    QCOMPARE(take(0), 1);
    QCOMPARE(take(0), 0);
    QCOMPARE(take(4), 0);
    QCOMPARE(take(5), 1);
    QCOMPARE(take(1000), 1); // never more than it holds
    QCOMPARE(take(1000), 1);
    QCOMPARE(take(1000), 0);
}

void TestLessonScripts::aRefusalLeavesTheBucketAlone()
{
    QCOMPARE(reply("limit-bucket"_L1, "bucket", {"1", "1", "5000", "1000"}), 1);
    const QByteArray before = m_server.run({"GET", "bucket"}).text;
    QCOMPARE(before, "0 1000");
    QCOMPARE(reply("limit-bucket"_L1, "bucket", {"1", "1", "5000", "2000"}), 0);
    QCOMPARE(m_server.run({"GET", "bucket"}).text, before);
}

void TestLessonScripts::aClockThatGoesBackGivesNoTokensTwice()
{
    QCOMPARE(reply("limit-bucket"_L1, "bucket", {"2", "1", "5000", "10000"}), 1);
    QCOMPARE(reply("limit-bucket"_L1, "bucket", {"2", "1", "5000", "0"}), 1);
    QCOMPARE(reply("limit-bucket"_L1, "bucket", {"2", "1", "5000", "10000"}), 0);
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
    QCOMPARE(reply("permit-take"_L1, "permits", {"1", "1000", "5000", "a"}), 1);
    QCOMPARE(reply("permit-take"_L1, "permits", {"1", "1000", "5999", "b"}), 0);
    QCOMPARE(reply("permit-take"_L1, "permits", {"1", "1000", "6000", "b"}), 1);
    QCOMPARE(m_server.run({"ZREM", "permits", "a"}).integer, 0); // the late result
    QCOMPARE(m_server.run({"ZSCORE", "permits", "b"}).text, "7000");
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

QTEST_GUILESS_MAIN(TestLessonScripts)
#include "tst_lessonscripts.moc"
