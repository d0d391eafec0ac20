#include "sampleitems.h"
#include "ui/plot/curves/historycurve.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace lockstep;
using std::chrono::seconds;

namespace {

constexpr double gone = std::numeric_limits<double>::quiet_NaN();

const Instant now = Instant(std::chrono::hours(10));

HistoryWindow lastMinute()
{
    return {now - seconds(60), now, now};
}

Hold hold(int from, int lease, std::vector<DeadlineChange> renewals = {})
{
    Hold hold;
    hold.holder = sample::holder("token");
    hold.from = now + seconds(from);
    hold.beginIsSeen = true;
    hold.leaseAt = hold.from;
    hold.lease = Milliseconds(seconds(lease));
    hold.renewalCount = static_cast<int>(renewals.size());
    hold.deadlineChanges = std::move(renewals);
    return hold;
}

Hold ended(Hold hold, int to, HoldEnd how)
{
    hold.to = now + seconds(to);
    hold.end = how;
    return hold;
}

DeadlineChange renewal(int at, int before, int after)
{
    return {now + seconds(at), Milliseconds(seconds(before)), Milliseconds(seconds(after))};
}

Item lockWith(std::vector<Hold> holds)
{
    Item item = sample::lock("lock", now, 30);
    item.holds = sample::history(std::move(holds));
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
    void everyHoldIsDrawn();
    void aHandOverIsNoRenewal();
    void aDeadlineThatIsTakenAwayOrMovedCloserIsDrawnSo();
    void whatWasNotSeenIsNeitherHeldNorFree();
    void whatMayNoLongerBeReadIsNeitherHeldNorFree();
    void anExpiredLeaseEndsAtZeroAndNothingIsClaimedAfterIt();
    void aReleasedLeaseInterruptsTheLine();
    void noTtlIsAnEndlessStretch();
    void anUnknownTtlIsNoEndlessStretch();
    void aHoldFromBeforeTheWindowStillHoldsInIt();
    void ofVeryManyRenewalsTheForgottenOnesAreNotInvented();
    void aVanishedItemEndsWhenItWasMissed();
    void aLockReadOnceIsDrawnFromItsFirstSight();
    void aLeaseIsDrawnFromWhereItIsKnown();
    void aSemaphoreIsHowManyHoldIt();
    void whileForgottenHoldsMayHaveLastedNothingIsClaimed();
    void countersAreSteps();
    void theWorkDoesNotGrowWithPointsOutOfSight();
};

void HistoryCurveTest::aLeaseFallsASecondASecond()
{
    const auto curve = historyCurve(lockWith({hold(-20, 30)}), lastMinute());
    QVERIFY(curve.isTime);
    QCOMPARE(heightAt(curve, -20), 30.0);
    QCOMPARE(heightAt(curve, -5), 15.0);
    QCOMPARE(heightAt(curve, 0), 10.0);
    QVERIFY(curve.renewals.empty());
    QVERIFY(curve.free.empty());
}

void HistoryCurveTest::aRenewalIsARiseAndMarked()
{
    const auto curve =
        historyCurve(lockWith({hold(-40, 30, {renewal(-30, 20, 30)})}), lastMinute());
    QCOMPARE(curve.renewals.size(), std::size_t(1));
    QCOMPARE(curve.renewals.front(), QPointF(-30, 30));
    QCOMPARE(heightAt(curve, -30.001), 20.001);
    QCOMPARE(heightAt(curve, -29), 29.0);
    QCOMPARE(curve.holds.size(), std::size_t(1));
}

void HistoryCurveTest::theLowestRenewalSaysWhenTheNextIsDue()
{
    const auto curve = historyCurve(
        lockWith({hold(-50, 30, {renewal(-40, 20, 30), renewal(-24, 14, 30)})}), lastMinute());
    QVERIFY(curve.renewalDue);
    QCOMPARE(*curve.renewalDue, 14.0);
    QVERIFY(!historyCurve(lockWith({hold(-5, 30)}), lastMinute()).renewalDue);
}

void HistoryCurveTest::everyHoldIsDrawn()
{
    std::vector<Hold> holds;
    for (int i = -60; i < 0; i += 4)
        holds.push_back(ended(hold(i, 10), i + 3, HoldEnd::Released));
    const auto curve = historyCurve(lockWith(holds), lastMinute());
    QCOMPARE(curve.holds.size(), std::size_t(15));
    QCOMPARE(curve.free.size(), std::size_t(15));
    QCOMPARE(curve.holds.back().from, -4.0);
    QCOMPARE(curve.holds.back().to, -1.0);
    QCOMPARE(heightAt(curve, -22), 8.0); // held since −24
    QVERIFY(std::isnan(heightAt(curve, -20.5))); // free since −21
    QVERIFY(curve.renewals.empty());
    QVERIFY(curve.handOvers.empty());
    QVERIFY(!curve.renewalDue);
    for (std::size_t i = 1; i < curve.line.size(); ++i) // QCustomPlot relies on it
        QVERIFY(curve.line[i - 1].x() <= curve.line[i].x());
}

void HistoryCurveTest::aDeadlineThatIsTakenAwayOrMovedCloserIsDrawnSo()
{
    Hold held = hold(-50, 60);
    const auto time = [](int length) { return Milliseconds(seconds(length)); };
    held.deadlineChanges = {{now - seconds(40), time(50), {}, false},
        {now - seconds(20), {}, time(30), false}, {now - seconds(10), time(20), time(5), false}};
    const auto curve = historyCurve(lockWith({held}), lastMinute());
    QCOMPARE(heightAt(curve, -45), 55.0);
    QCOMPARE(curve.endless.size(), std::size_t(1));
    QCOMPARE(curve.endless.front().from, -40.0);
    QCOMPARE(curve.endless.front().to, -20.0);
    QCOMPARE(heightAt(curve, -15), 25.0);
    QCOMPARE(heightAt(curve, -9), 4.0);
    QVERIFY(curve.renewals.empty());
    QVERIFY(!curve.renewalDue);
}

void HistoryCurveTest::aHandOverIsNoRenewal()
{
    const auto curve = historyCurve(
        lockWith({ended(hold(-40, 30), -30, HoldEnd::HandedOver), hold(-30, 30)}), lastMinute());
    QVERIFY(curve.renewals.empty());
    QCOMPARE(curve.handOvers.size(), std::size_t(1));
    QCOMPARE(curve.handOvers.front(), QPointF(-30, 30));
    QVERIFY(curve.free.empty());
    QCOMPARE(curve.holds.size(), std::size_t(2));
    QVERIFY(!curve.renewalDue);
}

void HistoryCurveTest::whatWasNotSeenIsNeitherHeldNorFree()
{
    HistoryWindow window = lastMinute();
    window.unseen = {{now - seconds(35), now - seconds(25)}};
    Hold later = hold(-25, 30);
    later.beginIsSeen = false;
    const auto curve =
        historyCurve(lockWith({ended(hold(-50, 30), -40, HoldEnd::Unseen), later}), window);
    QCOMPARE(curve.unseen.size(), std::size_t(1));
    QCOMPARE(curve.unseen.front().from, -35.0);
    QCOMPARE(curve.unseen.front().to, -25.0);
    QVERIFY(curve.free.empty());
    QCOMPARE(heightAt(curve, -36), 16.0); // no news until then: it was held
    QVERIFY(std::isnan(heightAt(curve, -30)));
    QCOMPARE(heightAt(curve, -20), 25.0);

    const auto freed = historyCurve(lockWith({ended(hold(-50, 30), -40, HoldEnd::Unseen)}), window);
    QCOMPARE(freed.free.size(), std::size_t(1));
    QCOMPARE(freed.free.front().from, -25.0); // when it was looked at again

    Item semaphore = lockWith({ended(hold(-50, 30), -45, HoldEnd::Unseen), hold(-48, 60)});
    semaphore.reading.limit = 3;
    const auto permits = historyCurve(semaphore, window);
    QCOMPARE(heightAt(permits, -49), 1.0);
    QCOMPARE(heightAt(permits, -36), 2.0);
    QVERIFY(std::isnan(heightAt(permits, -30)));
    QCOMPARE(heightAt(permits, -20), 1.0);

    Item counter = sample::counter("n", now, 0);
    counter.series = makeSeries(Series{{now - seconds(50), 3}});
    const auto steps = historyCurve(counter, window);
    QCOMPARE(heightAt(steps, -40), 3.0);
    QVERIFY(std::isnan(heightAt(steps, -30)));
    QCOMPARE(heightAt(steps, -20), 3.0);
}

void HistoryCurveTest::whatMayNoLongerBeReadIsNeitherHeldNorFree()
{
    Item running = lockWith({hold(-20, 30)});
    running.reading.isUnreadable = true;
    running.firstSeen = now - seconds(5);
    Item over = lockWith({ended(hold(-20, 30), -5, HoldEnd::Unseen)});
    over.reading.isUnreadable = true;
    over.firstSeen = now - seconds(5);
    for (const Item &item : {running, over}) {
        const auto curve = historyCurve(item, lastMinute());
        QCOMPARE(heightAt(curve, -6), 16.0);
        QVERIFY(std::isnan(heightAt(curve, -4)));
        QVERIFY(curve.free.empty());
        QCOMPARE(curve.holds.size(), std::size_t(1));
        QCOMPARE(curve.holds.front().to, -5.0);
    }
}

void HistoryCurveTest::anExpiredLeaseEndsAtZeroAndNothingIsClaimedAfterIt()
{
    const auto curve = historyCurve(lockWith({hold(-20, 5)}), lastMinute());
    QVERIFY(std::isnan(heightAt(curve, -14)));
    QCOMPARE(valueAt(curve, -15.001), std::optional(heightAt(curve, -15.001)));
    QVERIFY(heightAt(curve, -15.001) < 0.01);
    QVERIFY(!valueAt(curve, -10));
}

void HistoryCurveTest::aReleasedLeaseInterruptsTheLine()
{
    const auto curve = historyCurve(
        lockWith({ended(hold(-40, 30), -30, HoldEnd::Released), hold(-10, 30)}), lastMinute());
    QVERIFY(std::isnan(heightAt(curve, -20)));
    QVERIFY(!valueAt(curve, -20));
    QCOMPARE(heightAt(curve, -5), 25.0);
    QVERIFY(curve.renewals.empty());
    QCOMPARE(curve.free.size(), std::size_t(1));
    QCOMPARE(curve.free.front().from, -30.0);
    QCOMPARE(curve.free.front().to, -10.0);
}

void HistoryCurveTest::noTtlIsAnEndlessStretch()
{
    Hold immortal = hold(-30, 1);
    immortal.lease.reset();
    const auto curve = historyCurve(
        lockWith({ended(hold(-40, 30), -30, HoldEnd::HandedOver), immortal}), lastMinute());
    QCOMPARE(curve.endless.size(), std::size_t(1));
    QCOMPARE(curve.endless.front().from, -30.0);
    QCOMPARE(curve.endless.front().to, 0.0);
    QVERIFY(std::isnan(heightAt(curve, -10)));
}

void HistoryCurveTest::anUnknownTtlIsNoEndlessStretch()
{
    Hold unknown = hold(-30, 1);
    unknown.lease.reset();
    unknown.leaseIsUnknown = true;
    const auto curve = historyCurve(lockWith({unknown}), lastMinute());
    QVERIFY(curve.endless.empty());
    QCOMPARE(curve.unknownTtl.size(), std::size_t(1));
    QCOMPARE(curve.unknownTtl.front().from, -30.0);
    QCOMPARE(curve.unknownTtl.front().to, 0.0);
    QCOMPARE(curve.holds.size(), std::size_t(1));
}

void HistoryCurveTest::aHoldFromBeforeTheWindowStillHoldsInIt()
{
    const auto curve = historyCurve(lockWith({hold(-100, 120)}), lastMinute());
    QCOMPARE(curve.line.front(), QPointF(-60, 80));
    QCOMPARE(heightAt(curve, -0.001), 20.001);
}

void HistoryCurveTest::ofVeryManyRenewalsTheForgottenOnesAreNotInvented()
{
    Hold renewedOften = hold(-3000, 30, {renewal(-20, 10, 30)});
    renewedOften.renewalCount = 150;
    renewedOften.someAreForgotten = true;
    const auto curve = historyCurve(lockWith({renewedOften}), lastMinute());
    QVERIFY(!valueAt(curve, -40));
    QCOMPARE(heightAt(curve, -10), 20.0);
    QCOMPARE(curve.holds.front().from, -60.0);
}

void HistoryCurveTest::aVanishedItemEndsWhenItWasMissed()
{
    const auto curve = historyCurve(lockWith({hold(-20, 30)}), lastMinute(), now - seconds(4));
    QCOMPARE(heightAt(curve, -10), 20.0);
    QVERIFY(std::isnan(heightAt(curve, -2)));
}

// The deadline was moved up while nothing was seen.
void HistoryCurveTest::aLeaseIsDrawnFromWhereItIsKnown()
{
    Hold moved = hold(-50, 30);
    moved.leaseAt = now - seconds(10);
    const auto curve = historyCurve(lockWith({moved}), lastMinute());
    QVERIFY(curve.endless.empty());
    QVERIFY(!valueAt(curve, -10.5));
    QCOMPARE(heightAt(curve, -10), 30.0);
    QCOMPARE(heightAt(curve, 0), 20.0);
}

void HistoryCurveTest::aLockReadOnceIsDrawnFromItsFirstSight()
{
    Item item = sample::lock("lock", now, 5);
    item.longestLease = 30'000; // as was read 25 s ago
    QVERIFY(!item.holds);
    const auto curve = historyCurve(item, lastMinute());
    QVERIFY(!curve.line.empty());
    QCOMPARE(curve.line.front(), QPointF(-25, 30));
    QCOMPARE(heightAt(curve, -0.001), 5.001);
}

void HistoryCurveTest::aSemaphoreIsHowManyHoldIt()
{
    Item item =
        lockWith({ended(hold(-40, 30), -20, HoldEnd::Released), hold(-30, 30), hold(-10, 30)});
    item.reading.limit = 3;
    const auto curve = historyCurve(item, lastMinute());
    QVERIFY(!curve.isTime);
    QCOMPARE(curve.limit, std::optional(3.0));
    QCOMPARE(heightAt(curve, -35), 1.0);
    QCOMPARE(heightAt(curve, -25), 2.0);
    QCOMPARE(heightAt(curve, -15), 1.0);
    QCOMPARE(heightAt(curve, -5), 2.0);
}

void HistoryCurveTest::whileForgottenHoldsMayHaveLastedNothingIsClaimed()
{
    Item item =
        lockWith({hold(-50, 90), ended(hold(-40, 30), -20, HoldEnd::Released), hold(-30, 60)});
    item.reading.limit = 3;
    auto *history = new HoldHistory(*item.holds);
    history->forgottenUntil = now - seconds(25);
    item.holds = HoldHistoryPtr(history);
    const auto curve = historyCurve(item, lastMinute());
    for (const double x : {-45.0, -35.0, -28.0})
        QVERIFY(std::isnan(heightAt(curve, x)));
    QCOMPARE(heightAt(curve, -22), 3.0);
    QCOMPARE(heightAt(curve, -5), 2.0);
    QCOMPARE(curve.line.front().x(), -25.0);
}

void HistoryCurveTest::countersAreSteps()
{
    Item item = sample::counter("n", now, 0);
    item.series = makeSeries(Series{{now - seconds(50), 3}, {now - seconds(20), 7}});
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
        series.push_back({now - seconds(i), double(i)});
    Item item = sample::counter("n", now, 0);
    item.series = makeSeries(std::move(series));
    const auto curve = historyCurve(item, lastMinute());
    QVERIFY(curve.line.size() <= 2 * 61);
}

QTEST_APPLESS_MAIN(HistoryCurveTest)
#include "tst_historycurve.moc"
