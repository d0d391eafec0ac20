#include "core/lab/freerun/rounds/roundlimits.h"

#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

constexpr Moment ms = 1'000'000;
constexpr Moment runBegan = 70 * ms;

RunOptions optionsFor(std::optional<std::chrono::milliseconds> duration)
{
    RunOptions options;
    options.rounds = 3;
    options.duration = duration;
    options.roundLimit = 30s;
    return options;
}

} // namespace

class TestRoundLimits : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void roundsAreCountedWhereNoTimeIsGiven();
    void aRoundBeginsWhereThereIsTimeForOneLikeTheLast();
    void theFirstRoundEndsWithTheRunAndLaterOnesSoonAfter();
    void noRoundIsLongerThanItsLimit();
};

void TestRoundLimits::roundsAreCountedWhereNoTimeIsGiven()
{
    const RunOptions options = optionsFor({});
    RoundLimits limits(options);
    limits.beginRun(runBegan);
    limits.noteRound(1'000'000 * ms);
    QVERIFY(limits.hasNextRound(runBegan, 2));
    QVERIFY(!limits.hasNextRound(runBegan, 3));
    QCOMPARE(limits.endOfRun(), never);
}

void TestRoundLimits::aRoundBeginsWhereThereIsTimeForOneLikeTheLast()
{
    const RunOptions options = optionsFor(10s);
    RoundLimits limits(options);
    limits.beginRun(runBegan);
    QVERIFY(limits.hasNextRound(runBegan, 3)); // rounds do not count
    limits.noteRound(4'000 * ms);
    const Moment latest = limits.endOfRun() - 3'500 * ms; // half a second less is enough
    QVERIFY(limits.hasNextRound(latest - ms, 1));
    QVERIFY(!limits.hasNextRound(latest + ms, 1));
    limits.noteRound(0);
    QVERIFY(limits.hasNextRound(limits.endOfRun() - 1, 1));
    QVERIFY(!limits.hasNextRound(limits.endOfRun(), 1));
}

void TestRoundLimits::theFirstRoundEndsWithTheRunAndLaterOnesSoonAfter()
{
    const RunOptions options = optionsFor(10s);
    RoundLimits limits(options);
    limits.beginRun(runBegan);
    QCOMPARE(limits.endOfRun(), runBegan + 10'000 * ms);
    QCOMPARE(limits.endOfRound(runBegan, 0), limits.endOfRun());
    QCOMPARE(limits.endOfRound(runBegan, 1), limits.endOfRun() + 500 * ms);
}

void TestRoundLimits::noRoundIsLongerThanItsLimit()
{
    for (const auto &duration : {std::optional<std::chrono::milliseconds>(),
             std::optional<std::chrono::milliseconds>(60s)}) {
        const RunOptions options = optionsFor(duration);
        RoundLimits limits(options);
        limits.beginRun(runBegan);
        QCOMPARE(limits.endOfRound(runBegan + ms, 0), runBegan + 30'001 * ms);
        QCOMPARE(limits.endOfRound(runBegan + ms, 1), runBegan + 30'001 * ms);
    }
}

QTEST_GUILESS_MAIN(TestRoundLimits)
#include "tst_roundlimits.moc"
