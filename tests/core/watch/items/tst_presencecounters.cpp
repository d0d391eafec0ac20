#include "core/watch/snapshot/presencecounters.h"

#include "core/watch/store/publishedtables.h"
#include "tests/support/samples/plainformat.h"

#include <QTest>

using namespace lockstep;

namespace {

ItemPtr counter(const QByteArray &key, double value, bool countsPresence = true)
{
    auto item = makeItem();
    item->key = key;
    FormatData data = plainData(Family::Counter);
    data.countsPresence = countsPresence;
    item->format = plainFormat(std::move(data));
    item->reading.value = value;
    return item;
}

} // namespace

// Which counter says how many users are online.
class TestPresenceCounters : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSnapshotListsTheCountersOfPresence();
    void theOnlyOneNeedsNoChoice();
    void severalAreNeitherGuessedNorAdded();
    void theLatestChoiceThatIsThereCounts();
};

// By what was changed, and not by a walk over all of them.
void TestPresenceCounters::aSnapshotListsTheCountersOfPresence()
{
    PublishedTables tables;
    tables.set(counter("online", 2));
    tables.set(counter("page_view", 9, false));
    tables.set(counter("active", 3));
    Snapshot first;
    tables.publish(first);
    QCOMPARE(first.presence->size(), size_t(2));
    QCOMPARE(first.presence->at(0)->key, QByteArray("active"));
    QCOMPARE(first.presence->at(1)->key, QByteArray("online"));

    tables.set(counter("page_view", 10, false));
    Snapshot second;
    tables.publish(second);
    QCOMPARE(second.presence, first.presence); // nothing of it has changed

    tables.set(counter("active", 4));
    tables.set(counter("online", 2, false)); // its format is another one now
    Snapshot third;
    tables.publish(third);
    QCOMPARE(third.presence->size(), size_t(1));
    QCOMPARE(third.presence->at(0)->reading.value, 4.0);

    tables.remove(Family::Counter, "active");
    Snapshot last;
    tables.publish(last);
    QVERIFY(last.presence->empty());
}

void TestPresenceCounters::theOnlyOneNeedsNoChoice()
{
    const auto users = usersOnline({counter("active", 3)}, {});
    QVERIFY(users);
    QCOMPARE(users->key, QByteArray("active"));
    QVERIFY(!usersOnline({}, {"page_view"}));
}

void TestPresenceCounters::severalAreNeitherGuessedNorAdded()
{
    QVERIFY(!usersOnline({counter("active", 2531), counter("online", 397)}, {}));
    QVERIFY(!usersOnline({counter("active", 2531), counter("online", 397)}, {"of another"}));
}

void TestPresenceCounters::theLatestChoiceThatIsThereCounts()
{
    const std::vector<ItemPtr> all{counter("active", 2531), counter("online", 397)};
    QCOMPARE(usersOnline(all, {"of another", "online", "active"})->key, QByteArray("online"));
}

QTEST_APPLESS_MAIN(TestPresenceCounters)
#include "tst_presencecounters.moc"
