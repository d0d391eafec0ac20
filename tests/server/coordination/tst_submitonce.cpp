#include "core/coordination/counts/submitonce.h"
#include "tests/support/patience.h"
#include "tests/support/servers/clients.h"
#include "tests/support/servers/testserver.h"

#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;

class TestSubmitOnce : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void theSecondIsToldWhenTheFirstCame();
    void fiftyClientsSubmitOneOrder();
    void numbersAreIndependent();
    void isForgottenAfterTheExpiry();
    void refusalsDoNotProlongTheExpiry();
    void aKeyWithoutDeadlineGetsOne();
    void somebodyElsesKeyIsLeft();
    void aFullServerStillRefuses();
    void aClockSetBackIsNotNegative();
    void numbersOutOfBoundsAreNotSent();

private:
    [[nodiscard]] SubmitOnce orders(std::chrono::milliseconds keep = 1h) const
    {
        return {m_connection.get(), "order:", {keep}};
    }

    TestServer m_server;
    std::unique_ptr<Connection> m_connection;
};

void TestSubmitOnce::init()
{
    m_server.run({"FLUSHALL"});
    m_connection = std::make_unique<Connection>(m_server.endpoint());
    QVERIFY(QCoro::waitFor(m_connection->open()));
}

void TestSubmitOnce::theSecondIsToldWhenTheFirstCame()
{
    const auto first = QCoro::waitFor(orders().submit("4711"));
    QVERIFY(first);
    QVERIFY(first->accepted);
    QCOMPARE(first->ago, 0ms);
    const qint64 seconds = m_server.run({"TIME"}).elements.at(0).text.toLongLong();
    QVERIFY(qAbs(first->first.toSecsSinceEpoch() - seconds) < 60);
    m_server.run({"SET", "order:4711",
        QByteArray::number(first->first.toMSecsSinceEpoch() - 90'000), "KEEPTTL"});
    const auto second = QCoro::waitFor(orders().submit("4711"));
    QVERIFY(second);
    QVERIFY(!second->accepted);
    QCOMPARE(second->first, first->first.addSecs(-90));
    QVERIFY(second->ago >= 90s && second->ago < 120s);
}

void TestSubmitOnce::fiftyClientsSubmitOneOrder()
{
    const Clients clients(m_server.endpoint());
    const auto submissions = clients.allAtOnce(
        4, [](Connection *connection) { return SubmitOnce(connection, "order:").submit("4711"); });
    QDateTime first;
    for (const auto &submission : submissions) {
        QVERIFY(submission);
        if (submission->accepted) {
            QVERIFY(first.isNull());
            first = submission->first;
        }
    }
    QVERIFY(!first.isNull());
    for (const auto &submission : submissions)
        QCOMPARE(submission->first, first);
}

void TestSubmitOnce::numbersAreIndependent()
{
    for (const QByteArray &number : {QByteArray("1"), QByteArray("2"), QByteArray("1\0", 2),
             QByteArray(""), QByteArray(10'000, '1')}) {
        QVERIFY(QCoro::waitFor(orders().submit(number))->accepted);
        QVERIFY(!QCoro::waitFor(orders().submit(number))->accepted);
    }
    QVERIFY(QCoro::waitFor(SubmitOnce(m_connection.get(), "form:").submit("1"))->accepted);
}

void TestSubmitOnce::isForgottenAfterTheExpiry()
{
    const auto briefly = orders(100ms);
    QVERIFY(QCoro::waitFor(briefly.submit("1"))->accepted);
    bool accepted = false;
    QTRY_VERIFY(accepted = accepted || QCoro::waitFor(briefly.submit("1"))->accepted);
}

void TestSubmitOnce::refusalsDoNotProlongTheExpiry()
{
    QVERIFY(QCoro::waitFor(orders().submit("1"))->accepted);
    m_server.run({"PEXPIRE", "order:1", "100000"});
    QVERIFY(!QCoro::waitFor(orders().submit("1"))->accepted);
    QVERIFY(m_server.run({"PTTL", "order:1"}).integer <= 100'000);
}

void TestSubmitOnce::aKeyWithoutDeadlineGetsOne()
{
    m_server.run({"SET", "order:1", "1700000000000"});
    QVERIFY(!QCoro::waitFor(orders().submit("1"))->accepted);
    const qint64 left = m_server.run({"PTTL", "order:1"}).integer;
    QVERIFY(left > 0 && left <= 3'600'000);
}

void TestSubmitOnce::somebodyElsesKeyIsLeft()
{
    m_server.run({"SET", "order:1", "paid"});
    const auto submission = QCoro::waitFor(orders().submit("1"));
    QVERIFY(!submission);
    QVERIFY(submission.error().code == ErrorCode::ServerError);
    QCOMPARE(m_server.run({"GET", "order:1"}).text, "paid");
}

void TestSubmitOnce::aFullServerStillRefuses()
{
    QVERIFY(QCoro::waitFor(orders().submit("1"))->accepted);
    m_server.run({"CONFIG", "SET", "maxmemory", "1"});
    const auto again = QCoro::waitFor(orders().submit("1"));
    const auto other = QCoro::waitFor(orders().submit("2"));
    m_server.run({"CONFIG", "SET", "maxmemory", "0"});
    QVERIFY(again);
    QVERIFY(!again->accepted);
    QVERIFY(!other);
    QVERIFY(other.error().code == ErrorCode::OutOfMemory);
}

void TestSubmitOnce::aClockSetBackIsNotNegative()
{
    const qint64 seconds = m_server.run({"TIME"}).elements.at(0).text.toLongLong();
    m_server.run({"SET", "order:1", QByteArray::number((seconds + 3600) * 1000), "EX", "100"});
    const auto submission = QCoro::waitFor(orders().submit("1"));
    QVERIFY(!submission->accepted);
    QCOMPARE(submission->ago, 0ms);
}

void TestSubmitOnce::numbersOutOfBoundsAreNotSent()
{
    const qint64 sent = m_connection->traffic().commands;
    for (const auto keep : {0ms, -1ms, std::chrono::milliseconds(366 * 24h) + 1ms}) {
        const auto submission = QCoro::waitFor(orders(keep).submit("1"));
        QVERIFY(!submission);
        QVERIFY(submission.error().code == ErrorCode::BadInput);
    }
    QCOMPARE(m_connection->traffic().commands, sent);
}

QTEST_GUILESS_MAIN(TestSubmitOnce)
#include "tst_submitonce.moc"
