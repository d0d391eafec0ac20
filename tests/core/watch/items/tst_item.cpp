#include "core/watch/formats/formatfile.h"
#include "core/watch/items/item.h"
#include "tests/support/samples/plainformat.h"

#include <QTest>

#include <limits>

using namespace lockstep;
using namespace std::chrono_literals;

class TestItem : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aLockWithoutHolderIsFree();
    void whatWasSeenOnceTellsNoChange();
    void eachDigitOfALargeIntegerIsKept();
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
    void whatWasReadIsToldAsItWas_data();
    void whatWasReadIsToldAsItWas();
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

// A semaphore whose permits end at their scores.
FormatPtr leasesFormat()
{
    const auto formats = formatsFromJson(
        R"({"about": "x", "formats": [{"id": "a", "family": "lock", "kind": "semaphore",
            "type": "sorted set", "trust": "signature", "reader": {"name": "leases"}}]})",
        QStringLiteral("a.json"));
    return formats ? FormatPtr(new Format(formats->front())) : FormatPtr();
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
    item.format = leasesFormat(); // each lease ends by itself
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
    item.series = makeSeries(Series{{now - 60s, 0}, {now - 10s, 100}, {now - 1s, 150}});
    QCOMPARE(changePerSecond(item, now), 10.0);
    QCOMPARE(changePerSecond(item, now + 1h), 0.0);
    item.series = makeSeries(Series{{now - 1s, 100}, {now, 150}}); // it came a second ago
    QCOMPARE(changePerSecond(item, now), 10.0);
}

void TestItem::thereIsNoRateAcrossAnAbsence()
{
    Item item = window(150, {});
    item.series = makeSeries(Series{
        {now - 9s, 100}, {now - 6s, std::numeric_limits<double>::quiet_NaN()}, {now - 1s, 150}});
    QCOMPARE(changePerSecond(item, now), 0.0);
}

void TestItem::whatWasSeenOnceTellsNoChange()
{
    Item item = leased(5s);
    item.firstSeen = now - 2s;
    QVERIFY(!isFollowed(item, now));
    QVERIFY(isFollowed(item, now + 3s));
    item.beginIsSeen = true;
    QVERIFY(isFollowed(item, now));
}

void TestItem::eachDigitOfALargeIntegerIsKept()
{
    Reading reading;
    reading.value = 9007199254740993.0; // rounded to an even number
    reading.setRaw("9007199254740993");
    QCOMPARE(largeInteger(reading), std::optional<qint64>(9007199254740993));
    reading.value = 12;
    reading.setRaw("12");
    QVERIFY(!largeInteger(reading));
    reading.value = 100 - 9.2e18; // used, of a limit whose rest is stored
    reading.setRaw("9200000000000000000");
    QVERIFY(!largeInteger(reading));
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
    QCOMPARE(ageBound(item), AgeBound::ByToken); // by the clock of a client
    QCOMPARE(heldAtLeast(item, now), now - item.firstSeen);
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
    item.firstSeen = now - 1h;
    QCOMPARE(lockState(item, now), LockState::OrphanSuspected);
}

// Bytes that look like what the token or the value tells, and are not quite the same.
void TestItem::whatWasReadIsToldAsItWas_data()
{
    QTest::addColumn<QByteArray>("raw");
    QTest::addColumn<QByteArray>("token");
    QTest::addColumn<std::optional<double>>("value");
    const auto row = [](const char *name, const QByteArray &raw, const QByteArray &token = {},
                         std::optional<double> value = {}) {
        QTest::newRow(name) << raw << token << value;
    };
    row("nothing", {});
    row("nothing, with a token and a value", {}, "token", 5);
    row("the token", "token", "token", 1);
    row("more than the token", "token 1", "token", 1);
    row("a token that is the value", "1", "1", 1);
    row("the value", "12345", {}, 12345);
    row("a negative value", "-3", {}, -3);
    row("with zeros in front", "007", {}, 7);
    row("with a fraction", "2.50", {}, 2.5);
    row("with an exponent", "1e3", {}, 1000);
    row("a negative zero", "-0", {}, -0.0);
    row("more digits than a number keeps", "9007199254740993", {}, 9007199254740993.0);
    row("far more", "123456789012345678901234567890", {}, 1.2345678901234568e29);
    row("infinite", "inf", {}, std::numeric_limits<double>::infinity());
    row("zero bytes", QByteArray("a\0b", 3), "a", 0);
}

void TestItem::whatWasReadIsToldAsItWas()
{
    QFETCH(QByteArray, raw);
    QFETCH(QByteArray, token);
    QFETCH(std::optional<double>, value);
    Reading reading;
    reading.value = value;
    if (!token.isEmpty())
        reading.holder = Holder{token, {}, {}, {}, {}};
    reading.setRaw("what was read before");
    reading.setRaw(raw);
    QCOMPARE(reading.raw(), raw);
    const Reading copy = reading;
    QVERIFY(copy == reading);
    reading.setRaw(QByteArray(1'000, 'x'));
    QCOMPARE(reading.raw(), QByteArray(Reading::mostRaw, 'x'));
    QVERIFY(copy != reading);
}

QTEST_GUILESS_MAIN(TestItem)
#include "tst_item.moc"
