#include "shopsnapshot.h"
#include "ui/text/wording.h"
#include "ui/watch/rows/keyfilter.h"
#include "ui/watchtext/alertwording.h"
#include "ui/watchtext/itemwording.h"

#include <QTest>

#include <cmath>
#include <ctime>

using namespace lockstep;

class TestWording : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void timesAreCutNotRounded_data();
    void timesAreCutNotRounded();
    void numbersAreGroupedByNarrowSpaces_data();
    void numbersAreGroupedByNarrowSpaces();
    void briefNumbersHaveThreeDigits_data();
    void briefNumbersHaveThreeDigits();
    void ratesHaveASign_data();
    void ratesHaveASign();
    void briefRatesHaveASign();
    void alertsSayWhereANumberIsRounded();
    void keysCannotDeceive_data();
    void keysCannotDeceive();
    void longKeysAreCutInTheMiddle();
    void hugeKeysTakeNoTime();
    void commandsCanBePastedIntoRedisCli();
    void holdersAreShort();
    void filtersMatchLikeRedis_data();
    void filtersMatchLikeRedis();
    void hostileGlobsEndSoon();
};

void TestWording::timesAreCutNotRounded_data()
{
    QTest::addColumn<qint64>("ms");
    QTest::addColumn<QString>("whole");
    QTest::addColumn<QString>("age");
    QTest::newRow("nothing") << 0LL << u"0.0 s"_qs << u"0.0 s"_qs;
    QTest::newRow("less than nothing") << -5LL << u"0.0 s"_qs << u"0.0 s"_qs;
    QTest::newRow("almost a tenth") << 99LL << u"0.0 s"_qs << u"0.0 s"_qs;
    QTest::newRow("seconds") << 29'399LL << u"29.3 s"_qs << u"29.3 s"_qs;
    QTest::newRow("almost a minute") << 59'999LL << u"59.9 s"_qs << u"59.9 s"_qs;
    QTest::newRow("a minute") << 60'000LL << u"1 m 00 s"_qs << u"1 m 00 s"_qs;
    QTest::newRow("minutes") << 252'900LL << u"4 m 12 s"_qs << u"4 m 12 s"_qs;
    QTest::newRow("hours") << 3'725'000LL << u"1 h 02 m 05 s"_qs << u"1 h 02 m"_qs;
    QTest::newRow("days") << 529'920'000LL << u"6 d 03 h 12 m"_qs << u"6 d 3 h"_qs;
}

void TestWording::timesAreCutNotRounded()
{
    QFETCH(qint64, ms);
    QTEST(wording::duration(Milliseconds(ms)), "whole");
    QTEST(wording::age(Milliseconds(ms)), "age");
}

void TestWording::numbersAreGroupedByNarrowSpaces_data()
{
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("text");
    QTest::newRow("zero") << 0.0 << u"0"_qs;
    QTest::newRow("small") << 999.0 << u"999"_qs;
    QTest::newRow("thousands") << 88'120.0 << u"88\u202F120"_qs;
    QTest::newRow("millions") << 1'020'004.0 << u"1\u202F020\u202F004"_qs;
    QTest::newRow("negative") << -1200.0 << u"\u22121\u202F200"_qs;
    QTest::newRow("fraction") << 1234.5 << u"1\u202F234.5"_qs;
    QTest::newRow("negative nothing") << -0.001 << u"0"_qs;
    QTest::newRow("not a number") << std::nan("") << u"–"_qs;
}

void TestWording::numbersAreGroupedByNarrowSpaces()
{
    QFETCH(double, value);
    QTEST(wording::number(value), "text");
}

void TestWording::briefNumbersHaveThreeDigits_data()
{
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("text");
    QTest::newRow("zero") << 0.0 << u"0"_qs;
    QTest::newRow("part of one") << 0.25 << u"0.25"_qs;
    QTest::newRow("fraction") << 12.84 << u"12.8"_qs;
    QTest::newRow("below a hundred") << 99.99 << u"99.9"_qs;
    QTest::newRow("hundreds") << 999.0 << u"999"_qs;
    QTest::newRow("a thousand") << 1000.0 << u"1\u202Fk"_qs;
    QTest::newRow("below a million") << 999'999.0 << u"999\u202Fk"_qs;
    QTest::newRow("no digit is lost") << 1'150'000.0 << u"1.15\u202FM"_qs;
    QTest::newRow("billions") << 1'234'568'373.0 << u"1.23\u202FG"_qs;
    QTest::newRow("trillions") << -88'100'000'000'000.0 << u"\u221288.1\u202FT"_qs;
    QTest::newRow("beyond 2^53") << 123'456'789'012'345'678.0 << u"123\u202FP"_qs;
    QTest::newRow("the largest integer") << 9'223'372'036'854'775'807.0 << u"9.22\u202FE"_qs;
    QTest::newRow("beyond all units") << 1.25e25 << u"1.25e25"_qs;
    QTest::newRow("endless") << double(INFINITY) << u"∞"_qs;
    QTest::newRow("not a number") << std::nan("") << u"–"_qs;
}

void TestWording::briefNumbersHaveThreeDigits()
{
    QFETCH(double, value);
    QTEST(wording::briefNumber(value), "text");
    QTEST(wording::number(value, wording::Figures::Brief), "text");
}

void TestWording::ratesHaveASign_data()
{
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("text");
    QTest::newRow("none") << 0.04 << u"0"_qs;
    QTest::newRow("up") << 2.1 << u"+2.1"_qs;
    QTest::newRow("fast") << 41.3 << u"+41"_qs;
    QTest::newRow("down") << -14.0 << u"\u221214"_qs;
    QTest::newRow("not a number") << std::nan("") << u"0"_qs;
}

void TestWording::ratesHaveASign()
{
    QFETCH(double, value);
    QTEST(wording::rate(value), "text");
}

void TestWording::briefRatesHaveASign()
{
    QCOMPARE(wording::rate(2.14, wording::Figures::Brief), u"+2.1"_qs);
    QCOMPARE(wording::rate(-41.3, wording::Figures::Brief), u"\u221241"_qs);
    QCOMPARE(wording::rate(1'234'567, wording::Figures::Brief), u"+1.23\u202FM"_qs);
}

void TestWording::alertsSayWhereANumberIsRounded()
{
    AlertCondition condition;
    condition.kind = AlertCondition::Kind::Value;
    QVERIFY(!alertValue(condition, 9'007'199'254'740'992).startsWith(u"≈"));
    QVERIFY(alertValue(condition, 9'007'199'254'740'994).startsWith(u"≈ 9"));
    QVERIFY(alertValue(condition, -9'007'199'254'740'994).startsWith(u"≈ "));
}

void TestWording::keysCannotDeceive_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("text");
    QTest::newRow("plain") << QByteArray("lock:order:1") << u"lock:order:1"_qs;
    QTest::newRow("markup stays text") << QByteArray("<b>x</b>") << u"<b>x</b>"_qs;
    QTest::newRow("nul") << QByteArray("a\0b", 3) << u"a\\x00b"_qs;
    QTest::newRow("line break") << QByteArray("a\nb") << u"a\\x0ab"_qs;
    QTest::newRow("backslash") << QByteArray("a\\x00") << u"a\\\\x00"_qs;
    QTest::newRow("invalid") << QByteArray("a\xff\xfe") << u"a\\xff\\xfe"_qs;
    QTest::newRow("cut sequence") << QByteArray("a\xe4\xbd") << u"a\\xe4\\xbd"_qs;
    QTest::newRow("overlong") << QByteArray("\xc0\xaf") << u"\\xc0\\xaf"_qs;
    QTest::newRow("surrogate") << QByteArray("\xed\xa0\x80") << u"\\xed\\xa0\\x80"_qs;
    QTest::newRow("Chinese") << QByteArray("\xe9\x94\x81") << u"锁"_qs;
    QTest::newRow("override") << QByteArray("a\xe2\x80\xae"
                                            "b")
                              << u"a\\xe2\\x80\\xaeb"_qs;
    QTest::newRow("zero width") << QByteArray("a\xe2\x80\x8b") << u"a\\xe2\\x80\\x8b"_qs;
    QTest::newRow("no-break space") << QByteArray("a\xc2\xa0") << u"a\\xc2\\xa0"_qs;
    QTest::newRow("C1 control") << QByteArray("\xc2\x85") << u"\\xc2\\x85"_qs;
    QTest::newRow("empty") << QByteArray() << QString();
}

void TestWording::keysCannotDeceive()
{
    QFETCH(QByteArray, bytes);
    QTEST(wording::key(bytes), "text");
}

void TestWording::longKeysAreCutInTheMiddle()
{
    const QString text = wording::key("begin" + QByteArray(10'000, 'x') + "end");
    QCOMPARE(text.size(), 80);
    QVERIFY(text.startsWith(u"begin"));
    QVERIFY(text.endsWith(u"end"));
    QVERIFY(text.contains(QChar(0x2026)));
    QCOMPARE(wording::key(QByteArray(100, 'x'), 0).size(), 100);
}

void TestWording::hugeKeysTakeNoTime()
{
    const QByteArray huge(50'000'000, '\xff');
    const std::clock_t before = std::clock(); // processor time: others may be busy
    QCOMPARE(wording::key(huge).size(), 80);
    QVERIFY(std::clock() - before < CLOCKS_PER_SEC / 20);
}

void TestWording::commandsCanBePastedIntoRedisCli()
{
    QCOMPARE(wording::cliWord("lock:order:1"), u"lock:order:1"_qs);
    QCOMPARE(wording::cliWord("a b"), u"\"a b\""_qs);
    QCOMPARE(wording::cliWord(""), u"\"\""_qs);
    QCOMPARE(wording::cliWord("a\"b\\"), u"\"a\\\"b\\\\\""_qs);
    QCOMPARE(wording::cliWord(QByteArray("a\0\n\xff", 4)), u"\"a\\x00\\x0a\\xff\""_qs);
    QCOMPARE(wording::cliWord("it's"), u"\"it's\""_qs);
    Item item;
    item.key = "my lock";
    item.format = shop::format({Family::Lock, {}, {}, false, "GET"});
    QCOMPARE(wording::readCommands(item, {}), u"GET \"my lock\"\nPTTL \"my lock\""_qs);
}

void TestWording::holdersAreShort()
{
    Holder holder;
    holder.token = "285475da-8a77-4c34-b8f9-52a5d1a6d1e9:52";
    holder.process = u"285475da-8a77-4c34-b8f9-52a5d1a6d1e9"_qs;
    holder.thread = u"52"_qs;
    QCOMPARE(wording::holder(holder), u"285475da:52"_qs);
    Holder bare;
    bare.token = "a81c000000000000000000e831";
    QCOMPARE(wording::holder(bare), u"a81c…e831"_qs);
    bare.token = "worker-7";
    QCOMPARE(wording::holder(bare), u"worker-7"_qs);
}

void TestWording::filtersMatchLikeRedis_data()
{
    QTest::addColumn<QString>("filter");
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<bool>("matches");
    QTest::newRow("all") << QString() << QByteArray("x") << true;
    QTest::newRow("part") << u"order"_qs << QByteArray("lock:ORDER:1") << true;
    QTest::newRow("no part") << u"orders"_qs << QByteArray("lock:order:1") << false;
    QTest::newRow("star") << u"lock:*"_qs << QByteArray("lock:order:1") << true;
    QTest::newRow("whole key") << u"order:*"_qs << QByteArray("lock:order:1") << false;
    QTest::newRow("glob minds case") << u"LOCK:*"_qs << QByteArray("lock:1") << false;
    QTest::newRow("question mark") << u"k?y"_qs << QByteArray("key") << true;
    QTest::newRow("class") << u"k[a-f]y"_qs << QByteArray("key") << true;
    QTest::newRow("turned range") << u"k[f-a]y"_qs << QByteArray("key") << true;
    QTest::newRow("negated class") << u"k[^a-f]y"_qs << QByteArray("key") << false;
    QTest::newRow("open class") << u"k[e"_qs << QByteArray("ke") << true;
    QTest::newRow("escaped star") << u"a\\*?"_qs << QByteArray("a*b") << true;
    QTest::newRow("escaped star, other") << u"a\\*?"_qs << QByteArray("axb") << false;
    QTest::newRow("two stars") << u"*a*b"_qs << QByteArray("xxaxxbxb") << true;
}

void TestWording::filtersMatchLikeRedis()
{
    QFETCH(QString, filter);
    QFETCH(QByteArray, key);
    QTEST(KeyFilter(filter).matches(key), "matches");
}

void TestWording::hostileGlobsEndSoon()
{
    const std::clock_t before = std::clock(); // processor time: others may be busy
    QVERIFY(!KeyFilter(u"*a"_qs.repeated(30) + u'b').matches(QByteArray(10'000, 'a')));
    QVERIFY(std::clock() - before < CLOCKS_PER_SEC);
}

QTEST_MAIN(TestWording)
#include "tst_wording.moc"
