#include "ui/watch/page/framepace.h"

#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;

class TestFramePace : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aFastMachineShowsTwentyASecond();
    void aTenthOfACoreIsKept_data();
    void aTenthOfACoreIsKept();
    void whatWasUsedInAQuietTimePutsNothingOff();
    void theFirstRowsFollowAtOnce();
    void whereTheSystemDoesNotTellTwentyASecondAreShown();

private:
    // The pause after each of so many frames that cost so much, the first left out.
    std::vector<Milliseconds> pauses(std::chrono::nanoseconds cost, int frames)
    {
        std::vector<Milliseconds> all;
        for (int i = 0; i <= frames; ++i) {
            m_threadTime += cost;
            const auto pause = m_pace.pauseAfter({m_now, 1ms, m_threadTime, true});
            m_now += pause + 1ms;
            if (i > 0)
                all.push_back(pause);
        }
        return all;
    }

    FramePace m_pace;
    Instant m_now = Instant() + 1000h;
    std::chrono::nanoseconds m_threadTime = 5s;
};

void TestFramePace::aFastMachineShowsTwentyASecond()
{
    m_pace = {};
    for (const auto pause : pauses(3ms, 10))
        QCOMPARE(pause, FramePace::shortest);
}

void TestFramePace::aTenthOfACoreIsKept_data()
{
    QTest::addColumn<Milliseconds>("cost");
    QTest::addColumn<Milliseconds>("pause");
    QTest::newRow("7 ms") << Milliseconds(7) << Milliseconds(70);
    QTest::newRow("16 ms") << Milliseconds(16) << Milliseconds(160);
    QTest::newRow("very slow") << Milliseconds(100) << FramePace::longest;
}

void TestFramePace::aTenthOfACoreIsKept()
{
    QFETCH(Milliseconds, cost);
    QFETCH(Milliseconds, pause);
    m_pace = {};
    for (const auto each : pauses(cost, 10))
        QCOMPARE(each, pause);
}

void TestFramePace::whatWasUsedInAQuietTimePutsNothingOff()
{
    m_pace = {};
    pauses(3ms, 3);
    m_now += 10min;
    m_threadTime += 10s; // of times that count down
    QCOMPARE(m_pace.pauseAfter({m_now, 1ms, m_threadTime, true}), FramePace::shortest);
}

void TestFramePace::theFirstRowsFollowAtOnce()
{
    m_pace = {};
    QCOMPARE(m_pace.pauseAfter({m_now, 0ms, m_threadTime, false}), Milliseconds(0));
    QCOMPARE(m_pace.pauseAfter({m_now + 1ms, 2ms, m_threadTime + 2ms, false}), Milliseconds(6));
    // However long it took to show them, the window answers in between.
    QCOMPARE(
        m_pace.pauseAfter({m_now + 1s, 400ms, m_threadTime + 400ms, true}), Milliseconds(1200));
}

void TestFramePace::whereTheSystemDoesNotTellTwentyASecondAreShown()
{
    m_pace = {};
    for (int i = 0; i < 3; ++i) {
        m_now += 51ms;
        QCOMPARE(m_pace.pauseAfter({m_now, 1ms, 0ns, true}), FramePace::shortest);
    }
}

QTEST_GUILESS_MAIN(TestFramePace)
#include "tst_framepace.moc"
