#include "core/watch/items/item.h"
#include "tests/support/plainformat.h"

#include <QTest>

#include <limits>

using namespace lockstep;
using namespace std::chrono_literals;

class TestItem : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aLockWithoutHolderIsFree();
    void aLockWithoutTtlIsImmortalUnlessThatIsNormal();
    void aLeaseIsExpiringInItsLastFifth();
    void anOrphanHasManyRenewalsAndManyLeases();
    void whatIsMeantToBeHeldIsNoOrphan();
    void aGuessedLockNeverAlarms();
    void aBucketIsExhaustedAtItsLimitOnly();
    void aBucketWithoutTtlIsImmortal();
    void theRateIsThatOfTheLastFiveSeconds();
    void thereIsNoRateAcrossAnAbsence();
    void theTokenMayKnowAnEarlierBeginning();
    void theAgeIsKnownWhereItsBeginWasSeenOrIsTold();
    void aWaitIsNoPartOfTheAge();
};

namespace {

const Instant now = Instant() + 1000h;

Item leased(Milliseconds left, int longest = 10'000)
{
    Item item;
    item.format = plainFormat(Family::Lock);
    item.reading.holder = Holder{"token", {}, {}, {}, {}};
    item.reading.ttl = Ttl::until(now + left);
    item.longestLease = longest;
    item.firstSeen = item.readAt = now;
    return item;
}

Item window(double used, std::optional<double> limit)
{
    Item item;
    item.format = plainFormat(Family::Bucket);
    item.reading.value = used;
    item.reading.limit = limit;
    item.reading.ttl = Ttl::until(now + 10s);
    return item;
}

} // namespace

void TestItem::aLockWithoutHolderIsFree()
{
    Item item = leased(5s);
    item.reading.holder.reset();
    QCOMPARE(lockState(item, now), LockState::Free);
}

void TestItem::aLockWithoutTtlIsImmortalUnlessThatIsNormal()
{
    Item item = leased(5s);
    item.reading.ttl = Ttl::persistent();
    QCOMPARE(lockState(item, now), LockState::Immortal);
    FormatData data = plainData(Family::Lock);
    data.persistentIsNormal = true;
    item.format = plainFormat(std::move(data));
    QCOMPARE(lockState(item, now), LockState::Held);
    item.reading.ttl = Ttl::unknown(); // not permitted to ask: no alarm
    QCOMPARE(lockState(item, now), LockState::Held);
}

void TestItem::aLeaseIsExpiringInItsLastFifth()
{
    QCOMPARE(lockState(leased(2000ms), now), LockState::Held);
    QCOMPARE(lockState(leased(1999ms), now), LockState::Expiring);
    QCOMPARE(lockState(leased(0ms), now), LockState::Expiring);
    QCOMPARE(lockState(leased(-5s), now), LockState::Expiring);
}

void TestItem::anOrphanHasManyRenewalsAndManyLeases()
{
    Item item = leased(9s);
    item.renewals = 20;
    item.firstSeen = now - 300s;
    QCOMPARE(lockState(item, now), LockState::OrphanSuspected);
    item.renewals = 19;
    QCOMPARE(lockState(item, now), LockState::Held);
    item.renewals = 20;
    item.firstSeen = now - 299s;
    QCOMPARE(lockState(item, now), LockState::Held);
}

void TestItem::whatIsMeantToBeHeldIsNoOrphan()
{
    Item item = leased(9s);
    item.renewals = 2000;
    item.firstSeen = now - 24h;
    QCOMPARE(lockState(item, now), LockState::OrphanSuspected);
    FormatData data = plainData(Family::Lock);
    data.heldForever = true;
    item.format = plainFormat(std::move(data));
    QCOMPARE(lockState(item, now), LockState::Held);
}

void TestItem::aGuessedLockNeverAlarms()
{
    Item endless = leased(5s);
    endless.reading.ttl = Ttl::persistent();
    Item orphan = leased(9s);
    orphan.renewals = 20;
    orphan.firstSeen = now - 300s;
    QCOMPARE(lockState(endless, now), LockState::Immortal);
    QCOMPARE(lockState(orphan, now), LockState::OrphanSuspected);
    endless.confidence = orphan.confidence = Confidence::Possible;
    QCOMPARE(lockState(endless, now), LockState::Held);
    QCOMPARE(lockState(orphan, now), LockState::Held);
    Item ending = leased(1s); // how long it has is no guess
    ending.confidence = Confidence::Possible;
    QCOMPARE(lockState(ending, now), LockState::Expiring);
}

void TestItem::aBucketIsExhaustedAtItsLimitOnly()
{
    QCOMPARE(bucketState(window(9, 10)), BucketState::Open);
    QCOMPARE(bucketState(window(10, 10)), BucketState::Exhausted);
    QCOMPARE(bucketState(window(11, 10)), BucketState::Exhausted);
    QCOMPARE(bucketState(window(11, {})), BucketState::Unknown);
    Item guessed = window(10, 10);
    guessed.reading.limitIsInferred = true; // the largest value seen is no limit reached
    QCOMPARE(bucketState(guessed), BucketState::Unknown);
}

void TestItem::aBucketWithoutTtlIsImmortal()
{
    Item item = window(3, 10);
    item.reading.ttl = Ttl::persistent();
    QCOMPARE(bucketState(item), BucketState::Immortal);
    FormatData data = plainData(Family::Bucket);
    data.persistentIsNormal = true;
    item.format = plainFormat(std::move(data));
    QCOMPARE(bucketState(item), BucketState::Open);
}

void TestItem::theRateIsThatOfTheLastFiveSeconds()
{
    Item item = window(150, {});
    QCOMPARE(changePerSecond(item, now), 0.0);
    item.series =
        std::make_shared<const Series>(Series{{now - 60s, 0}, {now - 10s, 100}, {now - 1s, 150}});
    QCOMPARE(changePerSecond(item, now), 10.0);
    QCOMPARE(changePerSecond(item, now + 1h), 0.0);
}

void TestItem::thereIsNoRateAcrossAnAbsence()
{
    Item item = window(150, {});
    item.series = std::make_shared<const Series>(Series{
        {now - 9s, 100}, {now - 6s, std::numeric_limits<double>::quiet_NaN()}, {now - 1s, 150}});
    QCOMPARE(changePerSecond(item, now), 0.0);
}

void TestItem::theTokenMayKnowAnEarlierBeginning()
{
    Item item = leased(5s);
    item.firstSeen = now - 2s;
    QCOMPARE(heldFor(item, now), Milliseconds(2s));
    item.heldSince = now - 1min;
    QCOMPARE(heldFor(item, now), Milliseconds(1min));
}

void TestItem::theAgeIsKnownWhereItsBeginWasSeenOrIsTold()
{
    Item item = leased(5s);
    QCOMPARE(ageBound(item), AgeBound::AtLeast);
    item.heldSince = now - 1min;
    QCOMPARE(ageBound(item), AgeBound::Exact);
    QCOMPARE(heldAtLeast(item, now), Milliseconds(1min));
    item.heldSince.reset();
    item.beginIsSeen = true;
    QCOMPARE(ageBound(item), AgeBound::Exact);
}

void TestItem::aWaitIsNoPartOfTheAge()
{
    Item item = leased(5s);
    item.firstSeen = now - 2s;
    item.heldSince = now - 1h;
    item.heldSinceIsRequest = true;
    QCOMPARE(ageBound(item), AgeBound::AtMost);
    QCOMPARE(heldFor(item, now), Milliseconds(1h));
    QCOMPARE(heldAtLeast(item, now), Milliseconds(2s));
    item.renewals = 100; // often enough for an orphan, but not for so long
    QCOMPARE(lockState(item, now), LockState::Held);
    item.heldSinceIsRequest = false;
    QCOMPARE(lockState(item, now), LockState::OrphanSuspected);
}

QTEST_GUILESS_MAIN(TestItem)
#include "tst_item.moc"
