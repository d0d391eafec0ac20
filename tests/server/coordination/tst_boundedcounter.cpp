#include "core/coordination/counts/boundedcounter.h"
#include "tests/support/patience.h"
#include "tests/support/servers/clients.h"
#include "tests/support/servers/testserver.h"

#include <QTest>

#include <limits>

using namespace lockstep;
using namespace std::chrono_literals;

// At most 60 devices use an outside system at a time.
class TestBoundedCounter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void theLastSlotIsTellableFromARefusal();
    void aReleasedSlotIsFreeAgain();
    void neverBelowZero();
    void fiftyClientsNeverTakeMoreThanThereIs();
    void fiftyClientsNeverGiveBackMoreThanWasTaken();
    void everythingIsFreeAgainAfterTheExpiry();
    void anExpiryMeanwhileLeavesNothing();
    void everyGrantBeginsTheExpiryAnew();
    void aKeyWithoutDeadlineGetsOne_data();
    void aKeyWithoutDeadlineGetsOne();
    void aLoweredLimitOnlyRefuses();
    void otherTextIsRefusedAndLeft();
    void numbersOutOfBoundsAreNotSent_data();
    void numbersOutOfBoundsAreNotSent();

private:
    [[nodiscard]] BoundedCounter devices(
        qint64 limit, std::chrono::milliseconds expiry = 300s) const
    {
        return {m_connection.get(), "devices", {limit, expiry}};
    }

    TestServer m_server;
    std::unique_ptr<Connection> m_connection;
};

void TestBoundedCounter::init()
{
    m_server.run({"FLUSHALL"});
    m_connection = std::make_unique<Connection>(m_server.endpoint());
    QVERIFY(QCoro::waitFor(m_connection->open()));
}

void TestBoundedCounter::theLastSlotIsTellableFromARefusal()
{
    const auto counter = devices(60);
    for (int i = 1; i <= 60; ++i) {
        const auto slot = QCoro::waitFor(counter.acquire());
        QVERIFY(slot);
        QVERIFY(slot->granted);
        QCOMPARE(slot->used, i);
        QCOMPARE(slot->left, 60 - i);
    }
    const auto refused = QCoro::waitFor(counter.acquire());
    QVERIFY(refused);
    QVERIFY(!refused->granted);
    QCOMPARE(refused->used, 60);
    QCOMPARE(refused->left, 0);
    QCOMPARE(QCoro::waitFor(counter.used()), 60);
}

void TestBoundedCounter::aReleasedSlotIsFreeAgain()
{
    const auto counter = devices(1);
    for (int i = 0; i < 3; ++i) {
        QVERIFY(QCoro::waitFor(counter.acquire())->granted);
        QVERIFY(!QCoro::waitFor(counter.acquire())->granted);
        QCOMPARE(QCoro::waitFor(counter.release()), true);
    }
}

void TestBoundedCounter::neverBelowZero()
{
    const auto counter = devices(2);
    QCOMPARE(QCoro::waitFor(counter.release()), false);
    QCOMPARE(m_server.run({"EXISTS", "devices"}).integer, 0);
    QVERIFY(QCoro::waitFor(counter.acquire())->granted);
    QCOMPARE(QCoro::waitFor(counter.release()), true);
    QCOMPARE(QCoro::waitFor(counter.release()), false); // 0, still there
    QCOMPARE(m_server.run({"GET", "devices"}).text, "0");
    m_server.run({"SET", "devices", "-5"}); // of a program that counts down blindly
    QCOMPARE(QCoro::waitFor(counter.used()), 0);
    QCOMPARE(QCoro::waitFor(counter.release()), false);
    QVERIFY(QCoro::waitFor(counter.acquire())->granted);
    QCOMPARE(m_server.run({"GET", "devices"}).text, "1");
}

void TestBoundedCounter::fiftyClientsNeverTakeMoreThanThereIs()
{
    const Clients clients(m_server.endpoint());
    const auto slots60 = clients.allAtOnce(4, [](Connection *connection) {
        return BoundedCounter(connection, "devices", {60}).acquire();
    });
    int granted = 0;
    int last = 0;
    for (const auto &slot : slots60) {
        QVERIFY(slot);
        QVERIFY(slot->used <= 60);
        granted += slot->granted ? 1 : 0;
        last += slot->granted && slot->left == 0 ? 1 : 0;
    }
    QCOMPARE(granted, 60);
    QCOMPARE(last, 1);
    QCOMPARE(m_server.run({"GET", "devices"}).text, "60");
}

void TestBoundedCounter::fiftyClientsNeverGiveBackMoreThanWasTaken()
{
    for (int i = 0; i < 30; ++i)
        QVERIFY(QCoro::waitFor(devices(30).acquire())->granted);
    const Clients clients(m_server.endpoint());
    const auto released = clients.allAtOnce(2, [](Connection *connection) {
        return BoundedCounter(connection, "devices", {30}).release();
    });
    QCOMPARE(std::count_if(released.begin(), released.end(),
                 [](const Result<bool> &result) { return result && *result; }),
        30);
    QCOMPARE(m_server.run({"GET", "devices"}).text, "0");
}

// A key so long that finding it takes the server a few milliseconds; of expiries that are later and
// later, the first that is still ahead comes before the script is through.
void TestBoundedCounter::anExpiryMeanwhileLeavesNothing()
{
    const QByteArray key(2 << 20, 'k');
    const BoundedCounter counter(m_connection.get(), key, {10});
    QByteArray left;
    for (int expiry = 1; left.isEmpty(); expiry += 1 + expiry / 20) {
        QVERIFY(expiry < 10'000);
        m_server.run({"SET", key, "5", "PX", QByteArray::number(expiry)});
        QVERIFY(QCoro::waitFor(counter.release()));
        left = m_server.run({"GET", key}).text;
    }
    QCOMPARE(left, "4");
}

void TestBoundedCounter::everythingIsFreeAgainAfterTheExpiry()
{
    const auto counter = devices(1, 100ms);
    QVERIFY(QCoro::waitFor(counter.acquire())->granted);
    bool granted = false;
    QTRY_VERIFY(granted = granted || QCoro::waitFor(counter.acquire())->granted);
    QTRY_COMPARE(m_server.run({"EXISTS", "devices"}).integer, 0);
    QCOMPARE(QCoro::waitFor(counter.release()), false); // of the generation before: too late
}

void TestBoundedCounter::everyGrantBeginsTheExpiryAnew()
{
    const auto counter = devices(9);
    QVERIFY(QCoro::waitFor(counter.acquire()));
    m_server.run({"PEXPIRE", "devices", "100000"});
    QVERIFY(QCoro::waitFor(counter.release())); // not by this
    QVERIFY(m_server.run({"PTTL", "devices"}).integer <= 100'000);
    QVERIFY(QCoro::waitFor(counter.acquire()));
    QVERIFY(m_server.run({"PTTL", "devices"}).integer > 100'000);
}

void TestBoundedCounter::aKeyWithoutDeadlineGetsOne_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<bool>("acquires");
    QTest::newRow("a grant") << QByteArray("1") << true;
    QTest::newRow("a refusal") << QByteArray("2") << true;
    QTest::newRow("a release") << QByteArray("1") << false;
    QTest::newRow("nothing to release") << QByteArray("0") << false;
}

void TestBoundedCounter::aKeyWithoutDeadlineGetsOne()
{
    QFETCH(QByteArray, value);
    QFETCH(bool, acquires);
    m_server.run({"SET", "devices", value});
    const auto counter = devices(2);
    if (acquires)
        QVERIFY(QCoro::waitFor(counter.acquire()));
    else
        QVERIFY(QCoro::waitFor(counter.release()));
    const qint64 left = m_server.run({"PTTL", "devices"}).integer;
    QVERIFY(left > 0 && left <= 300'000);
}

void TestBoundedCounter::aLoweredLimitOnlyRefuses()
{
    m_server.run({"SET", "devices", "60", "EX", "100"});
    const auto slot = QCoro::waitFor(devices(10).acquire());
    QVERIFY(slot);
    QVERIFY(!slot->granted);
    QCOMPARE(slot->used, 60);
    QCOMPARE(slot->left, 0);
    QCOMPARE(m_server.run({"GET", "devices"}).text, "60");
}

void TestBoundedCounter::otherTextIsRefusedAndLeft()
{
    m_server.run({"SET", "devices", "abc"});
    const auto taken = QCoro::waitFor(devices(2).acquire());
    QVERIFY(!taken);
    QVERIFY(taken.error().code == ErrorCode::ServerError);
    QVERIFY(!QCoro::waitFor(devices(2).release()));
    QVERIFY(!QCoro::waitFor(devices(2).used()));
    QCOMPARE(m_server.run({"GET", "devices"}).text, "abc");
}

void TestBoundedCounter::numbersOutOfBoundsAreNotSent_data()
{
    QTest::addColumn<qint64>("limit");
    QTest::addColumn<qint64>("milliseconds");
    QTest::addColumn<QString>("sentence");
    const QString amounts = QStringLiteral("limit is %1; possible is 1 to 1000000000.");
    const QString spans = QStringLiteral("expiry is %1; possible is 1 ms to 366 days.");
    const qint64 least = std::numeric_limits<qint64>::min();
    const qint64 most = std::numeric_limits<qint64>::max();
    for (const qint64 limit : {qint64(0), qint64(-1), qint64(1'000'000'001), least, most})
        QTest::addRow("limit %lld", limit) << limit << qint64(1) << amounts.arg(limit);
    for (const qint64 span : {qint64(0), qint64(-1), qint64(31'622'400'001), least, most})
        QTest::addRow("expiry %lld", span) << qint64(1) << span << spans.arg(span);
}

void TestBoundedCounter::numbersOutOfBoundsAreNotSent()
{
    QFETCH(qint64, limit);
    QFETCH(qint64, milliseconds);
    QFETCH(QString, sentence);
    const auto counter = devices(limit, std::chrono::milliseconds(milliseconds));
    const qint64 sent = m_connection->traffic().commands;
    const auto taken = QCoro::waitFor(counter.acquire());
    QVERIFY(!taken);
    QVERIFY(taken.error().code == ErrorCode::BadInput);
    QCOMPARE(taken.error().detail, sentence);
    QVERIFY(QCoro::waitFor(counter.release()).error().code == ErrorCode::BadInput);
    QVERIFY(QCoro::waitFor(counter.used()).error().code == ErrorCode::BadInput);
    QCOMPARE(m_connection->traffic().commands, sent);
}

QTEST_GUILESS_MAIN(TestBoundedCounter)
#include "tst_boundedcounter.moc"
