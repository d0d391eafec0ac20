#include "core/watch/presencecounters.h"
#include "tests/support/plainformat.h"

#include <QTest>

using namespace lockstep;

namespace {

class PresenceFormat : public PlainFormat
{
public:
    explicit PresenceFormat(bool counts)
        : PlainFormat(Family::Counter)
        , m_counts(counts)
    {
    }
    [[nodiscard]] bool countsPresence() const override { return m_counts; }

private:
    bool m_counts;
};

ItemPtr counter(const QByteArray &key, double value, bool countsPresence = true)
{
    auto item = std::make_shared<Item>();
    item->key = key;
    item->format = std::make_shared<PresenceFormat>(countsPresence);
    item->reading.value = value;
    return item;
}

} // namespace

// Which counter says how many users are online.
class TestPresenceCounters : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void onlyCountersOfPresenceAreListed();
    void theOnlyOneNeedsNoChoice();
    void severalAreNeitherGuessedNorAdded();
    void theLatestChoiceThatIsThereCounts();
};

void TestPresenceCounters::onlyCountersOfPresenceAreListed()
{
    const auto all = presenceCounters(
        {counter("active", 3), counter("page_view", 9, false), counter("online", 2)});
    QCOMPARE(all.size(), size_t(2));
    QCOMPARE(all[0]->key, QByteArray("active"));
    QCOMPARE(all[1]->key, QByteArray("online"));
}

void TestPresenceCounters::theOnlyOneNeedsNoChoice()
{
    const auto users = usersOnline({counter("active", 3), counter("page_view", 9, false)}, {});
    QVERIFY(users);
    QCOMPARE(users->key, QByteArray("active"));
    QVERIFY(!usersOnline({counter("page_view", 9, false)}, {"page_view"}));
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
