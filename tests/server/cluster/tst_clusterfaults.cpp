// The watch of a Cluster on the thread of the test: it does nothing while the test does not wait,
// so what comes to pass between two of its turns is the test's choice. What its nodes say of the
// slots is replaced by what the test says where the moment matters.

#include "core/watch/session/clusterwatch.h"
#include "tests/server/cluster/clusterscene.h"

#include <QThread>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

// What a ClusterWatch tells.
class ClusterLog : public QObject
{
public:
    explicit ClusterLog(ClusterWatch *watch)
    {
        connect(watch, &ClusterWatch::published, this, [this](const Snapshot &snapshot) {
            now = snapshot;
            journal.insert(journal.end(), snapshot.journal.begin(), snapshot.journal.end());
        });
        connect(watch, &ClusterWatch::inventoryFinished, this, [this] { ++inventories; });
        connect(watch, &ClusterWatch::clientsListed, this,
            [this](const ClientList &list) { lists.push_back(list); });
    }

    [[nodiscard]] ItemPtr lock(const QByteArray &key) const
    {
        const auto &locks = *now.locks;
        const auto found = std::find_if(
            locks.begin(), locks.end(), [&key](const ItemPtr &item) { return item->key == key; });
        return found == locks.end() ? ItemPtr() : *found;
    }
    [[nodiscard]] std::optional<LockState> state(const QByteArray &key) const
    {
        const auto item = lock(key);
        return item ? std::optional(lockState(*item, now.takenAt)) : std::nullopt;
    }

    Snapshot now;
    std::vector<JournalEntry> journal;
    std::vector<ClientList> lists;
    int inventories = 0;
};

} // namespace

class TestClusterFaults : public ClusterScene
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void aNodeIsTakenOutWhileItIsAskedForWaiters();
    void aNewPasswordComesWhileANodeIsAskedForWaiters();
    void theClientsAreListedThoughANodeIsReplacedMeanwhile();
    void whatANodeThatWasNeverReachedHasIsUnknown();
    void aKeyThatIsMovedWhileItsNodeIsNotSeenIsNotGone();
    void whatNobodyServesIsUnknownUntilSomebodyDoes();
    void whatIsAtMoreNodesThanAreWatchedIsUnknown();
    void aFailoverThatWasNoneIsNotToldLater();
    void aPrimaryThatWasAReplicaMeanwhileIsTold_data();
    void aPrimaryThatWasAReplicaMeanwhileIsTold();

private:
    [[nodiscard]] Reply slotsNow() { return server(1).run({"CLUSTER", "SLOTS"}); }
    [[nodiscard]] static ClusterSlots slotsFrom(const Reply &reply)
    {
        return *ClusterSlots::fromReply(reply, {});
    }
    void start(const WatchOptions &options);
    // The nodes are no longer believed.
    void tell(const Reply &slots);
    bool hasFirstInventory(const TestServer &server);
    void takeOver(size_t promoted, size_t demoted);
    [[nodiscard]] int gapsOf(const TestServer &server, JournalEntry::Gap cause) const;
    void beginToCountWaiters();

    std::unique_ptr<ClusterWatch> m_watch;
    std::unique_ptr<ClusterLog> m_log;
};

void TestClusterFaults::init()
{
    begin();
}

void TestClusterFaults::cleanup()
{
    m_log.reset();
    m_watch.reset();
    end();
}

void TestClusterFaults::start(const WatchOptions &options)
{
    m_watch = std::make_unique<ClusterWatch>(
        at(server(1)), slotsFrom(slotsNow()), builtInCatalogue(), options);
    m_log = std::make_unique<ClusterLog>(m_watch.get());
    m_watch->start();
}

void TestClusterFaults::tell(const Reply &slots)
{
    auto *const look = m_watch->findChild<ClusterLook *>();
    look->blockSignals(false);
    Q_EMIT look->changed(slotsFrom(slots));
    look->blockSignals(true);
}

bool TestClusterFaults::hasFirstInventory(const TestServer &server)
{
    const auto *const node = nodeAt(m_log->now, server);
    return node && node->status.firstInventoryDone;
}

// The first node has to be asked for waiters before the first inventory is over, and owes the
// answer.
void TestClusterFaults::beginToCountWaiters()
{
    addAwaitedLock(1);
    auto patient = quick();
    patient.commandTimeout = 5min;
    server(2).suspend();
    start(patient);
    QTRY_VERIFY_WITH_TIMEOUT(hasFirstInventory(server(0)) && hasFirstInventory(server(1)), 60'000);
    server(0).suspend();
    server(2).resume();
    QTRY_VERIFY_WITH_TIMEOUT(hasFirstInventory(server(2)), 120'000);
    QCOMPARE(m_log->inventories, 0);
}

void TestClusterFaults::aNodeIsTakenOutWhileItIsAskedForWaiters()
{
    beginToCountWaiters();
    Reply slots = slotsNow();
    QCOMPARE(slots.elements.size(), primaries);
    slots.elements[0].elements[2] = slots.elements[1].elements[2];
    tell(slots);
    QTRY_COMPARE_WITH_TIMEOUT(m_log->inventories, 1, 60'000);
    QCOMPARE(m_log->now.nodes->size(), primaries - 1);
    server(0).resume();
}

void TestClusterFaults::aNewPasswordComesWhileANodeIsAskedForWaiters()
{
    beginToCountWaiters();
    m_watch->signIn(at(server(1)));
    QTRY_VERIFY_WITH_TIMEOUT(hasFirstInventory(server(1)) && hasFirstInventory(server(2)), 60'000);
    QCOMPARE(m_log->inventories, 0);
    server(0).resume();
    QTRY_COMPARE_WITH_TIMEOUT(m_log->inventories, 1, 120'000);
    QCOMPARE(m_log->now.locks->size(), primaries + 1);
}

void TestClusterFaults::theClientsAreListedThoughANodeIsReplacedMeanwhile()
{
    auto patient = quick();
    patient.commandTimeout = 5min;
    start(patient);
    QTRY_COMPARE_WITH_TIMEOUT(m_log->inventories, 1, 60'000);
    Reply slots = slotsNow();
    server(0).suspend();
    m_watch->listClients();
    auto &replaced = slots.elements[0].elements[2].elements;
    replaced[1].integer = server(3).tcpPort();
    replaced[2].text = id(server(3));
    tell(slots);
    QTRY_COMPARE_WITH_TIMEOUT(m_log->lists.size(), size_t(1), 60'000);
    QVERIFY(m_log->lists.front().trouble);
    server(0).resume();
    tell(slotsNow());
    QTRY_VERIFY_WITH_TIMEOUT(hasFirstInventory(server(0)), 120'000);
    m_watch->listClients();
    QTRY_COMPARE_WITH_TIMEOUT(m_log->lists.size(), size_t(2), 60'000);
    QVERIFY(!m_log->lists.back().trouble);
}

void TestClusterFaults::whatANodeThatWasNeverReachedHasIsUnknown()
{
    start(quick());
    QTRY_COMPARE_WITH_TIMEOUT(m_log->inventories, 1, 60'000);
    QVERIFY(m_log->state(m_locks[0]) == LockState::Held);
    m_log->journal.clear();
    Reply slots = slotsNow();
    Reply added = slots.elements[0];
    added.elements[2].elements[1].integer = 1; // nobody listens there
    added.elements[2].elements[2].text = QByteArray(40, 'f');
    // The first node keeps what is before the slot of the lock, or else what is behind it.
    const int slot = hashSlot(m_locks[0]);
    const bool keepsFirst = slot > 0;
    slots.elements[0].elements[keepsFirst ? 1 : 0].integer = keepsFirst ? slot - 1 : slot + 1;
    added.elements[keepsFirst ? 0 : 1].integer = slot;
    slots.elements.push_back(added);
    beginMove(m_locks[0], server(0), server(1));
    migrate(m_locks[0], server(0), server(1)); // so that the first one does not find it again
    tell(slots);
    QTRY_VERIFY_WITH_TIMEOUT(m_log->state(m_locks[0]) == LockState::Unknown, 60'000);
    QVERIFY(m_log->state(m_locks[1]) == LockState::Held);
    endMove(m_locks[0], server(1));
    tell(slotsNow());
    QTRY_VERIFY_WITH_TIMEOUT(m_log->state(m_locks[0]) == LockState::Held, 60'000);
    QCOMPARE(m_log->lock(m_locks[0])->reading.holder->token, m_token);
    QVERIFY2(m_log->journal.empty(), linesOf(m_log->journal));
}

// What is hidden has not been refused: that a pass does not meet it says nothing.
void TestClusterFaults::aKeyThatIsMovedWhileItsNodeIsNotSeenIsNotGone()
{
    QTRY_COMPARE_WITH_TIMEOUT(server(3).run({"DBSIZE"}).integer, qint64(2), 60'000);
    start(quick());
    QTRY_COMPARE_WITH_TIMEOUT(m_log->inventories, 1, 60'000);
    m_log->journal.clear();
    server(0).kill9();
    QTRY_VERIFY_WITH_TIMEOUT(m_log->state(m_locks[0]) == LockState::Unknown, 60'000);
    QVERIFY(!server(3).run({"CLUSTER", "FAILOVER", "TAKEOVER"}).isError());
    // Without a turn of the loop, so that the watch does not look in between.
    for (int i = 0; !isPrimary(server(3)) && i < 1000; ++i)
        QThread::msleep(20);
    QVERIFY(isPrimary(server(3)));
    for (int i = 0; i < 1000 && !server(1).run({"CLUSTER", "SLOTS"}).elements.empty(); ++i) {
        if (slotsNow().elements[0].elements[2].elements[2].text == id(server(3)))
            break;
        QThread::msleep(20);
    }
    beginMove(m_locks[0], server(3), server(1));
    migrate(m_locks[0], server(3), server(1)); // and the slot stays, for now
    QTRY_VERIFY_WITH_TIMEOUT(hasFirstInventory(server(3)), 120'000);
    const auto seen = m_log->now.takenAt;
    QTRY_VERIFY_WITH_TIMEOUT(m_log->now.takenAt - seen > 3s, 60'000); // with some passes
    QVERIFY2(m_log->journal.size() == 1, linesOf(m_log->journal));
    QCOMPARE(m_log->journal.front().kind, Kind::Restarted);
    QVERIFY(m_log->lock(m_locks[0]));
    endMove(m_locks[0], server(1));
    QTRY_VERIFY_WITH_TIMEOUT(m_log->state(m_locks[0]) == LockState::Held, 120'000);
    QCOMPARE(m_log->lock(m_locks[0])->reading.holder->token, m_token);
    QVERIFY2(m_log->journal.size() == 1, linesOf(m_log->journal));
}

void TestClusterFaults::whatNobodyServesIsUnknownUntilSomebodyDoes()
{
    start(quick());
    QTRY_COMPARE_WITH_TIMEOUT(m_log->inventories, 1, 60'000);
    m_log->journal.clear();
    Reply slots = slotsNow();
    slots.elements.erase(slots.elements.begin());
    tell(slots);
    QTRY_VERIFY_WITH_TIMEOUT(m_log->state(m_locks[0]) == LockState::Unknown, 60'000);
    QCOMPARE(m_log->now.nodes->size(), primaries - 1);
    QVERIFY(m_log->state(m_locks[1]) == LockState::Held);
    server(0).run({"DEL", m_counters[0]});
    tell(slotsNow());
    QTRY_VERIFY_WITH_TIMEOUT(m_log->state(m_locks[0]) == LockState::Held, 60'000);
    QCOMPARE(m_log->lock(m_locks[0])->reading.holder->token, m_token);
    QTRY_COMPARE_WITH_TIMEOUT(m_log->now.counters->size(), primaries - 1, 60'000);
    QVERIFY2(m_log->journal.size() == 1, linesOf(m_log->journal));
    QCOMPARE(m_log->journal.front().kind, Kind::Gone);
}

// There is one too many, and it is the one with the last slots, which is there. The others that
// come before it are nowhere.
void TestClusterFaults::whatIsAtMoreNodesThanAreWatchedIsUnknown()
{
    start(quick());
    QTRY_COMPARE_WITH_TIMEOUT(m_log->inventories, 1, 60'000);
    m_log->journal.clear();
    Reply slots = slotsNow();
    const int added = int(ClusterNodes::most + 1 - primaries);
    for (const auto &key : {m_locks[0], m_counters[0]})
        QVERIFY(hashSlot(key) >= added);
    const Reply first = slots.elements[0];
    slots.elements[0].elements[0].integer = added;
    for (int slot = 0; slot < added; ++slot) {
        Reply shard = first;
        shard.elements[0].integer = slot;
        shard.elements[1].integer = slot;
        shard.elements[2].elements[1].integer = 1; // nobody listens there
        shard.elements[2].elements[2].text = QByteArray::number(slot).rightJustified(40, 'f');
        slots.elements.push_back(shard);
    }
    tell(slots);
    QTRY_VERIFY_WITH_TIMEOUT(m_log->state(m_locks[2]) == LockState::Unknown, 60'000);
    QCOMPARE(m_log->now.nodes->size(), ClusterNodes::most);
    const ClusterCoverage coverage{int(ClusterNodes::most) + 1, int(primaries) - 1, 1};
    QTRY_COMPARE_WITH_TIMEOUT(m_log->now.status.cluster, coverage, 60'000);
    QVERIFY(!nodeAt(m_log->now, server(2)));
    QVERIFY(m_log->state(m_locks[0]) == LockState::Held);
    server(1).run({"DEL", m_locks[1]}); // the others are watched on
    QTRY_VERIFY_WITH_TIMEOUT(!m_log->lock(m_locks[1]), 60'000);
    server(2).run({"DEL", m_counters[2]});
    tell(slotsNow());
    QTRY_VERIFY_WITH_TIMEOUT(m_log->state(m_locks[2]) == LockState::Held, 60'000);
    QCOMPARE(m_log->lock(m_locks[2])->reading.holder->token, m_token);
    QTRY_COMPARE_WITH_TIMEOUT(m_log->now.counters->size(), primaries - 1, 60'000);
    QVERIFY2(m_log->journal.size() == 2, linesOf(m_log->journal));
    // While it connects to so many it stands still for a moment, in which it sees no release.
    const auto kind = m_log->journal[0].kind;
    QVERIFY(kind == Kind::Released || kind == Kind::Gone);
    QCOMPARE(m_log->journal[0].key, m_locks[1]);
    QCOMPARE(m_log->journal[1].kind, Kind::Gone);
    QCOMPARE(m_log->journal[1].key, m_counters[2]);
    QCOMPARE(m_log->now.status.cluster, (ClusterCoverage{3, 3, 0}));
}

// The node has taken the place of one that was never reached, so nothing was seen before.
void TestClusterFaults::aFailoverThatWasNoneIsNotToldLater()
{
    const auto items = std::make_shared<SharedItems>(SharedItems::Of::Cluster);
    PublishPace pace(14ms, nullptr);
    WatchSession session(at(server(0)), builtInCatalogue(), quick(), nullptr,
        ClusterMembership{
            items, &pace, [](const QByteArray &) { return true; }, u"node"_qs, {}, u"0-5460"_qs});
    session.start();
    QTRY_VERIFY_WITH_TIMEOUT(session.hasFirstInventory(), 60'000);
    for (const JournalEntry &entry : items->journal.take())
        QVERIFY(entry.kind != Kind::Restarted);
    server(0).restart();
    std::vector<JournalEntry> after;
    const auto isTold = [&] {
        const auto more = items->journal.take();
        after.insert(after.end(), more.begin(), more.end());
        return std::any_of(after.begin(), after.end(),
            [](const JournalEntry &entry) { return entry.kind == Kind::Restarted; });
    };
    QTRY_VERIFY_WITH_TIMEOUT(isTold(), 60'000);
    for (const JournalEntry &entry : after)
        QVERIFY(entry.slotRanges.isEmpty());
}

// Without a turn of the loop, so that the watch does not look in between.
void TestClusterFaults::takeOver(size_t promoted, size_t demoted)
{
    QVERIFY(!server(promoted).run({"CLUSTER", "FAILOVER", "TAKEOVER"}).isError());
    const auto node = id(server(promoted));
    const auto isFollowed = [&] {
        for (size_t i = 1; i < primaries; ++i) {
            const Reply slots = server(i).run({"CLUSTER", "SLOTS"});
            if (slots.elements.empty() || slots.elements[0].elements[2].elements[2].text != node)
                return false;
        }
        const auto info = server(demoted).run({"INFO", "replication"}).text;
        return isPrimary(server(promoted)) && info.contains("role:slave")
            && info.contains("master_link_status:up");
    };
    for (int i = 0; i < 3000 && !isFollowed(); ++i)
        QThread::msleep(20);
    QVERIFY(isFollowed());
}

int TestClusterFaults::gapsOf(const TestServer &server, JournalEntry::Gap cause) const
{
    return int(
        std::count_if(m_log->journal.begin(), m_log->journal.end(), [&](const JournalEntry &entry) {
            return entry.kind == Kind::Unseen && entry.gap == cause
                && entry.node == addressOf(server);
        }));
}

void TestClusterFaults::aPrimaryThatWasAReplicaMeanwhileIsTold_data()
{
    QTest::addColumn<bool>("isSeen"); // that it is a replica, which has got all data anew
    QTest::newRow("between two looks") << false;
    QTest::newRow("and was seen as one") << true;
}

void TestClusterFaults::aPrimaryThatWasAReplicaMeanwhileIsTold()
{
    QFETCH(const bool, isSeen);
    QTRY_COMPARE_WITH_TIMEOUT(server(3).run({"DBSIZE"}).integer, qint64(2), 60'000);
    auto patient = quick();
    patient.commandTimeout = 5min;
    start(patient);
    QTRY_COMPARE_WITH_TIMEOUT(m_log->inventories, 1, 60'000);
    QTest::qWait(1'000); // its heartbeat knows whose data it has
    m_log->journal.clear();
    if (isSeen) {
        m_watch->findChild<ClusterLook *>()->blockSignals(true); // and nobody tells its slots
        server(3).run({"CONFIG", "SET", "repl-backlog-size", "16384"});
        server(0).suspend();
        QVERIFY(!server(3).run({"CLUSTER", "FAILOVER", "TAKEOVER"}).isError());
        const QByteArray much = "filler:{" + m_locks[0] + '}';
        for (int i = 0; i < 8; ++i)
            server(3).run({"SET", much + QByteArray::number(i), QByteArray(256 * 1024, 'x')});
        server(0).resume();
        QTRY_COMPARE_WITH_TIMEOUT(
            nodeAt(m_log->now, server(0))->status.serverRole, u"slave"_qs, 60'000);
        QTRY_VERIFY_WITH_TIMEOUT(
            server(0).run({"DBSIZE"}).integer == server(3).run({"DBSIZE"}).integer, 60'000);
        QTest::qWait(1'000);
    } else {
        takeOver(3, 0);
    }
    server(3).run({"SET", m_counters[0], "7"});
    takeOver(0, 3);
    QTRY_COMPARE_WITH_TIMEOUT(gapsOf(server(0), JournalEntry::Gap::OtherData), 1, 30'000);
    server(0).run({"DEL", m_locks[0]});
    const auto isReleased = [&] {
        return std::any_of(
            m_log->journal.begin(), m_log->journal.end(), [&](const JournalEntry &entry) {
                return entry.kind == Kind::Released && entry.key == m_locks[0];
            });
    };
    QTRY_VERIFY_WITH_TIMEOUT(isReleased(), 60'000); // and it is watched on
    QCOMPARE(gapsOf(server(0), JournalEntry::Gap::OtherData), 1);
}

QTEST_GUILESS_MAIN(TestClusterFaults)
#include "tst_clusterfaults.moc"
