// The rows of groups against a count of their members by hand, after any sequence of changes.

#include "core/watch/discovery/probesampler.h"
#include "tests/support/samples/randomitems.h"
#include "tests/support/samples/sampleitems.h"
#include "ui/watch/rows/bucketsmodel.h"
#include "ui/watch/rows/groupeditems.h"

#include <QRandomGenerator>
#include <QTest>

#include <limits>

#include <algorithm>
#include <map>

using namespace lockstep;
using std::chrono::milliseconds;
using std::chrono::seconds;

namespace {

using Items = sample::ItemsByKey;
using sample::published;

ItemPtr randomItem(const QByteArray &key, Family family, Instant now, QRandomGenerator &random)
{
    auto item = sample::randomItem(key, family, now, random);
    item->beginIsSeen = random.bounded(2) == 0;
    if (random.bounded(3) == 0)
        item->heldSince = item->firstSeen - seconds(random.bounded(3));
    if (random.bounded(3) == 0)
        item->reading.waiters = random.bounded(3);
    item->reading.limitIsInferred = item->reading.limit && random.bounded(3) == 0;
    if (random.bounded(8) == 0)
        item->reading = {}; // its key is missing
    return item;
}

// What a group has to say, counted item by item.
struct Count
{
    int members = 0;
    int vanished = 0;
    int waiters = 0;
    int immortal = 0;
    int exhausted = 0;
    std::optional<Instant> endsFirst;
    std::optional<Instant> begunFirst;
    bool beginIsKnown = true; // of all that began then
    double sum = 0;
    double largest = -1;
};

void count(const Item &item, Family family, Count &into)
{
    ++into.members;
    into.vanished += item.reading.ttl.isMissing();
    into.waiters += item.reading.waiters.value_or(0);
    if (family == Family::Lock && item.reading.holder) {
        into.immortal += item.reading.ttl.isPersistent();
        const bool isKnown = item.beginIsSeen;
        const Instant begin = item.firstSeen;
        if (!into.begunFirst || begin < *into.begunFirst)
            into.beginIsKnown = isKnown;
        else if (begin == *into.begunFirst)
            into.beginIsKnown = into.beginIsKnown && isKnown;
        into.begunFirst = std::min(into.begunFirst.value_or(begin), begin);
        if (const auto end = item.reading.ttl.deadline())
            into.endsFirst = std::min(into.endsFirst.value_or(*end), *end);
    }
    if (!item.reading.value)
        return;
    into.sum += family == Family::Lock ? 0 : *item.reading.value;
    if (family == Family::Counter)
        into.largest = std::max(into.largest, double(*item.reading.value));
    if (family == Family::Bucket && item.reading.limit && !item.reading.limitIsInferred) {
        into.exhausted += *item.reading.value >= *item.reading.limit;
        into.largest = std::max(into.largest, *item.reading.value / *item.reading.limit);
    }
}

void compare(const ItemGroup &group, const Count &wanted, Family family)
{
    QCOMPARE(group.members, wanted.members);
    QCOMPARE(group.vanished, wanted.vanished);
    QCOMPARE(group.waiters, wanted.waiters);
    QCOMPARE(group.sum.value_or(0), wanted.sum);
    QCOMPARE(group.largest.value_or(-1), wanted.largest);
    if (family == Family::Lock) {
        QCOMPARE(membersIn(group, LockState::Immortal), wanted.immortal);
        QCOMPARE(group.endsFirst, wanted.endsFirst);
        QCOMPARE(group.begunFirst, wanted.begunFirst);
        QVERIFY(!group.begunFirst || group.beginIsKnown == wanted.beginIsKnown);
    }
    if (family == Family::Bucket)
        QCOMPARE(membersIn(group, BucketState::Exhausted), wanted.exhausted);
}

} // namespace

class TestGroupedItems : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void groupsSayWhatTheirMembersAre_data();
    void groupsSayWhatTheirMembersAre();
    void oneKeyOfAShapeIsNoGroup();
    void noRowVanishesWhileTheOrderIsHeld();
    void aRateFallsAsTimePasses();
    void aRateIsUnknownWhileThatOfAMemberIs();
    void whoMayBeCountedTwiceIsNotAddedUp();
    void aSumLeavesNoTraceOfWhatIsGone_data();
    void aSumLeavesNoTraceOfWhatIsGone();

private:
    Instant m_now = std::chrono::steady_clock::now();
};

void TestGroupedItems::groupsSayWhatTheirMembersAre_data()
{
    QTest::addColumn<Family>("family");
    QTest::newRow("counters") << Family::Counter;
    QTest::newRow("limits") << Family::Bucket;
    QTest::newRow("locks") << Family::Lock;
}

void TestGroupedItems::groupsSayWhatTheirMembersAre()
{
    QFETCH(const Family, family);
    const quint32 seed = QRandomGenerator::global()->generate();
    qInfo("seed %u", seed);
    QRandomGenerator random(seed);
    const quint64 unfolded = groupIdOf("b:1");
    const QByteArray pinned("a:3");
    for (const QString &filter : {QString(), QStringLiteral("1")}) {
        const ItemFilter wanted(filter);
        GroupedItems groups(family, {wanted, {pinned}, {unfolded}});
        Items items;
        Snapshot::Items before = published(items);
        groups.group(before, m_now);
        for (int round = 0; round < 300; ++round) {
            for (int i = random.bounded(6); i > 0; --i) {
                static constexpr const char *names[] = {"a:", "b:", "*:", "word"};
                const int kind = random.bounded(4);
                const QByteArray key = names[kind]
                    + (kind == 3 ? QByteArray() : QByteArray::number(random.bounded(14)));
                if (random.bounded(2))
                    items.erase(key);
                else
                    items[key] = randomItem(key, family, m_now, random);
            }
            const Snapshot::Items now = published(items);
            groups.update(now, changesBetween(*before, *now), m_now);
            before = now;

            std::map<QByteArray, Count> counts;
            qsizetype members = 0;
            for (const auto &[key, item] : items) {
                if (!wanted.matches(*item, m_now))
                    continue;
                ++members;
                if (key != pinned)
                    count(*item, family, counts[ProbeSampler::globOf(key)]);
            }
            QCOMPARE(groups.members(), members);
            std::map<QByteArray, int> rows;
            std::map<QByteArray, int> headers;
            for (const ItemPtr &shown : *groups.shown()) {
                if (const ItemGroup *group = asGroup(*shown)) {
                    ++headers[shown->key];
                    compare(*group, counts[shown->key], family);
                    QCOMPARE(group->isUnfolded, group->shape == unfolded);
                } else {
                    QCOMPARE(shown, items.at(shown->key));
                    if (shown->key != pinned)
                        ++rows[ProbeSampler::globOf(shown->key)];
                }
            }
            for (const auto &[pattern, all] : counts) {
                QVERIFY(all.members < 2 || headers[pattern] == 1);
                const bool showsAll = headers[pattern] == 0 || pattern == "b:*";
                QCOMPARE(rows[pattern], showsAll ? all.members : 0);
            }
            QVERIFY(std::is_sorted(groups.shown()->begin(), groups.shown()->end(),
                [](const ItemPtr &a, const ItemPtr &b) { return a->key < b->key; }));
        }
    }
}

void TestGroupedItems::oneKeyOfAShapeIsNoGroup()
{
    Items items;
    const auto add = [&](const QByteArray &key) {
        items[key] = makeItem(sample::lock(key, m_now, 30));
    };
    add("lock:order:1");
    add("lock:invoice-run");
    GroupedItems groups(Family::Lock);
    groups.group(published(items), m_now);
    QCOMPARE(*groups.shown(), *published(items));
    add("lock:order:2");
    const auto now = published(items);
    groups.update(now, changesBetween(*groups.source(), *now), m_now);
    QCOMPARE(groups.shown()->size(), size_t(2));
    QVERIFY(groups.isInGroup("lock:order:1"));
    QVERIFY(!groups.isInGroup("lock:invoice-run"));
}

void TestGroupedItems::noRowVanishesWhileTheOrderIsHeld()
{
    Items items;
    const auto add = [&](const QByteArray &key) {
        items[key] = makeItem(sample::lock(key, m_now, 30));
    };
    add("lock:order:1");
    add("seat:1");
    add("seat:2");
    GroupedItems groups(Family::Lock);
    groups.group(published(items), m_now);
    QVERIFY(groups.setHeld(true));
    add("lock:order:2");
    items.erase("seat:1");
    items.erase("seat:2");
    const auto now = published(items);
    groups.update(now, changesBetween(*groups.source(), *now), m_now);
    QByteArrayList keys;
    for (const ItemPtr &item : *groups.shown())
        keys << item->key;
    QCOMPARE(keys, (QByteArrayList{"lock:order:1", "lock:order:2", "seat:*"}));
    QVERIFY(!groups.setHeld(false));
    groups.group(now, m_now);
    QCOMPARE(groups.shown()->size(), size_t(1));
    QVERIFY(groups.setHeld(false));
}

void TestGroupedItems::aRateFallsAsTimePasses()
{
    Items items;
    for (const QByteArray key : {"hits:1", "hits:2", "hits:3"}) {
        Item item = sample::counter(key, m_now, 40);
        item.series = makeSeries(Series{{m_now - seconds(4), 20}, {m_now - seconds(1), 40}});
        item.readAt = m_now;
        items[key] = makeItem(item);
    }
    GroupedItems groups(Family::Counter);
    const auto list = published(items);
    groups.group(list, m_now);
    const double each = changePerSecond(*items["hits:1"], m_now);
    QVERIFY(each > 0);
    QCOMPARE(asGroup(*groups.shown()->front())->changePerSecond, 3 * each);
    groups.update(list, {}, m_now + seconds(30));
    QCOMPARE(asGroup(*groups.shown()->front())->changePerSecond, 0.0);
}

// One of them was not watched for a moment.
void TestGroupedItems::aRateIsUnknownWhileThatOfAMemberIs()
{
    Items items;
    for (const QByteArray key : {"hits:1", "hits:2", "hits:3"}) {
        Item item = sample::counter(key, m_now, 40);
        item.firstSeen = m_now - seconds(60);
        const double before = key == "hits:2" ? std::numeric_limits<double>::quiet_NaN() : 10;
        item.series = makeSeries(Series{{m_now - seconds(10), 10}, {m_now - seconds(3), before},
            {m_now - seconds(2), 20}, {m_now - seconds(1), 40}});
        item.readAt = m_now;
        items[key] = makeItem(item);
    }
    GroupedItems groups(Family::Counter);
    const auto list = published(items);
    groups.group(list, m_now);
    QVERIFY(!asGroup(*groups.shown()->front())->isRateKnown);
    groups.update(list, {}, m_now + seconds(3));
    QVERIFY(asGroup(*groups.shown()->front())->isRateKnown);
    QVERIFY(asGroup(*groups.shown()->front())->changePerSecond > 0);
}

void TestGroupedItems::whoMayBeCountedTwiceIsNotAddedUp()
{
    Items items;
    for (const QByteArray key : {"online:1", "online:2"}) // presence, see sampleitems
        items[key] = makeItem(sample::counter(key, m_now, 40));
    GroupedItems groups(Family::Counter);
    groups.group(published(items), m_now);
    const ItemGroup *group = asGroup(*groups.shown()->front());
    QVERIFY(group);
    QVERIFY(group->mayCountTwice);
    QCOMPARE(group->largest, std::optional(40.0));
}

void TestGroupedItems::aSumLeavesNoTraceOfWhatIsGone_data()
{
    QTest::addColumn<std::vector<double>>("passing");
    QTest::newRow("halves") << std::vector<double>{0.5, 1.25, 1e6 + 0.5};
    QTest::newRow("tenths") << std::vector<double>{0.1, 0.2, 0.7, 1e9 + 0.1};
    QTest::newRow("large numbers") << std::vector<double>{9e15, 1e17, 9.2e18};
    QTest::newRow("enormous numbers") << std::vector<double>{1e300, -1e280};
}

void TestGroupedItems::aSumLeavesNoTraceOfWhatIsGone()
{
    QFETCH(const std::vector<double>, passing);
    const auto item = [](double value) {
        auto made = makeItem();
        made->reading.value = value;
        return ItemPtr(made);
    };
    GroupTally tally(Family::Counter);
    tally.add(item(7));
    tally.add(item(1'000'003));
    for (int round = 0; round < 1000; ++round) {
        for (const double value : passing)
            tally.add(item(value));
        for (const double value : passing)
            tally.remove(item(value));
        const double sum = *tally.total(m_now)->sum;
        QVERIFY2(sum == 1'000'010.0, qPrintable(QString::number(sum, 'g', 17))); // exactly
    }
    tally.remove(item(1'000'003));
    tally.add(item(0.25));
    QCOMPARE(*tally.total(m_now)->sum, 7.25);
}

QTEST_MAIN(TestGroupedItems)
#include "tst_groupeditems.moc"
