#include "core/redis/connection/subscriber.h"
#include "tests/support/patience.h"
#include "tests/support/servers/testserver.h"

#include <QCoroTask>
#include <QSignalSpy>
#include <QTest>

using namespace lockstep;

namespace {

struct Message
{
    QByteArray channel;
    Reply payload;
    QByteArray pattern;
};

ConnectionOptions impatient()
{
    ConnectionOptions options;
    options.firstRetry = std::chrono::milliseconds(10);
    options.longestRetry = std::chrono::milliseconds(50);
    return options;
}

} // namespace

class TestSubscriber : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void messagesOfChannelsAndPatternsArrive();
    void askedForBeforeTheConnectionIsOpen();
    void subscriptionsStandAgainAfterARestart();
    void unsubscribedChannelsStaySilentAlsoAfterARestart();
    void aRefusalNamesItsChannel();
    void trackingNamesTheChangedKeys();
    void mayDieBeforeItsConnectionAndAfterIt();
};

void TestSubscriber::messagesOfChannelsAndPatternsArrive()
{
    TestServer server;
    Connection connection(server.endpoint());
    Subscriber subscriber(&connection);
    std::vector<Message> messages;
    connect(&subscriber, &Subscriber::message, this,
        [&](const QByteArray &channel, const Reply &payload, const QByteArray &pattern) {
            messages.push_back({channel, payload, pattern});
        });
    QVERIFY(QCoro::waitFor(connection.open()));
    QSignalSpy subscribed(&subscriber, &Subscriber::subscribed);
    subscriber.subscribe("news");
    subscriber.subscribePattern("n?w*");
    subscriber.subscribe("news"); // again: nothing more
    QVERIFY(!subscriber.isActive("news"));
    QTRY_COMPARE(subscribed.count(), 2);
    QVERIFY(subscriber.isActive("news"));
    QVERIFY(subscriber.isActive("n?w*"));

    const QByteArray bytes("a\0\r\n", 4);
    QCOMPARE(server.run({"PUBLISH", "news", bytes}).integer, 2);
    QTRY_COMPARE(messages.size(), 2u);
    QCOMPARE(messages[0].channel, "news");
    QCOMPARE(messages[0].payload.text, bytes);
    QCOMPARE(messages[0].pattern, "");
    QCOMPARE(messages[1].channel, "news");
    QCOMPARE(messages[1].payload.text, bytes);
    QCOMPARE(messages[1].pattern, "n?w*");
    QCOMPARE(subscribed.count(), 2);
}

void TestSubscriber::askedForBeforeTheConnectionIsOpen()
{
    TestServer server;
    Connection connection(server.endpoint());
    Subscriber subscriber(&connection);
    QSignalSpy restored(&subscriber, &Subscriber::restored);
    QSignalSpy subscribed(&subscriber, &Subscriber::subscribed);
    subscriber.subscribe("news");
    connection.keepOpen();
    QTRY_VERIFY(subscriber.isActive("news"));
    QCOMPARE(subscribed.count(), 1);
    QCOMPARE(restored.count(), 0); // there was no loss
}

void TestSubscriber::subscriptionsStandAgainAfterARestart()
{
    TestServer server;
    Connection connection(server.endpoint(), impatient());
    Subscriber subscriber(&connection);
    QSignalSpy restored(&subscriber, &Subscriber::restored);
    QSignalSpy messages(&subscriber, &Subscriber::message);
    subscriber.subscribe("one");
    subscriber.subscribe("two");
    subscriber.subscribePattern("t*");
    connection.keepOpen();
    QTRY_VERIFY(subscriber.isActive("t*"));
    for (int round = 1; round <= 3; ++round) {
        server.kill9();
        QTRY_VERIFY(!subscriber.isActive("one"));
        server.restart();
        QTRY_COMPARE(restored.count(), round);
        QVERIFY(subscriber.isActive("one"));
        QVERIFY(subscriber.isActive("two"));
        QVERIFY(subscriber.isActive("t*"));
        QCOMPARE(server.run({"PUBLISH", "two", "x"}).integer, 2);
        QTRY_COMPARE(messages.count(), round * 2);
    }
}

void TestSubscriber::unsubscribedChannelsStaySilentAlsoAfterARestart()
{
    TestServer server;
    Connection connection(server.endpoint(), impatient());
    Subscriber subscriber(&connection);
    QSignalSpy messages(&subscriber, &Subscriber::message);
    QSignalSpy restored(&subscriber, &Subscriber::restored);
    connection.keepOpen();
    for (const char *name : {"one", "two"})
        subscriber.subscribe(name);
    subscriber.subscribePattern("t*");
    QTRY_VERIFY(subscriber.isActive("t*"));
    QCOMPARE(server.run({"PUBLISH", "two", "x"}).integer, 2);
    subscriber.unsubscribe("two");
    subscriber.unsubscribePattern("t*"); // what is on its way is not handed on any more
    QTRY_VERIFY(!subscriber.isActive("t*"));
    QCOMPARE(messages.count(), 0);
    QCOMPARE(server.run({"PUBLISH", "two", "x"}).integer, 0);
    server.kill9();
    server.restart();
    QTRY_COMPARE(restored.count(), 1);
    QCOMPARE(server.run({"PUBLISH", "two", "x"}).integer, 0);
    QCOMPARE(server.run({"PUBLISH", "one", "x"}).integer, 1);
}

void TestSubscriber::aRefusalNamesItsChannel()
{
    TestServer server;
    server.run(
        {"ACL", "SETUSER", "listener", "on", "nopass", "resetchannels", "&allowed", "+@all"});
    Endpoint endpoint = server.endpoint();
    endpoint.user = "listener";
    Connection connection(endpoint);
    Subscriber subscriber(&connection);
    std::optional<Error> error;
    QByteArray name;
    connect(&subscriber, &Subscriber::denied, this, [&](const QByteArray &which, const Error &why) {
        name = which;
        error = why;
    });
    subscriber.subscribe("forbidden");
    subscriber.subscribe("allowed");
    connection.keepOpen();
    QTRY_VERIFY(error && subscriber.isActive("allowed"));
    QCOMPARE(name, "forbidden");
    QVERIFY(error->code == ErrorCode::NoPerm);
    QVERIFY(!subscriber.isActive("forbidden"));
}

void TestSubscriber::trackingNamesTheChangedKeys()
{
    TestServer server;
    Connection listening(server.endpoint());
    Connection reading(server.endpoint());
    Subscriber subscriber(&listening);
    std::vector<Reply> payloads;
    connect(&subscriber, &Subscriber::message, this,
        [&](const QByteArray &, const Reply &payload) { payloads.push_back(payload); });
    QVERIFY(QCoro::waitFor(listening.open()));
    QVERIFY(QCoro::waitFor(reading.open()));
    const auto id = QCoro::waitFor(listening.request({"CLIENT", "ID"}));
    subscriber.subscribe("__redis__:invalidate");
    QTRY_VERIFY(subscriber.isActive("__redis__:invalidate"));
    QVERIFY(QCoro::waitFor(reading.request(
        {"CLIENT", "TRACKING", "ON", "REDIRECT", QByteArray::number(id->integer)})));
    QVERIFY(QCoro::waitFor(reading.request({"GET", "key"})));
    server.run({"SET", "key", "value"});
    QTRY_COMPARE(payloads.size(), 1u);
    QVERIFY(payloads[0].isArray());
    QCOMPARE(payloads[0].elements.at(0).text, "key");
    server.run({"FLUSHALL"});
    QTRY_COMPARE(payloads.size(), 2u);
    QVERIFY(payloads[1].isNil());
}

void TestSubscriber::mayDieBeforeItsConnectionAndAfterIt()
{
    TestServer server;
    auto connection = std::make_unique<Connection>(server.endpoint());
    QVERIFY(QCoro::waitFor(connection->open()));
    auto first = std::make_unique<Subscriber>(connection.get());
    first->subscribe("one");
    first.reset(); // the confirmation is still to come
    Subscriber second(connection.get());
    second.subscribe("two");
    QTRY_VERIFY(second.isActive("two"));
    connection.reset();
    QVERIFY(!second.isActive("two"));
    second.subscribe("three");
    second.unsubscribe("two");
}

QTEST_GUILESS_MAIN(TestSubscriber)
#include "tst_subscriber.moc"
