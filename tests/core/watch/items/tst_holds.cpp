#include "core/watch/items/comparison.h"
#include "core/watch/snapshot/holdstatistics.h"
#include "core/watch/store/itemstore.h"
#include "tests/support/samples/plainformat.h"

#include <QTest>

#include <map>

using namespace lockstep;
using namespace std::chrono_literals;
using Kind = JournalEntry::Kind;

// The holds of a key across releases and what is counted of them. Time is an argument: nothing here
// waits.
class TestHolds : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void aLockThatHasNotChangedIsOneHold();
    void holdsStayAcrossReleasesAndReacquisitions();
    void onlyTheHoldersOwnLaterDeadlineIsARenewal();
    void aHandOverEndsOneHoldAndBeginsAnother();
    void whatEndsDuringAGapIsUnseen();
    void theSameHolderAfterAGapGoesOn();
    void theLeaseBeforeAnUnseenRenewalIsNotTold();
    void aDeadlineThatStaysKeepsItsLease_data();
    void aDeadlineThatStaysKeepsItsLease();
    void thereIsNoPaceForAMinuteAfterAnEndThatWasUnseen();
    void permitsAreHoldsThatOverlap();
    void permitsThatChangedInAGapEndAndBeginUnseen();
    void aPermitEndsAtItsOwnDeadline();
    void aPermitThatEndedBeforeTheLookIsNotToldAsReleased();
    void permitsThatOnlyCountHaveNoHolds();
    void aPermitThatLastsIsNotForgottenForManyThatDoNot();
    void aFreedLockIsShownWithItsHistoryForSomeSeconds();
    void whatIsPublishedStaysAsItIs();
    void holdsAreBounded();
    void locksThatRestDoNotKeepWhatWasForgotten();
    void statisticsAreThoseOfTheHolds();
    void waitingIsCountedFromOneCountToTheNext();
    void holdersHoldWhatTheirTokensSay();

private:
    void add(const QByteArray &key, const FormatPtr &format = plainFormat(Family::Lock))
    {
        m_store->add({format, Confidence::Certain, key, {}}, ItemStore::Origin::Feed);
    }
    void read(const QByteArray &key, const QByteArray &token, Milliseconds left)
    {
        Reading reading;
        reading.ttl = Ttl::until(m_now + left);
        reading.value = 1;
        reading.holder = Holder{token, {}, {}, {}, {}};
        m_store->apply(key, reading, m_now);
    }
    struct Taken
    {
        QByteArray token;
        Instant ends;
    };
    void readPermits(const QByteArray &key, const std::vector<Taken> &taken)
    {
        Reading reading;
        reading.ttl = Ttl::until(m_now + 1h);
        reading.value = double(taken.size());
        Permits permits;
        for (const auto &[token, ends] : taken)
            permits.push_back(
                {Holder{token, {}, {}, {}, {}}, double(ends.time_since_epoch().count()), ends});
        if (!permits.empty()) {
            reading.holder = permits.back().holder;
            reading.permits = permits;
        }
        m_store->apply(key, reading, m_now);
    }
    void readGone(const QByteArray &key) { m_store->apply(key, Reading{}, m_now); }
    Snapshot published()
    {
        Snapshot snapshot;
        snapshot.takenAt = m_now;
        m_store->publish(snapshot);
        return snapshot;
    }
    [[nodiscard]] std::vector<Hold> holds(const QByteArray &key) const
    {
        return holdsOf(*m_store->item(key));
    }

    FormatPtr m_lock = plainFormat(Family::Lock);
    std::unique_ptr<ItemStore> m_store;
    Instant m_now{};
};

void TestHolds::init()
{
    m_store = std::make_unique<ItemStore>();
    m_now = Instant() + 1000h;
}

void TestHolds::aLockThatHasNotChangedIsOneHold()
{
    m_store->add({m_lock, Confidence::Certain, "old", {}}, ItemStore::Origin::Inventory);
    read("old", "a", 10s);
    add("new");
    read("new", "b", 10s);
    QVERIFY(!m_store->item("old")->holds); // there may be a million of these
    m_now += 2s;
    read("old", "a", 8s);
    const auto old = holds("old");
    QCOMPARE(old.size(), size_t(1));
    QVERIFY(!old[0].beginIsSeen);
    QVERIFY(old[0].from == m_now - 2s);
    QCOMPARE(old[0].lease, std::optional<Milliseconds>(10s));
    QVERIFY(old[0].end == HoldEnd::None);
    QVERIFY(holds("new")[0].beginIsSeen);
}

void TestHolds::holdsStayAcrossReleasesAndReacquisitions()
{
    add("k");
    for (int round = 0; round < 16; ++round) {
        read("k", "holder " + QByteArray::number(round), 10s);
        m_now += 4s;
        readGone("k");
        m_now += 20ms;
    }
    read("k", "last", 10s);
    const auto all = holds("k");
    QCOMPARE(all.size(), size_t(17));
    for (int round = 0; round < 16; ++round) {
        const Hold &hold = all[size_t(round)];
        QCOMPARE(hold.holder->token, "holder " + QByteArray::number(round));
        QVERIFY(hold.beginIsSeen);
        QVERIFY(hold.end == HoldEnd::Released);
        QVERIFY(hold.to - hold.from == 4s);
        QCOMPARE(hold.renewalCount, 0);
        QCOMPARE(hold.lease, std::optional<Milliseconds>(10s));
    }
    QVERIFY(all.back().end == HoldEnd::None);
}

void TestHolds::onlyTheHoldersOwnLaterDeadlineIsARenewal()
{
    add("k");
    read("k", "a", 9s);
    m_now += 3s;
    read("k", "a", 9s);
    m_now += 3s;
    read("k", "b", 9s); // a hand-over moves the deadline up as well
    m_now += 3s;
    readGone("k");
    m_now += 1s;
    read("k", "a", 9s);
    const auto all = holds("k");
    QCOMPARE(all.size(), size_t(3));
    QCOMPARE(all[0].renewalCount, 1);
    QCOMPARE(all[0].deadlineChanges,
        (std::vector<DeadlineChange>{{m_now - 7s, Milliseconds(6s), Milliseconds(9s)}}));
    QCOMPARE(all[1].renewalCount, 0);
    QCOMPARE(all[2].renewalCount, 0);
}

void TestHolds::aHandOverEndsOneHoldAndBeginsAnother()
{
    add("k");
    read("k", "a", 10s);
    m_now += 1s;
    read("k", "b", 10s);
    const auto all = holds("k");
    QCOMPARE(all.size(), size_t(2));
    QVERIFY(all[0].end == HoldEnd::HandedOver && all[0].to == m_now);
    QVERIFY(all[1].end == HoldEnd::None && all[1].from == m_now && all[1].beginIsSeen);
}

void TestHolds::whatEndsDuringAGapIsUnseen()
{
    add("k");
    read("k", "a", 10s);
    add("gone");
    read("gone", "a", 10s);
    const auto lastRead = m_now;
    m_now += 1s;
    m_store->beginUnseen(m_now, m_now + 3s);
    m_now += 3s;
    read("k", "b", 10s);
    readGone("gone");
    const auto all = holds("k");
    QCOMPARE(all.size(), size_t(2));
    QVERIFY(all[0].end == HoldEnd::Unseen && all[0].to == lastRead);
    QVERIFY(!all[1].beginIsSeen && all[1].from == m_now);
    const auto snapshot = published();
    QCOMPARE(snapshot.unseen->size(), size_t(1));
    QVERIFY(snapshot.unseen->front().from == m_now - 3s && snapshot.unseen->front().to == m_now);
    QVERIFY(holdsOf(*snapshot.freed->front()).back().end == HoldEnd::Unseen);
    QVERIFY(!holdStatistics(*m_store->item("k"), m_now)->longest); // nothing was seen whole
}

void TestHolds::theSameHolderAfterAGapGoesOn()
{
    add("k");
    read("k", "a", 10s);
    const auto begin = m_now;
    m_now += 1s;
    m_store->beginUnseen(m_now, m_now);
    read("k", "a", 10s); // may have been renewed any number of times
    m_now += 1s;
    readGone("k");
    const auto snapshot = published();
    const auto all = holdsOf(*snapshot.freed->front());
    QCOMPARE(all.size(), size_t(1));
    QVERIFY(all[0].from == begin && all[0].beginIsSeen && all[0].deadlineChanges.empty());
    QVERIFY(all[0].end == HoldEnd::Released);
}

// A hold whose deadline was moved up in a gap had less time left when it began than that.
void TestHolds::theLeaseBeforeAnUnseenRenewalIsNotTold()
{
    add("k");
    read("k", "a", 10s);
    m_now += 1s;
    m_store->beginUnseen(m_now, m_now + 1min);
    m_now += 1min;
    read("k", "a", 10s);
    QCOMPARE(holds("k").size(), size_t(1));
    QCOMPARE(holds("k")[0].lease, std::optional<Milliseconds>(10s)); // not 71 s at its beginning
    QCOMPARE(holds("k")[0].leaseAt, m_now);
    const auto read10s = m_now;
    m_now += 1s;
    read("k", "b", 10s);
    QCOMPARE(holds("k")[0].leaseAt, read10s);
    QCOMPARE(holds("k")[1].lease, std::optional<Milliseconds>(10s));
    QCOMPARE(holds("k")[1].leaseAt, m_now);
}

void TestHolds::aDeadlineThatStaysKeepsItsLease_data()
{
    QTest::addColumn<Milliseconds>("lease");
    QTest::newRow("short") << Milliseconds(10s);
    QTest::newRow("longer than a number of milliseconds") << Milliseconds(24h * 40);
}

// Each reply comes a little later than the one before.
void TestHolds::aDeadlineThatStaysKeepsItsLease()
{
    QFETCH(Milliseconds, lease);
    add("k");
    const auto first = m_now;
    read("k", "a", lease);
    m_now += 3s;
    m_store->beginUnseen(m_now - 1s, m_now);
    read("k", "a", lease - 3s + 1ms);
    m_now += 1s;
    read("k", "b", lease); // it has a history from now on
    QCOMPARE(holds("k").size(), size_t(2));
    QCOMPARE(holds("k")[0].leaseAt, first);
    QVERIFY(holds("k")[0].lease && *holds("k")[0].lease - lease <= 1ms);
}

void TestHolds::thereIsNoPaceForAMinuteAfterAnEndThatWasUnseen()
{
    add("k");
    read("k", "a", 1h);
    m_now += 5min; // a quiet lock
    m_store->beginUnseen(m_now, m_now + 10s);
    m_now += 10s;
    read("k", "b", 1h);
    const auto pace = [this] { return holdStatistics(*m_store->item("k"), m_now)->perMinute; };
    QVERIFY(!pace());
    m_now += 59s;
    QVERIFY(!pace());
    m_now += 2s;
    QCOMPARE(pace(), std::optional(0.0));
}

void TestHolds::permitsThatChangedInAGapEndAndBeginUnseen()
{
    add("s");
    const auto later = m_now + 1h;
    readPermits("s", {{"vanished", later}});
    m_now += 1s;
    readPermits("s", {{"vanished", later}, {"stays", later}});
    const auto lastRead = m_now;
    m_now += 1s;
    m_store->beginUnseen(m_now, m_now + 3s);
    m_now += 3s;
    readPermits("s", {{"stays", later}, {"new", later}});
    const auto all = holds("s");
    QCOMPARE(all.size(), size_t(3));
    QCOMPARE(all[0].holder->token, QByteArray("vanished"));
    QVERIFY(all[0].end == HoldEnd::Unseen && all[0].to == lastRead);
    QCOMPARE(all[1].holder->token, QByteArray("stays"));
    QVERIFY(all[1].end == HoldEnd::None && all[1].beginIsSeen && all[1].from == lastRead);
    QCOMPARE(all[2].holder->token, QByteArray("new"));
    QVERIFY(all[2].end == HoldEnd::None && !all[2].beginIsSeen && all[2].from == m_now);
    QCOMPARE(all[2].lease, std::optional(std::chrono::duration_cast<Milliseconds>(later - m_now)));
    m_now += 1s;
    readPermits("s", {{"stays", later}}); // and that was seen
    QVERIFY(holds("s")[2].end == HoldEnd::Released);
    QCOMPARE(holdStatistics(*m_store->item("s"), m_now)->unseen, qint64(1));
}

void TestHolds::permitsAreHoldsThatOverlap()
{
    add("s");
    const auto later = m_now + 1h;
    readPermits("s", {{"a", later}});
    m_now += 1s;
    readPermits("s", {{"a", later}, {"b", later}});
    m_now += 1s;
    readPermits("s", {{"b", later}, {"c", later}}); // a gave back, c took: c has not a's permit
    m_now += 1s;
    readGone("s");
    const auto snapshot = published();
    std::vector<Kind> kinds;
    for (const auto &entry : snapshot.journal)
        kinds.push_back(entry.kind);
    QCOMPARE(kinds,
        (std::vector<Kind>{Kind::Acquired, Kind::Acquired, Kind::Released, Kind::Acquired,
            Kind::Released, Kind::Released}));
    const auto all = holdsOf(*snapshot.freed->front());
    QCOMPARE(all.size(), size_t(3));
    QVERIFY(all[0].to - all[0].from == 2s);
    QVERIFY(all[1].to - all[1].from == 2s);
    QVERIFY(all[2].to - all[2].from == 1s);
    QVERIFY(isPermits(snapshot.freed->front()->reading)); // still no lock
}

void TestHolds::aPermitThatLastsIsNotForgottenForManyThatDoNot()
{
    add("s");
    const auto later = m_now + 10h;
    const auto begin = m_now;
    for (int i = 0; i < 1000; ++i) {
        readPermits("s", {{"lasts", later}, {QByteArray::number(i), later}});
        m_now += 1s;
    }
    const auto all = holds("s");
    QCOMPARE(all.size(), HoldStore::mostHolds);
    QCOMPARE(all.front().holder->token, QByteArray("lasts"));
    QVERIFY(all.front().from == begin && all.front().end == HoldEnd::None);
    QCOMPARE(all[1].holder->token, QByteArray("745"));
    // That of 744 ended when 745 began.
    QVERIFY(m_store->item("s")->holds->forgottenUntil == all[1].from);
}

void TestHolds::aPermitEndsAtItsOwnDeadline()
{
    add("s");
    const auto later = m_now + 1h;
    readPermits("s", {{"short", m_now + 2s}, {"long", later}});
    m_now += 2s;
    readPermits("s", {{"long", later}});
    m_now += 1s;
    readPermits("s", {{"long", later + 5s}});
    const auto entries = published().journal;
    QCOMPARE(entries.size(), size_t(4));
    QCOMPARE(entries[2].kind, Kind::Expired);
    QCOMPARE(entries[2].holder->token, QByteArray("short"));
    QCOMPARE(entries[3].kind, Kind::Renewed);
    QCOMPARE(entries[3].holder->token, QByteArray("long"));
    QCOMPARE(holds("s").size(), size_t(2));
}

// A look that was wanted when one permit ended, and made when the next ones had ended as well.
void TestHolds::aPermitThatEndedBeforeTheLookIsNotToldAsReleased()
{
    add("s");
    const auto later = m_now + 1h;
    readPermits("s",
        {{"first", m_now + 2s}, {"stored", m_now + 2100ms}, {"swept", m_now + 2100ms},
            {"lasts", later}, {"given back", later}});
    published();
    Reading reading;
    reading.ttl = Ttl::until(later);
    reading.permits.emplace().push_back(
        {Holder{"lasts", {}, {}, {}, {}}, double(later.time_since_epoch().count()), later});
    reading.permits->ended = {"first", "stored"};
    reading.holder = reading.permits->back().holder;
    reading.value = 1;
    m_store->apply("s", reading, Look(m_now + 2150ms, m_now + 2s));
    std::map<QByteArray, Kind> told;
    for (const JournalEntry &entry : published().journal)
        told.emplace(entry.holder->token, entry.kind);
    const std::map<QByteArray, Kind> expected{{"first", Kind::Expired}, {"stored", Kind::Expired},
        {"swept", Kind::Gone}, {"given back", Kind::Released}};
    QVERIFY(told == expected);
}

void TestHolds::permitsThatOnlyCountHaveNoHolds()
{
    add("s");
    for (const double used : {1.0, 3.0, 2.0}) {
        Reading reading;
        reading.ttl = Ttl::persistent();
        reading.value = used;
        reading.limit = 5;
        reading.holder = Holder{};
        m_store->apply("s", reading, m_now);
    }
    QVERIFY(holds("s").empty()); // which of them ended is not told
    QCOMPARE(published().journal.size(), size_t(3));
}

void TestHolds::aFreedLockIsShownWithItsHistoryForSomeSeconds()
{
    add("k");
    read("k", "a", 10s);
    m_now += 1s;
    readGone("k");
    auto snapshot = published();
    QCOMPARE(snapshot.locks->size(), size_t(0));
    QCOMPARE(snapshot.freed->size(), size_t(1));
    const Item &freed = *snapshot.freed->front();
    QCOMPARE(lockState(freed, m_now), LockState::Free);
    QVERIFY(freed.readAt == m_now);
    QVERIFY(holdsOf(freed)[0].end == HoldEnd::Released);
    QCOMPARE(published().freed, snapshot.freed); // shared while nothing changes
    m_now += 10s;
    QCOMPARE(published().freed->size(), size_t(1));
    m_now += 1ms;
    QCOMPARE(published().freed->size(), size_t(0));
    read("k", "b", 10s);
    readGone("k");
    read("k", "c", 10s);
    QCOMPARE(published().freed->size(), size_t(0));
}

void TestHolds::whatIsPublishedStaysAsItIs()
{
    add("k");
    read("k", "a", 10s);
    read("k", "b", 10s);
    const auto before = published().locks->front();
    const auto size = holdsOf(*before).size();
    read("k", "c", 10s);
    QCOMPARE(holdsOf(*before).size(), size);
    QVERIFY(holdsOf(*before).back().end == HoldEnd::None);
}

void TestHolds::holdsAreBounded()
{
    add("k");
    for (int i = 0; i < 1000; ++i) {
        read("k", QByteArray::number(i), 10s);
        m_now += 1s;
    }
    QCOMPARE(holds("k").size(), HoldStore::mostHolds);
    QCOMPARE(holds("k").back().holder->token, QByteArray("999"));
    QCOMPARE(holdStatistics(*m_store->item("k"), m_now)->holds, qint64(1000));
    for (int i = 0; i < 1000; ++i) {
        m_now += 1s;
        read("k", "999", 10s);
    }
    QCOMPARE(holds("k").back().deadlineChanges.size(), Hold::mostDeadlineChanges);
    QCOMPARE(holds("k").back().renewalCount, 1000);

    HoldStore store;
    Item item;
    item.format = m_lock;
    item.reading.holder = Holder{"t", {}, {}, {}, {}};
    for (int i = 0; i < 60'000; ++i) {
        item.key = QByteArray::number(i);
        item.readAt = item.firstSeen = m_now + std::chrono::milliseconds(i);
        store.apply(item,
            {{LockChange::Kind::HandedOver, Holder{"u", {}, {}, {}, {}}, item.reading.holder, {},
                {}}},
            item.readAt);
        QVERIFY(store.size() <= HoldStore::mostOfAll);
    }
    QVERIFY(store.find("59999"));
    QVERIFY(!store.find("0"));
}

void TestHolds::locksThatRestDoNotKeepWhatWasForgotten()
{
    constexpr int locks = 120'000;
    for (int i = 0; i < locks; ++i) {
        const auto key = QByteArray::number(i);
        add(key);
        read(key, "a", 10h);
        m_now += 1ms;
        read(key, "b", 10h);
        if (i % 2 == 0)
            readGone(key);
    }
    std::size_t holds = 0;
    std::size_t points = 0;
    const auto count = [&](const Item &item) {
        holds += item.holds ? item.holds->holds.size() + 1 : 0;
        points += item.series ? item.series->size() + SeriesStore::pointsPerSeries : 0;
    };
    m_now += 1min;
    const auto snapshot = published();
    QCOMPARE(snapshot.locks->size(), size_t(locks / 2));
    for (const auto &lock : *snapshot.locks)
        count(*lock);
    // Beside what is remembered, the present hold of each lock and its totals.
    QVERIFY2(holds <= HoldStore::mostOfAll + locks, QByteArray::number(quint64(holds)));
    QVERIFY2(points <= SeriesStore::mostOfAll + locks * 12, QByteArray::number(quint64(points)));
    // The latest is whole; of the first is known who holds it since when, and how often it changed.
    QCOMPARE(holdsOf(*m_store->item(QByteArray::number(locks - 1))).size(), size_t(2));
    QCOMPARE(this->holds("1").size(), size_t(1));
    QVERIFY(this->holds("1")[0].beginIsSeen);
    QCOMPARE(m_store->item("1")->holds->totals.handedOver, qint64(1));
    read("1", "c", 10h);
    QCOMPARE(this->holds("1").size(), size_t(2));
    QVERIFY(this->holds("1")[0].end == HoldEnd::HandedOver);
}

void TestHolds::statisticsAreThoseOfTheHolds()
{
    add("k");
    for (int round = 1; round <= 100; ++round) {
        read("k", QByteArray::number(round), 1min);
        m_now += std::chrono::milliseconds(round * 10);
        if (round == 100)
            m_now += 1min;
        readGone("k");
    }
    read("k", "now", 1min);
    const auto statistics = holdStatistics(*m_store->item("k"), m_now);
    QVERIFY(statistics);
    QCOMPARE(statistics->holds, qint64(101));
    QCOMPARE(statistics->released, qint64(99));
    QCOMPARE(statistics->expired, qint64(1));
    QCOMPARE(statistics->median, std::optional<Milliseconds>(505ms));
    QCOMPARE(statistics->percentile99, std::optional<Milliseconds>(990ms));
    QCOMPARE(statistics->longest, std::optional<Milliseconds>(61s));
    // Only the present one began within the last minute.
    QCOMPARE(statistics->perMinute, std::optional(1.0));
}

void TestHolds::waitingIsCountedFromOneCountToTheNext()
{
    add("k", awaitedFormat());
    read("k", "a", 1min);
    m_store->setWaiters("k", 2, m_now);
    m_now += 3s;
    m_store->setWaiters("k", 1, m_now);
    m_now += 2s;
    m_store->setWaiters("k", 0, m_now);
    m_now += 9s;
    m_store->setWaiters("k", 1, m_now);
    m_now += 1s;
    QCOMPARE(holdStatistics(*m_store->item("k"), m_now)->waited, Milliseconds(6s));
    readGone("k"); // whoever waits may not have heard of it
    m_now += 2s;
    read("k", "a", 1min);
    QCOMPARE(holdStatistics(*m_store->item("k"), m_now)->waited, Milliseconds(8s));
    readGone("k");
    m_now += 1s;
    m_store->setWaiters("k", 0, m_now);
    m_now += 9s;
    read("k", "a", 1min);
    QCOMPARE(holdStatistics(*m_store->item("k"), m_now)->waited, Milliseconds(9s));
}

void TestHolds::holdersHoldWhatTheirTokensSay()
{
    const auto item = [&](const QByteArray &key, const Holder &holder) {
        auto made = makeItem();
        made->key = key;
        made->format = m_lock;
        made->reading.holder = holder;
        return made;
    };
    Holder web;
    web.token = "web-17:4711";
    web.host = QStringLiteral("web-17");
    web.process = QStringLiteral("4711");
    Holder other = web;
    other.token = "web-17:4711 again";
    const auto held = holdersOf({item("a", Holder{"x", {}, {}, {}, {}}), item("b", web),
        item("c", other), item("d", Holder{})});
    QCOMPARE(held.size(), size_t(2));
    QCOMPARE(held[0].host, QStringLiteral("web-17"));
    QCOMPARE(held[0].locks.size(), size_t(2));
    QCOMPARE(held[1].token, QByteArray("x"));
}

QTEST_GUILESS_MAIN(TestHolds)
#include "tst_holds.moc"
