#include "core/watch/link/stalldetector.h"

#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;

// Which of what is heard may have waited, with the moments given by the test.
class TestStallDetector : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void aMachineThatIsLateIsNoStall();
    void whatComesAfterAPauseOfTheProgramMayHaveWaited();
    void aPauseIsNoticedByWhatIsHeardFirst();
    void whatComesAfterTheLineStoodStillMayHaveWaited();
    void aServerThatIsAskedNothingMayBeSilent();
    void anAnswerThatIsDueWhileOthersComeIsNoStall();
    void duringAPauseNoAnswerIsMissed();
    void anotherPauseHasToBeHeardOutAnew();

private:
    [[nodiscard]] std::optional<Instant> sinceOf(Instant heardAt) const
    {
        const auto stall = m_detector.stallOf(heardAt);
        return stall ? std::optional(stall->since) : std::nullopt;
    }
    // Runs on, as often as it should, until then.
    void run(Instant until, const std::optional<Instant> &dueSince = {})
    {
        for (; m_now < until; m_now += StallDetector::betweenRuns)
            m_noticed += m_detector.noteRunning(m_now, dueSince) ? 1 : 0;
        m_now = until;
    }

    const Instant m_begin = Instant() + 1h;
    Instant m_now;
    StallDetector m_detector;
    int m_noticed = 0;
};

void TestStallDetector::init()
{
    m_now = m_begin;
    m_noticed = 0;
    m_detector = {};
    m_detector.start(m_begin);
}

void TestStallDetector::aMachineThatIsLateIsNoStall()
{
    for (int i = 0; i < 20; ++i)
        QVERIFY(!m_detector.noteRunning(m_begin + i * 500ms, {}));
    QVERIFY(!sinceOf(m_begin + 9s));
    QVERIFY(!m_detector.unheardSince());
}

void TestStallDetector::whatComesAfterAPauseOfTheProgramMayHaveWaited()
{
    run(m_begin + 10s);
    const Instant lastRun = m_begin + 9'750ms;
    QVERIFY(m_detector.noteRunning(lastRun + 1s, {}));
    QVERIFY(!m_detector.noteHeard(lastRun + 1'001ms, {}));
    QCOMPARE(sinceOf(lastRun + 1'001ms), std::optional(lastRun));
    QCOMPARE(m_detector.unheardSince(), std::optional(lastRun));
    m_detector.noteCaughtUp(lastRun + 1'010ms);
    QVERIFY(!m_detector.unheardSince());
    QCOMPARE(sinceOf(lastRun + 1'010ms), std::optional(lastRun));
    QVERIFY(!sinceOf(lastRun + 1'011ms));
    QVERIFY(!sinceOf(lastRun)); // before the pause
}

void TestStallDetector::aPauseIsNoticedByWhatIsHeardFirst()
{
    run(m_begin + 1s);
    QVERIFY(m_detector.noteHeard(m_begin + 3s, {}));
    QCOMPARE(sinceOf(m_begin + 3s), std::optional(m_begin + 750ms));
    QVERIFY(m_detector.stallOf(m_begin + 3s)->isOfProgram);
}

void TestStallDetector::whatComesAfterTheLineStoodStillMayHaveWaited()
{
    QVERIFY(!m_detector.noteHeard(m_begin, {}));
    run(m_begin + 1s);
    run(m_begin + 3s, m_begin + 1s);
    QCOMPARE(m_noticed, 1); // it goes on, and one question is enough
    QCOMPARE(m_detector.unheardSince(), std::optional(m_begin));
    (void)m_detector.noteHeard(m_begin + 3s, {});
    QCOMPARE(sinceOf(m_begin + 3s), std::optional(m_begin));
    QVERIFY(!m_detector.stallOf(m_begin + 3s)->isOfProgram);
    m_detector.noteCaughtUp(m_begin + 3'010ms);
    run(m_begin + 6s);
    QVERIFY(!sinceOf(m_begin + 6s));
    QCOMPARE(m_noticed, 1);
}

void TestStallDetector::aServerThatIsAskedNothingMayBeSilent()
{
    run(m_begin + 10s);
    QVERIFY(!m_detector.noteHeard(m_begin + 10s, {}));
    QVERIFY(!sinceOf(m_begin + 10s));
}

// As of many commands in one go.
void TestStallDetector::anAnswerThatIsDueWhileOthersComeIsNoStall()
{
    for (int i = 0; i < 20; ++i)
        QVERIFY(!m_detector.noteHeard(m_begin + i * 400ms, m_begin));
}

// It may have come at once; nobody looked.
void TestStallDetector::duringAPauseNoAnswerIsMissed()
{
    run(m_begin + 10s);
    const Instant lastRun = m_begin + 9'750ms;
    QVERIFY(!m_detector.noteRunning(lastRun, lastRun - 10ms));
    QVERIFY(m_detector.noteHeard(lastRun + 2s, {}));
    QCOMPARE(sinceOf(lastRun + 2s), std::optional(lastRun));
}

void TestStallDetector::anotherPauseHasToBeHeardOutAnew()
{
    QVERIFY(m_detector.noteRunning(m_begin + 1s, {}));
    QVERIFY(m_detector.noteRunning(m_begin + 2s, {}));
    QCOMPARE(m_detector.unheardSince(), std::optional(m_begin));
}

QTEST_APPLESS_MAIN(TestStallDetector)
#include "tst_stalldetector.moc"
