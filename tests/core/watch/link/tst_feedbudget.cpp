#include "core/watch/discovery/feedbudget.h"

#include <QTest>

using namespace lockstep;
using Prefixes = std::vector<QByteArray>;

namespace {

constexpr int mostNames = 1'000;

// That many idle names with this name in each of two seconds in a row.
bool isExceededBy(FeedBudget &budget, const QByteArray &name, qint64 names)
{
    budget.noteIdle(name, names);
    const bool early = budget.endSecond();
    budget.noteIdle(name, names);
    return budget.endSecond() && !early;
}

} // namespace

// What the announcements of new keys may cost, and what is given up when they cost more.
class TestFeedBudget : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void oneSecondOverTheBudgetIsNotEnough();
    void theBudgetFollowsWhatTheServerDoes_data();
    void theBudgetFollowsWhatTheServerDoes();
    void namesThatWereOfUseDoNotCount();
    void allNamesGiveWayToTheFallback();
    void thePrefixWithMostIdleNamesIsDropped();
    void aPrefixOfTheUserHasNoFallback();
    void nothingIsAnnouncedWhereTheServerRefuses_data();
    void nothingIsAnnouncedWhereTheServerRefuses();
    void allNamesAreAnnouncedAgainAfterAReset();
};

void TestFeedBudget::oneSecondOverTheBudgetIsNotEnough()
{
    FeedBudget budget({}, mostNames);
    budget.noteIdle("a", mostNames + 1);
    QVERIFY(!budget.endSecond());
    QVERIFY(!budget.endSecond());
    QVERIFY(!isExceededBy(budget, "a", mostNames));
    QVERIFY(isExceededBy(budget, "a", mostNames + 1));
}

void TestFeedBudget::theBudgetFollowsWhatTheServerDoes_data()
{
    QTest::addColumn<double>("commandsPerSecond"); // less than 0: the server does not tell
    QTest::addColumn<bool>("notifies");
    QTest::addColumn<int>("affordable");

    QTest::newRow("a server that does not tell") << -1.0 << false << mostNames;
    QTest::newRow("an idle server") << 0.0 << false << 50;
    QTest::newRow("a busy server") << 10'000.0 << false << 200;
    QTest::newRow("a very busy server") << 1e6 << false << mostNames;
    QTest::newRow("notifications of an idle server") << 0.0 << true << 250;
    QTest::newRow("notifications of a busy server") << 5'000.0 << true << 500;
}

void TestFeedBudget::theBudgetFollowsWhatTheServerDoes()
{
    QFETCH(const double, commandsPerSecond);
    QFETCH(const bool, notifies);
    QFETCH(const int, affordable);

    FeedBudget budget({}, mostNames);
    budget.setServerLoad(commandsPerSecond < 0 ? std::nullopt : std::optional(commandsPerSecond),
        notifies ? FeedBudget::ofNotifications : FeedBudget::ofTracking);
    QVERIFY(!isExceededBy(budget, "a", affordable));
    QVERIFY(isExceededBy(budget, "a", affordable + 1));
}

void TestFeedBudget::namesThatWereOfUseDoNotCount()
{
    FeedBudget budget({}, mostNames);
    budget.noteIdle("a", -1);
    QVERIFY(!isExceededBy(budget, "a", mostNames));
    budget.noteIdle("a", mostNames + 1);
    QVERIFY(!budget.endSecond());
    budget.startCounting();
    budget.noteIdle("a", mostNames + 1);
    QVERIFY(!budget.endSecond());
}

void TestFeedBudget::allNamesGiveWayToTheFallback()
{
    FeedBudget budget({}, mostNames);
    budget.setFallback([](std::size_t most) {
        return most == FeedBudget::mostPrefixes ? Prefixes{"lock:", "views:"} : Prefixes{};
    });
    QVERIFY(budget.announcesAll());
    QCOMPARE(budget.prefixes(), Prefixes{""});
    budget.dropBusiest();
    QVERIFY(!budget.announcesAll());
    QCOMPARE(budget.prefixes(), (Prefixes{"lock:", "views:"}));
    QCOMPARE(budget.dropped(), QStringList{QStringLiteral("*")});
}

void TestFeedBudget::thePrefixWithMostIdleNamesIsDropped()
{
    FeedBudget budget({}, mostNames);
    budget.setFallback([](std::size_t) { return Prefixes{"lock:", "views:"}; });
    budget.dropBusiest();
    budget.noteIdle("lock:1", 2'000); // in an earlier second: it does not count any more
    QVERIFY(!budget.endSecond());
    budget.noteIdle("lock:1", 10);
    budget.noteIdle("views:1", 1'200);
    QVERIFY(budget.endSecond());
    budget.dropBusiest();
    QCOMPARE(budget.prefixes(), Prefixes{"lock:"});
    QCOMPARE(budget.dropped(), (QStringList{QStringLiteral("*"), QStringLiteral("views:*")}));
    budget.dropBusiest();
    budget.dropBusiest(); // nothing is left to be dropped
    QCOMPARE(budget.prefixes(), Prefixes());
}

void TestFeedBudget::aPrefixOfTheUserHasNoFallback()
{
    FeedBudget budget("app:", mostNames);
    budget.setFallback([](std::size_t) { return Prefixes{"lock:"}; });
    budget.dropBusiest();
    QCOMPARE(budget.prefixes(), Prefixes());
    QCOMPARE(budget.dropped(), QStringList{QStringLiteral("app:*")});
}

void TestFeedBudget::nothingIsAnnouncedWhereTheServerRefuses_data()
{
    QTest::addColumn<QByteArray>("prefix");
    QTest::addColumn<QString>("dropped"); // of what is watched, all

    QTest::newRow("all keys are watched") << QByteArray() << QStringLiteral("*");
    QTest::newRow("those of a prefix are") << QByteArray("app:") << QStringLiteral("app:*");
}

void TestFeedBudget::nothingIsAnnouncedWhereTheServerRefuses()
{
    QFETCH(const QByteArray, prefix);
    QFETCH(const QString, dropped);

    FeedBudget budget(prefix, mostNames);
    budget.setFallback([](std::size_t) { return Prefixes{"lock:", "views:"}; });
    budget.dropAll();
    QVERIFY(!budget.announcesAll());
    QCOMPARE(budget.prefixes(), Prefixes());
    QCOMPARE(budget.dropped(), QStringList{dropped});

    budget.announceAll();
    if (prefix.isEmpty()) {
        budget.dropBusiest();
        QCOMPARE(budget.prefixes(), (Prefixes{"lock:", "views:"}));
        budget.dropAll(); // also of what took the place of all names
    } else {
        budget.dropAll();
    }
    QCOMPARE(budget.prefixes(), Prefixes());
    QCOMPARE(budget.dropped(), QStringList{dropped});
}

void TestFeedBudget::allNamesAreAnnouncedAgainAfterAReset()
{
    FeedBudget budget({}, mostNames);
    budget.setServerLoad(0, FeedBudget::ofTracking);
    budget.dropAll();
    budget.reset();
    QVERIFY(budget.announcesAll());
    QCOMPARE(budget.dropped(), QStringList());
    QVERIFY(!isExceededBy(budget, "a", mostNames));
}

QTEST_APPLESS_MAIN(TestFeedBudget)
#include "tst_feedbudget.moc"
