#include "core/coordination/counts/dailycounter.h"
#include "core/redis/connection/scriptfile.h"
#include "tests/support/patience.h"
#include "tests/support/servers/clients.h"
#include "tests/support/servers/faultyrelay.h"
#include "tests/support/servers/testserver.h"

#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;

class TestDailyCounter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void countsForUserAndDay();
    void theDayIsTheServersInTheZoneOfTheOptions_data();
    void theDayIsTheServersInTheZoneOfTheOptions();
    void oldDaysGoAway();
    void aDayThatIsOverStillCounts();
    void aKeyWithoutDeadlineGetsOne();
    void fiftyClientsLoseNothing();
    void valuesAreExactInAll64Bits();
    void aLostQuestionForTheDayHasCountedNothing();
    void mayOutliveItsConnection();
    void wrongOptionsAreNotSent();

private:
    [[nodiscard]] QDateTime serverTime()
    {
        const qint64 seconds = m_server.run({"TIME"}).elements.at(0).text.toLongLong();
        return QDateTime::fromSecsSinceEpoch(seconds, Qt::UTC);
    }
    // Of the only key.
    [[nodiscard]] QByteArray key() { return m_server.run({"RANDOMKEY"}).text; }

    TestServer m_server;
    std::unique_ptr<Connection> m_connection;
};

void TestDailyCounter::init()
{
    m_server.run({"FLUSHALL"});
    m_connection = std::make_unique<Connection>(m_server.endpoint());
    QVERIFY(QCoro::waitFor(m_connection->open()));
}

void TestDailyCounter::countsForUserAndDay()
{
    const DailyCounter counter(m_connection.get());
    QCOMPARE(QCoro::waitFor(counter.value("erin")), 0);
    const QDate before = serverTime().date();
    QCOMPARE(QCoro::waitFor(counter.increment("erin")), 1);
    QCOMPARE(QCoro::waitFor(counter.increment("erin", 4)), 5);
    QCOMPARE(QCoro::waitFor(counter.increment("frank")), 1);
    QCOMPARE(QCoro::waitFor(counter.value("erin")), 5);
    const auto today = QCoro::waitFor(counter.today());
    QVERIFY(today);
    QVERIFY2(*today == before, "this test does not like midnight");
    QCOMPARE(m_server.run({"GET", "erin:" + today->toString(u"yyyy.M.d").toUtf8()}).text, "5");
}

void TestDailyCounter::theDayIsTheServersInTheZoneOfTheOptions_data()
{
    QTest::addColumn<int>("hours");
    for (const int hours : {-14, -12, 0, 12, 14})
        QTest::addRow("UTC%+d", hours) << hours;
}

// Somewhere on earth it is always another day.
void TestDailyCounter::theDayIsTheServersInTheZoneOfTheOptions()
{
    QFETCH(int, hours);
    DailyCounterOptions options;
    options.timeZone = QTimeZone(hours * 3600);
    options.keep = 1h;
    const DailyCounter counter(m_connection.get(), "<yyyy-mm-dd>", options);
    const QDateTime local = serverTime().toTimeZone(options.timeZone);
    QCOMPARE(QCoro::waitFor(counter.increment()), 1);
    QCOMPARE(key(), local.date().toString(Qt::ISODate).toUtf8());
    const qint64 midnight = local.date().addDays(1).startOfDay(options.timeZone).toSecsSinceEpoch();
    QCOMPARE(m_server.run({"EXPIRETIME", key()}).integer, midnight + 3600);
}

void TestDailyCounter::oldDaysGoAway()
{
    DailyCounterOptions options;
    options.keep = 1ms;
    const DailyCounter counter(m_connection.get(), "<yyyy.m.d>", options);
    QCOMPARE(QCoro::waitFor(counter.increment()), 1);
    const qint64 left = m_server.run({"PTTL", key()}).integer;
    QVERIFY(left > 0 && left <= 86'400'001);
}

// As when the call was on its way for longer than the value is kept.
void TestDailyCounter::aDayThatIsOverStillCounts()
{
    const Script script = scriptFile(QStringLiteral("daily-increment"));
    const auto reply = QCoro::waitFor(run(m_connection.get(), script, {"yesterday"}, {"3", "1"}));
    QVERIFY(reply);
    QCOMPARE(reply->text, "3");
    QCOMPARE(m_server.run({"EXISTS", "yesterday"}).integer, 0);
}

void TestDailyCounter::aKeyWithoutDeadlineGetsOne()
{
    const DailyCounter counter(m_connection.get());
    QCOMPARE(QCoro::waitFor(counter.increment("erin")), 1);
    m_server.run({"PERSIST", key()});
    QCOMPARE(QCoro::waitFor(counter.increment("erin")), 2);
    QVERIFY(m_server.run({"PTTL", key()}).integer > 0);
}

void TestDailyCounter::fiftyClientsLoseNothing()
{
    const Clients clients(m_server.endpoint());
    const auto values = clients.allAtOnce(
        10, [](Connection *connection) { return DailyCounter(connection).increment("erin"); });
    for (const auto &value : values)
        QVERIFY(value);
    QCOMPARE(m_server.run({"GET", key()}).text, "500");
}

void TestDailyCounter::valuesAreExactInAll64Bits()
{
    const DailyCounter counter(m_connection.get());
    QCOMPARE(QCoro::waitFor(counter.increment("erin", 9'007'199'254'740'993)),
        9'007'199'254'740'993); // 2^53 + 1, which is no number in Lua
    const auto over = QCoro::waitFor(counter.increment("erin", std::numeric_limits<qint64>::max()));
    QVERIFY(!over);
    QVERIFY(over.error().code == ErrorCode::ServerError);
    QVERIFY2(over.error().detail.contains(QStringLiteral("increment or decrement would overflow")),
        qPrintable(over.error().detail));
    QCOMPARE(QCoro::waitFor(counter.value("erin")), 9'007'199'254'740'993);
}

void TestDailyCounter::aLostQuestionForTheDayHasCountedNothing()
{
    FaultyRelay relay(m_server.socketPath());
    Connection connection(relay.endpoint());
    QVERIFY(QCoro::waitFor(connection.open()));
    relay.cutAt(FaultyRelay::Cut::AfterRequest, 1, "TIME");
    const auto lost = QCoro::waitFor(DailyCounter(&connection).increment("erin"));
    QVERIFY(!lost);
    QVERIFY(lost.error().code == ErrorCode::ConnectionLost);
    QVERIFY(!lost.error().mayHaveRun);
    QCOMPARE(m_server.run({"DBSIZE"}).integer, 0);
}

void TestDailyCounter::mayOutliveItsConnection()
{
    // While the first question, and while the second is under way.
    auto first = DailyCounter(m_connection.get()).increment("erin");
    m_connection.reset();
    QVERIFY(QCoro::waitFor(std::move(first)).error().code == ErrorCode::Cancelled);

    FaultyRelay relay(m_server.socketPath());
    auto connection = std::make_unique<Connection>(relay.endpoint());
    QVERIFY(QCoro::waitFor(connection->open()));
    const qint64 before = relay.requests();
    auto second = DailyCounter(connection.get()).increment("erin");
    QTRY_VERIFY(relay.requests() >= before + 1);
    relay.hold(FaultyRelay::Way::Replies);
    connection.reset();
    QVERIFY(!QCoro::waitFor(std::move(second)).has_value());
}

void TestDailyCounter::wrongOptionsAreNotSent()
{
    const qint64 sent = m_connection->traffic().commands;
    DailyCounterOptions none;
    none.keep = 0ms;
    DailyCounterOptions nowhere;
    nowhere.timeZone = QTimeZone("Nowhere/Else");
    for (const DailyCounter &counter : {DailyCounter(m_connection.get(), "<user>:<yyyy.m>"),
             DailyCounter(m_connection.get(), "<yyyy.m.d>"), // no place for a user
             DailyCounter(m_connection.get(), "<user>:<yyyy.m.d>", none),
             DailyCounter(m_connection.get(), "<user>:<yyyy.m.d>", nowhere)}) {
        const auto counted = QCoro::waitFor(counter.increment("erin"));
        QVERIFY(!counted);
        QVERIFY(counted.error().code == ErrorCode::BadInput);
        QVERIFY(QCoro::waitFor(counter.value("erin")).error().code == ErrorCode::BadInput);
    }
    QCOMPARE(m_connection->traffic().commands, sent);
}

QTEST_GUILESS_MAIN(TestDailyCounter)
#include "tst_dailycounter.moc"
