#include "core/watch/nameshapes.h"

#include <QTest>

using namespace lockstep;

class TestNameShapes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesOfOneKindHaveOneShape_data();
    void namesOfOneKindHaveOneShape();
    void looksAtAFewOfAShapeThatIsNothing();
    void looksAtAllOfAShapeThatWasSomething();
    void shapesBeyondTheLimitShareOne();
};

void TestNameShapes::namesOfOneKindHaveOneShape_data()
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

void TestNameShapes::namesOfOneKindHaveOneShape()
{
    QFETCH(const QByteArray, one);
    QFETCH(const QByteArray, other);
    QFETCH(const bool, same);
    QCOMPARE(NameShapes::shapeOf(one) == NameShapes::shapeOf(other), same);
}

void TestNameShapes::looksAtAFewOfAShapeThatIsNothing()
{
    NameShapes shapes;
    int looks = 0;
    for (int i = 0; i < 10'000; ++i)
        looks += shapes.worthProbing("session:" + QByteArray::number(i)) ? 1 : 0;
    QCOMPARE(looks, NameShapes::probesPerShape);
    QVERIFY(shapes.worthProbing("basket:1"));
}

void TestNameShapes::looksAtAllOfAShapeThatWasSomething()
{
    NameShapes shapes;
    while (shapes.worthProbing("thing:1")) { }
    shapes.recognised("thing:7");
    QVERIFY(shapes.worthProbing("thing:9"));
}

void TestNameShapes::shapesBeyondTheLimitShareOne()
{
    NameShapes shapes;
    // A letter for each digit: names without digits are shapes of their own.
    const auto word = [](int number) {
        QByteArray name = "w";
        for (const char digit : QByteArray::number(number))
            name += static_cast<char>(digit - '0' + 'g');
        return name;
    };
    const int most = static_cast<int>(NameShapes::mostShapes);
    for (int i = 0; i < most; ++i)
        QVERIFY(shapes.worthProbing(word(i)));
    int looks = 0;
    for (int i = most; i < most + 1000; ++i)
        looks += shapes.worthProbing(word(i)) ? 1 : 0;
    QCOMPARE(looks, NameShapes::probesPerShape);
    QVERIFY(shapes.worthProbing(word(3))); // one that has a place of its own
}

QTEST_GUILESS_MAIN(TestNameShapes)
#include "tst_nameshapes.moc"
