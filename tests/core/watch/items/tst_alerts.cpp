#include "core/watch/store/itemstore.h"
#include "core/watch/values/jsonfields.h"
#include "tests/support/samples/plainformat.h"

#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using Kind = JournalEntry::Kind;

// When alerts fire and end. Time is an argument: nothing here waits.
class TestAlerts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void onlyAReadingFires();
    void whatEndsBeforeItIsReadAgainNeverFires();
    void anAgeThatIsALowerBoundCountsFromTheFirstSight();
    void anAgeByATokenIsNotExact();
    void aHoldThatMayBeSeveralFiresOnAndSaysSo();
    void noPermitHasTheAgeOfTheSemaphore();
    void anotherHolderBeginsAnew();
    void forCountsFromWhenItBecameTrue();
    void whatFlapsInLessThanForIsNotTold();
    void afterAGapForBeginsAnew();
    void whatFiresBeforeAGapGoesOnAfterIt();
    void whatIsUnreadableNeitherFiresNorEnds();
    void whatIsUnreadableIsNotMeasured();
    void immortalIsWhatTheTablesShow();
    void aGuessNeverAlarms();
    void aFamilyIsAsked();
    void waitersAndRenewalsAreCounted();
    void onlyACountTellsOfWaiters();
    void aCountAfterAGapBeginsAnew();
    void aQueueIsToldByTheReading();
    void aQueueThatIsNotToldEndsNothing();
    void whoWaitsWhileTheLockIsFreeWaitsOn();
    void aLimitIsUsedAndExhausted();
    void ofALimitThatIsOnlyInferredNothingIsSaid();
    void aLimitWhoseWindowIsOverIsNotUsed();
    void aRateFallsByItselfAndEndsByAReading();
    void theRateOfAYoungCounterIsThatOfFiveSecondsToo();
    void afterAGapARateIsUnknown();
    void aPendingRateIsLookedAtBeforeItsTime();
    void aLimitThatFallsByItselfIsReadEachSecond();
    void exhaustedCountsAsOtherAges();
    void goneIsWhatWasThereAndIsNot();
    void goneForSomeTimeIsNotTakenFromAGap();
    void aNameThatWasNeverMetIsGone();
    void ofAPassWithAGapInItNothingFollows();
    void ofAPassThatBeganBeforeTheRuleNothingFollows();
    void whatLeavesTheStoreDuringAPassIsThere();
    void whatOnlyAPassMissedAnotherPassTells();
    void whatWasGoneBeforeAGapIsGoneUntilItIsMet();
    void aKeyThatIsNotWatchedAnyMoreEndsItsAlert();
    void rulesThatStayKeepTheirAlerts();
    void aNewRuleWaitsForAReading();
    void aKeyThatNoRuleMatchedIsMatchedByOtherRules();
    void thoseBeyondTheLimitAreCounted();
    void whatIsPendingLeavesRoomForOthers();
    void theLineSaysWhoHeldIt();
    void firingAndResolvedSayTheSameSince();
    void resolvedSaysHowLongItWas();
    void resolvedSaysWhatWasMeasuredInTheEnd();
    void whatEndedUnseenSaysWhatWasMeasuredLast();

private:
    void rule(const QByteArray &glob, const QString &when, Milliseconds lasts = {},
        std::optional<Family> family = {})
    {
        AlertRule rule;
        rule.glob = Glob(glob);
        QString expected;
        rule.when = alertConditionFrom(when, &expected).value();
        rule.lasts = lasts;
        rule.family = family;
        rule.name = when;
        m_rules.push_back(rule);
        m_store->shared()->setAlertRules(m_rules);
    }
    void add(const QByteArray &key, const FormatPtr &format,
        ItemStore::Origin origin = ItemStore::Origin::Feed,
        Confidence confidence = Confidence::Certain)
    {
        m_store->add({format, confidence, key, {}}, origin);
    }
    void readLock(const QByteArray &key, const QByteArray &token, const Ttl &ttl)
    {
        Reading reading;
        reading.ttl = ttl;
        reading.value = 1;
        reading.holder = Holder{token, {}, {}, {}, {}};
        m_store->apply(key, reading, m_now);
    }
    // Of a lock whose key names those who wait for it.
    void readQueue(const QByteArray &key, std::optional<int> waiters)
    {
        Reading reading;
        reading.ttl = in(1h);
        reading.holder = Holder{"x", {}, {}, {}, {}};
        reading.waiters = waiters;
        reading.waitersAreQueued = true;
        m_store->apply(key, reading, m_now);
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
    // The keys that are to be read because of the time.
    std::vector<QByteArray> due(bool isSeen = true)
    {
        return alerts().takeDue(m_now, [isSeen](const QByteArray &) { return isSeen; });
    }
    AlertEvaluation &alerts() { return m_store->shared()->alerts; }
    // Of alerts, in the order in which they were written: "+key", "-key".
    QByteArrayList lines()
    {
        Snapshot snapshot;
        m_store->publish(snapshot);
        m_entries.clear();
        QByteArrayList all;
        for (const JournalEntry &entry : snapshot.journal) {
            if (!entry.alert)
                continue;
            m_entries.push_back(entry);
            all << (entry.kind == Kind::Firing ? "+" : "-") + entry.key;
        }
        return all;
    }

    const FormatPtr m_lock = plainFormat(Family::Lock);
    const FormatPtr m_awaited = awaitedFormat();
    const FormatPtr m_bucket = plainFormat(Family::Bucket);
    const FormatPtr m_counter = plainFormat(Family::Counter);
    std::unique_ptr<ItemStore> m_store;
    std::vector<AlertRule> m_rules;
    std::vector<JournalEntry> m_entries; // of the last lines()
    Instant m_now{};

    using Keys = std::vector<QByteArray>;
    using Lines = QByteArrayList;
};

void TestAlerts::init()
{
    m_store = std::make_unique<ItemStore>();
    m_rules.clear();
    m_now = Instant() + 1000h;
}

void TestAlerts::onlyAReadingFires()
{
    rule("lock:*", u"held > 30s"_s);
    add("lock:a", m_lock);
    readLock("lock:a", "x", in(1h));
    QCOMPARE(*alerts().nextDue(), m_now + 30s + 1ms);
    m_now += 30s;
    QCOMPARE(due(), Keys{});
    m_now += 1ms;
    QCOMPARE(due(), Keys{"lock:a"});
    QCOMPARE(lines(), Lines{});
    readLock("lock:a", "x", in(1h));
    QCOMPARE(lines(), Lines{"+lock:a"});
    QVERIFY(m_entries[0].sinceIs == AgeBound::Exact);
    QCOMPARE(*m_entries[0].value, 30'001.0);
    QCOMPARE(alerts().firing()->size(), std::size_t(1));
    readLock("lock:a", "x", in(1h));
    QCOMPARE(lines(), Lines{});
    readGone("lock:a");
    QCOMPARE(lines(), Lines{"-lock:a"});
    QVERIFY(m_entries[0].alertEnd == AlertEnd::Over);
    QVERIFY(alerts().firing()->empty());
}

// It was released just before, and the news of that comes after the deadline of the alert.
void TestAlerts::whatEndsBeforeItIsReadAgainNeverFires()
{
    rule("lock:*", u"held > 30s"_s);
    add("lock:a", m_lock);
    readLock("lock:a", "x", in(1h));
    m_now += 31s;
    QCOMPARE(due(), Keys{"lock:a"});
    readGone("lock:a");
    QCOMPARE(lines(), Lines{});
    // Without a connection nothing is asked for, and nothing fires.
    add("lock:b", m_lock);
    readLock("lock:b", "x", in(1h));
    m_now += 31s;
    QCOMPARE(due(false), Keys{});
    QCOMPARE(lines(), Lines{});
    m_now += 6s;
    QCOMPARE(due(), Keys{"lock:b"});
}

void TestAlerts::anAgeThatIsALowerBoundCountsFromTheFirstSight()
{
    rule("lock:*", u"held >= 30s"_s);
    add("lock:a", m_lock, ItemStore::Origin::Inventory);
    readLock("lock:a", "x", in(1h));
    m_now += 29s;
    readLock("lock:a", "x", in(1h));
    QCOMPARE(lines(), Lines{});
    m_now += 1s;
    readLock("lock:a", "x", in(1h));
    QCOMPARE(lines(), Lines{"+lock:a"});
    QVERIFY(m_entries[0].sinceIs == AgeBound::AtLeast);
}

void TestAlerts::anAgeByATokenIsNotExact()
{
    const auto utc = std::chrono::system_clock::now();
    m_store->setServerTime({m_now, utc});
    rule("lock:*", u"held >= 30s"_s);
    add("lock:a", m_lock, ItemStore::Origin::Inventory);
    Reading reading;
    reading.ttl = in(1h);
    reading.value = 1;
    reading.holder = Holder{"x", {}, {}, {}, utc - 31s};
    m_store->apply("lock:a", reading, m_now);
    QCOMPARE(lines(), Lines{"+lock:a"});
    QVERIFY(m_entries[0].sinceIs == AgeBound::ByToken);
}

void TestAlerts::aHoldThatMayBeSeveralFiresOnAndSaysSo()
{
    rule("lock:*", u"held >= 30s"_s);
    rule("lock:*", u"renewals > 0"_s);
    add("lock:a", m_lock);
    readLock("lock:a", "x", in(1min));
    m_now += 30s;
    readLock("lock:a", "x", in(1min));
    QCOMPARE(lines(), (Lines{"+lock:a", "+lock:a"}));
    QVERIFY(m_entries[0].sinceIs == AgeBound::Exact && m_entries[1].sinceIs == AgeBound::Exact);
    const Instant since = alerts().firing()->front()->since;
    m_store->beginUnseen(m_now, m_now + 1s);
    m_now += 1s;
    readLock("lock:a", "x", in(1min));
    QCOMPARE(lines(), Lines{});
    QVERIFY(alerts().firing()->front()->since == since);
    for (const AlertPtr &alert : *alerts().firing())
        QVERIFY(alert->sinceIs == AgeBound::Unsure);
    readGone("lock:a");
    QCOMPARE(lines(), (Lines{"-lock:a", "-lock:a"}));
    QVERIFY(m_entries[0].sinceIs == AgeBound::Unsure);
}

// Its permits come and go, and each has an age of its own.
void TestAlerts::noPermitHasTheAgeOfTheSemaphore()
{
    rule("*", u"held > 1s"_s);
    add("seats", m_lock);
    add("lock:a", m_lock);
    for (int i = 0; i < 3; ++i) {
        Reading seats;
        seats.ttl = Ttl::persistent();
        seats.value = 1;
        seats.holder = Holder{"x", {}, {}, {}, {}};
        seats.permits = Permits{};
        m_store->apply("seats", seats, m_now);
        readLock("lock:a", "x", in(1h));
        m_now += 2s;
    }
    QCOMPARE(lines(), Lines{"+lock:a"});
}

void TestAlerts::anotherHolderBeginsAnew()
{
    rule("lock:*", u"held > 30s"_s);
    add("lock:a", m_lock);
    readLock("lock:a", "x", in(1h));
    m_now += 31s;
    readLock("lock:a", "x", in(1h));
    m_now += 1s;
    readLock("lock:a", "y", in(1h));
    m_now += 29s;
    readLock("lock:a", "y", in(1h));
    QCOMPARE(lines(), (Lines{"+lock:a", "-lock:a"}));
}

void TestAlerts::forCountsFromWhenItBecameTrue()
{
    rule("n", u"value > 10"_s, 5s);
    add("n", m_counter);
    readNumber("n", 5);
    m_now += 10s;
    readNumber("n", 11);
    m_now += 3s;
    readNumber("n", 12);
    m_now += 2s;
    QCOMPARE(due(), Keys{"n"});
    readNumber("n", 12);
    QCOMPARE(lines(), Lines{"+n"});
    QVERIFY(m_entries[0].sinceIs == AgeBound::Exact);
    const auto length = m_entries[0].at - m_entries[0].since;
    QVERIFY(length >= 5s && length < 6s); // both are real moments, taken one after the other
}

void TestAlerts::whatFlapsInLessThanForIsNotTold()
{
    rule("n", u"value > 10"_s, 5s);
    add("n", m_counter);
    for (int i = 0; i < 20; ++i) {
        readNumber("n", i % 2 ? 5 : 20);
        m_now += 4s;
        QCOMPARE(due(), Keys{});
    }
    QCOMPARE(lines(), Lines{});
}

void TestAlerts::afterAGapForBeginsAnew()
{
    rule("n", u"value > 10"_s, 5s);
    add("n", m_counter);
    readNumber("n", 20);
    m_now += 3s;
    m_store->beginUnseen(m_now - 2s, m_now);
    readNumber("n", 20);
    m_now += 3s;
    readNumber("n", 20);
    QCOMPARE(lines(), Lines{});
    m_now += 2s;
    readNumber("n", 20);
    QCOMPARE(lines(), Lines{"+n"});
    QVERIFY(m_entries[0].sinceIs == AgeBound::AtLeast);
}

void TestAlerts::whatFiresBeforeAGapGoesOnAfterIt()
{
    rule("n", u"value > 10"_s);
    add("n", m_counter);
    add("m", m_counter);
    readNumber("n", 20);
    QCOMPARE(lines(), Lines{"+n"});
    m_store->beginUnseen(m_now, m_now + 1min);
    m_now += 1min;
    QCOMPARE(lines(), Lines{});
    readNumber("n", 30);
    QCOMPARE(lines(), Lines{});
    // It may have been otherwise in between.
    QVERIFY(alerts().firing()->front()->since == m_now);
    QVERIFY(alerts().firing()->front()->sinceIs == AgeBound::AtLeast);
    m_store->beginUnseen(m_now, m_now + 1min);
    m_now += 1min;
    readNumber("n", 1);
    QCOMPARE(lines(), Lines{"-n"});
}

void TestAlerts::whatIsUnreadableNeitherFiresNorEnds()
{
    rule("*", u"value > 10"_s);
    rule("lock:*", u"held > 30s"_s);
    add("n", m_counter);
    readNumber("n", 20);
    add("lock:a", m_lock);
    readLock("lock:a", "x", in(1h));
    QCOMPARE(lines(), Lines{"+n"});
    m_store->hideAll(m_now);
    m_now += 1min;
    QCOMPARE(due(), Keys{});
    QCOMPARE(lines(), Lines{});
    QCOMPARE(alerts().firing()->size(), std::size_t(1));
    readNumber("n", 2);
    QCOMPARE(lines(), Lines{"-n"});
}

void TestAlerts::whatIsUnreadableIsNotMeasured()
{
    rule("lock:*", u"held > 30s"_s);
    add("lock:a", m_lock);
    readLock("lock:a", "x", in(1h));
    m_now += 31s;
    readLock("lock:a", "x", in(1h));
    const AlertPtr before = alerts().firing()->front();
    QCOMPARE(before->value, 31'000.0);
    m_now += 1min;
    m_store->hideAll(m_now);
    const AlertPtr unknown = alerts().firing()->front();
    QVERIFY(!unknown->value);
    QVERIFY(unknown->since == before->since);
    m_now += 1min;
    readLock("lock:a", "x", in(1h));
    QVERIFY(alerts().firing()->front()->value);
    QCOMPARE(lines(), Lines{"+lock:a"});
}

void TestAlerts::immortalIsWhatTheTablesShow()
{
    rule("*", u"immortal"_s);
    add("lock:a", m_lock);
    readLock("lock:a", "x", in(1h));
    add("limit", m_bucket);
    readNumber("limit", 5, 5);
    QCOMPARE(lines(), Lines{"+limit"});
    readLock("lock:a", "x", Ttl::persistent());
    QCOMPARE(lines(), Lines{"+lock:a"});
    readLock("lock:a", "x", Ttl::unknown());
    QCOMPARE(lines(), Lines{});
    readLock("lock:a", "x", in(1s));
    QCOMPARE(lines(), Lines{"-lock:a"});
    FormatData kept = plainData(Family::Bucket);
    kept.persistentIsNormal = true;
    add("kept", plainFormat(std::move(kept)));
    readNumber("kept", 5, 5);
    QCOMPARE(lines(), Lines{});
}

void TestAlerts::aGuessNeverAlarms()
{
    rule("*", u"immortal"_s);
    rule("*", u"held > 1s"_s);
    rule("*", u"value > 1"_s);
    add("maybe", m_lock, ItemStore::Origin::Feed, Confidence::Possible);
    readLock("maybe", "x", Ttl::persistent());
    m_now += 1min;
    QCOMPARE(due(), Keys{});
    readLock("maybe", "x", Ttl::persistent());
    QCOMPARE(lines(), Lines{});
    // That a number is as large as it is is none.
    add("n", m_counter, ItemStore::Origin::Feed, Confidence::Possible);
    readNumber("n", 2);
    QCOMPARE(lines(), Lines{"+n"});
}

void TestAlerts::aFamilyIsAsked()
{
    rule("*", u"used >= 90%"_s, {}, Family::Bucket);
    add("seats", m_counter);
    readNumber("seats", 9, 10);
    QCOMPARE(lines(), Lines{});
    add("limit", m_bucket);
    readNumber("limit", 9, 10);
    QCOMPARE(lines(), Lines{"+limit"});
    QCOMPARE(*m_entries[0].value, 90.0);
}

void TestAlerts::waitersAndRenewalsAreCounted()
{
    rule("*", u"waiters > 2"_s);
    rule("*", u"waiting > 10s"_s);
    rule("*", u"renewals >= 2"_s);
    add("lock:a", m_awaited);
    readLock("lock:a", "x", in(10s));
    m_store->setWaiters("lock:a", 2, m_now);
    QCOMPARE(lines(), Lines{});
    m_store->setWaiters("lock:a", 3, m_now);
    QCOMPARE(lines(), Lines{"+lock:a"});
    m_now += 5s;
    readLock("lock:a", "x", in(10s));
    m_now += 5s;
    readLock("lock:a", "x", in(10s));
    QCOMPARE(lines(), Lines{"+lock:a"});
    QCOMPARE(m_entries[0].alert->name, u"renewals >= 2"_s);
    m_now += 1s;
    m_store->setWaiters("lock:a", 3, m_now);
    QCOMPARE(lines(), Lines{"+lock:a"});
    QCOMPARE(m_entries[0].alert->name, u"waiting > 10s"_s);
    m_store->setWaiters("lock:a", 0, m_now);
    QCOMPARE(lines(), (Lines{"-lock:a", "-lock:a"}));
}

// Who listens is counted every five seconds; what a reading carries along is that count.
void TestAlerts::onlyACountTellsOfWaiters()
{
    rule("lock:*", u"waiters > 2"_s, 4s);
    rule("lock:*", u"waiting > 4s"_s);
    add("lock:a", m_awaited);
    readLock("lock:a", "x", in(1h));
    m_store->setWaiters("lock:a", 3, m_now);
    m_now += 4'900ms;
    QCOMPARE(due(), Keys{}); // no reading would tell more
    readLock("lock:a", "x", in(1h));
    QCOMPARE(lines(), Lines{});
    m_now += 100ms;
    m_store->setWaiters("lock:a", 3, m_now);
    QCOMPARE(lines(), (Lines{"+lock:a", "+lock:a"}));
    // After a gap as well.
    m_store->beginUnseen(m_now, m_now + 1min);
    m_now += 1min;
    readLock("lock:a", "x", in(1h));
    QCOMPARE(lines(), Lines{});
    m_store->setWaiters("lock:a", 1, m_now);
    QCOMPARE(lines(), (Lines{"-lock:a", "-lock:a"}));
}

// It may come before the lock is read again.
void TestAlerts::aCountAfterAGapBeginsAnew()
{
    rule("lock:*", u"waiters > 2"_s, 10s);
    add("lock:a", m_awaited);
    readLock("lock:a", "x", in(1h));
    m_store->setWaiters("lock:a", 3, m_now);
    m_now += 5s;
    m_store->beginUnseen(m_now, m_now + 5s);
    m_now += 5s;
    m_store->setWaiters("lock:a", 3, m_now);
    QCOMPARE(lines(), Lines{});
    m_now += 10s;
    m_store->setWaiters("lock:a", 3, m_now);
    QCOMPARE(lines(), Lines{"+lock:a"});
    QVERIFY(m_entries[0].sinceIs == AgeBound::AtLeast);
}

void TestAlerts::aQueueIsToldByTheReading()
{
    rule("lock:*", u"waiters > 2"_s);
    add("lock:a", m_awaited);
    readQueue("lock:a", 3);
    QCOMPARE(lines(), Lines{"+lock:a"});
    readQueue("lock:a", 0);
    QCOMPARE(lines(), Lines{"-lock:a"});
}

void TestAlerts::aQueueThatIsNotToldEndsNothing()
{
    rule("lock:*", u"waiting > 1s"_s);
    add("lock:a", m_awaited);
    readQueue("lock:a", 3);
    m_now += 2s;
    readQueue("lock:a", 3);
    QCOMPARE(lines(), Lines{"+lock:a"});
    m_store->beginUnseen(m_now, m_now + 1s);
    m_now += 1s;
    readQueue("lock:a", {});
    QCOMPARE(lines(), Lines{});
    readQueue("lock:a", 0);
    QCOMPARE(lines(), Lines{"-lock:a"});
}

void TestAlerts::whoWaitsWhileTheLockIsFreeWaitsOn()
{
    rule("lock:*", u"waiters > 2"_s);
    add("lock:a", m_awaited);
    readLock("lock:a", "x", in(1h));
    m_store->setWaiters("lock:a", 5, m_now);
    QCOMPARE(lines(), Lines{"+lock:a"});
    readGone("lock:a");
    m_store->setWaiters("lock:a", 4, m_now);
    readLock("lock:a", "y", in(1h));
    QCOMPARE(lines(), Lines{});
    readGone("lock:a");
    m_now += 1h;
    m_store->forgetGoneBefore(m_now);
    m_store->setWaiters("lock:a", 0, m_now); // they have given up
    QCOMPARE(lines(), Lines{"-lock:a"});
    m_store->forgetGoneBefore(m_now);
    QVERIFY(!m_store->contains("lock:a"));
}

void TestAlerts::aLimitIsUsedAndExhausted()
{
    rule("*", u"used > 50%"_s);
    rule("*", u"exhausted >= 1m"_s);
    add("limit", m_bucket);
    readNumber("limit", 5, 10);
    QCOMPARE(lines(), Lines{});
    readNumber("limit", 10, 10);
    QCOMPARE(lines(), Lines{"+limit"});
    m_now += 1min;
    QCOMPARE(due(), Keys{"limit"});
    readNumber("limit", 10, 10);
    QCOMPARE(lines(), Lines{"+limit"});
    readNumber("limit", 1, 10);
    QCOMPARE(lines(), (Lines{"-limit", "-limit"}));
}

void TestAlerts::ofALimitThatIsOnlyInferredNothingIsSaid()
{
    rule("*", u"used > 50%"_s);
    add("limit", m_bucket);
    Reading reading;
    reading.ttl = in(1h);
    reading.value = 9;
    reading.limit = 10;
    reading.limitIsInferred = true;
    m_store->apply("limit", reading, m_now);
    QCOMPARE(lines(), Lines{});
    reading.limitIsInferred = false;
    m_store->apply("limit", reading, m_now);
    QCOMPARE(lines(), Lines{"+limit"});
}

// Its last numbers are still there.
void TestAlerts::aLimitWhoseWindowIsOverIsNotUsed()
{
    rule("*", u"used >= 90%"_s);
    rule("*", u"exhausted >= 1s"_s);
    add("limit", m_bucket);
    Reading reading;
    reading.ttl = in(1h);
    reading.value = 10;
    reading.limit = 10;
    m_store->apply("limit", reading, m_now);
    m_now += 1s;
    m_store->apply("limit", reading, m_now);
    QCOMPARE(lines(), (Lines{"+limit", "+limit"}));
    reading.isOver = true;
    m_store->apply("limit", reading, m_now);
    QCOMPARE(lines(), (Lines{"-limit", "-limit"}));
    QCOMPARE(m_entries[0].value.value_or(-1), 0.0);
}

void TestAlerts::aRateFallsByItselfAndEndsByAReading()
{
    rule("n", u"rate > 5/s"_s);
    add("n", m_counter);
    readNumber("n", 0);
    m_now += 2s;
    readNumber("n", 100);
    QCOMPARE(lines(), Lines{"+n"});
    m_now += 3s;
    QCOMPARE(due(), Keys{});
    m_now += 30s;
    QCOMPARE(due(), Keys{"n"});
    QCOMPARE(lines(), Lines{});
    readNumber("n", 100);
    QCOMPARE(lines(), Lines{"-n"});
    QCOMPARE(due(), Keys{});
    QVERIFY(!alerts().nextDue());
}

// One change of 100 is 20/s over 5 s, whether the counter has been there for long or not.
void TestAlerts::theRateOfAYoungCounterIsThatOfFiveSecondsToo()
{
    rule("old", u"rate > 50/s"_s);
    rule("young", u"rate > 50/s"_s);
    rule("found", u"rate > 50/s"_s);
    rule("again", u"rate > 50/s"_s);
    add("old", m_counter);
    readNumber("old", 1);
    add("again", m_counter);
    readNumber("again", 70'000);
    m_now += 10s;
    readGone("again");
    add("young", m_counter);
    add("found", m_counter, ItemStore::Origin::Inventory); // it may have been there before
    add("again", m_counter);
    readNumber("young", 1);
    readNumber("found", 1);
    readNumber("again", 1);
    for (int second = 1; second <= 4; ++second) {
        m_now += 1s;
        for (const char *key : {"old", "young", "found", "again"})
            readNumber(key, 101);
        QCOMPARE(lines(), Lines{});
    }
    // What is fast enough over the whole 5 s fires at once, if its beginning was seen.
    for (const char *key : {"young", "found", "again"})
        readNumber(key, 1'001);
    QCOMPARE(lines(), (Lines{"+young", "+again"}));
    QCOMPARE(*m_entries[0].value, 200.0);
    m_now += 1s;
    readNumber("found", 1'001);
    QCOMPARE(lines(), Lines{"+found"});
}

// Of what is compared with nothing, no rate is known; that is not 0.
void TestAlerts::afterAGapARateIsUnknown()
{
    rule("fast", u"rate > 5/s"_s);
    rule("never", u"rate < 1/s"_s);
    add("fast", m_counter);
    add("never", m_counter);
    double value = 0;
    const auto readBoth = [&](int seconds) {
        for (int second = 0; second < seconds; ++second) {
            m_now += 1s;
            value += 10;
            readNumber("fast", value);
            readNumber("never", value);
        }
    };
    readBoth(6);
    (void)lines();
    QCOMPARE(alerts().firing()->size(), std::size_t(1));
    QCOMPARE(alerts().firing()->front()->key, QByteArray("fast"));
    for (const Milliseconds gap : {Milliseconds(100), Milliseconds(60'000)}) {
        m_store->beginUnseen(m_now, m_now + gap);
        m_now += gap;
        readBoth(1);
        QCOMPARE(due(), Keys{});
        readBoth(20);
        QCOMPARE(lines(), Lines{});
    }
    // What has stopped in the gap ends once that is known.
    m_store->beginUnseen(m_now, m_now + 1min);
    m_now += 1min;
    readNumber("fast", value + 1000);
    readNumber("never", value + 1000);
    m_now += 4s;
    QCOMPARE(due(), Keys{});
    m_now += 1s;
    QCOMPARE(due(), (Keys{"fast", "never"}));
    readNumber("fast", value + 1000);
    QCOMPARE(lines(), Lines{"-fast"});
}

void TestAlerts::aPendingRateIsLookedAtBeforeItsTime()
{
    rule("n", u"rate > 5/s"_s, 1h);
    add("n", m_counter);
    readNumber("n", 0);
    m_now += 2s;
    readNumber("n", 100);
    m_now += 3s;
    QCOMPARE(due(), Keys{});
    m_now += 27s;
    QCOMPARE(due(), Keys{"n"}); // it has stopped meanwhile
    readNumber("n", 100);
    QVERIFY(!alerts().nextDue());
}

// A bucket from which nobody takes is announced by nobody.
void TestAlerts::aLimitThatFallsByItselfIsReadEachSecond()
{
    FormatData data = plainData(Family::Bucket);
    JsonFields fields(
        QJsonObject{{u"name"_s, u"gcra"_s}, {u"unit"_s, u"milliseconds"_s}}, u"test"_s);
    data.reader = makeReader(fields, {});
    QVERIFY(fields.finish());
    rule("*", u"used >= 90%"_s);
    rule("*", u"exhausted > 5s"_s);
    add("falling", plainFormat(std::move(data)));
    add("fixed", m_bucket);
    readNumber("falling", 10, 10);
    readNumber("fixed", 10, 10);
    QCOMPARE(lines(), (Lines{"+falling", "+fixed"}));
    m_now += 900ms;
    QCOMPARE(due(), Keys{});
    m_now += 100ms;
    QCOMPARE(due(), Keys{"falling"});
    readNumber("falling", 9, 10);
    m_now += 1s;
    QCOMPARE(due(), Keys{"falling"});
    readNumber("falling", 8, 10);
    QCOMPARE(lines(), Lines{"-falling"});
    m_now += 3s;
    QCOMPARE(due(), Keys{});
}

// Its age is counted from when the limit was reached, and the condition is true when that is large
// enough.
void TestAlerts::exhaustedCountsAsOtherAges()
{
    rule("limit", u"exhausted >= 1m"_s, 10s);
    add("limit", m_bucket);
    readNumber("limit", 5, 10);
    readNumber("limit", 10, 10);
    const Instant reached = m_now;
    m_now += 70s;
    readNumber("limit", 10, 10);
    QCOMPARE(lines(), Lines{"+limit"});
    QCOMPARE(m_entries[0].value.value_or(0), 70'000.0);
    QVERIFY(alerts().firing()->front()->since == reached + 1min);
    m_now += 5s;
    readNumber("limit", 10, 10);
    QCOMPARE(alerts().firing()->front()->value.value_or(0), 75'000.0);
}

void TestAlerts::goneIsWhatWasThereAndIsNot()
{
    rule("worker:*", u"gone"_s);
    add("worker:1", m_counter);
    readGone("worker:1");
    QCOMPARE(lines(), Lines{}); // nobody has seen it
    readNumber("worker:1", 1);
    readGone("worker:1");
    QCOMPARE(lines(), Lines{"+worker:1"});
    QVERIFY(m_entries[0].sinceIs == AgeBound::Exact);
    readGone("worker:1");
    QCOMPARE(lines(), Lines{});
    readNumber("worker:1", 1);
    QCOMPARE(lines(), Lines{"-worker:1"});
}

void TestAlerts::goneForSomeTimeIsNotTakenFromAGap()
{
    rule("worker:*", u"gone"_s, 10s);
    add("worker:1", m_counter);
    readNumber("worker:1", 1);
    readGone("worker:1");
    m_now += 5s;
    m_store->beginUnseen(m_now - 1s, m_now);
    m_now += 6s;
    (void)due();
    QCOMPARE(lines(), Lines{}); // it may be back
    readGone("worker:1");
    m_now += 10s;
    (void)due(false);
    QCOMPARE(lines(), Lines{}); // the connection is lost
    m_now += 1s;
    (void)due();
    QCOMPARE(lines(), Lines{"+worker:1"});
}

void TestAlerts::aNameThatWasNeverMetIsGone()
{
    rule("leader", u"gone"_s);
    rule("config", u"gone"_s);
    rule("other", u"gone"_s);
    const auto isOwn = [](const QByteArray &key) { return key != "other"; };
    alerts().noteMet("config"); // it is there, though it is no object
    alerts().finishPass(isOwn, alerts().gaps(), m_now);
    QCOMPARE(lines(), Lines{"+leader"});
    QVERIFY(m_entries[0].sinceIs == AgeBound::AtLeast);
    QVERIFY(!m_entries[0].isFamilyKnown);
    add("leader", m_lock);
    readLock("leader", "x", in(1h));
    QCOMPARE(lines(), Lines{"-leader"});
    alerts().finishPass(isOwn, alerts().gaps(), m_now);
    QCOMPARE(lines(), Lines{"+config"});
}

// Two databases were swapped while it ran: it has met half of the names of each.
void TestAlerts::ofAPassWithAGapInItNothingFollows()
{
    rule("leader", u"gone"_s);
    rule("config", u"gone"_s);
    const auto isOwn = [](const QByteArray &) { return true; };
    const auto begun = alerts().gaps();
    alerts().noteMet("config");
    m_store->beginUnseen(m_now - 1s, m_now);
    alerts().finishPass(isOwn, begun, m_now);
    QCOMPARE(lines(), Lines{});
    alerts().finishPass(isOwn, alerts().gaps(), m_now);
    QCOMPARE(lines(), (Lines{"+config", "+leader"}));
}

// It has met some names before anybody asked for them.
void TestAlerts::ofAPassThatBeganBeforeTheRuleNothingFollows()
{
    const auto isOwn = [](const QByteArray &) { return true; };
    const auto begun = alerts().gaps();
    rule("config", u"gone"_s);
    alerts().finishPass(isOwn, begun, m_now);
    QCOMPARE(lines(), Lines{});
    alerts().finishPass(isOwn, alerts().gaps(), m_now);
    QCOMPARE(lines(), Lines{"+config"});
}

void TestAlerts::whatLeavesTheStoreDuringAPassIsThere()
{
    rule("config", u"gone"_s);
    const auto isOwn = [](const QByteArray &) { return true; };
    add("config", m_counter);
    readNumber("config", 1);
    alerts().noteMet("config");
    m_store->remove("config"); // it holds something else now
    alerts().finishPass(isOwn, alerts().gaps(), m_now);
    QCOMPARE(lines(), Lines{});
    alerts().finishPass(isOwn, alerts().gaps(), m_now);
    QCOMPARE(lines(), Lines{"+config"});
}

// Nobody announces that such a key is back, and between two passes it may be.
void TestAlerts::whatOnlyAPassMissedAnotherPassTells()
{
    rule("config", u"gone"_s, 10s);
    rule("leader", u"gone"_s, 10s);
    const auto isOwn = [](const QByteArray &) { return true; };
    alerts().finishPass(isOwn, alerts().gaps(), m_now);
    m_now += 11s;
    (void)due();
    QCOMPARE(lines(), Lines{});
    alerts().noteMet("leader");
    alerts().finishPass(isOwn, alerts().gaps(), m_now);
    QCOMPARE(lines(), Lines{"+config"});
    // What a reading has missed is announced when it is back.
    add("leader", m_lock);
    readLock("leader", "x", in(1h));
    readGone("leader");
    m_now += 10s;
    (void)due();
    QCOMPARE(lines(), Lines{"+leader"});
}

void TestAlerts::whatWasGoneBeforeAGapIsGoneUntilItIsMet()
{
    rule("leader", u"gone"_s);
    const auto isOwn = [](const QByteArray &) { return true; };
    alerts().finishPass(isOwn, alerts().gaps(), m_now);
    QCOMPARE(lines(), Lines{"+leader"});
    m_store->beginUnseen(m_now, m_now + 1min);
    m_now += 1min;
    QCOMPARE(lines(), Lines{});
    alerts().finishPass(isOwn, alerts().gaps(), m_now);
    QCOMPARE(lines(), Lines{}); // it is not told twice
    QCOMPARE(alerts().firing()->size(), std::size_t(1));
    alerts().noteMet("leader");
    alerts().finishPass(isOwn, alerts().gaps(), m_now);
    QCOMPARE(lines(), Lines{"-leader"});
}

void TestAlerts::aKeyThatIsNotWatchedAnyMoreEndsItsAlert()
{
    rule("n", u"value > 1"_s);
    add("n", m_counter);
    readNumber("n", 2);
    m_store->remove("n");
    QCOMPARE(lines(), (Lines{"+n", "-n"}));
    QVERIFY(m_entries[1].alertEnd == AlertEnd::NotWatched);
}

void TestAlerts::rulesThatStayKeepTheirAlerts()
{
    rule("n", u"value > 1"_s);
    add("n", m_counter);
    readNumber("n", 7);
    QCOMPARE(lines(), Lines{"+n"});
    rule("n", u"value > 5"_s);
    QCOMPARE(due(), Keys{"n"});
    readNumber("n", 7);
    QCOMPARE(lines(), Lines{"+n"});
    QVERIFY(m_entries[0].sinceIs == AgeBound::AtLeast);
    m_rules.erase(m_rules.begin());
    m_store->shared()->setAlertRules(m_rules);
    QCOMPARE(lines(), Lines{"-n"});
    QVERIFY(m_entries[0].alertEnd == AlertEnd::RuleGone);
    QCOMPARE(alerts().firing()->size(), std::size_t(1));
}

// What was read before the rule came may be long over.
void TestAlerts::aNewRuleWaitsForAReading()
{
    add("n", m_counter);
    readNumber("n", 7);
    m_now += 1h;
    rule("n", u"value > 5"_s);
    QCOMPARE(lines(), Lines{});
    QCOMPARE(due(false), Keys{});
    QCOMPARE(lines(), Lines{});
    m_now += 5s;
    QCOMPARE(due(), Keys{"n"});
    readNumber("n", 7);
    QCOMPARE(lines(), Lines{"+n"});
    QVERIFY(m_entries[0].sinceIs == AgeBound::AtLeast);
}

void TestAlerts::aKeyThatNoRuleMatchedIsMatchedByOtherRules()
{
    rule("other", u"value > 5"_s);
    add("n", m_counter);
    readNumber("n", 7);
    readNumber("n", 8);
    rule("n", u"value > 5"_s);
    readNumber("n", 9);
    QCOMPARE(lines(), Lines{"+n"});
    m_store->remove("n");
    m_rules.pop_back();
    m_store->shared()->setAlertRules(m_rules);
    add("n", m_counter);
    readNumber("n", 9);
    rule("n", u"value > 5"_s);
    readNumber("n", 9);
    QCOMPARE(lines(), (Lines{"-n", "+n"}));
}

void TestAlerts::thoseBeyondTheLimitAreCounted()
{
    rule("*", u"value > 1"_s);
    for (std::size_t i = 0; i < AlertEvaluation::mostFiring + 2; ++i) {
        const QByteArray key = "n:" + QByteArray::number(qulonglong(i));
        add(key, m_counter);
        readNumber(key, 2);
        readNumber(key, 3);
    }
    QCOMPARE(alerts().firing()->size(), AlertEvaluation::mostFiring);
    QCOMPARE(alerts().leftOut(), qint64(2));
    readNumber("n:0", 0);
    readNumber("n:" + QByteArray::number(qulonglong(AlertEvaluation::mostFiring)), 3);
    QCOMPARE(alerts().firing()->size(), AlertEvaluation::mostFiring);
}

// One rule that is too broad would silence all others.
void TestAlerts::whatIsPendingLeavesRoomForOthers()
{
    rule("n:*", u"value > 1"_s, 1h);
    rule("m", u"value > 1"_s);
    for (std::size_t i = 0; i <= AlertEvaluation::mostFiring; ++i) {
        const QByteArray key = "n:" + QByteArray::number(qulonglong(i));
        add(key, m_counter);
        readNumber(key, 2);
    }
    add("m", m_counter);
    readNumber("m", 2);
    QCOMPARE(lines(), Lines{"+m"});
    QCOMPARE(alerts().leftOut(), qint64(0));
}

void TestAlerts::theLineSaysWhoHeldIt()
{
    rule("lock:*", u"held > 30s"_s);
    add("lock:a", m_lock);
    readLock("lock:a", "x", in(1h));
    m_now += 31s;
    readLock("lock:a", "x", in(1h));
    readLock("lock:a", "y", in(1h));
    QCOMPARE(lines(), (Lines{"+lock:a", "-lock:a"}));
    for (const JournalEntry &entry : m_entries) {
        QVERIFY(entry.holder.has_value());
        QCOMPARE(entry.holder->token, QByteArray("x"));
        QCOMPARE(entry.library, u"Plain"_s);
    }
}

void TestAlerts::firingAndResolvedSayTheSameSince()
{
    rule("n", u"value > 10"_s);
    add("n", m_counter);
    for (int i = 0; i < 200; ++i) {
        m_now += 1'234'567ns;
        readNumber("n", 20);
        m_now += 7'654'321ns;
        readNumber("n", 2);
        QCOMPARE(lines(), (Lines{"+n", "-n"}));
        QVERIFY(m_entries[0].since == m_entries[1].since);
    }
}

void TestAlerts::resolvedSaysHowLongItWas()
{
    rule("*", u"held > 30s"_s);
    rule("*", u"exhausted > 5s"_s);
    add("lock:a", m_lock);
    add("api", m_bucket);
    readLock("lock:a", "x", in(1h));
    readNumber("api", 10, 10);
    m_now += 31s;
    readLock("lock:a", "x", in(1h));
    readNumber("api", 10, 10);
    QCOMPARE(lines(), (Lines{"+lock:a", "+api"}));
    m_now += 29s;
    readLock("lock:a", "y", in(1h)); // who has had it for no time
    readNumber("api", 4, 10);
    QCOMPARE(lines(), (Lines{"-lock:a", "-api"}));
    QCOMPARE(*m_entries[0].value, 60'000.0);
    QCOMPARE(*m_entries[1].value, 60'000.0);
}

void TestAlerts::resolvedSaysWhatWasMeasuredInTheEnd()
{
    rule("*", u"value > 10"_s);
    rule("*", u"used >= 90%"_s);
    for (const QByteArray key : {"n", "m"})
        add(key, m_counter);
    add("api", m_bucket);
    for (const QByteArray key : {"n", "m"})
        readNumber(key, 20);
    readNumber("api", 10, 10);
    m_now += 1s;
    for (const QByteArray key : {"n", "m"})
        readNumber(key, 30);
    QCOMPARE(lines(), (Lines{"+n", "+m", "+api"}));
    readNumber("n", 7);
    readGone("m");
    readNumber("api", 4, 10);
    QCOMPARE(lines(), (Lines{"-n", "-m", "-api"}));
    QCOMPARE(*m_entries[0].value, 7.0);
    QCOMPARE(*m_entries[1].value, 30.0); // nothing was measured when it was gone
    QCOMPARE(*m_entries[2].value, 40.0);
}

void TestAlerts::whatEndedUnseenSaysWhatWasMeasuredLast()
{
    rule("lock:*", u"held > 30s"_s);
    rule("lock:*", u"held > 40s"_s);
    add("lock:a", m_lock);
    readLock("lock:a", "x", in(1h));
    m_now += 45s;
    readLock("lock:a", "x", in(1h));
    QCOMPARE(lines(), (Lines{"+lock:a", "+lock:a"}));
    m_store->beginUnseen(m_now, m_now + 10min);
    m_now += 10min;
    readGone("lock:a");
    QCOMPARE(lines(), (Lines{"-lock:a", "-lock:a"}));
    QCOMPARE(*m_entries[0].value, 45'000.0);
    rule("lock:*", u"held > 50s"_s);
    add("lock:b", m_lock);
    readLock("lock:b", "x", in(1h));
    m_now += 1min;
    readLock("lock:b", "x", in(1h));
    m_entries.clear();
    lines();
    m_rules.clear();
    m_store->shared()->setAlertRules(m_rules);
    QCOMPARE(lines(), (Lines{"-lock:b", "-lock:b", "-lock:b"}));
    QCOMPARE(*m_entries[0].value, 60'000.0);
    QVERIFY(m_entries[0].alertEnd == AlertEnd::RuleGone);
}

QTEST_GUILESS_MAIN(TestAlerts)
#include "tst_alerts.moc"
