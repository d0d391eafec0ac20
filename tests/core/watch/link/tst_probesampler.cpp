#include "core/watch/discovery/probesampler.h"
#include "core/watch/values/glob.h"

#include <QTest>

using namespace lockstep;

class TestProbeSampler : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesOfOneKindHaveOneShape_data();
    void namesOfOneKindHaveOneShape();
    void looksAtAFewOfAShapeThatIsNothing();
    void looksAtAllOfAShapeThatWasSomething();
    void shapesBeyondTheLimitShareOne();
    void thePatternOfANameMatchesItAndItsLike_data();
    void thePatternOfANameMatchesItAndItsLike();
};

void TestProbeSampler::thePatternOfANameMatchesItAndItsLike_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("pattern");
    using B = QByteArray;
    QTest::newRow("a number") << B("order:17:lock") << B("order:*:lock");
    QTest::newRow("an address") << B("login:10.0.0.7") << B("login:*");
    QTest::newRow("a UUID") << B("lock:6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11:x") << B("lock:*:x");
    QTest::newRow("two numbers") << B("a:1:2") << B("a:*:*");
    QTest::newRow("words only") << B("api:quota") << B("api:quota");
    QTest::newRow("what a pattern would read") << B("a*b?[c]\\9") << B("a\\*b\\?\\[c\\]\\\\*");
    QTest::newRow("a star before a number") << B("a*.7") << B("a\\*.*");
    QTest::newRow("no text") << B("a:\xff\x01:9") << B("a:??:*");
    QTest::newRow("another script") << B("\xe9\x94\x81:9") << B("\xe9\x94\x81:*");
    QTest::newRow("empty") << B() << B();
}

void TestProbeSampler::thePatternOfANameMatchesItAndItsLike()
{
    QFETCH(const QByteArray, key);
    QTEST(ProbeSampler::globOf(key), "pattern");
    QVERIFY(Glob(ProbeSampler::globOf(key)).matches(key));
    QVERIFY(Glob(ProbeSampler::globOf(key)).isClosed());
}

void TestProbeSampler::namesOfOneKindHaveOneShape_data()
{
    QTest::addColumn<QByteArray>("one");
    QTest::addColumn<QByteArray>("other");
    QTest::addColumn<bool>("same");

    using B = QByteArray;
    QTest::newRow("numbers") << B("user:1") << B("user:98765") << true;
    QTest::newRow("words are not numbers") << B("user:1") << B("user:bob") << false;
    QTest::newRow("two words") << B("user:bob") << B("user:joy") << false;
    QTest::newRow("UUIDs") << B("s:6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11")
                           << B("s:ad2f1b4c-aaaa-bbbb-cccc-deadbeef0000") << true;
    QTest::newRow("SHA-1") << B("h:da39a3ee5e6b4b0d3255bfef95601890afd80709")
                           << B("h:0000000000000000000000000000000000000000") << true;
    QTest::newRow("long tokens of letters")
        << B("t:abcdefghijklmnopqrstuvwxyzABCD") << B("t:zyxwvutsrqponmlkjihgfedcbaQQQQ") << true;
    QTest::newRow("another separator") << B("user:1") << B("user/1") << false;
    QTest::newRow("another word in front") << B("user:1") << B("users:1") << false;
    QTest::newRow("a NUL is a byte like any") << B("a\0b", 3) << B("a\0b\0", 4) << false;
    QTest::newRow("empty") << B() << B("x") << false;
}

void TestProbeSampler::namesOfOneKindHaveOneShape()
{
    QFETCH(const QByteArray, one);
    QFETCH(const QByteArray, other);
    QFETCH(const bool, same);
    QCOMPARE(ProbeSampler::shapeOf(one) == ProbeSampler::shapeOf(other), same);
}

void TestProbeSampler::looksAtAFewOfAShapeThatIsNothing()
{
    ProbeSampler shapes;
    int looks = 0;
    for (int i = 0; i < 10'000; ++i)
        looks += shapes.takeProbe("session:" + QByteArray::number(i)) ? 1 : 0;
    QCOMPARE(looks, ProbeSampler::probesPerShape);
    QVERIFY(shapes.takeProbe("basket:1"));
}

void TestProbeSampler::looksAtAllOfAShapeThatWasSomething()
{
    ProbeSampler shapes;
    while (shapes.takeProbe("thing:1")) { }
    shapes.noteRecognised("thing:7");
    QVERIFY(shapes.takeProbe("thing:9"));
}

void TestProbeSampler::shapesBeyondTheLimitShareOne()
{
    ProbeSampler shapes;
    // A letter for each digit: names without digits are shapes of their own.
    const auto word = [](int number) {
        QByteArray name = "w";
        for (const char digit : QByteArray::number(number))
            name += static_cast<char>(digit - '0' + 'g');
        return name;
    };
    const int most = static_cast<int>(ProbeSampler::mostShapes);
    for (int i = 0; i < most; ++i)
        QVERIFY(shapes.takeProbe(word(i)));
    int looks = 0;
    for (int i = most; i < most + 1000; ++i)
        looks += shapes.takeProbe(word(i)) ? 1 : 0;
    QCOMPARE(looks, ProbeSampler::probesPerShape);
    QVERIFY(shapes.takeProbe(word(3))); // one that has a place of its own
}

QTEST_GUILESS_MAIN(TestProbeSampler)
#include "tst_probesampler.moc"
