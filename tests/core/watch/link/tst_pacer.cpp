#include "core/watch/link/pacer.h"

#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;
using std::chrono::microseconds;

// How long the server is left alone after it has worked for us.
class TestPacer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void restsSoLongThatItsShareOfTheTimeIsKept();
    void aWholeShareIsNoPacing();
    void allWhoShareABudgetWaitForEachOther();
    void theWayThereAndBackIsNotWork();
    void slowCallsKeepTheShare_data();
    void slowCallsKeepTheShare();
    void aServerThatStoodStillOnceDoesNotMakeItRestForLong();
    void aSenselessShareIsBounded();
    void whatIsUrgentPutsTheOthersOffUntilTheyHaveHalfOfTheShare();

private:
    const Instant m_start = Instant() + 1h;
};

void TestPacer::restsSoLongThatItsShareOfTheTimeIsKept()
{
    for (const auto &[share, rest] : {std::pair(0.05, 19ms), std::pair(0.5, 1ms)}) {
        ServerBudget budget(share);
        Pacer pacer(&budget);
        pacer.note(1ms, 1, 100, m_start);
        QCOMPARE(pacer.pause(m_start), microseconds(rest));
        QCOMPARE(pacer.pause(m_start + rest), 0us);
    }
}

void TestPacer::aWholeShareIsNoPacing()
{
    ServerBudget budget(1);
    Pacer pacer(&budget);
    pacer.note(1s, 1, 1, m_start);
    QCOMPARE(pacer.pause(m_start), 0us);
}

void TestPacer::allWhoShareABudgetWaitForEachOther()
{
    ServerBudget budget(0.05);
    Pacer one(&budget);
    Pacer other(&budget);
    one.note(1ms, 1, 100, m_start);
    other.note(2ms, 1, 100, m_start);
    QCOMPARE(one.pause(m_start), microseconds(57ms));
    QCOMPARE(other.pause(m_start), microseconds(57ms));
}

void TestPacer::theWayThereAndBackIsNotWork()
{
    ServerBudget budget(0.05);
    Pacer pacer(&budget);
    budget.noteRoundTrip(40ms);
    budget.noteRoundTrip(60ms);
    pacer.note(122ms, 3, 1'000, m_start);
    QVERIFY2(pacer.pause(m_start) < 300ms, QByteArray::number(pacer.pause(m_start).count()));
    QVERIFY(pacer.pause(m_start) > 30ms);
}

void TestPacer::slowCallsKeepTheShare_data()
{
    QTest::addColumn<int>("milliseconds");
    for (const int milliseconds : {1, 50, 105, 500, 1'000, 4'000})
        QTest::addRow("%d ms", milliseconds) << milliseconds;
}

void TestPacer::slowCallsKeepTheShare()
{
    QFETCH(const int, milliseconds);
    const Milliseconds call(milliseconds);
    ServerBudget budget(0.05);
    Pacer pacer(&budget);
    Instant now = m_start;
    const auto callOnce = [&] {
        now += call;
        pacer.note(call, 1, 1'000, now);
        now += pacer.pause(now);
    };
    for (int i = 0; i < 4; ++i) // it has to learn that this server is slow
        callOnce();
    const auto begin = now;
    for (int i = 0; i < 100; ++i)
        callOnce();
    const double share = 100.0 * double(call.count()) / double((now - begin) / 1ms);
    QVERIFY2(share <= 0.0501, QByteArray::number(share));
    QVERIFY2(share >= 0.0499, QByteArray::number(share));
}

void TestPacer::aServerThatStoodStillOnceDoesNotMakeItRestForLong()
{
    ServerBudget budget(0.05);
    Pacer pacer(&budget);
    Instant now = m_start;
    for (int i = 0; i < 100; ++i) {
        now += 1ms + pacer.pause(now);
        pacer.note(1ms, 1, 1'000, now);
    }
    now += 10s + pacer.pause(now);
    pacer.note(10s, 1, 1'000, now);
    QVERIFY2(pacer.pause(now) <= 2s, QByteArray::number(pacer.pause(now).count()));
    QVERIFY(pacer.pause(now) > 0s);
}

void TestPacer::aSenselessShareIsBounded()
{
    for (const auto &[share, rest] :
        {std::pair(0.0, 999'000us), std::pair(-1.0, 999'000us), std::pair(7.0, 0us)}) {
        ServerBudget budget(share);
        Pacer pacer(&budget);
        pacer.note(1ms, 1, 1'000, m_start);
        QCOMPARE(pacer.pause(m_start), rest);
    }
}

// As with a steady flow of new keys on a slow server: half of the time it looks at them.
void TestPacer::whatIsUrgentPutsTheOthersOffUntilTheyHaveHalfOfTheShare()
{
    ServerBudget budget(0.05);
    Pacer urgent(&budget);
    Pacer other(&budget);
    int paced = 0;
    const auto end = m_start + 100s;
    for (Instant now = m_start; now < end; now += 10ms) {
        urgent.note(5ms, 1, 1'000, now, ServerBudget::Work::Urgent);
        if (other.pause(now) > 0us)
            continue;
        other.note(5ms, 1, 1'000, now + 5ms);
        ++paced;
    }
    const double share = 5.0 * paced / 100'000;
    QVERIFY2(share >= 0.024 && share <= 0.025, QByteArray::number(share));

    // A little of it makes them wait for longer.
    ServerBudget calm(0.05);
    Pacer(&calm).note(1ms, 1, 1'000, m_start);
    Pacer(&calm).note(1ms, 1, 1'000, m_start, ServerBudget::Work::Urgent);
    QCOMPARE(calm.pause(m_start), microseconds(38ms));
}

QTEST_GUILESS_MAIN(TestPacer)
#include "tst_pacer.moc"
