#include "core/coordination/counts/counter.h"
#include "tests/support/servers/clients.h"
#include "tests/support/servers/testserver.h"

#include <QTest>

#include <limits>

using namespace lockstep;

class TestCounter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void countsUpAndDown();
    void fiftyClientsLoseNothing();
    void refusesWhatIsNoNumberAndLeavesIt_data();
    void refusesWhatIsNoNumberAndLeavesIt();
    void refusesToOverflow();
    void reachesTheEndsOf64Bits();
    void staysForEver();

private:
    TestServer m_server;
    std::unique_ptr<Connection> m_connection;
};

void TestCounter::init()
{
    m_server.run({"FLUSHALL"});
    m_connection = std::make_unique<Connection>(m_server.endpoint());
    QVERIFY(QCoro::waitFor(m_connection->open()));
}

void TestCounter::countsUpAndDown()
{
    const Counter counter(m_connection.get(), "page_view");
    QCOMPARE(QCoro::waitFor(counter.value()), 0);
    QVERIFY(m_server.run({"EXISTS", "page_view"}).integer == 0); // looking makes no key
    m_server.run({"SET", "page_view", "20"});
    QCOMPARE(QCoro::waitFor(counter.increment()), 21);
    QCOMPARE(QCoro::waitFor(counter.increment(9)), 30);
    QCOMPARE(QCoro::waitFor(counter.decrement()), 29);
    QCOMPARE(QCoro::waitFor(counter.decrement(40)), -11);
    QCOMPARE(QCoro::waitFor(counter.increment(-1)), -12);
    QCOMPARE(QCoro::waitFor(counter.value()), -12);
}

void TestCounter::fiftyClientsLoseNothing()
{
    const Clients clients(m_server.endpoint());
    const auto values = clients.allAtOnce(
        20, [](Connection *connection) { return Counter(connection, "n").increment(); });
    std::vector<qint64> seen;
    for (const auto &value : values) {
        QVERIFY(value);
        seen.push_back(*value);
    }
    std::sort(seen.begin(), seen.end());
    for (size_t i = 0; i < seen.size(); ++i)
        QCOMPARE(seen[i], qint64(i) + 1);
    QCOMPARE(m_server.run({"GET", "n"}).text, "1000");
}

void TestCounter::refusesWhatIsNoNumberAndLeavesIt_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::newRow("a word") << QByteArray("abc");
    QTest::newRow("empty") << QByteArray("");
    QTest::newRow("a fraction") << QByteArray("1.5");
    QTest::newRow("a blank before") << QByteArray(" 1");
    QTest::newRow("a plus") << QByteArray("+1");
    QTest::newRow("beyond 64 bits") << QByteArray("9223372036854775808");
    QTest::newRow("NUL behind") << QByteArray("1\0", 2);
}

void TestCounter::refusesWhatIsNoNumberAndLeavesIt()
{
    QFETCH(QByteArray, value);
    m_server.run({"SET", "n", value});
    const Counter counter(m_connection.get(), "n");
    for (const auto &result :
        {QCoro::waitFor(counter.increment()), QCoro::waitFor(counter.decrement())}) {
        QVERIFY(!result);
        QVERIFY(result.error().code == ErrorCode::ServerError);
        QCOMPARE(
            result.error().detail, QStringLiteral("ERR value is not an integer or out of range"));
    }
    const auto read = QCoro::waitFor(counter.value());
    QVERIFY(!read);
    QVERIFY(read.error().code == ErrorCode::WrongType);
    QCOMPARE(m_server.run({"GET", "n"}).text, value);
}

void TestCounter::refusesToOverflow()
{
    const Counter counter(m_connection.get(), "n");
    m_server.run({"SET", "n", "9223372036854775807"});
    const auto over = QCoro::waitFor(counter.increment());
    QVERIFY(!over);
    QVERIFY(over.error().code == ErrorCode::ServerError);
    QCOMPARE(over.error().detail, QStringLiteral("ERR increment or decrement would overflow"));
    QCOMPARE(QCoro::waitFor(counter.value()), std::numeric_limits<qint64>::max());
    m_server.run({"SET", "n", "-9223372036854775808"});
    QVERIFY(!QCoro::waitFor(counter.decrement()));
    // The server cannot negate it.
    QVERIFY(!QCoro::waitFor(counter.decrement(std::numeric_limits<qint64>::min())));
    QCOMPARE(QCoro::waitFor(counter.value()), std::numeric_limits<qint64>::min());
}

void TestCounter::reachesTheEndsOf64Bits()
{
    const Counter counter(m_connection.get(), "n");
    QCOMPARE(QCoro::waitFor(counter.increment(std::numeric_limits<qint64>::max())),
        std::numeric_limits<qint64>::max());
    m_server.run({"DEL", "n"});
    QCOMPARE(QCoro::waitFor(counter.increment(std::numeric_limits<qint64>::min())),
        std::numeric_limits<qint64>::min());
}

void TestCounter::staysForEver()
{
    QVERIFY(QCoro::waitFor(Counter(m_connection.get(), "n").increment()));
    QCOMPARE(m_server.run({"PTTL", "n"}).integer, -1);
}

QTEST_GUILESS_MAIN(TestCounter)
#include "tst_counter.moc"
