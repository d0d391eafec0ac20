#include "core/watch/items/holdstore.h"
#include "core/watch/snapshot/problem.h"
#include "tests/support/samples/plainformat.h"

#include <QTest>

#include <limits>

using namespace lockstep;
using namespace std::chrono_literals;

// What deserves attention, and in which order.
class TestProblem : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aTimerThatRunsOutIsNone();
    void aHolderThatRenewedAndDoesNotAnyMoreIsOne();
    void aLockThatIsReleasedOtherwiseIsOne();
    void longerThanEverIsOneAfterFiveHolds();
    void aCounterThatMovedAndDoesNotAnyMoreHasStopped();
    void aCounterThatSeldomMovesHasNotStopped();
    void whatWasBeforeAnAbsenceDoesNotCount();
    void whatIsOnlyPossiblyALockHasNone();
    void aUsedUpLimitWithoutTtlIsImmortalAsWell();
    void theWorstComesFirst();
    void ofThoseWaitedForTheTenWithMostWaitersAreNamed();
};

namespace {

const Instant now = Instant() + 1000h;

NewItemPtr lock(const QByteArray &key, Milliseconds left, Milliseconds age = 8s)
{
    auto item = makeItem();
    item->key = key;
    item->format = plainFormat(Family::Lock);
    item->reading.holder = Holder{"token", {}, {}, {}, {}};
    item->reading.ttl = Ttl::until(now + left);
    item->longestLease = 10'000;
    item->readAt = now;
    item->firstSeen = now - age;
    return item;
}

// A history of holds that were all released after that time.
HoldHistoryPtr releasedAfter(Milliseconds time, int count)
{
    auto history = std::make_unique<HoldHistory>();
    history->totals.released = count;
    history->totals.longest = time;
    return HoldHistoryPtr(history.release());
}

NewItemPtr counter(const std::vector<std::chrono::milliseconds> &changedAgo)
{
    auto item = makeItem();
    item->key = "n";
    item->format = plainFormat(Family::Counter);
    item->reading.value = double(changedAgo.size());
    Series series;
    for (const auto ago : changedAgo)
        series.push_back({now - ago, double(series.size())});
    item->series = makeSeries(series);
    return item;
}

std::vector<std::chrono::milliseconds> every(
    std::chrono::milliseconds pause, int count, std::chrono::milliseconds last)
{
    std::vector<std::chrono::milliseconds> ago;
    for (int i = count; i > 0; --i)
        ago.push_back(last + (i - 1) * pause);
    return ago;
}

} // namespace

void TestProblem::aTimerThatRunsOutIsNone()
{
    QVERIFY(!problemsOf(*lock("k", 1s), now));
    QVERIFY(!problemsOf(*lock("k", 9s), now));
}

void TestProblem::aHolderThatRenewedAndDoesNotAnyMoreIsOne()
{
    const auto item = lock("k", 1s);
    item->renewals = 3;
    QCOMPARE(problemsOf(*item, now), ProblemKinds(ProblemKind::NotRenewed));
    item->reading.ttl = Ttl::until(now + 3s);
    QVERIFY(!problemsOf(*item, now));
}

void TestProblem::aLockThatIsReleasedOtherwiseIsOne()
{
    const auto item = lock("k", 1s);
    item->holds = releasedAfter(10s, 1);
    QCOMPARE(problemsOf(*item, now), ProblemKinds(ProblemKind::NotRenewed));
}

void TestProblem::longerThanEverIsOneAfterFiveHolds()
{
    const auto item = lock("k", 9s, 3001ms);
    item->holds = releasedAfter(2s, 5);
    QCOMPARE(problemsOf(*item, now), ProblemKinds(ProblemKind::HeldLong));
    item->firstSeen = now - 3s;
    QVERIFY(!problemsOf(*item, now));
    item->firstSeen = now - 30s;
    item->holds = releasedAfter(2s, 4);
    QVERIFY(!problemsOf(*item, now));
    item->firstSeen = now - 900ms; // long for a lock of a millisecond, and nothing to a person
    item->holds = releasedAfter(1ms, 50);
    QVERIFY(!problemsOf(*item, now));
}

void TestProblem::aCounterThatMovedAndDoesNotAnyMoreHasStopped()
{
    const auto item = counter(every(500ms, 11, 10s));
    QCOMPARE(problemsOf(*item, now), ProblemKinds(ProblemKind::Stopped));
    item->confidence = Confidence::Possible; // that it moved is no guess
    QCOMPARE(problemsOf(*item, now), ProblemKinds(ProblemKind::Stopped));
    QVERIFY(stoppedSince(*item, now) == now - 10s);
    QVERIFY(!stoppedSince(*item, now - 1ms));
    QVERIFY(!stoppedSince(*counter(every(500ms, 10, 10s)), now)); // too few to call it regular
}

void TestProblem::aCounterThatSeldomMovesHasNotStopped()
{
    QVERIFY(!stoppedSince(*counter(every(10s, 20, 199s)), now));
    QVERIFY(stoppedSince(*counter(every(10s, 20, 200s)), now));
}

void TestProblem::whatWasBeforeAnAbsenceDoesNotCount()
{
    const auto item = counter(every(500ms, 30, 20s));
    auto series = *item->series;
    series[25].value = std::numeric_limits<double>::quiet_NaN();
    item->series = makeSeries(series);
    QVERIFY(!stoppedSince(*item, now));
}

void TestProblem::whatIsOnlyPossiblyALockHasNone()
{
    const auto endless = lock("endless", 9s);
    endless->reading.ttl = Ttl::persistent();
    const auto unrenewed = lock("unrenewed", 1s);
    unrenewed->renewals = 3;
    const auto awaited = lock("awaited", 9s);
    awaited->reading.waiters = 3;
    const auto longHeld = lock("long", 9s, 60s);
    longHeld->holds = releasedAfter(1s, 5);
    const auto full = lock("full", 9s);
    full->format = plainFormat(Family::Bucket);
    full->reading.value = full->reading.limit = 3;
    for (const auto &item : {endless, unrenewed, awaited, longHeld, full}) {
        QVERIFY2(problemsOf(*item, now), item->key.constData());
        item->confidence = Confidence::Possible;
        QVERIFY2(!problemsOf(*item, now), item->key.constData());
    }
    QCOMPARE(bucketState(*full), BucketState::Open);
}

void TestProblem::aUsedUpLimitWithoutTtlIsImmortalAsWell()
{
    const auto full = lock("full", 9s);
    full->format = plainFormat(Family::Bucket);
    full->reading.value = full->reading.limit = 3;
    QCOMPARE(problemsOf(*full, now), ProblemKinds(ProblemKind::Exhausted));
    full->reading.ttl = Ttl::persistent();
    QCOMPARE(problemsOf(*full, now), ProblemKind::Immortal | ProblemKind::Exhausted);
    QCOMPARE(worst(problemsOf(*full, now)), std::optional(ProblemKind::Immortal));
    FormatData data = plainData(Family::Bucket);
    data.persistentIsNormal = true;
    full->format = plainFormat(std::move(data));
    QCOMPARE(problemsOf(*full, now), ProblemKinds(ProblemKind::Exhausted));
}

void TestProblem::theWorstComesFirst()
{
    const auto immortal = lock("immortal", 9s);
    immortal->reading.ttl = Ttl::persistent();
    const auto unrenewed = lock("unrenewed", 1s);
    unrenewed->renewals = 1;
    const auto awaited = lock("awaited", 1s);
    awaited->renewals = 1;
    awaited->reading.waiters = 2;
    auto full = makeItem();
    full->key = "full";
    full->format = plainFormat(Family::Bucket);
    full->reading.value = 3;
    full->reading.limit = 3;
    full->reading.ttl = Ttl::until(now + 1s);
    Snapshot snapshot;
    snapshot.locks = std::make_shared<const std::vector<ItemPtr>>(
        std::vector<ItemPtr>{awaited, lock("calm", 9s), immortal, unrenewed});
    snapshot.buckets = std::make_shared<const std::vector<ItemPtr>>(std::vector<ItemPtr>{full});
    QByteArrayList order;
    for (const auto &[item, kinds] : problems(snapshot, now))
        order << item->key;
    QCOMPARE(order, (QByteArrayList{"immortal", "awaited", "unrenewed", "full"}));
}

void TestProblem::ofThoseWaitedForTheTenWithMostWaitersAreNamed()
{
    std::vector<ItemPtr> locks;
    for (int i = 1; i <= 50; ++i) {
        const auto item = lock("k" + QByteArray::number(i), 9s);
        item->reading.waiters = i;
        locks.push_back(item);
    }
    Snapshot snapshot;
    snapshot.locks = std::make_shared<const std::vector<ItemPtr>>(locks);
    const auto found = problems(snapshot, now);
    QCOMPARE(found.size(), size_t(10));
    QCOMPARE(found.front().item->key, QByteArray("k50"));
    QCOMPARE(found.back().item->key, QByteArray("k41"));
}

QTEST_GUILESS_MAIN(TestProblem)
#include "tst_problem.moc"
