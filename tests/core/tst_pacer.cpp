#include "core/watch/pacer.h"

#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;

class TestPacer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void restsSoLongThatItsShareOfTheTimeIsKept();
    void aWholeShareIsNoPacing();
    void aHungServerDoesNotMakeItRestForEver();
    void aSenselessShareIsBounded();
};

void TestPacer::restsSoLongThatItsShareOfTheTimeIsKept()
{
    QCOMPARE(Pacer(0.05).pauseAfter(1ms), std::chrono::microseconds(19ms));
    QCOMPARE(Pacer(0.5).pauseAfter(3ms), std::chrono::microseconds(3ms));
}

void TestPacer::aWholeShareIsNoPacing()
{
    QCOMPARE(Pacer(1).pauseAfter(1s), 0us);
}

void TestPacer::aHungServerDoesNotMakeItRestForEver()
{
    QCOMPARE(Pacer(0.05).pauseAfter(1h), std::chrono::microseconds(2s));
}

void TestPacer::aSenselessShareIsBounded()
{
    QCOMPARE(Pacer(0).pauseAfter(1us), 999us);
    QCOMPARE(Pacer(-1).pauseAfter(1us), 999us);
    QCOMPARE(Pacer(7).pauseAfter(1s), 0us);
}

QTEST_GUILESS_MAIN(TestPacer)
#include "tst_pacer.moc"
