#include "core/watch/discovery/feedprefixes.h"
#include "core/watch/formats/catalogue.h"

#include <QTest>

#include <algorithm>

using namespace lockstep;
using Prefixes = std::vector<QByteArray>;

namespace {

constexpr std::size_t most = 64;

Prefixes rankedOf(const QByteArrayList &keys, const Prefixes &ofCatalogue = {})
{
    FeedPrefixes prefixes(ofCatalogue);
    for (const auto &key : keys)
        prefixes.count(key);
    return prefixes.ranked(most);
}

// Processor time, so that a busy machine does not count.
std::clock_t ticksFor(int names)
{
    const auto catalogue = Catalogue::load();
    const auto begin = std::clock();
    FeedPrefixes prefixes((*catalogue)->prefixes());
    for (int i = 0; i < names; ++i)
        prefixes.count("order:" + QByteArray::number(i) + ":lock");
    const auto ranked = prefixes.ranked(most);
    const auto ticks = std::clock() - begin;
    return ranked == Prefixes{"order:"} ? ticks : -1;
}

} // namespace

// Which prefixes the feed of new keys falls back to when that of all keys costs too much.
class TestFeedPrefixes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anIdentifierInTheMiddleEndsThePrefix();
    void namesOfOnePlaceShareThatPlace();
    void noneIsAPartOfAnother();
    void aBroadPrefixOfTheCatalogueIsNeverLostToNarrowOnes();
    void theCatalogueNeedsNoColon();
    void tooManyNarrowOnesBecomeTheirCommonPlace();
    void thoseThatCoverMostComeFirst();
    void aMillionNamesTakeTenTimesAsLongAsAHundredThousand();
};

void TestFeedPrefixes::anIdentifierInTheMiddleEndsThePrefix()
{
    QCOMPARE(rankedOf({"order:17:lock", "order:18:lock"}), Prefixes{"order:"});
    QCOMPARE(rankedOf({"{user:7}:x", "{user:8}:x"}), Prefixes{"{user:"});
    QCOMPARE(rankedOf({"rl:10.0.0.1:60", "rl:10.0.0.2:60"}), Prefixes{"rl:"});
}

void TestFeedPrefixes::namesOfOnePlaceShareThatPlace()
{
    QCOMPARE(rankedOf({"app:locks:a", "app:locks:b"}), Prefixes{"app:locks:"});
    QCOMPARE(rankedOf({"app:locks:a", "app:seats:b:c"}), (Prefixes{"app:locks:", "app:seats:b:"}));
    QCOMPARE(rankedOf({"nowhere", ":", "x"}), Prefixes{});
}

void TestFeedPrefixes::noneIsAPartOfAnother()
{
    const auto chosen = rankedOf({"app:a", "app:locks:a", "app:locks:b:c", "other:x"});
    QCOMPARE(chosen, (Prefixes{"app:", "other:"}));
}

// Thousands of narrow ones used to push it out, and with it all new keys elsewhere below it.
void TestFeedPrefixes::aBroadPrefixOfTheCatalogueIsNeverLostToNarrowOnes()
{
    QByteArrayList keys{"ratelimit:alone"};
    for (int i = 0; i < 3'000; ++i) {
        const auto user = "ratelimit:" + QByteArray(1, char('a' + i % 26)) + QByteArray::number(i);
        keys << user + ":get" << user + ":put";
    }
    QCOMPARE(rankedOf(keys, {"lock:", "ratelimit:", "rl:"}), Prefixes{"ratelimit:"});
}

void TestFeedPrefixes::theCatalogueNeedsNoColon()
{
    QCOMPARE(rankedOf({"lock_a:b:c", "lock_b"}, {"lock_"}), Prefixes{"lock_"});
    QCOMPARE(rankedOf({"app:lock_a:b", "app:lock_b"}, {"app:lo"}), Prefixes{"app:lo"});
}

void TestFeedPrefixes::tooManyNarrowOnesBecomeTheirCommonPlace()
{
    QByteArrayList keys;
    for (char a = 'a'; a <= 'z'; ++a) {
        for (char b = 'a'; b <= 'z'; ++b)
            keys << QByteArray("tenant:") + a + b + ":lock:x";
    }
    QCOMPARE(rankedOf(keys + QByteArrayList{"app:seats:x"}), (Prefixes{"tenant:", "app:seats:"}));
}

void TestFeedPrefixes::thoseThatCoverMostComeFirst()
{
    QByteArrayList keys;
    for (char a = 'a'; a <= 'z'; ++a) {
        for (char b = 'a'; b <= 'z'; ++b)
            keys << QByteArray() + a + b + ":x";
    }
    keys << "zz:y"
         << "zz:z"
         << "mm:y";
    const auto chosen = rankedOf(keys);
    QCOMPARE(chosen.size(), most);
    QCOMPARE(chosen.at(0), QByteArray("zz:"));
    QCOMPARE(chosen.at(1), QByteArray("mm:"));
}

// It would take a hundred times as long if it were quadratic.
void TestFeedPrefixes::aMillionNamesTakeTenTimesAsLongAsAHundredThousand()
{
    const auto few = ticksFor(100'000);
    const auto many = ticksFor(1'000'000);
    QVERIFY(few > 0 && many > 0);
    QVERIFY2(many < 40 * few, QByteArray::number(double(many) / double(few)));
}

QTEST_GUILESS_MAIN(TestFeedPrefixes)
#include "tst_feedprefixes.moc"
