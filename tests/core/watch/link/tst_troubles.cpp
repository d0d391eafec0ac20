#include "core/watch/link/clockjumps.h"
#include "core/watch/link/troubles.h"

#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;
using Source = Troubles::Source;

// What keeps a watch from knowing everything, and clocks that jump.
class TestTroubles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theGravestIsShownUntilItIsOver();
    void aServerThatRefusesIsKnownSinceItsFirstRefusal();
    void aServerClockThatDriftsIsNoJump();
    void aServerClockThatWasSetIsAJumpOnce();
    void whatWasToldSlowlyTakesNothingFromWhatWasToldFast();
    void aClockThatWasSetIsKnownByWhatItTellsSince();
    void anotherServersClockIsNoJump();
    void clocksOfTwoServersInTurnAreNoJumpsInTheEnd();

private:
    const Error m_link{ErrorCode::ConnectionLost, QStringLiteral("link")};
    const Error m_reading{ErrorCode::Loading, QStringLiteral("reading")};
};

void TestTroubles::theGravestIsShownUntilItIsOver()
{
    Troubles troubles;
    QVERIFY(!troubles.mostSerious());
    troubles.set(Source::Reading, m_reading, Instant());
    troubles.set(Source::Link, m_link, Instant());
    QCOMPARE(troubles.mostSerious()->detail, QStringLiteral("link"));
    troubles.set(Source::Link, std::nullopt, Instant());
    QCOMPARE(troubles.mostSerious()->detail, QStringLiteral("reading"));
    troubles.clear();
    QVERIFY(!troubles.mostSerious());
    QVERIFY(!troubles.refusedSince());
}

void TestTroubles::aServerThatRefusesIsKnownSinceItsFirstRefusal()
{
    Troubles troubles;
    troubles.set(Source::Pass, m_reading, Instant());
    QVERIFY(!troubles.refusedSince()); // single objects are told all the same
    troubles.set(Source::Reading, m_reading, Instant() + 1s);
    troubles.set(Source::Answers, m_reading, Instant() + 2s);
    troubles.set(Source::Reading, std::nullopt, Instant() + 3s);
    QCOMPARE(troubles.refusedSince(), std::optional(Instant() + 1s));
    troubles.set(Source::Answers, std::nullopt, Instant() + 4s);
    QVERIFY(!troubles.refusedSince());
}

void TestTroubles::aServerClockThatDriftsIsNoJump()
{
    ClockJumps jumps;
    QVERIFY(!jumps.noteServerTime({Instant(), WallTime(1'000s)}));
    QVERIFY(!jumps.noteServerTime({Instant() + 60s, WallTime(1'060s + 25ms)}));
    // What was told late, on a slow link, may have been said earlier.
    QVERIFY(!jumps.noteServerTime({Instant() + 61s, WallTime(1'062s), 2s}));
    QVERIFY(!jumps.noteServerTime({Instant() + 62s, WallTime(1'062s + 25ms)}));
    QVERIFY(!jumps.take());
}

void TestTroubles::aServerClockThatWasSetIsAJumpOnce()
{
    for (const auto set : {1'070s + 0ms, 1'061s + 0ms, 1'060s - 100ms}) {
        ClockJumps jumps;
        QVERIFY(!jumps.noteServerTime({Instant(), WallTime(1'000s)}));
        QVERIFY(jumps.noteServerTime({Instant() + 60s, WallTime(set)}));
        QVERIFY(!jumps.noteServerTime({Instant() + 61s, WallTime(set + 1s)}));
        const auto jump = jumps.take();
        QVERIFY(jump && !jump->isSleep());
        QVERIFY(jump->since == Instant()); // when it was right last
        QVERIFY(!jumps.take());
    }
}

void TestTroubles::whatWasToldSlowlyTakesNothingFromWhatWasToldFast()
{
    ClockJumps clock;
    clock.noteServerTime({Instant(), WallTime(1'000s), 1ms});
    QVERIFY(!clock.noteServerTime({Instant() + 10s, WallTime(1'008'500ms), 2s})); // a slow reply
    const auto time = clock.time();
    const auto off = time.server - time.at.time_since_epoch() - WallTime(1'000s);
    QVERIFY(std::chrono::abs(off) < 20ms); // the clocks may have drifted
    QVERIFY(time.error < 20ms);
    // Better, and then as good as that.
    clock.noteServerTime({Instant() + 11s, WallTime(1'011s + 5ms), 100us});
    QVERIFY(clock.time().error <= 102us);
    QVERIFY(clock.time().at == Instant() + 11s);
    QVERIFY(std::chrono::abs(clock.time().server - WallTime(1'011s + 5ms)) <= 102us);
}

void TestTroubles::aClockThatWasSetIsKnownByWhatItTellsSince()
{
    ClockJumps clock;
    const auto ours = clock.time();
    QVERIFY(std::chrono::abs(ours.server - std::chrono::system_clock::now()) < 1h);
    clock.noteServerTime({Instant(), WallTime(1'000s), 1ms});
    QVERIFY(clock.noteServerTime({Instant() + 10s, WallTime(2'000s), 1s}));
    QVERIFY(std::chrono::abs(clock.time().server - WallTime(2'000s)) <= 1us);
    QVERIFY(clock.time().error >= 1s);
    clock.forgetServer();
    clock.noteServerTime({Instant(), WallTime(5'900'000'000s), 1ms}); // in 2156
    QVERIFY(std::chrono::abs(clock.time().server - WallTime(5'900'000'000s)) <= 1us);
}

void TestTroubles::anotherServersClockIsNoJump()
{
    ClockJumps jumps;
    QVERIFY(!jumps.noteServerTime({Instant(), WallTime(1'000s)}));
    jumps.forgetServer();
    QVERIFY(!jumps.noteServerTime({Instant() + 1s, WallTime(9'000s)}));
    QVERIFY(!jumps.take());
}

// As behind a proxy that asks one of two servers each time.
void TestTroubles::clocksOfTwoServersInTurnAreNoJumpsInTheEnd()
{
    ClockJumps jumps;
    int found = 0;
    for (int i = 0; i < 100; ++i)
        found +=
            jumps.noteServerTime({Instant() + i * 1s, WallTime(1'000s + i * 1s + i % 2 * 300ms)});
    QVERIFY2(found >= 2 && found <= 6, QByteArray::number(found));
    jumps.forgetServer();
    QVERIFY(!jumps.noteServerTime({Instant() + 200s, WallTime(1'200s)}));
    QVERIFY(jumps.noteServerTime({Instant() + 201s, WallTime(1'301s)}));
}

QTEST_APPLESS_MAIN(TestTroubles)
#include "tst_troubles.moc"
