#include "core/watch/reading/readpace.h"

#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;

class TestReadPace : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void nothingRestsWhereTheServerDoesNotTell();
    void aQuietServerIsReadWithoutARest();
    void countersGiveWayBeforeLocks();
    void locksDoNotRestBelowABudgetOfTheirOwn();
    void locksRestWhereTheyMay();
    void objectsThatAlwaysChangeAreReadWithinTheBudget();
    void restsEndWhenTheLoadIsGone();

private:
    // So many seconds with so many commands in each.
    void spend(double commandsPerSecond, int seconds)
    {
        for (int i = 0; i < seconds; ++i) {
            m_now += 1s;
            m_sent += qint64(commandsPerSecond);
            m_pace->update(m_now, m_sent);
        }
    }

    std::unique_ptr<ReadPace> m_pace;
    Instant m_now{};
    qint64 m_sent = 0;
};

void TestReadPace::init()
{
    m_pace = std::make_unique<ReadPace>();
}

void TestReadPace::nothingRestsWhereTheServerDoesNotTell()
{
    spend(100'000, 10);
    QCOMPARE(m_pace->rest(Family::Counter), 0ms);
    QCOMPARE(m_pace->turn(), 0ms);
}

void TestReadPace::aQuietServerIsReadWithoutARest()
{
    m_pace->setOthers(50);
    spend(ReadPace::leastBudget, 20);
    QCOMPARE(m_pace->rest(Family::Counter), 0ms);
    QCOMPARE(m_pace->rest(Family::Lock), 0ms);
}

void TestReadPace::countersGiveWayBeforeLocks()
{
    constexpr double others = 200'000;
    QVERIFY(ReadPace::shareOfOthers * others > ReadPace::leastBudgetOfLocks);
    m_pace->setOthers(others);
    bool someOnlyCounters = false;
    for (int i = 0; i < 60; ++i) {
        spend(1.5 * ReadPace::shareOfOthers * others, 1);
        const bool countersAreSlowest = m_pace->rest(Family::Counter) == ReadPace::longestRest;
        QVERIFY(m_pace->rest(Family::Lock) == 0ms || countersAreSlowest);
        QCOMPARE(m_pace->rest(Family::Bucket), m_pace->rest(Family::Counter));
        someOnlyCounters = someOnlyCounters
            || (m_pace->rest(Family::Counter) > 0ms && m_pace->rest(Family::Lock) == 0ms);
    }
    QVERIFY(someOnlyCounters);
    QCOMPARE(m_pace->rest(Family::Lock), ReadPace::longestRestOfALock);
    QCOMPARE(m_pace->turn(), ReadPace::longestTurn);
}

// The journal tells of each hold, so more may be read of locks than a small server's share allows.
void TestReadPace::locksDoNotRestBelowABudgetOfTheirOwn()
{
    m_pace->setOthers(2'000);
    for (int i = 0; i < 60; ++i) {
        spend(0.8 * ReadPace::leastBudgetOfLocks, 1);
        QCOMPARE(m_pace->rest(Family::Lock), 0ms);
    }
    QVERIFY(m_pace->rest(Family::Counter) > ReadPace::longestRest / 2);
    spend(1.5 * ReadPace::leastBudgetOfLocks, 60);
    QVERIFY(m_pace->rest(Family::Lock) > 0ms);
}

// Whoever would rather miss holds than be a burden.
void TestReadPace::locksRestWhereTheyMay()
{
    m_pace->setLocksMayRest(true);
    m_pace->reset(); // another connection, the same wish
    m_pace->setOthers(2'300);
    spend(300, 60);
    QCOMPARE(m_pace->rest(Family::Counter), ReadPace::longestRest);
    QVERIFY(m_pace->rest(Family::Lock) > 0ms);
    spend(100, 60);
    QCOMPARE(m_pace->rest(Family::Lock), 0ms);
}

// Two commands for each of them after every rest, and never more often than in each turn.
void TestReadPace::objectsThatAlwaysChangeAreReadWithinTheBudget()
{
    constexpr double others = 5'000;
    constexpr int objects = 400;
    m_pace->setOthers(others);
    double rate = 0;
    for (int i = 0; i < 60; ++i) {
        const auto interval = std::max(m_pace->rest(Family::Counter), 14ms);
        rate = 2.0 * objects / std::chrono::duration<double>(interval).count();
        spend(rate, 1);
    }
    QVERIFY2(rate <= 1.2 * ReadPace::shareOfOthers * others, QByteArray::number(rate));
    QVERIFY2(rate >= 0.5 * ReadPace::shareOfOthers * others, QByteArray::number(rate));
}

void TestReadPace::restsEndWhenTheLoadIsGone()
{
    m_pace->setOthers(2'000);
    spend(2 * ReadPace::leastBudgetOfLocks, 10);
    QVERIFY(m_pace->rest(Family::Lock) > 0ms);
    spend(10, 60);
    QCOMPARE(m_pace->rest(Family::Lock), 0ms);
    QCOMPARE(m_pace->rest(Family::Counter), 0ms);
}

QTEST_APPLESS_MAIN(TestReadPace)
#include "tst_readpace.moc"
