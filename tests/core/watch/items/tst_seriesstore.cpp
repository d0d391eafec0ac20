#include "core/watch/items/seriesstore.h"

#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;

class TestSeriesStore : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theFirstChangeBringsThePointBeforeIt();
    void changesCloseTogetherShareAPointAndTheLastWins();
    void aHistoryIsBounded();
    void aPublishedHistoryNeverChanges();
    void whatChangedLeastRecentlyIsForgottenFirst();
};

namespace {

Instant at(Milliseconds since)
{
    return Instant() + since;
}

} // namespace

void TestSeriesStore::theFirstChangeBringsThePointBeforeIt()
{
    SeriesStore store;
    QVERIFY(!store.find("a"));
    const auto series = store.add("a", {at(5s), 2}, SeriesPoint{at(1s), 1});
    QCOMPARE(series->size(), size_t(2));
    QCOMPARE(series->front().value, 1.0);
    QCOMPARE(series->back().value, 2.0);
    QCOMPARE(store.add("a", {at(6s), 3}, SeriesPoint{at(5s), 2})->size(), size_t(3));
    store.remove("a");
    QVERIFY(!store.find("a"));
}

void TestSeriesStore::changesCloseTogetherShareAPointAndTheLastWins()
{
    SeriesStore store;
    store.add("a", {at(1s), 0}, {});
    for (int i = 1; i <= 100; ++i)
        store.add("a", {at(1s + Milliseconds(10 * i)), double(i)}, {});
    const auto series = store.find("a");
    QCOMPARE(series->back().value, 100.0);
    QVERIFY(series->size() >= 4 && series->size() <= 8); // a second in quarters
    QVERIFY(std::is_sorted(
        series->begin(), series->end(), [](const auto &a, const auto &b) { return a.at < b.at; }));
}

void TestSeriesStore::aHistoryIsBounded()
{
    SeriesStore store;
    for (int i = 0; i < 5000; ++i)
        store.add("a", {at(std::chrono::seconds(i)), double(i)}, {});
    QCOMPARE(store.find("a")->size(), SeriesStore::mostPoints);
    QCOMPARE(store.find("a")->front().value, double(5000 - SeriesStore::mostPoints));
    QCOMPARE(store.find("a")->back().value, 4999.0);
}

void TestSeriesStore::aPublishedHistoryNeverChanges()
{
    SeriesStore store;
    const auto published = store.add("a", {at(1s), 1}, {});
    const Series copy = *published;
    store.add("a", {at(2s), 2}, {});
    store.add("a", {at(2s + 1ms), 3}, {});
    QCOMPARE(published->size(), copy.size());
    QCOMPARE(published->back().value, 1.0);
}

void TestSeriesStore::whatChangedLeastRecentlyIsForgottenFirst()
{
    SeriesStore store;
    const int most = static_cast<int>(SeriesStore::mostOfAll / (1 + SeriesStore::pointsPerSeries));
    for (int i = 0; i < most; ++i)
        store.add(QByteArray::number(i), {at(Milliseconds(i)), 1}, {});
    store.add("0", {at(1h), 2}, {}); // the oldest is busy again
    store.add("new", {at(1h), 1}, {});
    QVERIFY(store.size() <= SeriesStore::mostOfAll);
    QVERIFY(store.find("new"));
    QVERIFY(store.find("0"));
    QVERIFY(!store.find("1"));
    QVERIFY(store.find(QByteArray::number(most - 1)));
    const auto forgotten = store.takeForgotten();
    QVERIFY(std::find(forgotten.begin(), forgotten.end(), QByteArray("1")) != forgotten.end());
    QCOMPARE(store.takeForgotten().size(), size_t(0));
    for (int i = 0; i < most; ++i)
        store.remove(QByteArray::number(i));
    store.remove("new");
    QCOMPARE(store.size(), size_t(0));
}

QTEST_GUILESS_MAIN(TestSeriesStore)
#include "tst_seriesstore.moc"
