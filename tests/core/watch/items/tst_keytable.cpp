#include "core/watch/store/keytable.h"

#include <QRandomGenerator>
#include <QTest>

#include <map>

using namespace lockstep;

// A set of entries by their keys.
class TestKeyTable : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void agreesWithAMapUnderRandomOperations_data();
    void agreesWithAMapUnderRandomOperations();
    void givesItsPlacesBack();
    void erasesManyAtOnce();
    void isEmptyOnceItWasMoved();

private:
    struct Entry
    {
        QByteArray name;
        int value = 0;
        [[nodiscard]] const QByteArray &key() const { return name; }
    };
    using Table = KeyTable<Entry>;
    using Map = std::map<QByteArray, int>;

    static Map contentsOf(const Table &table)
    {
        Map contents;
        for (const Entry &entry : table)
            contents.emplace(entry.key(), entry.value);
        return contents;
    }
};

void TestKeyTable::agreesWithAMapUnderRandomOperations_data()
{
    QTest::addColumn<int>("keys");
    QTest::newRow("few, nearly all places taken and freed again and again") << 14;
    QTest::newRow("some hundred") << 400;
    QTest::newRow("so many that it grows often") << 20'000;
}

void TestKeyTable::agreesWithAMapUnderRandomOperations()
{
    QFETCH(const int, keys);
    const auto seed = QRandomGenerator::global()->generate();
    QRandomGenerator random(seed);
    const auto context = [&](int step) {
        return QByteArray(
            "seed " + QByteArray::number(seed) + ", step " + QByteArray::number(step));
    };
    Table table;
    Map map;
    for (int step = 0; step < 100'000; ++step) {
        const auto key = "key:" + QByteArray::number(random.bounded(keys));
        const auto known = map.find(key);
        Entry *entry = table.find(key);
        QVERIFY2((entry != nullptr) == (known != map.end()), context(step));
        if (!entry) {
            QCOMPARE(table.insert({key, step})->key(), key);
            map.emplace(key, step);
        } else if (random.bounded(2) == 0) {
            QVERIFY2(entry->value == known->second, context(step));
            table.erase(entry);
            map.erase(known);
        } else {
            entry->value = known->second = step;
        }
        QVERIFY2(table.size() == map.size() && table.empty() == map.empty(), context(step));
    }
    QVERIFY2(contentsOf(table) == map, context(-1));
    for (const auto &[key, value] : map) {
        QVERIFY2(table.find(key) && table.find(key)->value == value, context(-1));
        QVERIFY(!table.find(key + '+'));
    }
}

void TestKeyTable::erasesManyAtOnce()
{
    Table table;
    table.eraseIf([](const Entry &) { return true; }); // of nothing
    for (int i = 0; i < 10'000; ++i)
        table.insert({QByteArray::number(i), i});
    table.eraseIf([](const Entry &entry) { return entry.value % 3 != 0; });
    QCOMPARE(table.size(), std::size_t(3'334));
    for (int i = 0; i < 10'000; ++i)
        QCOMPARE(table.find(QByteArray::number(i)) != nullptr, i % 3 == 0);
}

void TestKeyTable::isEmptyOnceItWasMoved()
{
    Table table;
    table.insert({"key", 1});
    Table taken(std::move(table));
    QVERIFY(table.empty() && !table.find("key") && table.begin() == table.end());
    table.insert({"other", 2});
    table = std::move(taken);
    QCOMPARE(contentsOf(table), Map({{"key", 1}}));
    QVERIFY(taken.empty() && !taken.find("other"));
}

// Else a walk over the few that are left of many would take as long as before.
void TestKeyTable::givesItsPlacesBack()
{
    Table table;
    for (int i = 0; i < 10'000; ++i)
        table.insert({QByteArray::number(i), i});
    const auto extent = [&table] {
        const Entry *least = &*table.begin();
        const Entry *most = least;
        for (const Entry &entry : table) {
            least = std::min(least, &entry);
            most = std::max(most, &entry);
        }
        return most - least;
    };
    QVERIFY(extent() >= 9'999);
    for (int i = 10; i < 10'000; ++i)
        table.erase(table.find(QByteArray::number(i)));
    QCOMPARE(table.size(), std::size_t(10));
    QVERIFY2(extent() < 100, QByteArray::number(qint64(extent())));
    for (int i = 0; i < 10'000; ++i)
        QCOMPARE(table.find(QByteArray::number(i)) != nullptr, i < 10);
    QVERIFY(contentsOf(Table()).empty());
}

QTEST_APPLESS_MAIN(TestKeyTable)
#include "tst_keytable.moc"
