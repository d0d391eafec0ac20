#include "core/coordination/counts/daypattern.h"

#include <QTest>

using namespace lockstep;

class TestDayPattern : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesTheDaysKey_data();
    void namesTheDaysKey();
    void whatIsNoPatternSaysWhatIsPossible_data();
    void whatIsNoPatternSaysWhatIsPossible();
    void aNameIsNeverAPlaceholder();
};

void TestDayPattern::namesTheDaysKey_data()
{
    QTest::addColumn<QByteArray>("pattern");
    QTest::addColumn<QByteArray>("key");
    const auto row = [](const char *pattern, const char *key) {
        QTest::newRow(pattern) << QByteArray(pattern) << QByteArray(key);
    };
    row("<user>:<yyyy.m.d>", "erin:2027.3.9");
    row("visits:<yyyy-mm-dd>:<user>", "visits:2027-03-09:erin");
    row("<yyyymmdd>", "20270309");
    row("{<user>}:<yyyy>/<m>/<d>", "{erin}:2027/3/9");
    row("<d.m.yyyy><user><user>", "9.3.2027erinerin");
    row("day:<yyyy m d>>", "day:2027 3 9>");
}

void TestDayPattern::namesTheDaysKey()
{
    QFETCH(QByteArray, pattern);
    QFETCH(QByteArray, key);
    const auto parsed = DayPattern::parse(pattern);
    QVERIFY(parsed);
    QCOMPARE(parsed->key("erin", QDate(2027, 3, 9)), key);
    QCOMPARE(parsed->hasUser(), pattern.contains("<user>"));
}

void TestDayPattern::whatIsNoPatternSaysWhatIsPossible_data()
{
    QTest::addColumn<QByteArray>("pattern");
    QTest::addColumn<QString>("says");
    const auto row = [](const char *pattern, const char *says) {
        QTest::newRow(pattern) << QByteArray(pattern) << QString::fromLatin1(says);
    };
    row("", "has to name year, month and day");
    row("<user>", "has to name year, month and day");
    row("<user>:<yyyy.m>", "has to name year, month and day");
    row("<user>:<m.d>", "has to name year, month and day");
    row("<user>:<yyyy.m.d", "has a < without >");
    row("<>:<yyyy.m.d>", "has <>; possible are <user> and dates");
    row("<name>:<yyyy.m.d>", "has <name>; possible are <user> and dates");
    row("<yyyy.MM.dd>", "has <yyyy.MM.dd>; possible are <user> and dates");
    row("<yy.m.d>", "has <yy.m.d>; possible are <user> and dates");
}

void TestDayPattern::whatIsNoPatternSaysWhatIsPossible()
{
    QFETCH(QByteArray, pattern);
    QFETCH(QString, says);
    const auto parsed = DayPattern::parse(pattern);
    QVERIFY(!parsed);
    QVERIFY(parsed.error().code == ErrorCode::BadInput);
    QVERIFY2(parsed.error().detail.contains(says), qPrintable(parsed.error().detail));
}

void TestDayPattern::aNameIsNeverAPlaceholder()
{
    const auto parsed = DayPattern::parse("<user>:<yyyy.m.d>");
    QVERIFY(parsed);
    const QByteArray name("<user>\0<d>", 10);
    QCOMPARE(parsed->key(name, QDate(2027, 12, 31)), name + ":2027.12.31");
}

QTEST_GUILESS_MAIN(TestDayPattern)
#include "tst_daypattern.moc"
