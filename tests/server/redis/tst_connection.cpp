#include "core/redis/connection/connection.h"
#include "core/redis/threads/workerthread.h"
#include "tests/support/patience.h"
#include "tests/support/servers/testcertificates.h"
#include "tests/support/servers/testserver.h"

#include <QAbstractEventDispatcher>
#include <QCoroTask>
#include <QSignalSpy>
#include <QTest>

#include <atomic>
#include <memory>
#include <optional>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

using Answer = std::optional<Result<Reply>>;

Connection::ReplyCallback into(Answer &answer)
{
    return [&answer](Result<Reply> reply) { answer = std::move(reply); };
}

Result<Reply> ask(Connection &connection, Command command)
{
    return QCoro::waitFor(connection.request(std::move(command)));
}

bool openNow(Connection &connection)
{
    const auto opened = QCoro::waitFor(connection.open());
    if (!opened)
        qWarning("%d %s", int(opened.error().code), qPrintable(opened.error().detail));
    return opened.has_value();
}

QByteArray infoField(TestServer &server, const QByteArray &section, const QByteArray &name)
{
    for (const QByteArray &line : server.run({"INFO", section}).text.split('\n')) {
        if (line.startsWith(name + ':'))
            return line.mid(name.size() + 1).trimmed();
    }
    return {};
}

QByteArray luaNested(int depth)
{
    return "return " + QByteArray("{").repeated(depth) + "1" + QByteArray("}").repeated(depth);
}

} // namespace

class TestConnection : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void opensOverEveryTransport_data();
    void opensOverEveryTransport();
    void openingTwiceIsOpeningOnce();
    void repliesComeInTheOrderOfTheCommands();
    void errorRepliesAreErrors();
    void keysAndValuesMayHoldAnyBytes();
    void selectsTheDatabaseAndSetsTheName();
    void signsInAsAUser_data();
    void signsInAsAUser();
    void aPasswordThatNobodySetIsNamedAsThat();
    void aRefusedNameIsNoError();
    void commandsOfOneTurnAreWrittenTogether();
    void sendingWhileNotConnectedFailsBeforeSendReturns();
    void closingCancelsWhatWaits();
    void closingCancelsOpening();
    void aCallbackMaySendMore();
    void whatATurnAsksForIsWrittenBeforeTheThreadSleeps();
    void aCallbackMayCloseAndOpenAgain();
    void aCallbackMayDeleteTheConnection();
    void callbacksOfADeletedConnectionAreDropped();
    void requestsOfADeletedConnectionEndAsCancelled();
    void trafficIsCountedOverReconnects();
    void aValueOfAHundredMegabytesArrivesWhole();
    void aValueThatIsTooLargeEndsTheConnection();
    void nestedRepliesAreReadAsDeepAsPromised();
    void messagesArePushedBetweenReplies();
};

void TestConnection::opensOverEveryTransport_data()
{
    QTest::addColumn<QString>("transport");
    QTest::newRow("unix socket") << QStringLiteral("unix");
    QTest::newRow("TCP") << QStringLiteral("tcp");
    QTest::newRow("TLS") << QStringLiteral("tls");
}

void TestConnection::opensOverEveryTransport()
{
    QFETCH(QString, transport);
    const TestCertificates certificates;
    TestServer::Options options;
    options.tcp = true;
    options.tls.certificateFile = certificates.server().certificate;
    options.tls.keyFile = certificates.server().key;
    options.tls.caFile = certificates.authority();
    TestServer server(options);

    Connection connection(transport == QStringLiteral("unix") ? server.endpoint()
            : transport == QStringLiteral("tcp")              ? server.tcpEndpoint()
                                                              : server.tlsEndpoint());
    QSignalSpy opened(&connection, &Connection::opened);
    QVERIFY(connection.state() == Connection::State::Closed);
    QVERIFY(openNow(connection));
    QVERIFY(connection.state() == Connection::State::Open);
    QCOMPARE(opened.count(), 1);
    const QByteArray value(1'000'000, 'x');
    QCOMPARE(ask(connection, {"SET", "key", value})->text, "OK");
    QCOMPARE(ask(connection, {"GET", "key"})->text, value);
    QCOMPARE(server.run({"STRLEN", "key"}).integer, 1'000'000);
}

void TestConnection::openingTwiceIsOpeningOnce()
{
    TestServer server;
    Connection connection(server.endpoint());
    auto first = connection.open();
    auto second = connection.open();
    QVERIFY(QCoro::waitFor(std::move(first)));
    QVERIFY(QCoro::waitFor(std::move(second)));
    QVERIFY(openNow(connection));
    QCOMPARE(infoField(server, "clients", "connected_clients"), "2"); // and the test's own
}

void TestConnection::repliesComeInTheOrderOfTheCommands()
{
    TestServer server;
    Connection connection(server.endpoint());
    QVERIFY(openNow(connection));
    std::vector<QByteArray> replies;
    for (int i = 0; i < 10'000; ++i) {
        connection.send({"ECHO", QByteArray::number(i)}, [&](Result<Reply> reply) {
            replies.push_back(reply ? reply->text : reply.error().detail.toUtf8());
        });
    }
    QCOMPARE(connection.inFlight(), 10'000);
    QTRY_COMPARE(replies.size(), 10'000u);
    for (int i = 0; i < 10'000; ++i)
        QCOMPARE(replies[size_t(i)], QByteArray::number(i));
    QCOMPARE(connection.inFlight(), 0);
}

void TestConnection::errorRepliesAreErrors()
{
    TestServer server;
    server.run({"LPUSH", "list", "a"});
    Connection connection(server.endpoint());
    QVERIFY(openNow(connection));
    const auto reply = ask(connection, {"GET", "list"});
    QVERIFY(!reply);
    QVERIFY(reply.error().code == ErrorCode::WrongType);
    QVERIFY(!reply.error().mayHaveRun);
    QVERIFY(ask(connection, {"GET", "missing"})->isNil());
    QVERIFY(!ask(connection, {"NOSUCHCOMMAND"}));
    QVERIFY(connection.state() == Connection::State::Open);
}

void TestConnection::keysAndValuesMayHoldAnyBytes()
{
    TestServer server;
    Connection connection(server.endpoint());
    QVERIFY(openNow(connection));
    QByteArray bytes;
    for (int i = 0; i < 1024; ++i)
        bytes += char(i);
    QVERIFY(ask(connection, {"SET", bytes, bytes + "\r\n"}));
    QCOMPARE(ask(connection, {"GET", bytes})->text, bytes + "\r\n");
    QCOMPARE(server.run({"GET", bytes}).text, bytes + "\r\n");
    QVERIFY(ask(connection, {"SET", "", ""}));
    QCOMPARE(ask(connection, {"KEYS", ""})->elements.size(), 1u);
}

void TestConnection::selectsTheDatabaseAndSetsTheName()
{
    TestServer server;
    Endpoint endpoint = server.endpoint();
    endpoint.database = 5;
    ConnectionOptions options;
    options.clientName = "the-name";
    Connection connection(endpoint, options);
    QVERIFY(openNow(connection));
    const QByteArray client = ask(connection, {"CLIENT", "LIST"})->text;
    QVERIFY(client.contains("name=the-name"));
    QVERIFY(client.contains("db=5"));

    endpoint.database = 99;
    Connection other(endpoint);
    const auto opened = QCoro::waitFor(other.open());
    QVERIFY(!opened);
    QVERIFY(opened.error().code == ErrorCode::NoSuchDatabase);
    QVERIFY(opened.error().detail.startsWith(QStringLiteral("99: ")));
    QVERIFY(other.state() == Connection::State::Closed);
}

void TestConnection::signsInAsAUser_data()
{
    QTest::addColumn<QByteArray>("user");
    QTest::addColumn<QByteArray>("password");
    QTest::addColumn<int>("error"); // -1: none
    QTest::newRow("right") << QByteArray("reader") << QByteArray("se cr\r\net") << -1;
    QTest::newRow("user without a password") << QByteArray("open") << QByteArray() << -1;
    QTest::newRow("the default user") << QByteArray() << QByteArray("default-secret") << -1;
    QTest::newRow("wrong password")
        << QByteArray("reader") << QByteArray("hunter2") << int(ErrorCode::WrongPass);
    QTest::newRow("unknown user") << QByteArray("nobody") << QByteArray("hunter2")
                                  << int(ErrorCode::WrongPass);
    QTest::newRow("wrong password of the default user")
        << QByteArray() << QByteArray("hunter2") << int(ErrorCode::WrongPass);
    QTest::newRow("no password") << QByteArray() << QByteArray() << int(ErrorCode::NoAuth);
}

void TestConnection::signsInAsAUser()
{
    QFETCH(QByteArray, user);
    QFETCH(QByteArray, password);
    QFETCH(int, error);
    TestServer server;
    server.run({"ACL", "SETUSER", "reader", "on", ">se cr\r\net", "~*", "+@all"});
    server.run({"ACL", "SETUSER", "open", "on", "nopass", "~*", "+@all"});
    server.run({"CONFIG", "SET", "requirepass", "default-secret"});

    Endpoint endpoint = server.endpoint();
    endpoint.user = user;
    endpoint.password = password;
    Connection connection(endpoint);
    const auto opened = QCoro::waitFor(connection.open());
    QCOMPARE(opened ? -1 : int(opened.error().code), error);
    if (!opened) {
        QVERIFY(!opened.error().detail.contains(QStringLiteral("hunter2")));
        QVERIFY(connection.state() == Connection::State::Closed);
    } else if (!user.isEmpty()) {
        QCOMPARE(ask(connection, {"ACL", "WHOAMI"})->text, user);
    }
}

void TestConnection::aPasswordThatNobodySetIsNamedAsThat()
{
    TestServer server;
    Endpoint endpoint = server.endpoint();
    endpoint.password = "hunter2";
    Connection connection(endpoint);
    const auto opened = QCoro::waitFor(connection.open());
    QVERIFY(!opened);
    QCOMPARE(opened.error().code, ErrorCode::NoPasswordSet);
}

void TestConnection::aRefusedNameIsNoError()
{
    TestServer server;
    server.run({"ACL", "SETUSER", "reader", "on", ">secret", "~*", "+get"});
    Endpoint endpoint = server.endpoint();
    endpoint.user = "reader";
    endpoint.password = "secret";
    Connection connection(endpoint);
    QVERIFY(openNow(connection));
    QVERIFY(ask(connection, {"GET", "key"}));
    const auto refused = ask(connection, {"SET", "key", "value"});
    QVERIFY(!refused);
    QVERIFY(refused.error().code == ErrorCode::NoPerm);
}

void TestConnection::commandsOfOneTurnAreWrittenTogether()
{
    TestServer server;
    Connection connection(server.endpoint());
    QVERIFY(openNow(connection));
    const int before = infoField(server, "stats", "total_reads_processed").toInt();
    int replies = 0;
    for (int i = 0; i < 300; ++i)
        connection.send({"PING"}, [&](const Result<Reply> &) { ++replies; });
    QTRY_COMPARE(replies, 300);
    const int reads = infoField(server, "stats", "total_reads_processed").toInt() - before;
    QVERIFY2(reads <= 4, qPrintable(QString::number(reads))); // the first, the rest, and INFO
}

void TestConnection::sendingWhileNotConnectedFailsBeforeSendReturns()
{
    TestServer server;
    Connection connection(server.endpoint());
    Answer closed;
    connection.send({"INCR", "key"}, into(closed));
    QVERIFY(closed && !*closed && closed->error().code == ErrorCode::NotConnected);
    QVERIFY(!closed->error().mayHaveRun);

    auto opening = connection.open();
    QVERIFY(connection.state() == Connection::State::Opening);
    Answer early;
    connection.send({"INCR", "key"}, into(early));
    QVERIFY(early && !*early && early->error().code == ErrorCode::NotConnected);
    QVERIFY(QCoro::waitFor(std::move(opening)));
    QVERIFY(ask(connection, {"GET", "key"})->isNil());
}

void TestConnection::closingCancelsWhatWaits()
{
    TestServer server;
    Connection connection(server.endpoint());
    QVERIFY(openNow(connection));
    QSignalSpy lost(&connection, &Connection::lost);
    server.suspend();
    Answer written;
    Answer unwritten;
    connection.send({"INCR", "key"}, into(written)); // nothing is in flight: goes out at once
    connection.send({"INCR", "key"}, into(unwritten)); // waits for the turn to end
    connection.close();
    QVERIFY(written && !*written && written->error().code == ErrorCode::Cancelled);
    QVERIFY(written->error().mayHaveRun);
    QVERIFY(unwritten && !*unwritten && unwritten->error().code == ErrorCode::Cancelled);
    QVERIFY(!unwritten->error().mayHaveRun);
    QVERIFY(connection.state() == Connection::State::Closed);
    QCOMPARE(connection.inFlight(), 0);
    server.resume();
    QTRY_COMPARE(infoField(server, "clients", "connected_clients"), "1");
    QCOMPARE(server.run({"GET", "key"}).text, "1");
    QCOMPARE(lost.count(), 0);
}

void TestConnection::closingCancelsOpening()
{
    TestServer server;
    Connection connection(server.endpoint());
    auto opening = connection.open();
    connection.close();
    const auto opened = QCoro::waitFor(std::move(opening));
    QVERIFY(!opened);
    QVERIFY(opened.error().code == ErrorCode::Cancelled);
    QVERIFY(openNow(connection));
}

void TestConnection::aCallbackMaySendMore()
{
    TestServer server;
    Connection connection(server.endpoint());
    QVERIFY(openNow(connection));
    int rounds = 0;
    std::function<void()> again = [&] {
        connection.send({"INCR", "key"}, [&](const Result<Reply> &reply) {
            if (reply && ++rounds < 100)
                again();
        });
    };
    again();
    QTRY_COMPARE(rounds, 100);
    QCOMPARE(server.run({"GET", "key"}).text, "100");
}

// Not when the first reply comes: that may be long. On the dispatcher of the program's threads,
// which sleeps until it is asked from outside.
void TestConnection::whatATurnAsksForIsWrittenBeforeTheThreadSleeps()
{
    TestServer server;
    const Command blocking{"BLPOP", "empty", "0"};
    const Command second{"PING"};
    QByteArray both;
    blocking.appendTo(both);
    second.appendTo(both);
    WorkerThread thread(QStringLiteral("turn"));
    std::unique_ptr<Connection> connection; // the thread's
    std::atomic<bool> sleeps = false;
    bool isOpen = false;
    thread.run([&] {
        connection = std::make_unique<Connection>(server.endpoint());
        isOpen = openNow(*connection);
        const auto *loop = QAbstractEventDispatcher::instance();
        connect(loop, &QAbstractEventDispatcher::aboutToBlock, connection.get(),
            [&sleeps] { sleeps = true; });
        connect(loop, &QAbstractEventDispatcher::awake, connection.get(),
            [&sleeps] { sleeps = false; });
    });
    QVERIFY(isOpen);
    QTRY_VERIFY(sleeps);
    std::atomic<qint64> sent = -1;
    thread.post([&] {
        const qint64 before = connection->traffic().bytesSent;
        connection->send(blocking, [](const Result<Reply> &) {});
        connection->send(second, [](const Result<Reply> &) {});
        QTimer::singleShot(1ms, connection.get(),
            [&, before] { sent = connection->traffic().bytesSent - before; });
    });
    QTRY_VERIFY(sent >= 0);
    thread.run([&] { connection.reset(); });
    QCOMPARE(sent, both.size());
}

void TestConnection::aCallbackMayCloseAndOpenAgain()
{
    TestServer server;
    Connection connection(server.endpoint());
    QVERIFY(openNow(connection));
    int cancelled = 0;
    QSignalSpy opened(&connection, &Connection::opened);
    connection.send({"PING"}, [&](const Result<Reply> &) {
        connection.close();
        connection.keepOpen();
    });
    for (int i = 0; i < 100; ++i) {
        connection.send({"PING"}, [&](const Result<Reply> &reply) {
            if (!reply && reply.error().code == ErrorCode::Cancelled)
                ++cancelled;
        });
    }
    QTRY_COMPARE(opened.count(), 1);
    QCOMPARE(cancelled, 100);
    QCOMPARE(ask(connection, {"ECHO", "here"})->text, "here");
}

void TestConnection::aCallbackMayDeleteTheConnection()
{
    TestServer server;
    auto *connection = new Connection(server.endpoint());
    QVERIFY(openNow(*connection));
    int calls = 0;
    bool deleted = false;
    for (int i = 0; i < 100; ++i) {
        connection->send({"PING"}, [&, connection](const Result<Reply> &) {
            if (++calls == 50) {
                delete connection;
                deleted = true;
            }
        });
    }
    QTRY_VERIFY(deleted);
    QTRY_COMPARE(infoField(server, "clients", "connected_clients"), "1");
    QCOMPARE(calls, 50);
}

void TestConnection::callbacksOfADeletedConnectionAreDropped()
{
    TestServer server;
    int calls = 0;
    {
        Connection connection(server.endpoint());
        QVERIFY(openNow(connection));
        connection.send({"PING"}, [&](const Result<Reply> &) { ++calls; });
    }
    QTRY_COMPARE(infoField(server, "clients", "connected_clients"), "1");
    QCOMPARE(calls, 0);
}

void TestConnection::requestsOfADeletedConnectionEndAsCancelled()
{
    TestServer server;
    auto connection = std::make_unique<Connection>(server.endpoint());
    QVERIFY(openNow(*connection));
    server.suspend();
    auto request = connection->request({"PING"});
    connection.reset();
    const auto reply = QCoro::waitFor(std::move(request));
    QVERIFY(!reply);
    QVERIFY(reply.error().code == ErrorCode::Cancelled);
}

void TestConnection::trafficIsCountedOverReconnects()
{
    TestServer server;
    ConnectionOptions options;
    options.clientName.clear();
    Connection connection(server.endpoint(), options);
    for (int round = 1; round <= 2; ++round) {
        QVERIFY(openNow(connection));
        QVERIFY(ask(connection, {"ECHO", "0123456789"}));
        const Traffic traffic = connection.traffic();
        QCOMPARE(traffic.commands, round * 2); // PING of the handshake, ECHO
        QCOMPARE(traffic.bytesSent, round * (14 + 4 + 4 + 6 + 5 + 12));
        QCOMPARE(traffic.bytesReceived, round * (7 + 5 + 12));
        connection.close();
    }
    QCOMPARE(connection.traffic().commands, 4);
}

void TestConnection::aValueOfAHundredMegabytesArrivesWhole()
{
    TestServer server;
    constexpr qsizetype size = 100 * 1000 * 1000;
    server.run({"SETRANGE", "key", QByteArray::number(size - 3), "end"});
    ConnectionOptions options;
    options.commandTimeout = 60s;
    Connection connection(server.endpoint(), options);
    QVERIFY(openNow(connection));
    const auto value = ask(connection, {"GET", "key"});
    QVERIFY(value);
    QCOMPARE(value->text.size(), size);
    QVERIFY(value->text.endsWith(QByteArray("\0end", 4)));
    QCOMPARE(ask(connection, {"PING"})->text, "PONG");
}

void TestConnection::aValueThatIsTooLargeEndsTheConnection()
{
    TestServer server;
    server.run({"SETRANGE", "key", "2000000", "end"});
    ConnectionOptions options;
    options.maxReplyBytes = 1'000'000;
    Connection connection(server.endpoint(), options);
    QVERIFY(openNow(connection));
    QSignalSpy lost(&connection, &Connection::lost);
    const auto value = ask(connection, {"GET", "key"});
    QVERIFY(!value);
    QVERIFY(value.error().code == ErrorCode::ReplyTooLarge);
    QVERIFY(value.error().mayHaveRun);
    QCOMPARE(lost.count(), 1);
}

void TestConnection::nestedRepliesAreReadAsDeepAsPromised()
{
    TestServer server;
    Connection connection(server.endpoint());
    QVERIFY(openNow(connection));
    const auto deepest = ask(connection, {"EVAL", luaNested(8), "0"});
    QVERIFY(deepest);
    const Reply *inner = &*deepest;
    int depth = 0;
    for (; inner->isArray(); inner = &inner->elements.front())
        ++depth;
    QCOMPARE(depth, 8);
    QCOMPARE(inner->integer, 1);

    QVERIFY(ask(connection, {"MULTI"}));
    QCOMPARE(ask(connection, {"EVAL", luaNested(3), "0"})->text, "QUEUED");
    QCOMPARE(ask(connection, {"INCR", "key"})->text, "QUEUED");
    QCOMPARE(ask(connection, {"LPUSH", "key", "a"})->text, "QUEUED");
    const auto executed = ask(connection, {"EXEC"});
    QVERIFY(executed);
    QCOMPARE(executed->elements.size(), 3u);
    QCOMPARE(executed->elements[0].elements[0].elements[0].elements[0].integer, 1);
    QCOMPARE(executed->elements[1].integer, 1);
    QVERIFY(executed->elements[2].isError()); // an element, not the reply

    const auto tooDeep = ask(connection, {"EVAL", luaNested(9), "0"});
    QVERIFY(!tooDeep);
    QVERIFY(tooDeep.error().code == ErrorCode::ProtocolError);
    QVERIFY(connection.state() == Connection::State::Closed);
}

void TestConnection::messagesArePushedBetweenReplies()
{
    TestServer server;
    Connection connection(server.endpoint());
    QVERIFY(openNow(connection));
    std::vector<Reply> pushed;
    connect(&connection, &Connection::pushed, this,
        [&](const Reply &message) { pushed.push_back(message); });

    // The same array is a reply as long as nothing is subscribed.
    server.run({"RPUSH", "list", "message", "a", "b"});
    QCOMPARE(ask(connection, {"LRANGE", "list", "0", "-1"})->elements.size(), 3u);
    QVERIFY(pushed.empty());

    const auto confirmed = ask(connection, {"subscribe", "one", "two"});
    QVERIFY(confirmed);
    QCOMPARE(confirmed->elements.at(1).text, "two");
    QCOMPARE(server.run({"PUBLISH", "one", "payload"}).integer, 1);
    QCOMPARE(ask(connection, {"PING"})->elements.front().text, "pong");
    QCOMPARE(pushed.size(), 1u);
    QCOMPARE(pushed[0].elements.at(2).text, "payload");

    QVERIFY(ask(connection, {"UNSUBSCRIBE", "one", "two"}));
    QCOMPARE(ask(connection, {"LRANGE", "list", "0", "-1"})->elements.size(), 3u);
    QCOMPARE(pushed.size(), 1u);
}

QTEST_GUILESS_MAIN(TestConnection)
#include "tst_connection.moc"
