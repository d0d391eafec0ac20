#include "core/watch/snapshot/holdstatistics.h"
#include "core/watch/store/itemstore.h"
#include "tests/support/samples/plainformat.h"

#include <QTest>

#include <cmath>
#include <map>
#include <random>

using namespace lockstep;
using namespace std::chrono_literals;
using Kind = JournalEntry::Kind;
using Origin = ItemStore::Origin;

// What follows from successive readings. Time is an argument: nothing here waits.
class TestItemStore : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aLockOfTheInventoryMayBeOldAndOneOfTheFeedIsAcquired();
    void aLaterDeadlineOfTheSameHolderIsARenewal();
    void theErrorOfTwoReadingsIsNoRenewal();
    void aDeadlineThatIsTakenAwayOrMovedCloserIsTold();
    void aDeadlineIsKnownTheBetterTheOftenerItIsRead();
    void clocksMayDriftApart();
    void goneWhenItMayBeOverIsExpired();
    void countersLeaveRoomForLimitsAndThoseForLocks();
    void anotherTokenIsAHandOver();
    void anotherTokenAfterTheDeadlineIsNoHandOver_data();
    void anotherTokenAfterTheDeadlineIsNoHandOver();
    void byALateLookOnlyWhatIsCertainIsTold();
    void whatALookMayHaveMissedIsTold();
    void whatCannotHaveBeenMissedIsNotTold();
    void aLockThatIsFoundLateIsHeldForAtLeastSoLong();
    void goneBeforeTheDeadlineIsReleased();
    void goneAtTheDeadlineIsExpiredAndTheLagIsNoted();
    void aRestartedServerHasNoLagsYet();
    void goneWithoutDeadlineIsReleased();
    void goneWithoutAKnownDeadlineIsOnlyGone();
    void whoTakesItsLockAnewHasNotRenewedIt();
    void whoRenewsAsTheLeaseEndsMayHaveTakenItAnew();
    void anotherTimeAsTokenMayBeAnotherHolder();
    void afterAGapOnlyTheSameLeaseIsCertainlyTheSameHold();
    void whatIsFreeAfterAGapMayHaveBeenHeldInIt();
    void aHoldThatMayBeSeveralIsNoneThatWasMeasured();
    void whatNobodyHoldsIsNotRenewed();
    void theAgeIsKnownWhereTheBeginWasSeenOrTheTokenTellsIt();
    void theLongestAgeIsNotLessThanTheRealOne();
    void aLockThatNobodyHoldsIsNeitherHandedOverNorReleased();
    void whatComesBackIsAcquired();
    void goneStaysGoneWithoutAWord();
    void aSilenceBreaksOnlyWhatIsReadSoonAfterIt();
    void theLineOfAGapSaysSinceWhen();
    void whatASilenceKeptBackIsNotExplained();
    void aCounterAppearsAndIsGone();
    void aCounterWhoseKeyHoldsSomethingElseIsGone();
    void aBucketSaysOnlyThatItIsExhausted();
    void aLimitThatIsUsedUpAgainUnseenIsToldWhereItsWindowIsKnown();
    void permitsAreTakenAndGivenBackOneByOne();
    void aLimitThatIsNeverExceededIsInferred();
    void afterAGapNothingIsConcluded();
    void afterAGapTheNextPairIsComparedAgain();
    void whoHoldsALockAfterAGapIsTold();
    void whatIsGoneAfterAGapIsToldAsGone();
    void permitsThatChangedInAGapAreTold();
    void afterAClockHasJumpedNothingIsConcluded();
    void eachSleepIsAGapOfItsOwn();
    void aClockThatIsSetInStepsMakesOneGap();
    void whatIsUnseenAfterAClockHasJumpedBeganWhenTheClocksWereRight();
    void whatIsReadAgainOnlyAfterASecondGapIsUnseenSinceTheFirst();
    void anotherFormatOfTheSameKeyMovesIt();
    void anotherFamilyOfTheSameKeyWasNotSeenToCome();
    void anotherFamilyOfAKeyThatWasGoneIsSeenToCome();
    void longGoneIsForgotten();
    void waitersStayUntilTheNextCount();
    void waitersStayWhileTheLockChangesHands();
    void onlyACountEndsAWait();
    void aWaitEndsWithWhatIsSeen();
    void whoeverWaitsForALockThatComesBackIsCountedAtOnce();
    void aLockThatTellsItsWaitersIsWaitedForByNobodyOnceItIsGone();
    void anotherStoreTakesOverWhatIsGoneAsWell();
    void whatIsHiddenHasNotBeenRefused();
    void historyBeginsWithTheFirstChange();
    void familiesWithoutNewsAreShared();
    void agreesWithAPlainRecomputationUnderRandomOperations();

private:
    struct Seen
    {
        Kind kind;
        QByteArray key;
        bool operator==(const Seen &) const = default;
    };

    void add(const QByteArray &key, const FormatPtr &format, Origin origin = Origin::Inventory)
    {
        m_store->add({format, Confidence::Certain, key, {}}, origin);
    }
    // A lock that is read now.
    void read(const QByteArray &key, const QByteArray &token, const Ttl &ttl,
        Milliseconds deadlineError = {}, std::optional<Instant> wantedAt = {})
    {
        Reading reading;
        reading.ttl = ttl;
        reading.deadlineError = CoarseTime::atLeast(deadlineError);
        reading.value = 1;
        reading.holder = Holder{token, {}, {}, {}, {}};
        m_store->apply(key, reading, {m_now, wantedAt});
    }
    void readNumber(const QByteArray &key, double value, std::optional<double> limit = {})
    {
        Reading reading;
        reading.ttl = Ttl::persistent();
        reading.value = value;
        reading.limit = limit;
        m_store->apply(key, reading, m_now);
    }
    void readGone(const QByteArray &key) { m_store->apply(key, Reading{}, m_now); }
    Ttl in(Milliseconds left) const { return Ttl::until(m_now + left); }
    std::vector<JournalEntry> journal()
    {
        Snapshot snapshot;
        m_store->publish(snapshot);
        return snapshot.journal;
    }
    static std::vector<Kind> kindsOf(const std::vector<JournalEntry> &entries)
    {
        std::vector<Kind> all;
        for (const auto &entry : entries)
            all.push_back(entry.kind);
        return all;
    }
    std::vector<Kind> kinds() { return kindsOf(journal()); }

    const FormatPtr m_lock = plainFormat(Family::Lock);
    const FormatPtr m_awaited = awaitedFormat();
    const FormatPtr m_bucket = plainFormat(Family::Bucket);
    const FormatPtr m_counter = plainFormat(Family::Counter);
    std::unique_ptr<ItemStore> m_store;
    Instant m_now{};

    using Kinds = std::vector<Kind>;

private Q_SLOTS:
    void init()
    {
        m_store = std::make_unique<ItemStore>();
        m_now = Instant() + 1000h;
    }
};

void TestItemStore::aLockOfTheInventoryMayBeOldAndOneOfTheFeedIsAcquired()
{
    add("old", m_lock, Origin::Inventory);
    read("old", "a", in(10s));
    QCOMPARE(kinds(), Kinds{Kind::Appeared});
    add("new", m_lock, Origin::Feed);
    read("new", "a", in(10s));
    QCOMPARE(kinds(), Kinds{Kind::Acquired});
}

void TestItemStore::theLineOfAGapSaysSinceWhen()
{
    const auto now = std::chrono::steady_clock::now();
    m_store->beginUnseen(now - 20s, now);
    m_store->beginSilence(now - 3s, now);
    // Our steady clock stood still while the machine slept.
    m_store->beginUnseen(now - 2s, now, UnseenCause::Slept, 1h);
    const auto entries = journal();
    QCOMPARE(entries.size(), std::size_t(3));
    const std::chrono::milliseconds lengths[] = {20s, 3s, 1h + 2s};
    for (std::size_t i = 0; i < 3; ++i) {
        const auto length = entries[i].at - entries[i].since;
        QVERIFY(length >= lengths[i] - 100ms && length < lengths[i] + 10s);
    }
}

// What was not announced for minutes after it had its value all the time.
void TestItemStore::aSilenceBreaksOnlyWhatIsReadSoonAfterIt()
{
    const auto count = [this](const QByteArray &key, double value) {
        Reading reading;
        reading.ttl = Ttl::persistent();
        reading.value = value;
        m_store->apply(key, reading, m_now);
    };
    const auto gaps = [this](const QByteArray &key) {
        const auto series = m_store->item(key)->series;
        return std::count_if(series->begin(), series->end(),
            [](const SeriesPoint &point) { return std::isnan(point.value); });
    };
    for (const char *key : {"busy", "quiet"}) {
        add(key, m_counter);
        count(key, 1);
        m_now += 1s;
        count(key, 2);
    }
    m_now += 10s;
    m_store->beginSilence(m_now - 3s, m_now);
    count("busy", 3);
    QCOMPARE(gaps("busy"), 1);
    m_now += 10ms;
    m_store->endSilence(m_now);
    m_now += 10min;
    count("quiet", 3);
    QCOMPARE(gaps("quiet"), 0);
}

void TestItemStore::whatASilenceKeptBackIsNotExplained()
{
    for (const char *key : {"early", "late"}) {
        add(key, m_lock, Origin::Feed);
        read(key, "a", in(60s));
    }
    journal();
    m_now += 10s;
    const Instant begin = m_now - 3s;
    m_store->beginSilence(begin, m_now);
    add("new", m_lock, Origin::Inventory);
    read("new", "a", in(60s));
    const Instant announced = m_now;
    m_now += 10ms;
    m_store->endSilence(m_now);
    // It was announced in time to have changed at any moment of the silence, and is read later.
    m_now += 10ms;
    read("early", "b", in(60s), {}, announced);
    read("late", "b", in(60s));
    QCOMPARE(kinds(),
        (Kinds{Kind::Unseen, Kind::Appeared, Kind::Gone, Kind::Appeared, Kind::HandedOver}));
    QCOMPARE(m_store->item("early")->beginIsSeen, false);
    QCOMPARE(m_store->item("late")->beginIsSeen, true);
    Snapshot snapshot;
    m_store->publish(snapshot);
    QCOMPARE(snapshot.unseen->size(), size_t(1));
    QCOMPARE(snapshot.unseen->back().from, begin);
    QCOMPARE(snapshot.unseen->back().to, m_now - 10ms);
    // That was all.
    m_now += 1s;
    read("early", "c", in(60s));
    QCOMPARE(kinds(), Kinds{Kind::HandedOver});
}

void TestItemStore::aLaterDeadlineOfTheSameHolderIsARenewal()
{
    add("k", m_lock);
    read("k", "a", in(10s));
    const auto first = m_now;
    m_now += 4s;
    read("k", "a", in(10s));
    const auto entries = journal();
    QCOMPARE(entries.size(), size_t(2));
    QCOMPARE(entries[1].kind, Kind::Renewed);
    QCOMPARE(entries[1].ttlBefore, std::optional<Milliseconds>(6s));
    QCOMPARE(entries[1].ttlAfter, std::optional<Milliseconds>(10s));
    const auto item = m_store->item("k");
    QCOMPARE(item->renewals, 1);
    QCOMPARE(item->longestLease, 10'000);
    QVERIFY(item->firstSeen == first);
}

// A reading tells between which moments the deadline lies: from the first to ttl.
void TestItemStore::aDeadlineThatIsTakenAwayOrMovedCloserIsTold()
{
    add("k", m_lock, Origin::Feed);
    read("k", "a", in(60s));
    journal();
    const auto ttl = [&](const Ttl &present) {
        read("k", "a", present);
        return journal();
    };
    const auto change = [&](Milliseconds left) {
        m_now += 10s;
        return ttl(in(left));
    };
    m_now += 10s;
    const auto persisted = ttl(Ttl::persistent());
    QCOMPARE(persisted.size(), size_t(1));
    QCOMPARE(persisted[0].kind, Kind::DeadlineChanged);
    QCOMPARE(persisted[0].ttlBefore, std::optional<Milliseconds>(50s));
    QVERIFY(!persisted[0].ttlAfter);
    QCOMPARE(ttl(Ttl::persistent()).size(), size_t(0));
    const auto limited = change(40s);
    QCOMPARE(limited.size(), size_t(1));
    QCOMPARE(limited[0].kind, Kind::DeadlineChanged);
    QVERIFY(!limited[0].ttlBefore);
    QCOMPARE(limited[0].ttlAfter, std::optional<Milliseconds>(40s));
    const auto shortened = change(20s);
    QCOMPARE(shortened.size(), size_t(1));
    QCOMPARE(shortened[0].kind, Kind::DeadlineChanged);
    QCOMPARE(shortened[0].ttlBefore, std::optional<Milliseconds>(30s));
    QCOMPARE(shortened[0].ttlAfter, std::optional<Milliseconds>(20s));
    QCOMPARE(change(10s).size(), size_t(0)); // it is the same one
    QCOMPARE(m_store->item("k")->renewals, 0);
    const auto holds = holdsOf(*m_store->item("k"));
    QCOMPARE(holds.size(), size_t(1));
    QCOMPARE(holds[0].deadlineChanges.size(), size_t(3));
    QCOMPARE(holds[0].renewalCount, 0);
    // What is not known has not changed.
    QCOMPARE(ttl(Ttl::unknown()).size(), size_t(0));
    QCOMPARE(change(90s).size(), size_t(0));
}

void TestItemStore::theErrorOfTwoReadingsIsNoRenewal()
{
    add("k", m_lock);
    read("k", "a", in(10s), 40ms);
    m_now += 1s;
    read("k", "a", in(9s + 100ms), 105ms); // a late reply
    m_now += 1s;
    read("k", "a", in(8s + 1ms), 2ms);
    m_now += 1s;
    read("k", "a", in(7s + 500ms), 600ms);
    QCOMPARE(kinds(), Kinds{Kind::Appeared});
    QCOMPARE(m_store->item("k")->renewals, 0);
    read("k", "a", in(5s)); // shortened: neither
    QCOMPARE(kinds(), Kinds{Kind::DeadlineChanged});
    QCOMPARE(m_store->item("k")->renewals, 0);
}

void TestItemStore::aDeadlineIsKnownTheBetterTheOftenerItIsRead()
{
    add("k", m_lock);
    read("k", "a", in(10s + 100ms), 100ms);
    read("k", "a", in(10s + 20ms), 90ms);
    read("k", "a", in(10s + 300ms), 290ms);
    const auto &reading = m_store->item("k")->reading;
    QVERIFY(reading.ttl.deadline() == m_now + 10s + 20ms);
    QVERIFY(reading.deadlineError.value() >= 10ms && reading.deadlineError.value() < 25ms);
    read("k", "a", in(10s + 60ms), 20ms); // a small renewal, and certainly one
    QCOMPARE(m_store->item("k")->renewals, 1);
    QCOMPARE(kinds(), (Kinds{Kind::Appeared, Kind::Renewed}));
}

void TestItemStore::clocksMayDriftApart()
{
    add("k", m_lock);
    read("k", "a", in(10h));
    m_now += 1h;
    read("k", "a", in(9h + 1500ms));
    QCOMPARE(m_store->item("k")->renewals, 0);
    m_now += 1s;
    read("k", "a", in(9h + 1500ms));
    QCOMPARE(m_store->item("k")->renewals, 1);
}

void TestItemStore::goneWhenItMayBeOverIsExpired()
{
    add("k", m_lock);
    read("k", "a", in(10s), 500ms);
    m_now += 9'600ms;
    readGone("k");
    QCOMPARE(kinds(), (Kinds{Kind::Appeared, Kind::Expired}));
}

void TestItemStore::countersLeaveRoomForLimitsAndThoseForLocks()
{
    m_store = std::make_unique<ItemStore>(4);
    const auto fits = [&](const QByteArray &key, const FormatPtr &format) {
        return m_store->add({format, Confidence::Certain, key, {}}, Origin::Inventory);
    };
    for (const char *key : {"a", "b", "c", "d"})
        QVERIFY(fits(key, m_counter));
    QVERIFY(!fits("e", m_counter));
    QVERIFY(fits("a", m_counter)); // known already
    QVERIFY(fits("f", m_bucket));
    QVERIFY(!fits("g", m_bucket));
    QVERIFY(fits("h", m_lock));
    QVERIFY(!fits("i", m_lock));
    QCOMPARE(m_store->entries(), size_t(6));
    m_store->remove("a");
    m_store->remove("b");
    m_store->remove("c");
    QVERIFY(fits("e", m_counter));
}

// It crashed, and somebody waited: who was announced only after the deadline got it by expiry.
void TestItemStore::anotherTokenAfterTheDeadlineIsNoHandOver_data()
{
    QTest::addColumn<int>("announcedAfter"); // ms since the first reading; its lease: 1000
    QTest::addColumn<Kinds>("told");
    QTest::newRow("long before") << 500 << Kinds{Kind::HandedOver};
    QTest::newRow("just before") << 990 << Kinds{Kind::HandedOver};
    QTest::newRow("at once") << 1000 << Kinds{Kind::Expired, Kind::Acquired};
    QTest::newRow("later") << 1200 << Kinds{Kind::Expired, Kind::Acquired};
}

void TestItemStore::anotherTokenAfterTheDeadlineIsNoHandOver()
{
    QFETCH(const int, announcedAfter);
    QFETCH(const Kinds, told);
    add("k", m_lock, Origin::Feed);
    read("k", "a", in(1s));
    journal();
    m_now += Milliseconds(announcedAfter);
    const Instant announced = m_now;
    m_now += 15ms;
    read("k", "b", in(1s), {}, announced);
    const auto entries = journal();
    QCOMPARE(kindsOf(entries), told);
    QCOMPARE(entries.back().holder->token, QByteArray("b"));
    const auto item = m_store->item("k");
    QVERIFY(item->beginIsSeen);
    const HoldTotals &totals = item->holds->totals;
    QCOMPARE(totals.expired, told.size() == 2 ? 1 : 0);
    QCOMPARE(totals.handedOver, told.size() == 2 ? 0 : 1);
    QCOMPARE(item->holds->holds.size(), size_t(2));
}

void TestItemStore::byALateLookOnlyWhatIsCertainIsTold()
{
    const auto look = [this] {
        Look late(m_now, m_now - 700ms);
        late.isLate = true;
        return late;
    };
    Reading reading;
    reading.ttl = in(60s);
    reading.holder = Holder{"a", {}, {}, {}, {}};
    add("k", m_lock, Origin::Feed);
    m_store->apply("k", reading, m_now);
    journal();
    m_now += 1s;
    reading.holder = Holder{"b", {}, {}, {}, {}};
    m_store->apply("k", reading, look());
    QCOMPARE(kinds(), (Kinds{Kind::Gone, Kind::Appeared}));
    QVERIFY(!m_store->item("k")->beginIsSeen);
    m_now += 1s;
    reading.ttl = in(70s);
    m_store->apply("k", reading, look());
    QCOMPARE(kinds(), Kinds{Kind::Renewed}); // whoever holds it on has renewed it
    m_now += 1s;
    m_store->apply("k", Reading{}, look());
    QCOMPARE(kinds(), Kinds{Kind::Gone});
    // Not of one that was there until its time was over.
    reading.ttl = in(500ms);
    m_store->apply("k", reading, m_now);
    journal();
    m_now += 1'300ms;
    m_store->apply("k", Reading{}, look());
    QCOMPARE(kinds(), Kinds{Kind::Expired});
}

void TestItemStore::aLockThatIsFoundLateIsHeldForAtLeastSoLong()
{
    add("k", m_lock);
    readGone("k");
    m_now += 10s;
    Reading reading;
    reading.ttl = in(60s);
    reading.holder = Holder{"a", {}, {}, {}, {}};
    Look look(m_now);
    look.isLate = true;
    m_store->apply("k", reading, look);
    QCOMPARE(kinds(), Kinds{Kind::Acquired});
    const auto item = m_store->item("k");
    QVERIFY(!item->beginIsSeen);
    QVERIFY(!item->holds || !item->holds->holds.back().beginIsSeen);
}

void TestItemStore::anotherTokenIsAHandOver()
{
    add("k", m_lock);
    read("k", "a", in(10s));
    m_now += 1s;
    read("k", "a", in(10s));
    m_now += 1s;
    read("k", "b", in(3s));
    const auto entries = journal();
    QCOMPARE(entries.back().kind, Kind::HandedOver);
    QCOMPARE(entries.back().previous->token, QByteArray("a"));
    QCOMPARE(entries.back().holder->token, QByteArray("b"));
    const auto item = m_store->item("k");
    QCOMPARE(item->renewals, 0); // of this holder
    QCOMPARE(item->longestLease, 3'000);
    QVERIFY(item->firstSeen == m_now);
}

void TestItemStore::goneBeforeTheDeadlineIsReleased()
{
    add("k", m_lock);
    read("k", "a", in(10s));
    m_now += 10s - 31ms;
    readGone("k");
    const auto entries = journal();
    QCOMPARE(entries.back().kind, Kind::Released);
    QCOMPARE(entries.back().holder->token, QByteArray("a"));
    QVERIFY(!m_store->expiryLags().worst());
    QVERIFY(!m_store->item("k"));
    QCOMPARE(m_store->objects(), qint64(0));
}

void TestItemStore::goneAtTheDeadlineIsExpiredAndTheLagIsNoted()
{
    add("k", m_lock);
    read("k", "a", in(10s));
    m_now += 12s;
    readGone("k");
    QCOMPARE(kinds(), (Kinds{Kind::Appeared, Kind::Expired}));
    QCOMPARE(m_store->expiryLags().median(), std::optional<Milliseconds>(2s));
    QCOMPARE(m_store->expiryLags().worst(), std::optional<Milliseconds>(2s));
}

void TestItemStore::aRestartedServerHasNoLagsYet()
{
    add("k", m_lock);
    read("k", "a", in(10s));
    m_now += 12s;
    readGone("k");
    m_store->beginUnseen(m_now, m_now + 1s, UnseenCause::ConnectionLost, 0s);
    QVERIFY(m_store->expiryLags().worst());
    m_store->noteRestart({});
    QVERIFY(!m_store->expiryLags().worst());
    QVERIFY(!m_store->expiryLags().median());
}

void TestItemStore::goneWithoutDeadlineIsReleased()
{
    add("k", m_lock);
    read("k", "a", Ttl::persistent());
    m_now += 100h;
    readGone("k");
    QCOMPARE(kinds(), (Kinds{Kind::Appeared, Kind::Released}));
}

// Without PTTL it cannot be told whether its time was over.
void TestItemStore::goneWithoutAKnownDeadlineIsOnlyGone()
{
    add("k", m_lock);
    read("k", "a", Ttl::unknown());
    m_now += 1s;
    read("k", "a", Ttl::unknown());
    m_now += 1h;
    readGone("k");
    QCOMPARE(kinds(), (Kinds{Kind::Appeared, Kind::Gone}));
    Snapshot snapshot;
    snapshot.takenAt = m_now;
    m_store->publish(snapshot);
    QVERIFY(holdsOf(*snapshot.freed->front()).back().end == HoldEnd::Unseen);
    QVERIFY(!m_store->expiryLags().median());
}

// The same token, as of a process that tries until it has the lock.
void TestItemStore::whoTakesItsLockAnewHasNotRenewedIt()
{
    add("k", m_lock, Origin::Feed);
    read("k", "a", in(10s));
    journal();
    m_now += 10s + 50ms;
    read("k", "a", in(10s), 20ms);
    QCOMPARE(kinds(), (Kinds{Kind::Expired, Kind::Acquired}));
    const auto item = m_store->item("k");
    QVERIFY(item->firstSeen == m_now && item->beginIsSeen);
    QCOMPARE(item->renewals, 0);
    // It may have been renewed in time, and we heard of it late.
    m_now += 10s + 50ms;
    read("k", "a", in(10s), 80ms);
    QCOMPARE(kinds(), Kinds{Kind::Renewed});
    QVERIFY(m_store->item("k")->heldSince == item->firstSeen);
}

void TestItemStore::whoRenewsAsTheLeaseEndsMayHaveTakenItAnew()
{
    add("k", m_lock, Origin::Feed);
    read("k", "a", in(10s));
    const Instant begin = m_now;
    m_now += 9s;
    read("k", "a", in(10s), 80ms);
    QVERIFY(ageBound(*m_store->item("k")) == AgeBound::Exact);
    m_now += 10s + 50ms;
    read("k", "a", in(10s), 80ms);
    QVERIFY(ageBound(*m_store->item("k")) == AgeBound::Unsure);
    QCOMPARE(heldFor(*m_store->item("k"), m_now), Milliseconds(19'050));
    QCOMPARE(heldAtLeast(*m_store->item("k"), m_now), Milliseconds(0));
    QVERIFY(m_store->item("k")->heldSince == begin);
    // It stays so, and another holder has an age of its own.
    m_now += 1s;
    read("k", "a", in(10s), 80ms);
    QVERIFY(ageBound(*m_store->item("k")) == AgeBound::Unsure);
    QCOMPARE(heldAtLeast(*m_store->item("k"), m_now), Milliseconds(1s));
    read("k", "b", in(10s));
    QVERIFY(ageBound(*m_store->item("k")) == AgeBound::Exact);
}

void TestItemStore::anotherTimeAsTokenMayBeAnotherHolder()
{
    const auto readTime = [this](const QByteArray &token) {
        Reading reading;
        reading.ttl = in(10s);
        reading.value = 1;
        reading.holder = Holder{token, {}, {}, {}, {}};
        reading.tokenIsTime = true;
        m_store->apply("k", reading, m_now);
    };
    add("k", m_lock, Origin::Feed);
    readTime("1700000000000");
    m_now += 1s;
    readTime("1700000000000");
    QVERIFY(ageBound(*m_store->item("k")) == AgeBound::Exact);
    readTime("1700000001000");
    QVERIFY(ageBound(*m_store->item("k")) == AgeBound::Unsure);
    QCOMPARE(heldFor(*m_store->item("k"), m_now), Milliseconds(1s));
}

void TestItemStore::afterAGapOnlyTheSameLeaseIsCertainlyTheSameHold()
{
    const QByteArrayList keys{"same", "other", "shorter", "immortal"};
    for (const QByteArray &key : keys) {
        add(key, m_lock, Origin::Feed);
        read(key, "a", key == "immortal" ? Ttl::persistent() : in(1min));
    }
    m_now += 10s;
    m_store->beginUnseen(m_now, m_now + 10s);
    m_now += 10s;
    read("same", "a", in(40s), 20ms);
    read("other", "a", in(50s), 20ms);
    read("shorter", "a", in(30s), 20ms);
    read("immortal", "a", Ttl::persistent());
    for (const QByteArray &key : keys) {
        const auto item = m_store->item(key);
        QCOMPARE(heldFor(*item, m_now), Milliseconds(20s));
        QCOMPARE(ageBound(*item), key == "same" ? AgeBound::Exact : AgeBound::Unsure);
        QCOMPARE(heldAtLeast(*item, m_now), key == "same" ? Milliseconds(20s) : Milliseconds(0));
    }
}

// As a semaphore whose permits have all ended, and are stored still.
void TestItemStore::whatIsFreeAfterAGapMayHaveBeenHeldInIt()
{
    const auto readFree = [this] {
        Reading reading;
        reading.ttl = in(10min);
        reading.permits = Permits();
        m_store->apply("k", reading, m_now);
        return m_store->item("k");
    };
    add("k", m_lock, Origin::Feed);
    readFree();
    m_now += 10s;
    QCOMPARE(ageBound(*readFree()), AgeBound::Exact);
    m_store->beginUnseen(m_now, m_now + 10s);
    m_now += 10s;
    const auto item = readFree();
    QCOMPARE(ageBound(*item), AgeBound::Unsure);
    QCOMPARE(heldFor(*item, m_now), Milliseconds(20s));
    QCOMPARE(heldAtLeast(*item, m_now), Milliseconds(0));
}

void TestItemStore::aHoldThatMayBeSeveralIsNoneThatWasMeasured()
{
    for (const char *key : {"k", "certain"}) {
        add(key, m_lock, Origin::Feed);
        read(key, "a", in(10s));
    }
    m_now += 5s;
    for (const char *key : {"k", "certain"})
        read(key, "a", in(10s));
    m_store->beginUnseen(m_now, m_now);
    m_now += 3s;
    read("k", "a", in(10s));
    read("certain", "a", in(7s));
    for (const char *key : {"k", "certain"})
        read(key, "b", in(10s));
    const auto &unsure = *m_store->item("k")->holds;
    QVERIFY(unsure.holds.front().mayBeSeveral);
    QCOMPARE(unsure.totals.longest, Milliseconds(0));
    QVERIFY(!holdStatistics(*m_store->item("k"), m_now)->median);
    const auto &certain = *m_store->item("certain")->holds;
    QVERIFY(!certain.holds.front().mayBeSeveral);
    QCOMPARE(certain.totals.longest, Milliseconds(8s));
}

void TestItemStore::whatNobodyHoldsIsNotRenewed()
{
    const auto readFree = [this](Milliseconds left) {
        Reading reading;
        reading.ttl = in(left);
        reading.value = 0;
        m_store->apply("k", reading, m_now);
    };
    add("k", m_lock);
    readFree(10s);
    m_now += 4s;
    readFree(20s);
    QCOMPARE(kinds(), Kinds());
    QCOMPARE(m_store->item("k")->renewals, 0);
}

void TestItemStore::theLongestAgeIsNotLessThanTheRealOne()
{
    const auto asked = std::chrono::system_clock::now();
    // The server's clock may be anywhere between 8.96 and 9.04 s past the request.
    m_store->setServerTime({m_now, asked + 9s, 40ms});
    Reading reading;
    reading.ttl = in(1min);
    reading.value = 1;
    reading.holder = Holder{"a", {}, {}, {}, asked, true};
    add("lock", m_lock);
    m_store->apply("lock", reading, m_now);
    QVERIFY(ageBound(*m_store->item("lock")) == AgeBound::AtMost);
    QCOMPARE(heldFor(*m_store->item("lock"), m_now), Milliseconds(9040));
}

void TestItemStore::theAgeIsKnownWhereTheBeginWasSeenOrTheTokenTellsIt()
{
    const auto since = std::chrono::system_clock::now();
    m_store->setServerTime({m_now, since + 9s});
    const auto readTold = [&](const QByteArray &key, const QByteArray &token, Milliseconds ago) {
        Reading reading;
        reading.ttl = in(1min);
        reading.value = 1;
        reading.holder = Holder{token, {}, {}, {}, since + 9s - ago};
        m_store->apply(key, reading, m_now);
    };
    add("met", m_lock);
    read("met", "a", in(1min));
    add("announced", m_lock, Origin::Feed);
    read("announced", "a", in(1min));
    add("told", m_lock);
    readTold("told", "a", 9s);
    add("told by a clock that is ahead", m_lock);
    readTold("told by a clock that is ahead", "a", -5s);
    QVERIFY(ageBound(*m_store->item("met")) != AgeBound::Exact);
    QVERIFY(ageBound(*m_store->item("announced")) == AgeBound::Exact);
    QVERIFY(ageBound(*m_store->item("told")) == AgeBound::ByToken);
    QCOMPARE(heldFor(*m_store->item("told"), m_now), Milliseconds(9s));
    QVERIFY(ageBound(*m_store->item("told by a clock that is ahead")) != AgeBound::Exact);

    m_now += 1s; // it stays as it was, and a holder that is seen to come is another matter
    read("met", "b", in(1min));
    read("announced", "a", in(1min));
    read("told", "a", in(1min));
    QVERIFY(ageBound(*m_store->item("met")) == AgeBound::Exact);
    QCOMPARE(heldFor(*m_store->item("met"), m_now), Milliseconds(0));
    QVERIFY(ageBound(*m_store->item("announced")) == AgeBound::Exact);
    QCOMPARE(heldFor(*m_store->item("told"), m_now), Milliseconds(10s));

    m_store->beginUnseen(m_now, m_now + 1s);
    m_now += 2s;
    read("met", "c", in(1min)); // some time in the gap
    read("announced", "a", in(58s)); // the same lease
    QVERIFY(ageBound(*m_store->item("met")) != AgeBound::Exact);
    QVERIFY(ageBound(*m_store->item("announced")) == AgeBound::Exact);
}

// Some formats keep a key whose value says that its time is over.
void TestItemStore::aLockThatNobodyHoldsIsNeitherHandedOverNorReleased()
{
    add("k", m_lock);
    read("k", "a", Ttl::persistent());
    m_now += 1s;
    readNumber("k", 0); // there, but held by nobody
    m_now += 1s;
    read("k", "b", Ttl::persistent());
    m_now += 1s;
    readNumber("k", 0);
    m_now += 1s;
    readGone("k");
    QCOMPARE(kinds(), (Kinds{Kind::Appeared, Kind::Expired, Kind::Acquired, Kind::Expired}));
}

void TestItemStore::whatComesBackIsAcquired()
{
    add("k", m_lock);
    read("k", "a", in(10s));
    readGone("k");
    m_now += 1s;
    read("k", "a", in(10s));
    QCOMPARE(kinds(), (Kinds{Kind::Appeared, Kind::Released, Kind::Acquired}));
    QCOMPARE(m_store->item("k")->renewals, 0);
    QVERIFY(m_store->item("k")->firstSeen == m_now);
}

void TestItemStore::whatALookMayHaveMissedIsTold()
{
    // Read so long after it was announced.
    const auto late = [this](Milliseconds after) {
        Look look(m_now, m_now - after);
        look.isAnnounced = true;
        look.maybeMissed = after > seenAtOnce;
        return look;
    };
    const auto lengthIs = [](const JournalEntry &entry, Milliseconds length) {
        return entry.maybeMissed && entry.maybeMissed->until - entry.maybeMissed->since == length;
    };
    Reading reading;
    reading.ttl = in(60s);
    reading.holder = Holder{"a", {}, {}, {}, {}};
    add("k", m_lock, Origin::Feed);
    m_store->apply("k", reading, late(150ms));
    auto entries = journal();
    QCOMPARE(kindsOf(entries), Kinds{Kind::Acquired});
    QVERIFY(lengthIs(entries[0], 150ms + seenAtOnce));
    m_now += 1s;
    reading.holder = Holder{"b", {}, {}, {}, {}};
    m_store->apply("k", reading, late(200ms));
    entries = journal();
    QCOMPARE(kindsOf(entries), Kinds{Kind::HandedOver});
    QVERIFY(lengthIs(entries[0], 200ms + seenAtOnce));
    const auto known = m_store->item("k")->holds->totals.maybeMissed;
    QVERIFY(known && known->from == m_now - 200ms - seenAtOnce && known->to == m_now);
    m_now += 1s;
    m_store->apply("k", Reading{}, late(250ms));
    entries = journal();
    QCOMPARE(kindsOf(entries), Kinds{Kind::Released});
    QVERIFY(lengthIs(entries[0], 250ms + seenAtOnce));
    // It is free again, and has been announced as something else.
    m_now += 1s;
    m_store->apply("k", Reading{}, late(5ms));
    entries = journal();
    QCOMPARE(kindsOf(entries), Kinds{Kind::MaybeMissed});
    QVERIFY(lengthIs(entries[0], 5ms + seenAtOnce));
    // Nothing tells who had a permit in between.
    Reading permits;
    permits.ttl = Ttl::persistent();
    permits.value = 1;
    permits.limit = 5;
    permits.holder = Holder{"of many", {}, {}, {}, {}};
    add("s", m_lock);
    m_store->apply("s", permits, m_now);
    journal();
    m_now += 1s;
    m_store->apply("s", permits, late(300ms));
    entries = journal();
    QCOMPARE(kindsOf(entries), Kinds{Kind::MaybeMissed});
    QVERIFY(lengthIs(entries[0], 300ms + seenAtOnce));
}

void TestItemStore::whatCannotHaveBeenMissedIsNotTold()
{
    const auto announced = [this](Milliseconds ago, bool maybeMissed = false) {
        Look look(m_now, m_now - ago);
        look.isAnnounced = true;
        look.maybeMissed = maybeMissed;
        return look;
    };
    const auto isAnyTold = [this] {
        const auto entries = journal();
        return std::any_of(entries.begin(), entries.end(),
            [](const JournalEntry &entry) { return entry.maybeMissed.has_value(); });
    };
    Reading reading;
    reading.ttl = in(2s);
    reading.holder = Holder{"a", {}, {}, {}, {}};
    // What was found was not seen to come.
    add("k", m_lock, Origin::Inventory);
    m_store->apply("k", reading, announced(1s, true));
    QVERIFY(!isAnyTold());
    // The same holder until the same deadline.
    m_now += 1s;
    m_store->apply("k", reading, announced(500ms, true));
    QVERIFY(!isAnyTold());
    m_now += 10ms;
    reading.holder = Holder{"b", {}, {}, {}, {}};
    m_store->apply("k", reading, announced(5ms));
    QVERIFY(!isAnyTold());
    // The expiry was found, and is announced to whoever looked and later by a primary.
    m_now += 2s;
    m_store->apply("k", Reading{}, m_now);
    m_now += 10ms;
    m_store->apply("k", Reading{}, announced(5ms));
    m_now += 5s;
    m_store->apply("k", Reading{}, announced(5ms));
    QVERIFY(!isAnyTold());
    // A release is announced twice.
    reading.ttl = in(60s);
    m_store->apply("k", reading, announced(5ms));
    m_store->apply("k", Reading{}, announced(5ms));
    m_now += 50ms;
    m_store->apply("k", Reading{}, announced(5ms));
    QVERIFY(!isAnyTold());
    // A semaphore is read once more because a reading of all takes long.
    Reading permits;
    permits.ttl = Ttl::persistent();
    permits.value = 1;
    permits.limit = 5;
    permits.holder = Holder{"of many", {}, {}, {}, {}};
    add("s", m_lock);
    m_store->apply("s", permits, m_now);
    Look look(m_now);
    look.maybeMissed = true;
    m_store->apply("s", permits, look);
    QVERIFY(!isAnyTold());
    // A free lock is read once more for another reason, or after a gap.
    m_now += 1min;
    m_store->apply("k", Reading{}, m_now);
    m_store->beginUnseen(m_now - 1s, m_now);
    m_store->apply("k", Reading{}, announced(5ms));
    QVERIFY(!isAnyTold());
}

void TestItemStore::goneStaysGoneWithoutAWord()
{
    add("k", m_lock);
    readGone("k");
    readGone("k");
    readGone("stranger");
    QCOMPARE(kinds(), Kinds());
    QVERIFY(m_store->contains("k"));
    QVERIFY(!m_store->contains("stranger"));
}

void TestItemStore::aCounterAppearsAndIsGone()
{
    add("n", m_counter);
    readNumber("n", 1);
    readNumber("n", 2);
    readGone("n");
    QCOMPARE(kinds(), (Kinds{Kind::Appeared, Kind::Gone}));
}

void TestItemStore::aCounterWhoseKeyHoldsSomethingElseIsGone()
{
    add("n", m_counter);
    readNumber("n", 1);
    m_store->replaceByOther("n");
    QCOMPARE(kinds(), (Kinds{Kind::Appeared, Kind::Gone}));
}

void TestItemStore::aBucketSaysOnlyThatItIsExhausted()
{
    add("b", m_bucket, Origin::Feed);
    readNumber("b", 1, 3);
    readNumber("b", 2, 3);
    QCOMPARE(kinds(), Kinds());
    readNumber("b", 3, 3);
    readNumber("b", 4, 3);
    const auto entries = journal();
    QCOMPARE(entries.size(), size_t(1));
    QCOMPARE(entries[0].kind, Kind::Exhausted);
    QCOMPARE(entries[0].limit, std::optional<double>(3));
    readGone("b");
    QCOMPARE(kinds(), Kinds());
    readNumber("b", 3, 3); // all of it between two readings
    QCOMPARE(kinds(), Kinds({Kind::Exhausted}));
    add("old", m_bucket, Origin::Inventory);
    readNumber("old", 3, 3);
    QCOMPARE(kinds(), Kinds());
    m_store->beginUnseen(m_now, m_now + 1s);
    readNumber("b", 3, 3);
    QCOMPARE(kinds(), Kinds({Kind::Unseen}));
}

void TestItemStore::aLimitThatIsUsedUpAgainUnseenIsToldWhereItsWindowIsKnown()
{
    add("b", m_bucket, Origin::Feed);
    const auto usedUpUntil = [&](Milliseconds left, std::optional<Milliseconds> window) {
        Reading reading;
        reading.ttl = in(left);
        reading.value = reading.limit = 3;
        if (window)
            reading.window = *window;
        m_store->apply("b", reading, m_now);
        return kinds();
    };
    QCOMPARE(usedUpUntil(10s, 10s), Kinds({Kind::Exhausted}));
    m_now += 8s;
    QCOMPARE(usedUpUntil(2s, 10s), Kinds());
    m_now += 1s;
    QCOMPARE(usedUpUntil(10s, 10s), Kinds()); // the end of the same window was put off
    m_now += 11s;
    QCOMPARE(usedUpUntil(9s, 10s), Kinds({Kind::Exhausted})); // this one began when that was over
    m_now += 11s;
    QCOMPARE(usedUpUntil(9s, {}), Kinds()); // it may have been put off as well
}

void TestItemStore::permitsAreTakenAndGivenBackOneByOne()
{
    const auto permits = [&](double used) {
        Reading reading;
        reading.ttl = Ttl::persistent();
        reading.value = used;
        reading.limit = 5;
        if (used > 0)
            reading.holder = Holder{"of many", {}, {}, {}, {}};
        m_store->apply("s", reading, m_now);
    };
    add("s", m_lock);
    permits(0);
    QCOMPARE(kinds(), Kinds()); // nobody holds it
    permits(1);
    permits(3);
    permits(3);
    permits(2);
    permits(0);
    QCOMPARE(kinds(), (Kinds{Kind::Acquired, Kind::Acquired, Kind::Released, Kind::Released}));
}

void TestItemStore::aLimitThatIsNeverExceededIsInferred()
{
    FormatData data = plainData(Family::Bucket);
    data.stopsAtLimit = true;
    add("b", plainFormat(std::move(data)));
    readNumber("b", 4);
    readNumber("b", 9);
    readNumber("b", 2);
    const auto &reading = m_store->item("b")->reading;
    QCOMPARE(reading.limit, std::optional<double>(9));
    QVERIFY(reading.limitIsInferred);
    readNumber("b", 2, 20); // said by the object itself
    QCOMPARE(m_store->item("b")->reading.limit, std::optional<double>(20));
    QVERIFY(!m_store->item("b")->reading.limitIsInferred);
}

void TestItemStore::afterAGapNothingIsConcluded()
{
    for (const char *key : {"expired", "handed", "renewed", "released"}) {
        add(key, m_lock);
        read(key, "a", in(10s));
    }
    add("gone", m_counter);
    readNumber("gone", 1);
    add("gone before", m_lock);
    read("gone before", "a", in(10s));
    readGone("gone before");
    journal();

    m_store->beginUnseen(m_now, m_now);
    m_now += 5s;
    readGone("released");
    readGone("gone");
    read("handed", "b", in(10s));
    read("renewed", "a", in(10s));
    m_now += 10s;
    readGone("expired");
    read("gone before", "c", in(10s));
    for (const auto &entry : journal()) {
        const bool saysHow =
            entry.kind != Kind::Unseen && entry.kind != Kind::Appeared && entry.kind != Kind::Gone;
        QVERIFY2(!saysHow, entry.key);
        QVERIFY2(entry.kind != Kind::Unseen || entry.key.isEmpty(), entry.key);
        if (entry.key == "gone before")
            QCOMPARE(entry.kind, Kind::Appeared); // it may have come back at any time
    }
    QVERIFY(!m_store->expiryLags().worst());
    QCOMPARE(m_store->item("renewed")->renewals, 0);
}

void TestItemStore::afterAGapTheNextPairIsComparedAgain()
{
    add("k", m_lock);
    read("k", "a", in(10s));
    m_store->beginUnseen(m_now, m_now);
    read("k", "b", in(10s));
    journal();
    m_now += 1s;
    read("k", "b", in(10s));
    readGone("k");
    read("k", "c", in(10s));
    QCOMPARE(kinds(), (Kinds{Kind::Renewed, Kind::Released, Kind::Acquired}));
}

void TestItemStore::whoHoldsALockAfterAGapIsTold()
{
    for (const char *key : {"other", "same", "freed", "taken"})
        add(key, m_lock);
    read("other", "a", in(10s));
    read("same", "a", in(10s));
    read("freed", "a", Ttl::persistent());
    readNumber("taken", 0); // there, but held by nobody
    m_store->beginUnseen(m_now, m_now);
    journal();
    m_now += 1s;
    read("other", "b", in(7s));
    read("same", "a", in(10s));
    readNumber("freed", 0);
    read("taken", "c", in(10s));
    const auto entries = journal();
    QCOMPARE(entries.size(), size_t(4));
    QCOMPARE(entries[0].kind, Kind::Gone);
    QCOMPARE(entries[0].key, QByteArray("other"));
    QCOMPARE(entries[0].holder->token, QByteArray("a"));
    QCOMPARE(entries[1].kind, Kind::Appeared);
    QCOMPARE(entries[1].key, QByteArray("other"));
    QCOMPARE(entries[1].holder->token, QByteArray("b"));
    QCOMPARE(entries[1].ttlAfter, std::optional<Milliseconds>(7s));
    QVERIFY(!entries[1].previous);
    QVERIFY(!m_store->item("other")->beginIsSeen);
    QCOMPARE(entries[2].kind, Kind::Gone);
    QCOMPARE(entries[2].key, QByteArray("freed"));
    QCOMPARE(entries[2].holder->token, QByteArray("a"));
    QCOMPARE(entries[3].kind, Kind::Appeared);
    QCOMPARE(entries[3].key, QByteArray("taken"));
    QCOMPARE(entries[3].holder->token, QByteArray("c"));
}

void TestItemStore::whatIsGoneAfterAGapIsToldAsGone()
{
    add("k", m_lock);
    read("k", "a", in(10s));
    add("n", m_counter);
    readNumber("n", 1);
    add("b", m_bucket);
    readNumber("b", 1, 3);
    m_store->beginUnseen(m_now, m_now);
    journal();
    m_now += 1s;
    for (const char *key : {"k", "n", "b"}) {
        readGone(key);
        readGone(key);
    }
    const auto entries = journal();
    QCOMPARE(entries.size(), size_t(2)); // rate limit windows come and go by nature
    QCOMPARE(entries[0].kind, Kind::Gone);
    QCOMPARE(entries[0].key, QByteArray("k"));
    QCOMPARE(entries[0].holder->token, QByteArray("a"));
    QCOMPARE(entries[1].kind, Kind::Gone);
    QCOMPARE(entries[1].key, QByteArray("n"));
}

void TestItemStore::permitsThatChangedInAGapAreTold()
{
    const auto permits = [&](const QByteArrayList &tokens) {
        Reading reading;
        reading.ttl = Ttl::persistent();
        reading.limit = 5;
        reading.permits = Permits();
        for (const auto &token : tokens)
            reading.permits->push_back({Holder{token, {}, {}, {}, {}}, 0, {}});
        reading.value = double(tokens.size());
        if (!tokens.isEmpty())
            reading.holder = Holder{tokens.last(), {}, {}, {}, {}};
        m_store->apply("s", reading, m_now);
    };
    add("s", m_lock);
    permits({"a", "b"});
    m_store->beginUnseen(m_now, m_now);
    journal();
    permits({"b", "c"});
    auto entries = journal();
    QCOMPARE(entries.size(), size_t(2));
    QCOMPARE(entries[0].kind, Kind::Gone);
    QCOMPARE(entries[0].holder->token, QByteArray("a"));
    QCOMPARE(entries[1].kind, Kind::Appeared);
    QCOMPARE(entries[1].holder->token, QByteArray("c"));
    m_store->beginUnseen(m_now, m_now);
    journal();
    readGone("s");
    QCOMPARE(kinds(), (Kinds{Kind::Gone, Kind::Gone}));
}

// A suspended laptop: the lock has expired, and its deadline seems to be far off.
void TestItemStore::afterAClockHasJumpedNothingIsConcluded()
{
    add("slept", m_lock);
    read("slept", "a", in(10min));
    add("other", m_lock);
    read("other", "a", in(10min));
    journal();
    std::optional jump = ClockJump{m_now, 1h};
    m_store->setClockCheck([&] { return std::exchange(jump, {}); });
    m_now += 1s;
    readGone("slept");
    read("other", "a", in(9min)); // as if shortened, and soon as if renewed
    m_now += 1s;
    read("other", "a", in(10min));
    QCOMPARE(kinds(), (Kinds{Kind::Unseen, Kind::Gone, Kind::Renewed}));
}

// What is seen between two sleeps, however close, is seen.
void TestItemStore::eachSleepIsAGapOfItsOwn()
{
    add("lock", m_lock);
    read("lock", "a", in(10min));
    journal();
    std::optional<ClockJump> jump;
    m_store->setClockCheck([&] { return std::exchange(jump, {}); });
    for (int sleep = 0; sleep < 2; ++sleep) {
        jump = ClockJump{m_now, 1h};
        m_now += 1s;
        read("lock", "a", in(10min));
        m_now += 100ms;
        jump = ClockJump{m_now, 0s}; // the sleep, once more, in what TIME says
        read("lock", "a", in(10min));
        m_now += 1s;
        read("lock", "a", in(20min));
        m_now += 1s;
    }
    Snapshot snapshot;
    m_store->publish(snapshot);
    QCOMPARE(snapshot.unseen->size(), size_t(2));
    QVERIFY(snapshot.unseen->back().from - snapshot.unseen->front().to == 2s);
    std::vector<Kind> kinds;
    for (const auto &entry : snapshot.journal)
        kinds.push_back(entry.kind);
    QCOMPARE(kinds, (Kinds{Kind::Unseen, Kind::Renewed, Kind::Unseen, Kind::Renewed}));
}

void TestItemStore::aClockThatIsSetInStepsMakesOneGap()
{
    add("lock", m_lock);
    read("lock", "a", in(10min));
    journal();
    std::optional<ClockJump> jump;
    m_store->setClockCheck([&] { return std::exchange(jump, {}); });
    for (int step = 0; step < 5; ++step) {
        jump = ClockJump{m_now, 0s};
        m_now += 1s;
        read("lock", "a", in(10min));
    }
    Snapshot snapshot;
    m_store->publish(snapshot);
    QCOMPARE(snapshot.unseen->size(), size_t(1));
    QCOMPARE(snapshot.journal.size(), size_t(1));
}

void TestItemStore::whatIsUnseenAfterAClockHasJumpedBeganWhenTheClocksWereRight()
{
    for (const char *key : {"idle", "busy", "before"})
        add(key, m_lock);
    read("idle", "a", in(10min)); // and never again
    for (const char *token : {"a", "b", "c"}) {
        m_now += 1min;
        read("busy", token, in(10min));
        read("before", token, in(10min));
    }
    m_now += 1s;
    const auto right = m_now;
    m_now += 1s;
    read("busy", "d", in(10min)); // read since, before anybody knew of the jump
    m_now += 1s;
    std::optional jump = ClockJump{right, 0s};
    m_store->setClockCheck([&] { return std::exchange(jump, {}); });
    read("idle", "a", in(10min));
    read("busy", "e", in(10min));
    read("before", "d", in(10min));
    Snapshot snapshot;
    m_store->publish(snapshot);
    QCOMPARE(snapshot.unseen->size(), size_t(1));
    QVERIFY(snapshot.unseen->front().from == right);
    QVERIFY(snapshot.unseen->front().to == m_now);
    for (const char *key : {"busy", "before"}) {
        const auto series = m_store->item(key)->series;
        QVERIFY(std::is_sorted(series->begin(), series->end(),
            [](const SeriesPoint &a, const SeriesPoint &b) { return a.at < b.at; }));
        QVERIFY(std::isnan(series->at(series->size() - 2).value));
    }
    const auto before = m_store->item("before")->series;
    QVERIFY(before->at(before->size() - 2).at == right);
}

void TestItemStore::whatIsReadAgainOnlyAfterASecondGapIsUnseenSinceTheFirst()
{
    for (const char *key : {"held", "gone"}) {
        add(key, m_lock);
        read(key, "a", in(10min));
    }
    m_now += 1s;
    for (const char *key : {"held", "gone"})
        read(key, "b", in(10min)); // its history begins
    m_now += 1s;
    const auto lost = m_now;
    m_store->beginUnseen(m_now, m_now + 1s);
    m_now += 5s; // others are read again, these not yet
    m_store->beginUnseen(m_now, m_now + 1s);
    m_now += 2s;
    read("held", "b", in(10min));
    readGone("gone");
    const auto held = m_store->item("held")->series;
    const auto unknown = held->at(held->size() - 2);
    QVERIFY(std::isnan(unknown.value));
    QVERIFY(unknown.at == lost);
    Snapshot snapshot;
    snapshot.takenAt = m_now;
    m_store->publish(snapshot);
    const auto gone = snapshot.freed->front()->series->back();
    QVERIFY(std::isnan(gone.value));
    QVERIFY(gone.at == lost);
}

void TestItemStore::anotherFormatOfTheSameKeyMovesIt()
{
    add("k", m_counter);
    readNumber("k", 1);
    Snapshot snapshot;
    m_store->publish(snapshot);
    QCOMPARE(snapshot.counters->size(), size_t(1));
    add("k", m_lock);
    QCOMPARE(m_store->objects(), qint64(0));
    read("k", "a", in(10s));
    m_store->publish(snapshot);
    QCOMPARE(snapshot.counters->size(), size_t(0));
    QCOMPARE(snapshot.locks->size(), size_t(1));
    QCOMPARE(m_store->objects(), qint64(1));
    m_store->remove("k");
    m_store->publish(snapshot);
    QCOMPARE(snapshot.locks->size(), size_t(0));
    QVERIFY(!m_store->contains("k"));
}

void TestItemStore::anotherFamilyOfTheSameKeyWasNotSeenToCome()
{
    add("k", m_counter);
    readNumber("k", 1);
    m_now += 1s;
    readNumber("k", 2);
    m_now += 1s;
    add("k", m_lock, Origin::Feed);
    QVERIFY(m_store->contains("k"));
    QVERIFY(!m_store->item("k"));
    QVERIFY(!m_store->allRead());
    read("k", "a", in(10s));
    const auto item = m_store->item("k");
    QVERIFY(!item->beginIsSeen);
    QVERIFY2(!item->series, "a counter's numbers are no lock's time");
    QCOMPARE(kinds(), (Kinds{Kind::Appeared, Kind::Appeared}));
    QVERIFY(m_store->allRead());
    add("k", m_counter, Origin::Feed);
    readNumber("k", 1);
    QVERIFY(!m_store->item("k")->holds);
    QCOMPARE(m_store->objects(), qint64(1));
    QCOMPARE(m_store->entries(), size_t(1));
}

void TestItemStore::anotherFamilyOfAKeyThatWasGoneIsSeenToCome()
{
    add("k", m_counter);
    readNumber("k", 1);
    readGone("k");
    journal();
    m_now += 1s;
    add("k", m_lock, Origin::Feed);
    read("k", "a", in(10s));
    QVERIFY(m_store->item("k")->beginIsSeen);
    QCOMPARE(kinds(), Kinds{Kind::Acquired});
}

void TestItemStore::longGoneIsForgotten()
{
    add("unread", m_lock);
    add("here", m_lock);
    read("here", "a", in(10s));
    add("gone", m_lock);
    read("gone", "a", in(10s));
    readGone("gone");
    m_now += 1min;
    readGone("gone"); // being looked at does not make it younger
    QVERIFY(m_store->forgetGoneBefore(m_now - 1min).empty());
    QCOMPARE(m_store->forgetGoneBefore(m_now), std::vector<QByteArray>{"gone"});
    QCOMPARE(m_store->entries(), size_t(2));
}

void TestItemStore::waitersStayUntilTheNextCount()
{
    add("k", m_awaited);
    read("k", "a", in(10s));
    m_store->setWaiters("k", 3, m_now);
    QCOMPARE(m_store->item("k")->reading.waiters, std::optional<int>(3));
    m_now += 1s;
    read("k", "a", in(10s));
    QCOMPARE(m_store->item("k")->reading.waiters, std::optional<int>(3));
    const auto before = m_store->item("k");
    m_store->setWaiters("k", 3, m_now);
    QCOMPARE(m_store->item("k"), before);
    m_store->setWaiters("k", 0, m_now);
    QCOMPARE(m_store->item("k")->reading.waiters, std::optional<int>(0));
}

void TestItemStore::waitersStayWhileTheLockChangesHands()
{
    add("k", m_awaited);
    read("k", "a", in(10s));
    m_store->setWaiters("k", 2, m_now);
    m_now += 1s;
    read("k", "b", in(10s)); // handed over
    QCOMPARE(m_store->item("k")->reading.waiters, std::optional<int>(2));
    m_now += 1s;
    readGone("k");
    m_now += 1s;
    read("k", "c", in(10s));
    QCOMPARE(m_store->item("k")->reading.waiters, std::optional<int>(2));
    readGone("k");
    m_store->setWaiters("k", 1, m_now); // counted while it is free
    read("k", "d", in(10s));
    QCOMPARE(m_store->item("k")->reading.waiters, std::optional<int>(1));
}

void TestItemStore::onlyACountEndsAWait()
{
    add("k", m_awaited);
    add("never waited for", m_awaited);
    read("k", "a", in(10s));
    read("never waited for", "a", in(10s));
    const auto begin = m_now;
    m_store->setWaiters("k", 1, m_now);
    m_store->setWaiters("never waited for", 0, m_now);
    m_now += 1s;
    readGone("k");
    readGone("never waited for");
    QCOMPARE(m_store->keysToCountWaitersOf(), std::vector<QByteArray>{"k"});
    m_now += 1s;
    read("k", "b", in(10s));
    const auto held = m_store->item("k");
    QVERIFY(held->holds && held->holds->totals.waitingSince);
    QVERIFY(*held->holds->totals.waitingSince == begin);
    readGone("k");
    m_now += 3s;
    m_store->setWaiters("k", 0, m_now);
    QVERIFY(m_store->keysToCountWaitersOf().empty());
    Snapshot snapshot;
    snapshot.takenAt = m_now;
    m_store->publish(snapshot);
    QCOMPARE(snapshot.freed->size(), size_t(2));
    const auto &totals = snapshot.freed->front()->holds->totals;
    QVERIFY(!totals.waitingSince);
    QCOMPARE(totals.waited, Milliseconds(5s));
}

void TestItemStore::aWaitEndsWithWhatIsSeen()
{
    const std::vector<QByteArray> keys{"goes on", "ends", "is counted first", "is gone"};
    for (const auto &key : keys) {
        add(key, m_awaited);
        read(key, "a", in(1h));
        m_store->setWaiters(key, 1, m_now);
    }
    m_now += 4s;
    m_store->beginUnseen(m_now, m_now + 1min);
    m_now += 2min;
    m_store->setWaiters("is counted first", 1, m_now);
    for (const auto &key : keys)
        key == "is gone" ? readGone(key) : read(key, "a", in(1h));
    const auto totals = [&](const QByteArray &key) { return m_store->item(key)->holds->totals; };
    QVERIFY2(!m_store->item("goes on")->reading.waiters, "nobody has counted them since");
    QCOMPARE(totals("goes on").waited, Milliseconds(4s));
    QVERIFY(!totals("goes on").waitingSince);
    QCOMPARE(m_store->item("is counted first")->reading.waiters, std::optional<int>(1));
    m_store->setWaiters("goes on", 1, m_now);
    m_store->setWaiters("ends", 0, m_now);
    m_now += 3s;
    for (const auto &key : keys)
        m_store->setWaiters(key, 0, m_now);
    QCOMPARE(totals("goes on").waited, Milliseconds(7s));
    QCOMPARE(totals("ends").waited, Milliseconds(4s));
    QCOMPARE(totals("is counted first").waited, Milliseconds(7s));
    Snapshot snapshot;
    snapshot.takenAt = m_now;
    m_store->publish(snapshot);
    QCOMPARE(snapshot.freed->front()->holds->totals.waited, Milliseconds(4s));
}

void TestItemStore::whoeverWaitsForALockThatComesBackIsCountedAtOnce()
{
    Reading reading;
    reading.ttl = in(10s);
    reading.value = 1;
    reading.holder = Holder{"a", {}, {}, {}, {}};
    reading.waiters = 2; // as its own queue tells
    add("k", m_lock);
    m_store->apply("k", reading, m_now);
    QVERIFY(m_store->item("k")->holds->totals.waitingSince == m_now);
    m_now += 1s;
    readGone("k");
    m_now += 1s;
    m_store->apply("k", reading, m_now);
    QVERIFY(m_store->item("k")->holds->totals.waitingSince == m_now);
}

void TestItemStore::aLockThatTellsItsWaitersIsWaitedForByNobodyOnceItIsGone()
{
    Reading reading;
    reading.ttl = in(10s);
    reading.value = 1;
    reading.holder = Holder{"a", {}, {}, {}, {}};
    reading.waiters = 1;
    add("k", m_lock);
    m_store->apply("k", reading, m_now);
    m_store->apply("k", reading, m_now);
    m_now += 1s;
    readGone("k");
    m_now += 1s;
    read("k", "b", in(10s));
    const auto item = m_store->item("k");
    QVERIFY(!item->reading.waiters);
    QVERIFY(!item->holds->totals.waitingSince);
    QCOMPARE(item->holds->totals.waited, Milliseconds(1s));
}

void TestItemStore::anotherStoreTakesOverWhatIsGoneAsWell()
{
    const auto items = std::make_shared<SharedItems>(SharedItems::Of::Cluster);
    m_store = std::make_unique<ItemStore>(ItemStore::usualMost, items);
    ItemStore other(ItemStore::usualMost, items);
    add("stays", m_lock);
    add("goes", m_lock);
    add("is gone", m_lock);
    for (const char *key : {"stays", "goes", "is gone"})
        read(key, "A", in(10s));
    readGone("is gone");
    const auto moved = m_store->handOver(
        [&](const QByteArray &key) { return key == "stays" ? m_store.get() : &other; });
    QCOMPARE(moved.size(), std::size_t(1));
    QCOMPARE(moved.at(&other).size(), std::size_t(2));
    QCOMPARE(m_store->entries(), std::size_t(1));
    QCOMPARE(other.objects(), qint64(1));
    QVERIFY(other.contains("is gone") && !other.item("is gone"));
    QCOMPARE(other.item("goes")->reading.holder->token, QByteArray("A"));
    other.forgetOlderThan(m_now + 1ms);
    QCOMPARE(other.entries(), std::size_t(0));
    Snapshot snapshot;
    items->publish(snapshot);
    QCOMPARE(snapshot.locks->size(), std::size_t(1));
}

void TestItemStore::whatIsHiddenHasNotBeenRefused()
{
    add("refused", m_lock);
    add("hidden", m_lock);
    for (const char *key : {"refused", "hidden"})
        read(key, "A", in(10s));
    m_store->noteUnreadable("refused", Ttl::unknown(), m_now);
    m_store->hideAll(m_now);
    QCOMPARE(m_store->unreadable(), std::vector<QByteArray>{"refused"});
    QCOMPARE(m_store->hidden(), std::vector<QByteArray>{"hidden"});
    QVERIFY(m_store->item("hidden")->reading.isUnreadable);
    m_store->noteUnreadable("hidden", Ttl::unknown(), m_now); // it is reached again, and refuses it
    QCOMPARE(m_store->unreadable().size(), std::size_t(2));
    read("hidden", "A", in(10s));
    QCOMPARE(m_store->unreadable(), std::vector<QByteArray>{"refused"});
    QVERIFY(m_store->hidden().empty());
}

void TestItemStore::historyBeginsWithTheFirstChange()
{
    add("n", m_counter);
    readNumber("n", 1);
    m_now += 1s;
    readNumber("n", 1);
    QVERIFY(!m_store->item("n")->series);
    m_now += 1s;
    readNumber("n", 5);
    const auto series = m_store->item("n")->series;
    QVERIFY(series);
    QCOMPARE(series->size(), size_t(2));
    QCOMPARE(series->front().value, 1.0);
    QVERIFY(series->front().at == m_now - 1s); // when it was last seen to be so
    QCOMPARE(series->back().value, 5.0);
    m_now += 1s;
    readGone("n");
    m_now += 1s;
    readNumber("n", 1);
    const auto after = m_store->item("n")->series;
    QCOMPARE(after->size(), size_t(4));
    QVERIFY(std::isnan(after->at(2).value));
}

void TestItemStore::familiesWithoutNewsAreShared()
{
    add("k", m_lock);
    read("k", "a", in(10s));
    add("n", m_counter);
    readNumber("n", 1);
    Snapshot first;
    m_store->publish(first);
    QVERIFY(!m_store->hasNews());
    m_now += 1s;
    readNumber("n", 2);
    QVERIFY(m_store->hasNews());
    Snapshot second;
    m_store->publish(second);
    QCOMPARE(second.locks, first.locks);
    QVERIFY(second.counters != first.counters);
    QCOMPARE(first.counters->front()->reading.value, std::optional<double>(1));
    QCOMPARE(second.counters->front()->reading.value, std::optional<double>(2));
    QCOMPARE(second.journalTotal, qint64(2));
    QVERIFY(second.journal.empty());
}

void TestItemStore::agreesWithAPlainRecomputationUnderRandomOperations()
{
    const auto seed = std::random_device()();
    qInfo("seed %u", seed);
    std::mt19937 random(seed);
    const auto below = [&](int limit) {
        return std::uniform_int_distribution<int>(0, limit - 1)(random);
    };
    const FormatPtr formats[] = {m_counter, m_bucket, m_lock};

    struct Known
    {
        Family family = Family::Counter;
        std::optional<double> value; // nothing: gone or not read
    };
    std::map<QByteArray, Known> model;
    for (int step = 0; step < 20'000; ++step) {
        const QByteArray key(1 + below(2), static_cast<char>(below(40) - 20));
        const auto known = model.find(key);
        m_now += 1ms;
        if (const int choice = below(20); choice < 4) {
            const auto &format = formats[below(3)];
            if (known != model.end() && known->second.family != format->family())
                known->second = {};
            model[key].family = format->family();
            add(key, format);
        } else if (choice < 12) {
            const double value = below(5);
            readNumber(key, value);
            if (known != model.end())
                known->second.value = value;
        } else if (choice < 16) {
            readGone(key);
            if (known != model.end())
                known->second.value.reset();
        } else if (choice < 17) {
            m_store->remove(key);
            model.erase(key);
        } else {
            Snapshot snapshot;
            m_store->publish(snapshot);
            const Snapshot::Items published[] = {
                snapshot.counters, snapshot.buckets, snapshot.locks};
            for (const auto family : {Family::Counter, Family::Bucket, Family::Lock}) {
                std::vector<std::pair<QByteArray, double>> expected;
                for (const auto &[name, entry] : model) {
                    if (entry.family == family && entry.value)
                        expected.emplace_back(name, *entry.value);
                }
                std::vector<std::pair<QByteArray, double>> found;
                for (const auto &item : *published[static_cast<int>(family)])
                    found.emplace_back(item->key, *item->reading.value);
                QCOMPARE(found, expected);
            }
        }
        const auto existing = std::count_if(
            model.begin(), model.end(), [](const auto &entry) { return entry.second.value; });
        QCOMPARE(m_store->objects(), qint64(existing));
        QCOMPARE(m_store->entries(), model.size());
    }
}

QTEST_GUILESS_MAIN(TestItemStore)
#include "tst_itemstore.moc"
