// Recordings of a Cluster whose nodes are away at times, and are replaced. The oracle is what the
// played watch knew of each key at each moment, kept by the test alone.

#include "core/redis/values/hashslot.h"
#include "core/watch/recorder/recordingreader.h"
#include "core/watch/recorder/recordingwriter.h"
#include "tests/support/samples/sampleitems.h"

#include <QTemporaryDir>
#include <QTest>

#include <map>
#include <random>
#include <set>

using namespace lockstep;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using Kind = JournalEntry::Kind;

namespace {

constexpr WallMilliseconds begin = 1'790'000'000'000; // some day

// The watch of a Cluster of three nodes that a test plays: it is told what is seen and when.
class PlayedCluster
{
public:
    struct Node
    {
        int place;
        QString address;
        std::pair<int, int> slots;
        std::optional<WallMilliseconds> lostSince = {};
        std::vector<UnseenSpan> unseen = {};
        std::optional<WallMilliseconds> answeredAt = {}; // without: just now
    };

    explicit PlayedCluster(const QString &path)
    {
        auto opened = RecordingWriter::open(path, {});
        if (!opened)
            qFatal("%s", qPrintable(opened.error().detail));
        m_writer = std::move(*opened);
        m_nodes = {{1, u"db1:6379"_s, {0, 5'461}}, {2, u"db2:6379"_s, {5'462, 10'923}},
            {3, u"db3:6379"_s, {10'924, 16'383}}};
    }

    // Whether the key's node was away then.
    [[nodiscard]] bool isAway(const QByteArray &key, WallMilliseconds at)
    {
        const Node &node = nodeOf(key);
        return (node.lostSince && *node.lostSince <= at)
            || std::any_of(node.unseen.begin(), node.unseen.end(), [&](const UnseenSpan &span) {
                   return span.from <= instant(at) && instant(at) < span.to;
               });
    }

    static Instant instant(WallMilliseconds at)
    {
        return Instant(Milliseconds(at - begin) + 1000h);
    }
    std::vector<Node> &nodes() { return m_nodes; }
    Node &nodeOf(const QByteArray &key)
    {
        const int slot = hashSlot(key);
        return *std::find_if(m_nodes.begin(), m_nodes.end(), [slot](const Node &node) {
            return node.slots.first <= slot && slot <= node.slots.second;
        });
    }
    [[nodiscard]] const std::map<QByteArray, ItemPtr> &locks() const { return m_locks; }

    void acquire(const QByteArray &key, const QByteArray &token, WallMilliseconds at,
        Kind kind = Kind::Acquired)
    {
        m_locks.insert_or_assign(key,
            makeItem(sample::takenLock(key, token, m_format, instant(at), kind == Kind::Acquired)));
        tell(kind, key, token, at);
    }
    void release(const QByteArray &key, WallMilliseconds at, Kind kind = Kind::Released)
    {
        tell(kind, key, m_locks.at(key)->reading.holder->token, at);
        m_freed.push_back(makeItem(sample::freedLock(key, m_format, instant(at))));
        m_locks.erase(key);
    }
    // No line tells of it, so only a snapshot does: true.
    bool readAgain(const QByteArray &key, WallMilliseconds at)
    {
        Item item = *m_locks.at(key);
        item.readAt = instant(at);
        m_locks.insert_or_assign(key, makeItem(std::move(item)));
        return true;
    }
    void lose(Node &node, WallMilliseconds at) { node.lostSince = at; }
    // Its node has been away for so long that it is shown as unknown.
    void hide(const QByteArray &key, WallMilliseconds at)
    {
        Item item = *m_locks.at(key);
        item.readAt = instant(at);
        item.reading = {};
        item.reading.isUnreadable = item.isHidden = true;
        m_locks.insert_or_assign(key, makeItem(std::move(item)));
    }
    // By its replica, or by another that was its replica once: the keys are read again there.
    void replace(Node &node, const QString &address, WallMilliseconds at)
    {
        endGap(node, at);
        node.address = address;
        JournalEntry entry;
        entry.kind = Kind::Restarted;
        entry.at = utcInstant(at);
        entry.node = entry.primary = address;
        entry.slotRanges = ranges(node);
        m_journal.push_back(entry);
    }
    void comeBack(Node &node, WallMilliseconds at)
    {
        JournalEntry entry;
        entry.kind = Kind::Unseen;
        entry.since = utcInstant(node.lostSince.value_or(at));
        entry.at = utcInstant(at);
        entry.node = node.address;
        m_journal.push_back(entry);
        endGap(node, at);
    }
    // Its slots are served by another node that is watched already.
    void takeOut(int place)
    {
        const auto left = std::find_if(
            m_nodes.begin(), m_nodes.end(), [&](const Node &node) { return node.place == place; });
        std::prev(left)->slots.second = left->slots.second;
        m_nodes.erase(left);
    }

    void publish(WallMilliseconds at)
    {
        Snapshot snapshot;
        snapshot.takenAt = instant(at);
        snapshot.takenAtUtc = utcInstant(at);
        std::vector<ItemPtr> locks;
        for (const auto &[key, item] : m_locks)
            locks.push_back(item);
        snapshot.locks = std::make_shared<const std::vector<ItemPtr>>(locks);
        snapshot.freed = std::make_shared<const std::vector<ItemPtr>>(m_freed);
        m_total += qint64(m_journal.size());
        snapshot.journal = std::exchange(m_journal, {});
        snapshot.journalTotal = m_total;
        snapshot.status.link = LinkState::Connected;
        snapshot.status.mode = WatchMode::Push;
        snapshot.status.firstInventoryDone = true;
        auto nodes = std::make_shared<std::vector<NodeStatus>>();
        for (const Node &node : m_nodes) {
            NodeStatus status;
            status.place = node.place;
            status.address = node.address;
            status.slotRanges = ranges(node);
            status.slotBounds = {node.slots};
            status.status = snapshot.status;
            status.status.staleness = 1ms;
            const Instant answered = instant(node.answeredAt.value_or(at));
            status.status.lastSeen = answered;
            if (!node.lostSince)
                snapshot.status.lastSeen =
                    std::min(snapshot.status.lastSeen.value_or(answered), answered);
            if (node.lostSince) {
                status.status.link = LinkState::Reconnecting;
                status.status.unseenSince = instant(*node.lostSince);
                status.status.staleness = Milliseconds(at - *node.lostSince);
            }
            status.unseen = std::make_shared<const std::vector<UnseenSpan>>(node.unseen);
            snapshot.status.staleness = 1ms; // of the nodes that are seen
            nodes->push_back(std::move(status));
        }
        snapshot.nodes = std::move(nodes);
        const auto written = m_writer->write(snapshot);
        QVERIFY2(written, written ? "" : qPrintable(written.error().detail));
    }
    void finish() { QVERIFY(m_writer->finish()); }

private:
    static QString ranges(const Node &node)
    {
        return u"%1-%2"_s.arg(node.slots.first).arg(node.slots.second);
    }
    static void endGap(Node &node, WallMilliseconds at)
    {
        const auto since = std::exchange(node.lostSince, std::nullopt).value_or(at - 300);
        node.unseen.push_back({instant(since), instant(at)});
    }
    void tell(Kind kind, const QByteArray &key, const QByteArray &token, WallMilliseconds at)
    {
        JournalEntry entry = sample::entry(kind, key);
        entry.at = utcInstant(at);
        entry.library = u"Plain"_s;
        entry.holder = sample::holder(token);
        entry.previous = {};
        entry.ttlBefore = {};
        entry.ttlAfter = 30'000ms;
        m_journal.push_back(entry);
    }

    const FormatPtr m_format = sample::format(Family::Lock, u"Plain"_s, u"lock"_s);
    std::unique_ptr<RecordingWriter> m_writer;
    std::vector<Node> m_nodes;
    std::map<QByteArray, ItemPtr> m_locks;
    std::vector<ItemPtr> m_freed;
    std::vector<JournalEntry> m_journal;
    qint64 m_total = 0;
};

// A name whose slot that node has at the beginning.
QByteArray keyOf(int node, int number = 0)
{
    for (int i = 0;; ++i) {
        const QByteArray key = "lock:" + QByteArray::number(i);
        if (hashSlot(key) / 5'462 == node && number-- == 0)
            return key;
    }
}

// Of the table of all keys: "" where the lock is not in it.
QByteArray holderIn(const RecordedMoment &moment, const QByteArray &key)
{
    for (const ItemPtr &item : *moment.snapshot.locks) {
        if (item->key == key)
            return item->reading.holder ? item->reading.holder->token : QByteArray("unknown");
    }
    return {};
}

} // namespace

class TestRecordedGaps : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void theGapOfANodeEndsWhereAnotherTakesItsPlace();
    void theGapOfANodeEndsWhereItIsTakenOut();
    void aGapIsToldOnceWhoeverServesTheKeysLater();
    void gapsOfTwoNodesThatEndTogetherAreBothTold();
    void whatIsSeenIsNotLateBecauseAnotherNodeIsAway();
    void whatIsHiddenWasNotSeenToChange();
    void aSessionEndsWithTheLastThingThatANodeTold();
    void aNodeThatIsHeardOfAgainHasNoGap();
    void eachNodeIsToldAsItWasSeen_data();
    void eachNodeIsToldAsItWasSeen();

private:
    std::unique_ptr<RecordingReader> reader()
    {
        auto opened = RecordingReader::open(m_path);
        if (!opened)
            qFatal("%s", qPrintable(opened.error().detail));
        return std::move(*opened);
    }
    QByteArray at(const QByteArray &key, WallMilliseconds time)
    {
        return holderIn(*reader()->at(begin + time), key);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_path;
};

void TestRecordedGaps::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_path = m_folder->filePath(u"cluster.lockstep"_s);
}

void TestRecordedGaps::theGapOfANodeEndsWhereAnotherTakesItsPlace()
{
    const QByteArray key = keyOf(1);
    PlayedCluster played(m_path);
    played.acquire(key, "a", begin + 100);
    played.publish(begin + 500);
    played.lose(played.nodes()[1], begin + 1'000);
    played.publish(begin + 1'500);
    played.replace(played.nodes()[1], u"replica2:6379"_s, begin + 5'000);
    played.readAgain(key, begin + 5'010);
    played.publish(begin + 5'500);
    played.publish(begin + 9'000);
    played.finish();
    QCOMPARE(at(key, 900), QByteArray("a"));
    QCOMPARE(at(key, 4'000), QByteArray("unknown"));
    QCOMPARE(at(key, 6'000), QByteArray("a"));
    const auto recording = reader();
    QCOMPARE(recording->gaps().size(), std::size_t(1));
    QCOMPARE(recording->gaps().front().node, u"db2:6379"_s);
    QCOMPARE(recording->gaps().front().until, std::optional(begin + 5'000));
}

// Another node that is watched already serves its slots then, and nothing tells of the gap's end.
void TestRecordedGaps::theGapOfANodeEndsWhereItIsTakenOut()
{
    const QByteArray key = keyOf(1);
    PlayedCluster played(m_path);
    played.acquire(key, "a", begin + 100);
    played.publish(begin + 500);
    played.lose(played.nodes()[1], begin + 1'000);
    played.publish(begin + 1'500);
    played.takeOut(2);
    played.readAgain(key, begin + 5'010);
    played.publish(begin + 5'500);
    played.publish(begin + 9'000);
    played.finish();
    QCOMPARE(at(key, 4'000), QByteArray("unknown"));
    QCOMPARE(at(key, 6'000), QByteArray("a"));
    QCOMPARE(reader()->gaps().front().until, std::optional(begin + 5'500));
}

void TestRecordedGaps::aGapIsToldOnceWhoeverServesTheKeysLater()
{
    const QByteArray key = keyOf(1);
    PlayedCluster played(m_path);
    played.acquire(key, "a", begin + 100);
    played.publish(begin + 500);
    played.replace(played.nodes()[1], u"replica2:6379"_s, begin + 2'000);
    played.readAgain(key, begin + 2'010);
    played.publish(begin + 2'500);
    played.publish(begin + 9'000);
    played.replace(played.nodes()[1], u"db2:6379"_s, begin + 12'000);
    played.readAgain(key, begin + 12'010);
    played.publish(begin + 12'500);
    played.publish(begin + 14'000);
    played.finish();
    for (const WallMilliseconds known : {1'600, 2'100, 8'000, 11'600, 12'500, 13'000})
        QCOMPARE(at(key, known), QByteArray("a"));
    QCOMPARE(at(key, 1'800), QByteArray("unknown"));
    QCOMPARE(at(key, 11'800), QByteArray("unknown"));
    QCOMPARE(reader()->gaps().size(), std::size_t(2));
}

// One of them has a line of the journal, and the other has none.
void TestRecordedGaps::gapsOfTwoNodesThatEndTogetherAreBothTold()
{
    PlayedCluster played(m_path);
    played.publish(begin + 500);
    played.lose(played.nodes()[1], begin + 1'000);
    played.lose(played.nodes()[2], begin + 1'000);
    played.publish(begin + 1'500);
    played.comeBack(played.nodes()[2], begin + 5'000);
    played.takeOut(2);
    played.publish(begin + 5'500);
    played.publish(begin + 9'000);
    played.finish();
    QStringList told;
    QVERIFY(reader()->lines({}, {}, {}, [&told](const RecordedLine &line) {
        told << line.entry.node;
        return true;
    }));
    told.sort();
    QCOMPARE(told, QStringList({u"db2:6379"_s, u"db3:6379"_s}));
}

void TestRecordedGaps::whatIsSeenIsNotLateBecauseAnotherNodeIsAway()
{
    const QByteArray near = keyOf(0);
    const QByteArray lost = keyOf(1);
    PlayedCluster played(m_path);
    played.acquire(near, "a", begin + 100);
    played.acquire(lost, "b", begin + 200);
    played.publish(begin + 500);
    played.lose(played.nodes()[1], begin + 1'000);
    played.publish(begin + 5'000);
    played.release(near, begin + 20'000);
    played.publish(begin + 20'400);
    played.acquire(near, "c", begin + 25'000);
    played.publish(begin + 25'400);
    played.publish(begin + 26'000);
    played.finish();
    QCOMPARE(at(near, 19'999), QByteArray("a"));
    QCOMPARE(at(near, 24'999), QByteArray());
    QCOMPARE(at(near, 25'000), QByteArray("c"));
    QCOMPARE(at(lost, 19'000), QByteArray("unknown"));
    const auto moment = reader()->at(begin + 25'100);
    QVERIFY(moment);
    for (const ItemPtr &item : *moment->snapshot.locks) {
        if (item->key == near)
            QVERIFY(item->beginIsSeen);
    }
}

// Its node is away since then, and the staleness of that is a bit longer.
void TestRecordedGaps::whatIsHiddenWasNotSeenToChange()
{
    const QByteArray key = keyOf(1);
    PlayedCluster played(m_path);
    played.acquire(key, "a", begin + 100);
    played.publish(begin + 500);
    played.lose(played.nodes()[1], begin + 1'000);
    played.publish(begin + 1'500);
    played.hide(key, begin + 3'200);
    played.publish(begin + 3'300);
    played.publish(begin + 9'000);
    played.finish();
    QCOMPARE(at(key, 950), QByteArray("a"));
    for (const WallMilliseconds time : {950, 1'100, 4'000}) {
        const auto moment = reader()->at(begin + time);
        QVERIFY(moment && moment->doubts.empty());
    }
    QCOMPARE(at(key, 1'100), QByteArray("unknown"));
    QCOMPARE(at(key, 4'000), QByteArray("unknown"));
}

// The others were not asked again since.
void TestRecordedGaps::aSessionEndsWithTheLastThingThatANodeTold()
{
    const QByteArray key = keyOf(0);
    const QByteArray other = keyOf(1);
    PlayedCluster played(m_path);
    played.acquire(key, "a", begin + 100);
    played.acquire(other, "b", begin + 200);
    played.publish(begin + 500);
    played.nodes()[1].answeredAt = begin + 5'000;
    played.nodes()[2].answeredAt = begin + 5'600; // at once, within a moment
    played.release(key, begin + 5'650);
    played.publish(begin + 5'700);
    played.finish();
    const auto recording = reader();
    QCOMPARE(recording->sessions().front().endedAt, std::optional(begin + 5'650));
    QCOMPARE(at(key, 5'640), QByteArray("a"));
    QCOMPARE(at(key, 5'650), QByteArray());
    QVERIFY(recording->at(begin + 5'650)->knowledge != RecordedMoment::Knowledge::NotRecorded);
    QCOMPARE(at(other, 4'990), QByteArray("b"));
    QCOMPARE(at(other, 5'650), QByteArray("unknown"));
    QCOMPARE(recording->gaps().size(), std::size_t(1));
    QCOMPARE(recording->gaps().front().node, u"db2:6379"_s);
    QCOMPARE(recording->gaps().front().since, begin + 5'000);
}

void TestRecordedGaps::aNodeThatIsHeardOfAgainHasNoGap()
{
    const QByteArray key = keyOf(0);
    PlayedCluster played(m_path);
    played.acquire(key, "a", begin + 100);
    played.publish(begin + 500);
    played.nodes()[1].answeredAt = begin + 5'000;
    played.release(key, begin + 5'650);
    played.publish(begin + 5'700);
    QCOMPARE(reader()->gaps().size(), std::size_t(1)); // it may be cut off here
    played.nodes()[1].answeredAt.reset();
    played.publish(begin + 6'000);
    played.finish();
    QVERIFY(reader()->gaps().empty());
    QCOMPARE(reader()->sessions().front().endedAt, std::optional(begin + 6'000));
}

void TestRecordedGaps::eachNodeIsToldAsItWasSeen_data()
{
    QTest::addColumn<quint32>("seed");
    std::random_device any;
    for (const quint32 seed : {1U, 2U, 3U, 4U, any(), any(), any(), any()})
        QTest::addRow("seed %u", seed) << seed;
}

// What the watch knew of a key is told of each moment that a snapshot followed: its holder, that it
// is free, or nothing.
void TestRecordedGaps::eachNodeIsToldAsItWasSeen()
{
    QFETCH(const quint32, seed);
    std::mt19937 random(seed);
    const auto below = [&random](int bound) { return int(random() % quint32(bound)); };
    PlayedCluster played(m_path);
    std::vector<QByteArray> keys;
    for (int i = 0; i < 12; ++i)
        keys.push_back(keyOf(i % 3, i / 3));
    std::set<QByteArray> unread; // since the gap of their node
    struct Known
    {
        WallMilliseconds at;
        std::map<QByteArray, QByteArray> holders;
    };
    std::vector<Known> known;
    WallMilliseconds now = begin;
    played.publish(now);
    for (int step = 0; step < 400; ++step) {
        now += 20 + below(400);
        auto &node = played.nodes()[std::size_t(below(3))];
        const bool wasLost = node.lostSince.has_value();
        if (below(wasLost ? 4 : 30) == 0) {
            const bool isReplaced = below(2) == 0;
            played.publish(now - 1); // what was seen before is not late
            if (!wasLost && !isReplaced)
                played.lose(node, now);
            else if (isReplaced) // and back again
                played.replace(node,
                    node.address.startsWith(u"db") ? u"replica%1:6379"_s.arg(node.place)
                                                   : u"db%1:6379"_s.arg(node.place),
                    now);
            else
                played.comeBack(node, now);
            for (const auto &[key, lock] : played.locks()) {
                if (!node.lostSince && &played.nodeOf(key) == &node)
                    unread.insert(key);
            }
            now += 5;
        }
        const QByteArray &key = keys[std::size_t(below(int(keys.size())))];
        bool isSnapshotDue = below(4) == 0;
        if (!played.nodeOf(key).lostSince) {
            const bool isUnread = unread.erase(key) == 1;
            const QByteArray token = "token-" + QByteArray::number(step);
            if (!played.locks().contains(key))
                played.acquire(key, token, now);
            else if (isUnread && below(2))
                isSnapshotDue = played.readAgain(key, now);
            else if (isUnread && below(2))
                played.acquire(key, token, now, Kind::Appeared);
            else
                played.release(key, now, isUnread ? Kind::Gone : Kind::Released);
        }
        if (isSnapshotDue)
            played.publish(now);
        Known &moment = known.emplace_back(Known{now + 1, {}});
        for (const QByteArray &each : keys) {
            const auto lock = played.locks().find(each);
            const bool isThere = lock != played.locks().end();
            if (isThere && (unread.contains(each) || played.nodeOf(each).lostSince))
                moment.holders[each] = "unknown";
            else if (isThere)
                moment.holders[each] = lock->second->reading.holder->token;
        }
    }
    played.publish(now + 10);
    played.finish();
    const auto recording = reader();
    for (const Known &moment : known) {
        const auto told = recording->at(moment.at);
        QVERIFY2(told, told ? "" : qPrintable(told.error().detail));
        for (const QByteArray &key : keys) {
            const auto expected = moment.holders.find(key);
            const QByteArray holder =
                expected == moment.holders.end() ? QByteArray() : expected->second;
            const QByteArray actual = holderIn(*told, key);
            const bool isRight = played.isAway(key, moment.at)
                ? actual.isEmpty() || actual == "unknown"
                : actual == holder;
            QVERIFY2(isRight,
                qPrintable(u"%1 at %2: known was '%3', told is '%4'"_s.arg(QString::fromUtf8(key))
                               .arg(moment.at - begin)
                               .arg(QString::fromUtf8(holder), QString::fromUtf8(actual))));
        }
    }
}

QTEST_GUILESS_MAIN(TestRecordedGaps)
#include "tst_recordedgaps.moc"
