#include "shopsnapshot.h"
#include "ui/watch/rows/itemfilter.h"
#include "ui/watch/rows/naturalorder.h"
#include "ui/watch/tables/columnwidths.h"

#include <QTest>

#include <algorithm>
#include <numeric>

using namespace lockstep;

class TestItemFilter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void allWordsMustMatch_data();
    void allWordsMustMatch();
    void whatAHolderHoldsIsItsOwn_data();
    void whatAHolderHoldsIsItsOwn();
    void aMistakenStateIsSaid();
    void numbersInKeysComeInTheirOrder();
    void everyColumnGetsItsLeastAndTheFirstTheRest();
};

void TestItemFilter::allWordsMustMatch_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("matches");
    QTest::newRow("nothing") << QString() << true;
    QTest::newRow("spaces only") << u"   "_qs << true;
    QTest::newRow("part of the key") << u"order"_qs << true;
    QTest::newRow("glob") << u"lock:*"_qs << true;
    QTest::newRow("another glob") << u"order:*"_qs << false;
    QTest::newRow("two parts") << u"lock 77"_qs << true;
    QTest::newRow("two parts, one wrong") << u"lock 78"_qs << false;
    QTest::newRow("quoted, with its space") << u"\"order 77\""_qs << true;
    QTest::newRow("quoted, another space") << u"\"77 order\""_qs << false;
    QTest::newRow("state") << u"state:immortal"_qs << true;
    QTest::newRow("the beginning of a state") << u"STATE:imm"_qs << true;
    QTest::newRow("another state") << u"state:held"_qs << false;
    QTest::newRow("host") << u"holder:web-17"_qs << true;
    QTest::newRow("token") << u"holder:ab*9f"_qs << true;
    QTest::newRow("another holder") << u"holder:web-18"_qs << false;
    QTest::newRow("exactly that host") << u"holder=web-17.example.com"_qs << true;
    QTest::newRow("not exactly that host") << u"holder=web-17"_qs << false;
    QTest::newRow("library") << u"library:redisson"_qs << true;
    QTest::newRow("another library") << u"library:redlock"_qs << false;
    QTest::newRow("all") << u"state:immortal holder:web-17 library:redisson lock:*"_qs << true;
    QTest::newRow("a word that is being typed") << u"state: lock"_qs << true;
    QTest::newRow("a key with a colon") << u"lock:order"_qs << true;
}

void TestItemFilter::allWordsMustMatch()
{
    QFETCH(const QString, text);
    Item item;
    item.key = "lock:order 77";
    item.format = shop::format({Family::Lock, u"Redisson"_qs, u"lock"_qs, false, "HGETALL"});
    item.reading.ttl = Ttl::persistent();
    Holder &holder = item.reading.holder.emplace();
    holder.token = "ab12cd9f";
    holder.host = u"web-17.example.com"_qs;
    QTEST(ItemFilter(text).matches(item, std::chrono::steady_clock::now()), "matches");
}

void TestItemFilter::whatAHolderHoldsIsItsOwn_data()
{
    QTest::addColumn<Holder>("holder");
    QTest::addColumn<Holder>("other");
    const auto withToken = [](const QByteArray &token) {
        Holder holder;
        holder.token = token;
        return holder;
    };
    const auto onHost = [](const QString &host, const QString &process) {
        Holder holder;
        holder.token = (host + process).toUtf8();
        holder.host = host;
        holder.process = process;
        return holder;
    };
    QTest::newRow("host") << onHost(u"web-1"_qs, {}) << onHost(u"web-10"_qs, {});
    QTest::newRow("process") << onHost(u"web-1"_qs, u"12"_qs) << onHost(u"web-1"_qs, u"123"_qs);
    QTest::newRow("token") << withToken("worker-1") << withToken("worker-12");
    QTest::newRow("capitals") << withToken("aGVsbG8") << withToken("aGVsbGO");
    QTest::newRow("stars") << withToken("a*c") << withToken("abc");
    QTest::newRow("spaces") << withToken(" a b ") << withToken("a b");
    QTest::newRow("quotes") << withToken("a \"b\"") << withToken("xa \"b\"");
    QTest::newRow("quotes and stars") << withToken("a\"*[b\\") << withToken("a\"x[b\\");
}

void TestItemFilter::whatAHolderHoldsIsItsOwn()
{
    QFETCH(const Holder, holder);
    QFETCH(const Holder, other);
    const ItemFilter filter(filterFor(holder));
    QVERIFY(filter.trouble().isEmpty());
    const auto isFound = [&filter](const Holder &of) {
        Item item;
        item.key = "lock:7";
        item.reading.holder = of;
        return filter.matches(item, std::chrono::steady_clock::now());
    };
    QVERIFY(isFound(holder));
    QVERIFY(!isFound(other));
}

void TestItemFilter::aMistakenStateIsSaid()
{
    const ItemFilter filter(u"lock:* state:immortl"_qs);
    QVERIFY(filter.trouble().startsWith(u"There is no state “immortl”. The states are free, held"));
    QVERIFY(!filter.isEmpty());
    QVERIFY(ItemFilter(u"stat:x"_qs).trouble().isEmpty()); // may be a key
}

void TestItemFilter::numbersInKeysComeInTheirOrder()
{
    const QByteArrayList inOrder{"a", "a1", "a2", "a010b", "a10", "a10b", "a10c",
        "a99999999999999999999", "a100000000000000000000", "a:1:20", "a:2:3", "b", "lock:9:x",
        "lock:10:x"};
    for (qsizetype i = 0; i < inOrder.size(); ++i) {
        for (qsizetype j = 0; j < inOrder.size(); ++j) {
            const int order = compareNaturally(inOrder.at(i), inOrder.at(j));
            QVERIFY2(i < j  ? order < 0
                    : i > j ? order > 0
                            : order == 0,
                qPrintable(QStringLiteral("%1 %2: %3").arg(i).arg(j).arg(order)));
        }
    }
}

void TestItemFilter::everyColumnGetsItsLeastAndTheFirstTheRest()
{
    const std::vector<ColumnWish> wishes{{50, 120, 150}, {40, 60, 60}, {30, 30, 90}};
    QCOMPARE(shareOut(100, wishes), (std::vector<int>{50, 40, 30})); // a scroll bar has to help
    QCOMPARE(shareOut(210, wishes), (std::vector<int>{120, 60, 30}));
    QCOMPARE(shareOut(300, wishes), (std::vector<int>{150, 60, 90}));
    QCOMPARE(shareOut(500, wishes), (std::vector<int>{350, 60, 90}));
    const std::vector<ColumnWish> withNumber{{50, 120, 150}, {40, 60, 60, 60}};
    QCOMPARE(shareOut(110, withNumber), (std::vector<int>{50, 60})); // no number is cut for a key
    for (int available = 120; available < 400; ++available) {
        const std::vector<int> widths = shareOut(available, wishes);
        QCOMPARE(std::accumulate(widths.begin(), widths.end(), 0), available);
    }
}

QTEST_GUILESS_MAIN(TestItemFilter)
#include "tst_itemfilter.moc"
