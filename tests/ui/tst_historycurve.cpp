#include "sampleitems.h"
#include "ui/plot/historycurve.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace lockstep;
using std::chrono::seconds;

namespace {

constexpr double endless = std::numeric_limits<double>::infinity();
constexpr double gone = std::numeric_limits<double>::quiet_NaN();

const Instant now = Instant(std::chrono::hours(10));

HistoryWindow lastMinute()
{
    return {now - seconds(60), now, now};
}

Item lockWith(Series series)
{
    Item item = sample::lock("lock", now, 30);
    item.series = std::make_shared<const Series>(std::move(series));
    return item;
}

double heightAt(const HistoryCurve &curve, double x)
{
    for (std::size_t i = 1; i < curve.line.size(); ++i) {
        const QPointF a = curve.line[i - 1];
        const QPointF b = curve.line[i];
        if (a.x() <= x && x <= b.x() && b.x() > a.x() && !std::isnan(a.y()) && !std::isnan(b.y()))
            return a.y() + (b.y() - a.y()) * (x - a.x()) / (b.x() - a.x());
    }
    return gone;
}

} // namespace

class HistoryCurveTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aLeaseFallsASecondASecond();
    void aRenewalIsARiseAndMarked();
    void theLowestRenewalSaysWhenTheNextIsDue();
    void jitterIsNoRenewal();
    void anotherHolderIsNoRenewal();
    void anExpiredLeaseEndsAtZeroAndNothingIsClaimedAfterIt();
    void aReleasedLeaseInterruptsTheLine();
    void noTtlIsAnEndlessStretch();
    void aPointBeforeTheWindowStillHoldsInIt();
    void aVanishedItemEndsWhenItWasMissed();
    void aLockReadOnceIsDrawnFromItsFirstSight();
    void countersAreSteps();
    void theWorkDoesNotGrowWithPointsOutOfSight();
};

void HistoryCurveTest::aLeaseFallsASecondASecond()
{
    const auto curve = historyCurve(lockWith({{now - seconds(20), 30'000}}), lastMinute());
    QCOMPARE(heightAt(curve, -20), 30.0);
    QCOMPARE(heightAt(curve, -5), 15.0);
    QCOMPARE(heightAt(curve, 0), 10.0);
    QVERIFY(curve.renewals.empty());
}

void HistoryCurveTest::aRenewalIsARiseAndMarked()
{
    const auto curve = historyCurve(
        lockWith({{now - seconds(40), 30'000}, {now - seconds(30), 30'000}}), lastMinute());
    QCOMPARE(curve.renewals.size(), std::size_t(1));
    QCOMPARE(curve.renewals.front(), QPointF(-30, 30));
    QCOMPARE(heightAt(curve, -30.001), 20.001);
    QCOMPARE(heightAt(curve, -29), 29.0);
}

void HistoryCurveTest::theLowestRenewalSaysWhenTheNextIsDue()
{
    const auto curve = historyCurve(lockWith({{now - seconds(50), 30'000},
                                        {now - seconds(40), 30'000}, {now - seconds(24), 30'000}}),
        lastMinute());
    QVERIFY(curve.renewalDue);
    QCOMPARE(*curve.renewalDue, 14.0);
    QVERIFY(!historyCurve(lockWith({{now - seconds(5), 30'000}}), lastMinute()).renewalDue);
}

void HistoryCurveTest::jitterIsNoRenewal()
{
    const auto curve = historyCurve(
        lockWith({{now - seconds(40), 30'000}, {now - seconds(30), 20'004}}), lastMinute());
    QVERIFY(curve.renewals.empty());
}

void HistoryCurveTest::anotherHolderIsNoRenewal()
{
    Item item = lockWith({{now - seconds(40), 30'000}, {now - seconds(30), 30'000}});
    item.firstSeen = now - seconds(30);
    QVERIFY(historyCurve(item, lastMinute()).renewals.empty());
}

void HistoryCurveTest::anExpiredLeaseEndsAtZeroAndNothingIsClaimedAfterIt()
{
    const auto curve = historyCurve(lockWith({{now - seconds(20), 5'000}}), lastMinute());
    QCOMPARE(curve.line.back(), QPointF(-15, 0));
}

void HistoryCurveTest::aReleasedLeaseInterruptsTheLine()
{
    const auto curve = historyCurve(lockWith({{now - seconds(40), 30'000},
                                        {now - seconds(30), gone}, {now - seconds(10), 30'000}}),
        lastMinute());
    QVERIFY(std::isnan(heightAt(curve, -20)));
    QCOMPARE(heightAt(curve, -5), 25.0);
    QVERIFY(curve.renewals.empty());
}

void HistoryCurveTest::noTtlIsAnEndlessStretch()
{
    const auto curve = historyCurve(
        lockWith({{now - seconds(40), 30'000}, {now - seconds(30), endless}}), lastMinute());
    QCOMPARE(curve.endless.size(), std::size_t(1));
    QCOMPARE(curve.endless.front().from, -30.0);
    QCOMPARE(curve.endless.front().to, 0.0);
    QVERIFY(std::isnan(heightAt(curve, -10)));
}

void HistoryCurveTest::aPointBeforeTheWindowStillHoldsInIt()
{
    const auto curve = historyCurve(lockWith({{now - seconds(100), 120'000}}), lastMinute());
    QCOMPARE(curve.line.front(), QPointF(-60, 80));
    QCOMPARE(curve.line.back(), QPointF(0, 20));
}

void HistoryCurveTest::aVanishedItemEndsWhenItWasMissed()
{
    const auto curve =
        historyCurve(lockWith({{now - seconds(20), 30'000}}), lastMinute(), now - seconds(4));
    QCOMPARE(heightAt(curve, -10), 20.0);
    QVERIFY(std::isnan(heightAt(curve, -2)));
}

void HistoryCurveTest::aLockReadOnceIsDrawnFromItsFirstSight()
{
    const Item item = sample::lock("lock", now, 5);
    QVERIFY(!item.series);
    const auto curve = historyCurve(item, lastMinute());
    QCOMPARE(curve.line.front(), QPointF(-25, 30));
    QCOMPARE(curve.line.back(), QPointF(0, 5));
}

void HistoryCurveTest::countersAreSteps()
{
    Item item = sample::counter("n", now, 0);
    item.series =
        std::make_shared<const Series>(Series{{now - seconds(50), 3}, {now - seconds(20), 7}});
    const auto curve = historyCurve(item, lastMinute());
    QCOMPARE(heightAt(curve, -21), 3.0);
    QCOMPARE(heightAt(curve, -1), 7.0);
    QCOMPARE(curve.lowest, 3.0);
    QCOMPARE(curve.highest, 7.0);
}

void HistoryCurveTest::theWorkDoesNotGrowWithPointsOutOfSight()
{
    Series series;
    for (int i = 200'000; i > 0; --i)
        series.push_back({now - seconds(i), 30'000});
    const auto curve = historyCurve(lockWith(std::move(series)), lastMinute());
    QVERIFY(curve.line.size() <= 2 * 61);
}

QTEST_APPLESS_MAIN(HistoryCurveTest)
#include "tst_historycurve.moc"
