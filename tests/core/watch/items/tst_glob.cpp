#include "core/watch/values/glob.h"

#include <QTest>

#include <ctime>

using namespace lockstep;

class TestGlob : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void matchesAsRedisDoes_data();
    void matchesAsRedisDoes();
    void tellsWhatEachStarStoodFor();
    void tellsItsLiterals();
    void staysQuickWithManyStars();
};

void TestGlob::matchesAsRedisDoes_data()
{
    QTest::addColumn<QByteArray>("pattern");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("matches");

    const auto row = [](const char *name, const QByteArray &pattern, const QByteArray &text,
                         bool matches) { QTest::newRow(name) << pattern << text << matches; };
    row("a literal", "lock:a", "lock:a", true);
    row("a longer name", "lock:a", "lock:ab", false);
    row("a star for nothing", "lock:*", "lock:", true);
    row("a star in the middle", "bull:*:lock", "bull:mail:7:lock", true);
    row("the wrong end", "bull:*:lock", "bull:mail:7:locks", false);
    row("two stars that have to step back", "*ab*ab", "abxabyab", true);
    row("a question mark is one byte", "h?llo", "hello", true);
    row("a question mark is never nothing", "h?llo", "hllo", false);
    row("one of a set", "h[ae]llo", "hallo", true);
    row("none of a set", "h[ae]llo", "hillo", false);
    row("a negated set", "h[^e]llo", "hallo", true);
    row("a negated set refuses", "h[^e]llo", "hello", false);
    row("a range", "x[0-9]", "x7", true);
    row("a range backwards", "x[9-0]", "x7", true);
    row("an escaped star", "a\\*b", "a*b", true);
    row("an escaped star is no star", "a\\*b", "axb", false);
    row("an escaped bracket in a set", "a[\\]]b", "a]b", true);
    row("a range ends with the bracket", "a[a-]]b", "a^b", true);
    row("such a range ends no set", "a[a-]", "a-", false);
    row("an escaped byte begins no range", "a[\\a-z]b", "abb", false);
    row("an escaped byte and a hyphen", "a[\\a-z]b", "a-b", true);
    row("braces are literal", "{*}:permits", "{orders}:permits", true);
    row("a set that is never closed", "a[bc", "ab", true);
    row("the empty pattern", "", "", true);
    row("the empty pattern and a name", "", "a", false);
    row("NUL and invalid UTF-8", QByteArray("a*\xff\0", 4), QByteArray("ab\0c\xff\0", 6), true);
}

void TestGlob::matchesAsRedisDoes()
{
    QFETCH(const QByteArray, pattern);
    QFETCH(const QByteArray, text);
    QFETCH(const bool, matches);
    QCOMPARE(Glob(pattern).matches(text), matches);
}

void TestGlob::tellsWhatEachStarStoodFor()
{
    const auto taken = Glob("{*}:*:rwlock").captures("{a:b}:7:x:rwlock");
    QVERIFY(taken);
    QCOMPARE(*taken, (std::vector<QByteArray>{"a:b", "7:x"}));
    QVERIFY(!Glob("{*}").captures("a"));
}

void TestGlob::tellsItsLiterals()
{
    QCOMPARE(Glob("lock:*:x").literalPrefix(), QByteArray("lock:"));
    QCOMPARE(Glob("*:lock").literalPrefix(), QByteArray());
    QCOMPARE(Glob("a\\*b*").literalPrefix(), QByteArray("a*b"));
    QCOMPARE(Glob("rl:*:blocked?x").longestLiteral(), QByteArray(":blocked"));
    QCOMPARE(Glob("rl:*:blocked").literalBytes(), 11);
}

// Redis' own matcher once took hours for such a pattern (CVE-2022-36021).
void TestGlob::staysQuickWithManyStars()
{
    const Glob glob(QByteArray("a*").repeated(50) + 'b');
    const std::clock_t before = std::clock(); // processor time: others may be busy
    QVERIFY(!glob.matches(QByteArray(10'000, 'a')));
    QVERIFY(std::clock() - before < CLOCKS_PER_SEC);
}

QTEST_GUILESS_MAIN(TestGlob)
#include "tst_glob.moc"
