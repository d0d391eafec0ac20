#include "core/coordination/counts/semaphore.h"
#include "tests/support/patience.h"
#include "tests/support/servers/clients.h"
#include "tests/support/servers/testserver.h"

#include <QSet>
#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;

class TestSemaphore : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void grantsAsManyAsThereAre();
    void fiftyClientsNeverHoldMoreThanThereAre();
    void fiftyClientsTakeTurns();
    void aDeadHoldersPermitComesBack();
    void aLeaseThatEndsMeanwhileIsNoError();
    void anExtendedLeaseLasts();
    void whatHasEndedCannotBeExtendedOrReleased();
    void aLateReleaseTakesNobodysPermit();
    void holdersAreListedWithTheirTimeLeft();
    void theKeyLivesAsLongAsTheLongestLease();
    void aKeyWithoutDeadlineGetsOne();
    void aFullServerExtendsAndReleases();
    void numbersOutOfBoundsAreNotSent();

private:
    [[nodiscard]] Semaphore semaphore(qint64 permits, std::chrono::milliseconds lease = 30s) const
    {
        return {m_connection.get(), "export", {permits, lease}};
    }
    // As of a holder whose lease has ended.
    void endLease(const QByteArray &permit) { m_server.run({"ZADD", "export", "XX", "1", permit}); }

    TestServer m_server;
    std::unique_ptr<Connection> m_connection;
};

void TestSemaphore::init()
{
    m_server.run({"FLUSHALL"});
    m_connection = std::make_unique<Connection>(m_server.endpoint());
    QVERIFY(QCoro::waitFor(m_connection->open()));
}

void TestSemaphore::grantsAsManyAsThereAre()
{
    QSet<QByteArray> permits;
    for (int i = 1; i <= 3; ++i) {
        const auto attempt = QCoro::waitFor(semaphore(3).acquire());
        QVERIFY(attempt);
        QVERIFY(attempt->granted());
        QCOMPARE(attempt->permit.size(), 32);
        QCOMPARE(attempt->held, i);
        QCOMPARE(attempt->retryAfter, 0ms);
        permits.insert(attempt->permit);
    }
    QCOMPARE(permits.size(), 3);
    const auto refused = QCoro::waitFor(semaphore(3).acquire());
    QVERIFY(refused);
    QVERIFY(!refused->granted());
    QCOMPARE(refused->held, 3);
    QVERIFY(refused->retryAfter > 0ms && refused->retryAfter <= 30s);
    QCOMPARE(QCoro::waitFor(semaphore(3).release(*permits.begin())), true);
    QVERIFY(QCoro::waitFor(semaphore(3).acquire())->granted());
}

void TestSemaphore::fiftyClientsNeverHoldMoreThanThereAre()
{
    const Clients clients(m_server.endpoint());
    const auto attempts = clients.allAtOnce(
        4, [](Connection *connection) { return Semaphore(connection, "export", {7}).acquire(); });
    int granted = 0;
    for (const auto &attempt : attempts) {
        QVERIFY(attempt);
        QVERIFY(attempt->held <= 7);
        granted += attempt->granted() ? 1 : 0;
    }
    QCOMPARE(granted, 7);
    QCOMPARE(m_server.run({"ZCARD", "export"}).integer, 7);
}

namespace {

struct Room
{
    int inside = 0;
    int mostInside = 0;
    int visits = 0;
};

// Each goes in ten times; the room is theirs between the grant and the release.
QCoro::Task<bool> visitTenTimes(Connection *connection, Room *room)
{
    const Semaphore semaphore(connection, "export", {3});
    for (int visits = 0; visits < 10;) {
        const auto attempt = co_await semaphore.acquire();
        if (!attempt)
            co_return false;
        if (!attempt->granted())
            continue;
        room->mostInside = qMax(room->mostInside, ++room->inside);
        Command work{"PING"};
        co_await connection->request(std::move(work));
        --room->inside;
        ++room->visits;
        ++visits;
        if (const auto released = co_await semaphore.release(attempt->permit); released != true)
            co_return false;
    }
    co_return true;
}

} // namespace

void TestSemaphore::fiftyClientsTakeTurns()
{
    const Clients clients(m_server.endpoint());
    Room room;
    const auto results = clients.allAtOnce(
        1, [&room](Connection *connection) { return visitTenTimes(connection, &room); });
    QVERIFY(std::all_of(results.begin(), results.end(), [](bool done) { return done; }));
    QCOMPARE(room.visits, 500);
    QCOMPARE(room.mostInside, 3); // never more, and not one by one either
    QCOMPARE(m_server.run({"EXISTS", "export"}).integer, 0);
}

void TestSemaphore::aDeadHoldersPermitComesBack()
{
    const auto short_ = semaphore(1, 100ms);
    QElapsedTimer timer;
    timer.start();
    const auto dead = QCoro::waitFor(short_.acquire());
    QVERIFY(dead->granted());
    bool granted = false;
    QTRY_VERIFY(granted = granted || QCoro::waitFor(short_.acquire())->granted());
    QVERIFY(timer.elapsed() >= 99);
    QTRY_COMPARE(m_server.run({"EXISTS", "export"}).integer, 0);
}

// A key so long that finding it takes the server a few milliseconds; of leases that are longer and
// longer, the first that is still seen ends before the script does.
void TestSemaphore::aLeaseThatEndsMeanwhileIsNoError()
{
    const QByteArray key(2 << 20, 'k');
    const Semaphore semaphore(m_connection.get(), key, {1, 30s});
    bool granted = true;
    for (int lease = 1; granted; lease += 1 + lease / 20) {
        QVERIFY(lease < 10'000);
        const auto time = m_server.run({"TIME"}).elements;
        const qint64 now =
            time.at(0).text.toLongLong() * 1000 + time.at(1).text.toLongLong() / 1000;
        m_server.run({"DEL", key});
        m_server.run({"ZADD", key, QByteArray::number(now + lease), "another's"});
        const auto attempt = QCoro::waitFor(semaphore.acquire());
        QVERIFY2(attempt, qPrintable(attempt ? QString() : attempt.error().detail));
        granted = attempt->granted();
        QVERIFY(granted || (attempt->held == 1 && attempt->retryAfter > 0ms));
    }
}

void TestSemaphore::anExtendedLeaseLasts()
{
    const auto attempt = QCoro::waitFor(semaphore(1, 10s).acquire());
    QCOMPARE(QCoro::waitFor(semaphore(1, 100s).extend(attempt->permit)), true);
    const auto holders = QCoro::waitFor(semaphore(1).holders());
    QCOMPARE(holders->size(), 1u);
    QVERIFY(holders->front().left > 10s);
    QVERIFY(m_server.run({"PTTL", "export"}).integer > 10'000);
}

void TestSemaphore::whatHasEndedCannotBeExtendedOrReleased()
{
    const auto attempt = QCoro::waitFor(semaphore(1).acquire());
    endLease(attempt->permit);
    QCOMPARE(QCoro::waitFor(semaphore(1).extend(attempt->permit)), false);
    const auto other = QCoro::waitFor(semaphore(1).acquire());
    endLease(other->permit);
    QCOMPARE(QCoro::waitFor(semaphore(1).release(other->permit)), false);
    QCOMPARE(QCoro::waitFor(semaphore(1).extend("nobody's")), false);
    QCOMPARE(QCoro::waitFor(semaphore(1).release("nobody's")), false);
    QCOMPARE(m_server.run({"EXISTS", "export"}).integer, 0);
}

// "A late result takes away a slot of the next generation": not here.
void TestSemaphore::aLateReleaseTakesNobodysPermit()
{
    const auto late = QCoro::waitFor(semaphore(1).acquire());
    endLease(late->permit);
    const auto next = QCoro::waitFor(semaphore(1).acquire());
    QVERIFY(next->granted());
    QCOMPARE(QCoro::waitFor(semaphore(1).release(late->permit)), false);
    QVERIFY(!QCoro::waitFor(semaphore(1).acquire())->granted());
    QCOMPARE(QCoro::waitFor(semaphore(1).extend(next->permit)), true);
}

void TestSemaphore::holdersAreListedWithTheirTimeLeft()
{
    QVERIFY(QCoro::waitFor(semaphore(3).holders())->empty());
    const auto first = QCoro::waitFor(semaphore(3, 100s).acquire());
    const auto second = QCoro::waitFor(semaphore(3, 50s).acquire());
    const auto ended = QCoro::waitFor(semaphore(3).acquire());
    endLease(ended->permit);
    const auto holders = QCoro::waitFor(semaphore(3).holders());
    QVERIFY(holders);
    QCOMPARE(holders->size(), 2u);
    QCOMPARE(holders->at(0).permit, second->permit);
    QVERIFY(holders->at(0).left > 0ms && holders->at(0).left <= 50s);
    QCOMPARE(holders->at(1).permit, first->permit);
    QVERIFY(holders->at(1).left > 50s && holders->at(1).left <= 100s);
}

void TestSemaphore::theKeyLivesAsLongAsTheLongestLease()
{
    QVERIFY(QCoro::waitFor(semaphore(2, 100s).acquire())->granted());
    const auto brief = QCoro::waitFor(semaphore(2, 1s).acquire());
    QVERIFY(m_server.run({"PTTL", "export"}).integer > 60'000);
    QVERIFY(QCoro::waitFor(semaphore(2, 1s).release(brief->permit)) == true);
    QVERIFY(m_server.run({"PTTL", "export"}).integer > 60'000);
}

void TestSemaphore::aKeyWithoutDeadlineGetsOne()
{
    const auto attempt = QCoro::waitFor(semaphore(2).acquire());
    const auto second = QCoro::waitFor(semaphore(2).acquire());
    const auto deadline = [this] { return m_server.run({"PTTL", "export"}).integer; };
    m_server.run({"PERSIST", "export"});
    QVERIFY(!QCoro::waitFor(semaphore(2).acquire())->granted());
    QVERIFY(deadline() > 0);
    m_server.run({"PERSIST", "export"});
    QCOMPARE(QCoro::waitFor(semaphore(2).extend(attempt->permit)), true);
    QVERIFY(deadline() > 0);
    m_server.run({"PERSIST", "export"});
    QCOMPARE(QCoro::waitFor(semaphore(2).release(second->permit)), true);
    QVERIFY(deadline() > 0);
}

void TestSemaphore::aFullServerExtendsAndReleases()
{
    const auto attempt = QCoro::waitFor(semaphore(2, 10s).acquire());
    m_server.run({"CONFIG", "SET", "maxmemory", "1"});
    const auto another = QCoro::waitFor(semaphore(2).acquire());
    const auto extended = QCoro::waitFor(semaphore(2, 100s).extend(attempt->permit));
    const qint64 left = m_server.run({"PTTL", "export"}).integer;
    const auto released = QCoro::waitFor(semaphore(2).release(attempt->permit));
    m_server.run({"CONFIG", "SET", "maxmemory", "0"});
    QVERIFY(!another);
    QVERIFY(another.error().code == ErrorCode::OutOfMemory);
    QCOMPARE(extended, true);
    QVERIFY(left > 10'000);
    QCOMPARE(released, true);
}

void TestSemaphore::numbersOutOfBoundsAreNotSent()
{
    const qint64 sent = m_connection->traffic().commands;
    for (const auto &wrong : {semaphore(0), semaphore(-1), semaphore(10'001), semaphore(1, 0ms),
             semaphore(1, -1ms), semaphore(1, std::chrono::milliseconds::max())}) {
        const auto attempt = QCoro::waitFor(wrong.acquire());
        QVERIFY(!attempt);
        QVERIFY(attempt.error().code == ErrorCode::BadInput);
        QVERIFY(attempt.error().detail.contains(QStringLiteral("possible is 1")));
        QVERIFY(QCoro::waitFor(wrong.extend("x")).error().code == ErrorCode::BadInput);
        QVERIFY(QCoro::waitFor(wrong.release("x")).error().code == ErrorCode::BadInput);
        QVERIFY(QCoro::waitFor(wrong.holders()).error().code == ErrorCode::BadInput);
    }
    QCOMPARE(m_connection->traffic().commands, sent);
}

QTEST_GUILESS_MAIN(TestSemaphore)
#include "tst_semaphore.moc"
