#include "sampleitems.h"
#include "shopsnapshot.h"
#include "tests/support/patience.h"
#include "tests/support/samples/randomitems.h"
#include "ui/watch/rows/bucketsmodel.h"
#include "ui/watch/rows/countersmodel.h"
#include "ui/watch/rows/locksmodel.h"

#include <QAbstractItemModelTester>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTest>
#include <QThreadPool>

#include <algorithm>
#include <map>
#include <memory>

using namespace lockstep;
using std::chrono::milliseconds;

namespace {

using Items = sample::ItemsByKey;
using sample::published;
using sample::randomItem;

std::unique_ptr<ItemModel> makeModel(Family family)
{
    switch (family) {
    case Family::Counter:
        return std::make_unique<CountersModel>();
    case Family::Bucket:
        return std::make_unique<BucketsModel>();
    case Family::Lock:
        return std::make_unique<LocksModel>();
    }
    return {};
}

QList<QByteArray> keysOf(const ItemModel &model)
{
    QList<QByteArray> keys;
    for (int row = 0; row < model.rowCount(); ++row)
        keys << model.item(row)->key;
    return keys;
}

} // namespace

class TestItemModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsUnknownOfALimitReadsAsThat_data();
    void whatIsUnknownOfALimitReadsAsThat();
    void aRateIsUnknownUntilItWasFollowed();
    void theTimeLeftOfASemaphoreIsThatOfItsLastPermit();
    void mergingEqualsShowingAnew_data();
    void mergingEqualsShowingAnew();
    void persistentIndexesStayWithTheirItem();
    void theSameVectorCostsNoSignal();
    void aChangeInPlaceIsAnnouncedForItsRowsOnly();
    void manyScatteredArrivalsAreOneInsertion();
    void timePassingMovesNoRow();
    void toolTipsCannotBeMarkup();
    void manyItemsAreArrangedAside();
    void anotherServerIsShownAtOnceEvenThen();
    void aModelMayEndWhileItsRowsAreArranged();
    void everyCellIsSaid();
    void aSemaphoreCountsThoseWhoAreNotRead();
    void aSemaphoreWithoutHoldersHasNoTimeLeft();
    void onlyASemaphoreHasPermits();

private:
    Instant m_now = std::chrono::steady_clock::now();
};

void TestItemModel::whatIsUnknownOfALimitReadsAsThat_data()
{
    QTest::addColumn<double>("used"); // −1: unknown
    QTest::addColumn<double>("limit"); // −1: unknown
    QTest::addColumn<bool>("inferred");
    QTest::addColumn<QString>("share");
    QTest::addColumn<QString>("figures");
    QTest::newRow("both known") << 5.0 << 10.0 << false << u"50 %"_qs << u"5/10"_qs;
    QTest::newRow("largest value seen") << 5.0 << 5.0 << true << u"≤ 100 %"_qs << u"5/≥5"_qs;
    QTest::newRow("use unknown") << -1.0 << 7.0 << false << u"unknown"_qs << u"–/7"_qs;
    QTest::newRow("limit unknown") << 7.0 << -1.0 << false << u"Set limit…"_qs << u"7/–"_qs;
    QTest::newRow("neither") << -1.0 << -1.0 << false << u"Set limit…"_qs << u"–/–"_qs;
}

void TestItemModel::whatIsUnknownOfALimitReadsAsThat()
{
    QFETCH(const double, used);
    QFETCH(const double, limit);
    QFETCH(const bool, inferred);
    Item item;
    if (used >= 0)
        item.reading.value = used;
    if (limit >= 0)
        item.reading.limit = limit;
    item.reading.limitIsInferred = inferred;
    const BucketsModel model;
    QTEST(model.text(item, BucketsModel::GaugeColumn), "share");
    QTEST(model.text(item, BucketsModel::UsedColumn), "figures");
    QCOMPARE(model.columnTitle(BucketsModel::GaugeColumn), u"Share"_qs);
    QCOMPARE(model.columnTitle(BucketsModel::UsedColumn), u"Used"_qs);
}

void TestItemModel::aRateIsUnknownUntilItWasFollowed()
{
    const Instant now = std::chrono::steady_clock::now();
    Item counter = sample::counter("page_view", now, 40);
    counter.series = {};
    counter.firstSeen = now;
    CountersModel model;
    const auto rateAfter = [&](milliseconds time) {
        model.setNow(now + time);
        const QString raw = model.rawText(counter, CountersModel::RateColumn);
        const QString text = model.text(counter, CountersModel::RateColumn);
        return text == u"–"_qs && raw.isEmpty() ? QString() : raw + u' ' + text;
    };
    QCOMPARE(rateAfter(milliseconds(4'900)), QString());
    QCOMPARE(rateAfter(milliseconds(5'000)), u"0 0"_qs);
    counter.beginIsSeen = true; // before that there was nothing to be counted
    QCOMPARE(rateAfter(milliseconds(1'000)), u"0 0"_qs);
    // It was not watched for a moment.
    counter.series = makeSeries(Series{{now + milliseconds(6'000), 40},
        {now + milliseconds(7'000), std::numeric_limits<double>::quiet_NaN()},
        {now + milliseconds(8'000), 40}});
    QCOMPARE(rateAfter(milliseconds(12'900)), QString());
    QCOMPARE(rateAfter(milliseconds(13'000)), u"0 0"_qs);
    counter.reading.value.reset(); // the right to read it was taken away
    QCOMPARE(rateAfter(milliseconds(13'000)), QString());
}

// Its key has no TTL, and yet it does not last for ever.
void TestItemModel::theTimeLeftOfASemaphoreIsThatOfItsLastPermit()
{
    Item item;
    item.reading.ttl = Ttl::persistent();
    item.reading.holder = Holder();
    QCOMPARE(LocksModel::timeText(item, m_now), u"never"_qs);
    item.reading.resetsAt = m_now + std::chrono::seconds(9);
    QCOMPARE(LocksModel::timeText(item, m_now), u"9.0 s"_qs);
    QCOMPARE(LocksModel::timeText(item, m_now + std::chrono::seconds(10)), u"0.0 s"_qs);
    QCOMPARE(LocksModel::rank(item, LocksModel::TimeColumn, m_now),
        double((m_now + std::chrono::seconds(9)).time_since_epoch().count()));
}

void TestItemModel::mergingEqualsShowingAnew_data()
{
    QTest::addColumn<Family>("family");
    QTest::addColumn<quint32>("seed");
    const quint32 seed = QRandomGenerator::global()->generate();
    QTest::newRow("counters") << Family::Counter << seed;
    QTest::newRow("buckets") << Family::Bucket << seed;
    QTest::newRow("locks") << Family::Lock << seed;
    QTest::newRow("a row that goes between two of equal rank") << Family::Bucket << 4168305874U;
}

void TestItemModel::mergingEqualsShowingAnew()
{
    QFETCH(Family, family);
    QFETCH(quint32, seed);
    qInfo("seed %u", seed);
    QRandomGenerator random(seed);
    const auto model = makeModel(family);
    QAbstractItemModelTester tester(
        model.get(), QAbstractItemModelTester::FailureReportingMode::Fatal);
    const QStringList filters{{}, u"1"_qs, u"key:?"_qs, u"*[0-4]"_qs, u"nothing"_qs};
    Items items;
    for (int round = 0; round < 300; ++round) {
        const int most = random.bounded(10) == 0 ? 150 : 6;
        for (int i = random.bounded(most); i > 0; --i) {
            const QByteArray key = "key:" + QByteArray::number(random.bounded(200));
            if (random.bounded(3) == 0)
                items.erase(key);
            else
                items[key] = randomItem(key, family, m_now, random);
        }
        const bool reorder = random.bounded(8) == 0;
        if (reorder)
            model->sort(random.bounded(model->columnCount()),
                random.bounded(2) ? Qt::AscendingOrder : Qt::DescendingOrder);
        if (random.bounded(8) == 0)
            model->setFilter(ItemFilter(filters.at(random.bounded(int(filters.size())))));
        model->setSnapshot(published(items), m_now + milliseconds(round));

        const auto anew = makeModel(family);
        anew->sort(model->sortColumn(), model->sortOrder());
        anew->setFilter(model->filter());
        anew->setSnapshot(published(items), m_now + milliseconds(round));
        QCOMPARE(keysOf(*model), keysOf(*anew));
        for (int row = 0; row < model->rowCount(); ++row)
            QCOMPARE(model->item(row), items.at(model->item(row)->key));
    }
}

void TestItemModel::persistentIndexesStayWithTheirItem()
{
    QRandomGenerator random(7);
    LocksModel model;
    model.sort(LocksModel::TimeColumn);
    Items items;
    for (int i = 0; i < 100; ++i) {
        const QByteArray key = "key:" + QByteArray::number(i);
        items[key] = randomItem(key, Family::Lock, m_now, random);
    }
    model.setSnapshot(published(items), m_now);
    std::map<QByteArray, QPersistentModelIndex> held;
    for (int row = 0; row < model.rowCount(); row += 3)
        held[model.item(row)->key] = model.index(row, 1);
    for (int round = 0; round < 60; ++round) {
        const QByteArray gone = "key:" + QByteArray::number(random.bounded(100));
        items.erase(gone);
        for (int i = 0; i < 20; ++i) {
            const QByteArray key = "key:" + QByteArray::number(random.bounded(100));
            if (items.contains(key))
                items[key] = randomItem(key, Family::Lock, m_now, random);
        }
        const QByteArray fresh = "new:" + QByteArray::number(round);
        items[fresh] = randomItem(fresh, Family::Lock, m_now, random);
        model.setSnapshot(published(items), m_now);
        for (const auto &[key, index] : held) {
            QCOMPARE(index.isValid(), items.contains(key));
            if (index.isValid())
                QCOMPARE(model.item(index.row())->key, key);
        }
    }
}

void TestItemModel::theSameVectorCostsNoSignal()
{
    QRandomGenerator random(1);
    LocksModel model;
    Items items;
    items["a"] = randomItem("a", Family::Lock, m_now, random);
    const Snapshot::Items list = published(items);
    model.setSnapshot(list, m_now);
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    QSignalSpy layout(&model, &QAbstractItemModel::layoutChanged);
    model.setSnapshot(list, m_now + milliseconds(5));
    model.setSnapshot(
        published(items), m_now + milliseconds(9)); // another vector of the same items
    QCOMPARE(changed.size(), 0);
    QCOMPARE(layout.size(), 0);
}

void TestItemModel::aChangeInPlaceIsAnnouncedForItsRowsOnly()
{
    QRandomGenerator random(1);
    CountersModel model;
    Items items;
    for (int i = 100; i < 200; ++i) {
        const QByteArray key = QByteArray::number(i);
        items[key] = randomItem(key, Family::Counter, m_now, random);
    }
    model.setSnapshot(published(items), m_now);
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    QSignalSpy layout(&model, &QAbstractItemModel::layoutChanged);
    for (const char *key : {"110", "112", "170"})
        items[key] = randomItem(key, Family::Counter, m_now, random);
    model.setSnapshot(published(items), m_now);
    QCOMPARE(layout.size(), 0);
    QCOMPARE(changed.size(), 2);
    QCOMPARE(changed.at(0).at(0).toModelIndex().row(), 10);
    QCOMPARE(changed.at(0).at(1).toModelIndex().row(), 12);
    QCOMPARE(changed.at(1).at(0).toModelIndex().row(), 70);
}

void TestItemModel::manyScatteredArrivalsAreOneInsertion()
{
    QRandomGenerator random(1);
    CountersModel model;
    Items items;
    for (int i = 1000; i < 1200; i += 2) {
        const QByteArray key = QByteArray::number(i);
        items[key] = randomItem(key, Family::Counter, m_now, random);
    }
    model.setSnapshot(published(items), m_now);
    QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
    QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
    for (int i = 1001; i < 1200; i += 2) {
        const QByteArray key = QByteArray::number(i);
        items[key] = randomItem(key, Family::Counter, m_now, random);
    }
    model.setSnapshot(published(items), m_now);
    QCOMPARE(inserted.size(), 1);
    for (int i = 1000; i < 1200; i += 2)
        items.erase(QByteArray::number(i));
    model.setSnapshot(published(items), m_now);
    QCOMPARE(removed.size(), 1);
    QCOMPARE(model.rowCount(), 100);
}

void TestItemModel::timePassingMovesNoRow()
{
    QRandomGenerator random(3);
    LocksModel model;
    Items items;
    for (int i = 0; i < 50; ++i) {
        const QByteArray key = QByteArray::number(i);
        items[key] = randomItem(key, Family::Lock, m_now, random);
    }
    for (int column = 0; column < model.columnCount(); ++column) {
        model.sort(column);
        model.setSnapshot(published(items), m_now);
        const QList<QByteArray> before = keysOf(model);
        model.setNow(m_now + milliseconds(450));
        items["1"] = makeItem(*items["1"]); // the same, read again
        model.setSnapshot(published(items), m_now + milliseconds(460));
        QCOMPARE(keysOf(model), before);
    }
}

void TestItemModel::toolTipsCannotBeMarkup()
{
    QRandomGenerator random(3);
    LocksModel model;
    Items items;
    items["<b>bold</b>"] = randomItem("<b>bold</b>", Family::Lock, m_now, random);
    model.setSnapshot(published(items), m_now);
    const QString toolTip = model.index(0, 0).data(Qt::ToolTipRole).toString();
    QVERIFY(!toolTip.contains(u"<b>"));
    QVERIFY(toolTip.contains(u"&lt;b&gt;"));
}

// Neither filtering nor sorting keeps the caller waiting, and what comes meanwhile is not lost.
void TestItemModel::manyItemsAreArrangedAside()
{
    QRandomGenerator random(5);
    Items items;
    for (int i = 0; i < int(ItemModel::manyItems) + 500; ++i) {
        const QByteArray key = "key:" + QByteArray::number(i);
        items[key] = randomItem(key, Family::Lock, m_now, random);
    }
    LocksModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setSnapshot(published(items), m_now);
    QVERIFY(model.isArranging());
    QTRY_VERIFY(!model.isArranging());
    QCOMPARE(model.rowCount(), int(items.size()));

    model.setFilter(ItemFilter(u"key:*77"_qs));
    QVERIFY(model.isArranging());
    QCOMPARE(model.rowCount(), int(items.size())); // as before, until it is done
    model.sort(LocksModel::KeyColumn, Qt::DescendingOrder);
    items.erase("key:77");
    items["key:99977"] = randomItem("key:99977", Family::Lock, m_now, random);
    model.setSnapshot(published(items), m_now);
    QTRY_VERIFY(!model.isArranging());
    std::vector<int> numbers;
    for (const QByteArray &key : keysOf(model)) {
        QVERIFY(key.endsWith("77"));
        numbers.push_back(key.mid(4).toInt());
    }
    QCOMPARE(numbers.size(), size_t(205)); // 177, 277, …, 20477 and 99977, without 77
    QVERIFY(std::is_sorted(numbers.rbegin(), numbers.rend()));
}

void TestItemModel::anotherServerIsShownAtOnceEvenThen()
{
    QRandomGenerator random(6);
    Items items;
    for (int i = 0; i < int(ItemModel::manyItems); ++i) {
        const QByteArray key = QByteArray::number(i);
        items[key] = randomItem(key, Family::Lock, m_now, random);
    }
    LocksModel model;
    model.setSnapshot(published(items), m_now);
    QTRY_VERIFY(!model.isArranging());
    model.sort(LocksModel::AgeColumn);
    model.setSnapshot(published({}), m_now);
    QCOMPARE(model.rowCount(), 0);
    items.erase(std::next(items.begin(), 3), items.end());
    model.setSnapshot(published(items), m_now);
    QTRY_VERIFY(!model.isArranging());
    QCOMPARE(model.rowCount(), 3);
}

// What is done after it has nobody to tell; a debug build of Qt's headers asserts that nobody is
// told.
void TestItemModel::aModelMayEndWhileItsRowsAreArranged()
{
    QRandomGenerator random(7);
    Items items;
    for (int i = 0; i < int(ItemModel::manyItems); ++i) {
        const QByteArray key = QByteArray::number(i);
        items[key] = randomItem(key, Family::Lock, m_now, random);
    }
    const Snapshot::Items snapshot = published(items);
    for (int i = 0; i < 20; ++i) {
        LocksModel model;
        model.setSnapshot(snapshot, m_now);
        QVERIFY(model.isArranging());
    }
    QVERIFY(QThreadPool::globalInstance()->waitForDone(60'000));
}

void TestItemModel::everyCellIsSaid()
{
    const Snapshot snapshot = shop::snapshot(m_now);
    LocksModel model;
    model.setSnapshot(snapshot.locks, m_now);
    QStringList states;
    for (int row = 0; row < model.rowCount(); ++row) {
        for (int column = 0; column < model.columnCount(); ++column) {
            QVERIFY(!model.index(row, column).data().toString().isEmpty());
            QVERIFY(!model.index(row, column).data(Qt::ToolTipRole).toString().isEmpty());
        }
        states << model.index(row, LocksModel::StateColumn).data().toString();
    }
    for (const auto state : {u"expiring", u"renewed 25×", u"orphan?", u"immortal", u"held"})
        QVERIFY2(states.contains(QStringView(state)), qPrintable(states.join(u',')));
}

// Of leases at most 64 are read; of a hash, which is read whole, the value has re-entries, too.
void TestItemModel::aSemaphoreCountsThoseWhoAreNotRead()
{
    Item item = sample::lock("semaphore:gpu", m_now, 30);
    item.reading.holder = sample::holder("worker-63");
    Permits permits(64);
    for (Permit &permit : permits)
        permit.ends = m_now + std::chrono::seconds(30);
    item.reading.permits = permits;
    item.reading.value = 100;
    QCOMPARE(LocksModel::holderText(item), u"worker-63 and 99 more"_qs);
    item.reading.value = 64;
    item.reading.valueIsEstimate = true;
    QCOMPARE(LocksModel::holderText(item), u"worker-63 and at least 63 more"_qs);
    item.reading.permits = Permits(2);
    item.reading.value = 5;
    item.reading.valueIsEstimate = false;
    QCOMPARE(LocksModel::holderText(item), u"worker-63 and 1 more"_qs);
}

// Permits that have ended may be stored still, and their key may have a TTL or none.
void TestItemModel::aSemaphoreWithoutHoldersHasNoTimeLeft()
{
    LocksModel model;
    model.setNow(m_now);
    Item item = sample::lock("semaphore:gpu", m_now, 30);
    item.reading.holder.reset();
    item.reading.permits = Permits();
    item.reading.resetsAt = m_now - std::chrono::seconds(1);
    for (const Ttl &ttl : {Ttl::until(m_now + std::chrono::seconds(30)), Ttl::persistent()}) {
        item.reading.ttl = ttl;
        QCOMPARE(model.text(item, LocksModel::TimeColumn), u"–"_qs);
        QCOMPARE(model.rawText(item, LocksModel::TimeColumn), QString());
        QVERIFY(model.toolTip(item, LocksModel::TimeColumn).startsWith(u"Free for"));
    }
}

void TestItemModel::onlyASemaphoreHasPermits()
{
    Item item = sample::lock("lock:a", m_now, {});
    item.reading.resetsAt = m_now + std::chrono::seconds(60); // which its value tells
    const LocksModel model;
    const QString never = model.toolTip(item, LocksModel::TimeColumn);
    QVERIFY2(!never.contains(u"permits"_qs), qPrintable(never));
    item.reading.permits = Permits(2);
    item.firstSeen = m_now - std::chrono::seconds(50);
    item.heldSince.reset();
    item.beginIsSeen = false;
    const QString age = model.toolTip(item, LocksModel::AgeColumn);
    QVERIFY2(age.contains(u"at least"_qs), qPrintable(age));
    item.beginIsSeen = true;
    QVERIFY(!model.toolTip(item, LocksModel::AgeColumn).contains(u"at least"_qs));
}

QTEST_MAIN(TestItemModel)
#include "tst_itemmodel.moc"
