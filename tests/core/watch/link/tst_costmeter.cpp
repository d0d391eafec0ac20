#include "core/watch/link/costmeter.h"

#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;

class TestCostMeter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void saysNothingBeforeTheSecondSample();
    void ratesAreOverTheLastSeconds();
    void aBurstIsForgottenAfterTheSpan();
    void theServerCannotBeBusyWithUsForMoreThanAllTheTime();
};

void TestCostMeter::saysNothingBeforeTheSecondSample()
{
    CostMeter meter;
    QCOMPARE(meter.rates().commandsPerSecond, 0.0);
    meter.update(Instant(), {100, 1000, 1s});
    QCOMPARE(meter.rates().commandsPerSecond, 0.0);
    QCOMPARE(meter.totals().commands, qint64(100));
}

void TestCostMeter::ratesAreOverTheLastSeconds()
{
    CostMeter meter;
    meter.update(Instant(), {100, 1000, 0ms});
    meter.update(Instant() + 2s, {120, 3000, 100ms});
    QCOMPARE(meter.rates().commandsPerSecond, 10.0);
    QCOMPARE(meter.rates().bytesPerSecond, 1000.0);
    QCOMPARE(meter.rates().serverTimeShare, 0.05);
}

void TestCostMeter::aBurstIsForgottenAfterTheSpan()
{
    CostMeter meter;
    meter.update(Instant(), {});
    meter.update(Instant() + 1s, {1'000'000, 0, 0ms});
    for (int second = 2; second <= 7; ++second)
        meter.update(Instant() + std::chrono::seconds(second), {1'000'000 + second, 0, 0ms});
    QCOMPARE(meter.rates().commandsPerSecond, 1.0);
    QCOMPARE(meter.totals().commands, qint64(1'000'007));
}

void TestCostMeter::theServerCannotBeBusyWithUsForMoreThanAllTheTime()
{
    CostMeter meter;
    meter.update(Instant(), {});
    meter.update(Instant() + 1s, {0, 0, 3s}); // three connections that waited at the same time
    QCOMPARE(meter.rates().serverTimeShare, 1.0);
}

QTEST_GUILESS_MAIN(TestCostMeter)
#include "tst_costmeter.moc"
