#include "core/redis/connection/backoff.h"

#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;

class TestBackoff : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void doublesUpToTheLimitAndTakesOffUpToAHalf();
    void theSameSeedGivesTheSameSequence();
    void otherSeedsGiveOtherSequences();
    void startsAgainAfterASuccess();
    void neverWaitsForNothingOrForEver();
};

void TestBackoff::doublesUpToTheLimitAndTakesOffUpToAHalf()
{
    for (quint32 seed = 1; seed < 200; ++seed) {
        Backoff backoff(100ms, 5000ms, seed);
        for (const auto whole : {100ms, 200ms, 400ms, 800ms, 1600ms, 3200ms, 5000ms, 5000ms}) {
            const auto pause = backoff.next();
            QVERIFY2(pause <= whole && pause >= whole / 2, qPrintable(QString::number(seed)));
        }
    }
}

void TestBackoff::theSameSeedGivesTheSameSequence()
{
    Backoff one(100ms, 5000ms, 7);
    Backoff other(100ms, 5000ms, 7);
    for (int i = 0; i < 20; ++i)
        QVERIFY(one.next() == other.next());
}

void TestBackoff::otherSeedsGiveOtherSequences()
{
    QSet<qint64> thirds;
    for (quint32 seed = 1; seed <= 50; ++seed) {
        Backoff backoff(1000ms, 60000ms, seed);
        (void)backoff.next();
        (void)backoff.next();
        thirds.insert(backoff.next().count());
    }
    QVERIFY(thirds.size() > 25);
}

void TestBackoff::startsAgainAfterASuccess()
{
    Backoff backoff(100ms, 5000ms, 3);
    for (int i = 0; i < 10; ++i)
        (void)backoff.next();
    backoff.reset();
    QVERIFY(backoff.next() <= 100ms);
    QVERIFY(backoff.next() <= 200ms);
}

void TestBackoff::neverWaitsForNothingOrForEver()
{
    Backoff none(0ms, 0ms, 1);
    Backoff huge(1ms, Backoff::Duration::max(), 1);
    for (int i = 0; i < 200; ++i) {
        QVERIFY(none.next() >= 1ms);
        QVERIFY(huge.next() >= 1ms);
    }
}

QTEST_GUILESS_MAIN(TestBackoff)
#include "tst_backoff.moc"
