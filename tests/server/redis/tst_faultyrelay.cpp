#include "core/redis/connection/subscriber.h"
#include "tests/support/patience.h"
#include "tests/support/servers/faultyrelay.h"
#include "tests/support/servers/testserver.h"

#include <QCoroTask>
#include <QSignalSpy>
#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;
using Cut = FaultyRelay::Cut;
using Way = FaultyRelay::Way;

Q_DECLARE_METATYPE(lockstep::FaultyRelay::Cut)

// What the tests of faults stand on: a relay has to break exactly where it says.
class TestFaultyRelay : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void passesAnyBytes();
    void cutsWhereItIsTold_data();
    void cutsWhereItIsTold();
    void cutsTheNthRequestOfAName();
    void cutsInsideAPipeline();
    void cutsOneConnectionAndLeavesTheOthers();
    void messagesAreNoReplies();
    void keepsWhatIsHeld();
    void aClientThatLeavesTakesItsServerConnectionAlong();
    void refuses();
    void isAsSlowAsItIsTold();

private:
    TestServer m_server;
};

void TestFaultyRelay::passesAnyBytes()
{
    FaultyRelay relay(m_server.socketPath());
    Connection connection(relay.endpoint());
    QVERIFY(QCoro::waitFor(connection.open()));
    QByteArray bytes("*1\r\n$\0\xff\r\n", 9);
    bytes += QByteArray(1'000'000, '*');
    QVERIFY(QCoro::waitFor(connection.request({"SET", "bytes", bytes})));
    QCOMPARE(QCoro::waitFor(connection.request({"GET", "bytes"}))->text, bytes);
    QVERIFY(QCoro::waitFor(connection.request({"GET", "nothing"}))->isNil());
    const auto nested =
        QCoro::waitFor(connection.request({"EVAL", "return {1,{'a',{}},false}", "0"}));
    QCOMPARE(nested->elements.at(1).elements.at(0).text, "a");
    QCOMPARE(QCoro::waitFor(connection.request({"GET"})).error().code, ErrorCode::ServerError);
}

void TestFaultyRelay::cutsWhereItIsTold_data()
{
    QTest::addColumn<Cut>("point");
    QTest::addColumn<bool>("ran");
    QTest::addColumn<bool>("replied");
    QTest::newRow("before the request") << Cut::BeforeRequest << false << false;
    QTest::newRow("after the request") << Cut::AfterRequest << true << false;
    QTest::newRow("after the reply") << Cut::AfterReply << true << true;
}

void TestFaultyRelay::cutsWhereItIsTold()
{
    QFETCH(Cut, point);
    QFETCH(bool, ran);
    QFETCH(bool, replied);
    FaultyRelay relay(m_server.socketPath());
    Connection connection(relay.endpoint());
    QSignalSpy lost(&connection, &Connection::lost);
    QVERIFY(QCoro::waitFor(connection.open()));
    m_server.run({"DEL", "n"});
    relay.cutAt(point);
    const auto reply = QCoro::waitFor(connection.request({"INCR", "n"}));
    QTRY_COMPARE(lost.count(), 1);
    QCOMPARE(m_server.run({"EXISTS", "n"}).integer, ran ? 1 : 0);
    QCOMPARE(reply.has_value(), replied);
    if (!replied) {
        QCOMPARE(reply.error().code, ErrorCode::ConnectionLost);
        QVERIFY(reply.error().mayHaveRun);
    }
    QCOMPARE(relay.cuts(), 1);
    QVERIFY(QCoro::waitFor(connection.open())); // once only
    QVERIFY(QCoro::waitFor(connection.request({"INCR", "n"})));
}

void TestFaultyRelay::cutsTheNthRequestOfAName()
{
    FaultyRelay relay(m_server.socketPath());
    Connection connection(relay.endpoint());
    QVERIFY(QCoro::waitFor(connection.open()));
    m_server.run({"DEL", "n"});
    relay.cutAt(Cut::AfterRequest, 2, "incr");
    QVERIFY(QCoro::waitFor(connection.request({"GET", "n"})));
    QVERIFY(QCoro::waitFor(connection.request({"INCR", "n"})));
    QVERIFY(QCoro::waitFor(connection.request({"GET", "n"})));
    QVERIFY(!QCoro::waitFor(connection.request({"INCR", "n"})));
    QCOMPARE(m_server.run({"GET", "n"}).text, "2");
}

void TestFaultyRelay::cutsInsideAPipeline()
{
    FaultyRelay relay(m_server.socketPath());
    Connection connection(relay.endpoint());
    QVERIFY(QCoro::waitFor(connection.open()));
    m_server.run({"DEL", "n"});
    relay.cutAt(Cut::AfterReply, 2);
    std::vector<Result<Reply>> replies;
    for (int i = 0; i < 4; ++i)
        connection.send({"INCR", "n"}, [&](auto reply) { replies.push_back(std::move(reply)); });
    QTRY_COMPARE(replies.size(), 4u);
    QCOMPARE(replies[0]->integer, 1);
    QCOMPARE(replies[1]->integer, 2);
    QVERIFY(!replies[2]);
    QVERIFY(!replies[3]);
}

void TestFaultyRelay::cutsOneConnectionAndLeavesTheOthers()
{
    FaultyRelay relay(m_server.socketPath());
    Connection one(relay.endpoint());
    Connection other(relay.endpoint());
    QVERIFY(QCoro::waitFor(one.open()));
    QVERIFY(QCoro::waitFor(other.open()));
    QCOMPARE(relay.connections(), 2);
    relay.cutAt(Cut::BeforeRequest);
    QVERIFY(!QCoro::waitFor(one.request({"PING"})));
    QVERIFY(QCoro::waitFor(other.request({"PING"})));
    QCOMPARE(relay.connections(), 1);
    relay.cutAllNow();
    QTRY_COMPARE(other.state(), Connection::State::Closed);
    QCOMPARE(relay.cuts(), 2);
}

void TestFaultyRelay::messagesAreNoReplies()
{
    FaultyRelay relay(m_server.socketPath());
    Connection connection(relay.endpoint());
    Subscriber subscriber(&connection);
    QSignalSpy messages(&subscriber, &Subscriber::message);
    QVERIFY(QCoro::waitFor(connection.open()));
    subscriber.subscribe("news");
    QTRY_VERIFY(subscriber.isActive("news"));
    m_server.run({"PUBLISH", "news", "x"});
    QTRY_COMPARE(messages.count(), 1);
    relay.cutAt(Cut::AfterReply);
    QSignalSpy subscribed(&subscriber, &Subscriber::subscribed);
    subscriber.subscribe("weather");
    QTRY_COMPARE(relay.cuts(), 1);
    QTRY_COMPARE(subscribed.count(), 1);
}

void TestFaultyRelay::keepsWhatIsHeld()
{
    FaultyRelay relay(m_server.socketPath());
    Connection connection(relay.endpoint());
    QVERIFY(QCoro::waitFor(connection.open()));
    for (const Way way : {Way::Requests, Way::Replies}) {
        m_server.run({"DEL", "n"});
        relay.hold(way);
        std::optional<qint64> value;
        connection.send({"INCR", "n"}, [&](const auto &reply) { value = reply->integer; });
        QTRY_COMPARE(relay.held(), 1);
        QCOMPARE(m_server.run({"EXISTS", "n"}).integer, way == Way::Replies ? 1 : 0);
        QVERIFY(!value);
        relay.resume();
        QTRY_VERIFY(value);
        QCOMPARE(*value, 1);
        QCOMPARE(relay.held(), 0);
    }
}

void TestFaultyRelay::aClientThatLeavesTakesItsServerConnectionAlong()
{
    FaultyRelay relay(m_server.socketPath());
    Connection connection(relay.endpoint());
    QVERIFY(QCoro::waitFor(connection.open()));
    const auto clients = [this] {
        return m_server.run({"CLIENT", "LIST"}).text.count("name=lockstep ");
    };
    QCOMPARE(clients(), 1);
    connection.close();
    QTRY_COMPARE(clients(), 0);
    QCOMPARE(relay.connections(), 0);
    QCOMPARE(relay.cuts(), 0);
}

void TestFaultyRelay::refuses()
{
    FaultyRelay relay(m_server.socketPath());
    Connection connection(relay.endpoint());
    relay.refuse(true);
    QCOMPARE(QCoro::waitFor(connection.open()).error().code, ErrorCode::ConnectionLost);
    relay.refuse(false);
    QVERIFY(QCoro::waitFor(connection.open()));
}

void TestFaultyRelay::isAsSlowAsItIsTold()
{
    m_server.run({"SETRANGE", "n", "99999", "x"});
    FaultyRelay relay(m_server.socketPath());
    Connection connection(relay.endpoint());
    QVERIFY(QCoro::waitFor(connection.open()));
    relay.limitRate(1'000'000);
    const auto from = std::chrono::steady_clock::now();
    const auto passed = [&] { return std::chrono::steady_clock::now() - from; };
    std::vector<QCoro::Task<Result<Reply>>> replies;
    for (int i = 0; i < 5; ++i)
        replies.push_back(connection.request({"GET", "n"}));
    QCOMPARE(QCoro::waitFor(std::move(replies[0]))->text.size(), 100'000);
    QVERIFY(passed() >= 100ms);
    for (size_t i = 1; i < replies.size(); ++i)
        QCOMPARE(QCoro::waitFor(std::move(replies[i]))->text.size(), 100'000);
    QVERIFY(passed() >= 500ms);
    const auto sent = passed();
    QVERIFY(QCoro::waitFor(connection.request({"SET", "n", QByteArray(200'000, 'x')})));
    QVERIFY(passed() - sent >= 200ms);
    relay.limitRate(0);
    QVERIFY(QCoro::waitFor(connection.request({"PING"})));
}

QTEST_GUILESS_MAIN(TestFaultyRelay)
#include "tst_faultyrelay.moc"
