// What goes wrong between us and a server, done to a real one: killed, stopped, full, loading,
// protected. A QTcpServer appears only as a peer that sends bytes no Redis would.

#include "core/redis/connection/connection.h"
#include "tests/support/patience.h"
#include "tests/support/servers/faultyrelay.h"
#include "tests/support/servers/testserver.h"

#include <QCoroTask>
#include <QElapsedTimer>
#include <QLocalSocket>
#include <QSignalSpy>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryFile>
#include <QTest>

#include <sys/fsuid.h>

#include <memory>
#include <optional>
#include <thread>
#include <vector>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

using Answer = std::optional<Result<Reply>>;

Connection::ReplyCallback into(Answer &answer)
{
    return [&answer](Result<Reply> reply) { answer = std::move(reply); };
}

Endpoint tcp(const QString &host, quint16 port)
{
    Endpoint endpoint;
    endpoint.host = host;
    endpoint.port = port;
    return endpoint;
}

ConnectionOptions impatient()
{
    ConnectionOptions options;
    options.firstRetry = 10ms;
    options.longestRetry = 50ms;
    return options;
}

Error errorOfOpening(const Endpoint &endpoint, const ConnectionOptions &options = {})
{
    Connection connection(endpoint, options);
    const auto opened = QCoro::waitFor(connection.open());
    if (opened)
        return {ErrorCode::Cancelled, QStringLiteral("it opened")};
    return opened.error();
}

// How often the server has run a command since it was started.
int calls(TestServer &server, const QByteArray &command)
{
    const QByteArray text = server.run({"INFO", "commandstats"}).text;
    const QByteArray start = "cmdstat_" + command + ":calls=";
    const qsizetype at = text.indexOf(start);
    return at < 0 ? 0 : text.mid(at + start.size()).split(',').front().toInt();
}

// A peer that answers every connection with the same bytes.
class RawPeer
{
public:
    enum class Then { Close, Stay };

    RawPeer(const QByteArray &bytes, Then then)
    {
        if (!m_server.listen(QHostAddress::LocalHost))
            qFatal("no free port");
        QObject::connect(&m_server, &QTcpServer::newConnection, &m_server, [this, bytes, then] {
            QTcpSocket *socket = m_server.nextPendingConnection();
            socket->write(bytes);
            if (then == Then::Close)
                socket->disconnectFromHost();
        });
    }

    [[nodiscard]] Endpoint endpoint() const
    {
        return tcp(QStringLiteral("127.0.0.1"), m_server.serverPort());
    }

private:
    QTcpServer m_server;
};

} // namespace

class TestConnectionFaults : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nobodyListens();
    void timeInWhichWeStoodStillIsNoTimeOut();
    void aPeerThatDoesNotLikeTheNameIsTalkedToWithout();
    void theHostDoesNotExist();
    void theSocketFileDoesNotExist();
    void theFileIsNoSocket();
    void theSocketFileMayNotBeOpened();
    void theServerIsFull_data();
    void theServerIsFull();
    void theServersQueueIsFull();
    void theServerIsLoading();
    void theServerIsStoppedWhileConnecting();
    void theServerIsStoppedWhileWorking();
    void aPausedServerOnlyDelays();
    void theClientIsKilled();
    void aKilledServerIsFoundAgainAndNothingIsSentTwice();
    void whatWasNotWrittenHasNotRun();
    void aLossFoundWhileWritingIsToldAfterwards();
    void onlyTheReplyThatWasTooLargeIsSaidToBe();
    void aConnectionDeletedUnderACommandSaysThatItMayHaveRun();
    void failedAttemptsAreReportedWithGrowingPauses();
    void closingEndsTheAttempts();
    void aPeerSendsRubbish_data();
    void aPeerSendsRubbish();
    void aPeerSaysNothing();
    void aPeerSpeaksUnasked();
};

void TestConnectionFaults::nobodyListens()
{
    TestServer::Options options;
    options.tcp = true;
    TestServer server(options);
    server.kill9();
    QVERIFY(errorOfOpening(server.tcpEndpoint()).code == ErrorCode::ConnectionRefused);
    QVERIFY(errorOfOpening(server.endpoint()).code == ErrorCode::ConnectionRefused);
}

void TestConnectionFaults::theHostDoesNotExist()
{
    const Error error = errorOfOpening(tcp(QStringLiteral("no-such-host.invalid"), 6379));
    QVERIFY(error.code == ErrorCode::HostNotFound);
}

void TestConnectionFaults::theSocketFileDoesNotExist()
{
    TestServer server;
    Endpoint endpoint = server.endpoint();
    endpoint.path += QStringLiteral(".other");
    QCOMPARE(errorOfOpening(endpoint).code, ErrorCode::SocketMissing);
    endpoint.path = QString(200, u'x'); // longer than an address of a unix socket
    QVERIFY(errorOfOpening(endpoint).code == ErrorCode::Unreachable);
}

void TestConnectionFaults::theFileIsNoSocket()
{
    QTemporaryFile file;
    QVERIFY(file.open());
    Endpoint endpoint;
    endpoint.transport = Endpoint::Transport::Unix;
    endpoint.path = file.fileName();
    QCOMPARE(errorOfOpening(endpoint).code, ErrorCode::NoSocket);
}

void TestConnectionFaults::theSocketFileMayNotBeOpened()
{
    TestServer server;
    QVERIFY(QFile::setPermissions(server.socketPath(), {}));
    // Root may open any file; this thread is nobody for as long as it looks at files.
    const int before = setfsuid(65534);
    const auto code = errorOfOpening(server.endpoint()).code;
    setfsuid(static_cast<uid_t>(before));
    QCOMPARE(code, ErrorCode::SocketDenied);
}

void TestConnectionFaults::theServerIsFull_data()
{
    QTest::addColumn<bool>("overTcp");
    QTest::newRow("unix socket") << false;
    QTest::newRow("TCP") << true;
}

void TestConnectionFaults::theServerIsFull()
{
    QFETCH(bool, overTcp);
    TestServer::Options options;
    options.tcp = true;
    TestServer server(options);
    server.run({"CONFIG", "SET", "maxclients", "1"}); // which is the test's own
    for (int i = 0; i < 300; ++i) { // its end and our first write race
        const Error error = errorOfOpening(overTcp ? server.tcpEndpoint() : server.endpoint());
        QVERIFY2(error.code == ErrorCode::MaxClients, qPrintable(error.detail));
    }
}

// As many wait to be accepted as the system keeps for the server.
void TestConnectionFaults::theServersQueueIsFull()
{
    TestServer server;
    server.suspend();
    std::vector<std::unique_ptr<QLocalSocket>> queue;
    do {
        queue.push_back(std::make_unique<QLocalSocket>());
        queue.back()->connectToServer(server.socketPath());
    } while (queue.back()->state() == QLocalSocket::ConnectedState && queue.size() < 5000);
    QVERIFY(queue.back()->state() == QLocalSocket::ConnectingState);

    Connection connection(server.endpoint());
    std::optional<Result<void>> opened;
    const auto open = [&]() -> QCoro::Task<> { opened = co_await connection.open(); };
    const auto opening = open();
    QTest::qWait(0);
    QVERIFY(!opened);
    queue.clear();
    server.resume();
    QTRY_VERIFY(opened);
    QVERIFY(*opened);
}

void TestConnectionFaults::theServerIsLoading()
{
    TestServer::Options options;
    options.arguments = {QStringLiteral("--enable-debug-command"), QStringLiteral("yes"),
        QStringLiteral("--loading-process-events-interval-bytes"), QStringLiteral("1024")};
    TestServer server(options);
    server.run({"DEBUG", "POPULATE", "2000"});
    server.run({"CONFIG", "SET", "key-load-delay", "1500"}); // µs for each key: three seconds

    Connection other(server.endpoint());
    QVERIFY(QCoro::waitFor(other.open()));
    Answer reloaded;
    other.send({"DEBUG", "RELOAD"}, into(reloaded));

    Connection connection(server.endpoint(), impatient());
    QSignalSpy opened(&connection, &Connection::opened);
    std::vector<ErrorCode> errors;
    connect(&connection, &Connection::failed, this,
        [&](const Error &error, std::chrono::milliseconds) { errors.push_back(error.code); });
    QTRY_VERIFY(errorOfOpening(server.endpoint()).code == ErrorCode::Loading);
    connection.keepOpen();
    QTRY_COMPARE(opened.count(), 1);
    QVERIFY(!errors.empty());
    QVERIFY(std::all_of(
        errors.begin(), errors.end(), [](ErrorCode code) { return code == ErrorCode::Loading; }));
}

void TestConnectionFaults::theServerIsStoppedWhileConnecting()
{
    TestServer::Options options;
    options.tcp = true;
    TestServer server(options);
    server.suspend(); // the system accepts for it
    ConnectionOptions connectionOptions;
    connectionOptions.connectTimeout = 200ms;
    for (const Endpoint &endpoint : {server.endpoint(), server.tcpEndpoint()}) {
        QElapsedTimer timer;
        timer.start();
        QVERIFY(errorOfOpening(endpoint, connectionOptions).code == ErrorCode::ConnectTimeout);
        QVERIFY(timer.elapsed() >= 150);
        QVERIFY(timer.elapsed() < 4500); // and not what is usual, 5 s
    }
}

void TestConnectionFaults::theServerIsStoppedWhileWorking()
{
    TestServer server;
    ConnectionOptions options = impatient();
    options.commandTimeout = 1s;
    Connection connection(server.endpoint(), options);
    QSignalSpy lost(&connection, &Connection::lost);
    QSignalSpy opened(&connection, &Connection::opened);
    connection.keepOpen();
    QTRY_COMPARE(opened.count(), 1);
    // Time that passes without a command counts for nothing.
    QVERIFY(QCoro::waitFor(connection.request({"PING"})));

    server.suspend();
    Answer first;
    Answer second;
    connection.send({"INCR", "key"}, into(first));
    connection.send({"INCR", "key"}, into(second));
    QTRY_VERIFY(first && second);
    for (const Answer &answer : {first, second}) {
        QVERIFY(!*answer);
        QVERIFY(answer->error().code == ErrorCode::CommandTimeout);
        QVERIFY(answer->error().mayHaveRun);
    }
    QCOMPARE(lost.count(), 1);
    QVERIFY(connection.state() != Connection::State::Open);

    server.resume();
    QTRY_COMPARE(opened.count(), 2);
    QCOMPARE(server.run({"GET", "key"}).text, "2"); // they had run, and were not sent again
}

void TestConnectionFaults::timeInWhichWeStoodStillIsNoTimeOut()
{
    TestServer server;
    server.run({"SET", "large", QByteArray(256 * 1024, 'x')});
    ConnectionOptions options = impatient();
    options.commandTimeout = 1s;
    Connection connection(server.endpoint(), options);
    QSignalSpy lost(&connection, &Connection::lost);
    QVERIFY(QCoro::waitFor(connection.open()));
    // More than is read in one go, so that not all of it is read before the timer is looked at.
    std::vector<Answer> answers(40);
    for (Answer &answer : answers)
        connection.send({"GET", "large"}, into(answer));
    std::this_thread::sleep_for(2500ms); // the subject: nothing happens on this thread
    QTRY_VERIFY(answers.back());
    for (const Answer &answer : answers)
        QVERIFY(answer && *answer);
    QCOMPARE(lost.count(), 0);
}

// As proxies do that know only some commands.
void TestConnectionFaults::aPeerThatDoesNotLikeTheNameIsTalkedToWithout()
{
    TestServer server;
    FaultyRelay relay(server.socketPath());
    relay.cutAtEvery("CLIENT");
    Connection connection(relay.endpoint());
    QVERIFY(QCoro::waitFor(connection.open()));
    QVERIFY(QCoro::waitFor(connection.request({"PING"})));
    QCOMPARE(relay.accepted(), 2);
    relay.cutAtEvery("PING"); // now it is not the name
    Connection other(relay.endpoint());
    const auto opened = QCoro::waitFor(other.open());
    QVERIFY(!opened);
    QCOMPARE(opened.error().code, ErrorCode::ConnectionLost);
    QCOMPARE(relay.accepted(), 4);
}

void TestConnectionFaults::aPausedServerOnlyDelays()
{
    TestServer server;
    Connection connection(server.endpoint());
    QVERIFY(QCoro::waitFor(connection.open()));
    server.run({"CLIENT", "PAUSE", "300", "ALL"});
    QElapsedTimer timer;
    timer.start();
    const auto reply = QCoro::waitFor(connection.request({"INCR", "key"}));
    QVERIFY(reply);
    QCOMPARE(reply->integer, 1);
    QVERIFY(timer.elapsed() >= 200);
}

void TestConnectionFaults::theClientIsKilled()
{
    TestServer server;
    Connection connection(server.endpoint());
    QVERIFY(QCoro::waitFor(connection.open()));
    QSignalSpy lost(&connection, &Connection::lost);
    Answer waiting;
    connection.send({"BLPOP", "list", "0"}, into(waiting));
    QTRY_VERIFY(server.run({"INFO", "clients"}).text.contains("blocked_clients:1"));
    QCOMPARE(server.run({"CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"}).integer, 1);
    QTRY_VERIFY(waiting);
    QVERIFY(!*waiting);
    QVERIFY(waiting->error().code == ErrorCode::ConnectionLost);
    QVERIFY(waiting->error().mayHaveRun);
    QCOMPARE(lost.count(), 1);
    QVERIFY(connection.state() == Connection::State::Closed); // open() is one attempt
}

void TestConnectionFaults::aKilledServerIsFoundAgainAndNothingIsSentTwice()
{
    TestServer::Options serverOptions;
    serverOptions.tcp = true;
    TestServer server(serverOptions);
    Connection connection(server.tcpEndpoint(), impatient());
    QSignalSpy opened(&connection, &Connection::opened);
    QSignalSpy lost(&connection, &Connection::lost);
    connection.keepOpen();
    QTRY_COMPARE(opened.count(), 1);

    server.suspend();
    std::vector<Error> errors;
    for (int i = 0; i < 100; ++i) {
        connection.send({"INCR", "key"},
            [&](const Result<Reply> &reply) { errors.push_back(reply ? Error() : reply.error()); });
    }
    QTRY_VERIFY(connection.traffic().bytesSent > 2000); // handed to the system
    server.kill9();
    QTRY_COMPARE(errors.size(), 100u);
    for (const Error &error : errors) {
        QVERIFY(error.code == ErrorCode::ConnectionLost);
        QVERIFY(error.mayHaveRun);
    }
    QCOMPARE(lost.count(), 1);
    Answer meanwhile;
    connection.send({"INCR", "key"}, into(meanwhile));
    QVERIFY(meanwhile && !*meanwhile && meanwhile->error().code == ErrorCode::NotConnected);

    server.restart();
    QTRY_COMPARE(opened.count(), 2);
    QVERIFY(QCoro::waitFor(connection.request({"PING"})));
    QCOMPARE(calls(server, "incr"), 0);
    QVERIFY(QCoro::waitFor(connection.request({"INCR", "key"})));
    QCOMPARE(calls(server, "incr"), 1);
}

void TestConnectionFaults::whatWasNotWrittenHasNotRun()
{
    TestServer server;
    Connection connection(server.endpoint());
    QVERIFY(QCoro::waitFor(connection.open()));
    server.suspend();
    Answer large;
    Answer behind;
    connection.send({"SET", "key", QByteArray(20'000'000, 'x')}, into(large)); // fills the socket
    connection.send({"INCR", "counter"}, into(behind));
    QTRY_COMPARE(connection.inFlight(), 2);
    server.kill9();
    QTRY_VERIFY(large && behind);
    QVERIFY(!*large && large->error().code == ErrorCode::ConnectionLost);
    QVERIFY(large->error().mayHaveRun);
    QVERIFY(!*behind && behind->error().code == ErrorCode::NotConnected);
    QVERIFY(!behind->error().mayHaveRun);
}

void TestConnectionFaults::aLossFoundWhileWritingIsToldAfterwards()
{
    TestServer server;
    Connection connection(server.endpoint());
    QVERIFY(QCoro::waitFor(connection.open()));
    server.kill9(); // and no event loop has heard of it
    bool returned = false;
    bool early = false;
    Answer answer;
    connection.send({"PING"}, [&](const Result<Reply> &reply) {
        early = !returned;
        answer = reply;
    });
    returned = true;
    QVERIFY(connection.state() == Connection::State::Open);
    QTRY_VERIFY(answer);
    QVERIFY(!early);
    QVERIFY(!*answer && answer->error().code == ErrorCode::ConnectionLost);
}

void TestConnectionFaults::onlyTheReplyThatWasTooLargeIsSaidToBe()
{
    TestServer server;
    server.run({"SETRANGE", "large", "2000000", "end"});
    ConnectionOptions options;
    options.maxReplyBytes = 1'000'000;
    Connection connection(server.endpoint(), options);
    QVERIFY(QCoro::waitFor(connection.open()));
    Answer before, large, behind;
    connection.send({"PING"}, into(before));
    connection.send({"GET", "large"}, into(large));
    connection.send({"PING"}, into(behind));
    QTRY_VERIFY(before && large && behind);
    QVERIFY(*before);
    QVERIFY(!*large && large->error().code == ErrorCode::ReplyTooLarge);
    QVERIFY(!*behind && behind->error().code == ErrorCode::ConnectionLost);
    QVERIFY(behind->error().mayHaveRun);
}

void TestConnectionFaults::aConnectionDeletedUnderACommandSaysThatItMayHaveRun()
{
    TestServer server;
    auto connection = std::make_unique<Connection>(server.endpoint());
    QVERIFY(QCoro::waitFor(connection->open()));
    const Command command{"SET", "key", "value"};
    Answer answer;
    auto task = connection->request(command).then([&](Result<Reply> reply) { answer = reply; });
    connection.reset();
    QTRY_VERIFY(answer);
    QVERIFY(!*answer && answer->error().code == ErrorCode::Cancelled);
    QVERIFY(answer->error().mayHaveRun);
}

void TestConnectionFaults::failedAttemptsAreReportedWithGrowingPauses()
{
    TestServer server;
    server.kill9();
    Connection connection(server.endpoint(), impatient());
    std::vector<std::chrono::milliseconds> pauses;
    connect(&connection, &Connection::failed, this,
        [&](const Error &error, std::chrono::milliseconds pause) {
            QVERIFY(error.code == ErrorCode::ConnectionRefused);
            QVERIFY(connection.state() == Connection::State::Waiting);
            pauses.push_back(pause);
        });
    connection.keepOpen();
    QTRY_VERIFY(pauses.size() >= 8);
    QVERIFY(pauses[0] <= 10ms);
    for (size_t i = 4; i < pauses.size(); ++i)
        QVERIFY(pauses[i] >= 25ms && pauses[i] <= 50ms);
    server.restart();
    QTRY_VERIFY(connection.state() == Connection::State::Open);

    // A success starts the pauses anew.
    pauses.clear();
    server.kill9();
    QTRY_VERIFY(!pauses.empty());
    QVERIFY(pauses[0] <= 20ms); // the first was taken by the loss
}

void TestConnectionFaults::closingEndsTheAttempts()
{
    TestServer server;
    server.kill9();
    Connection connection(server.endpoint(), impatient());
    QSignalSpy opened(&connection, &Connection::opened);
    int failures = 0;
    connect(&connection, &Connection::failed, this, [&] {
        if (++failures == 3)
            connection.close();
    });
    connection.keepOpen();
    QTRY_COMPARE(failures, 3);
    QVERIFY(connection.state() == Connection::State::Closed);
    server.restart();
    Connection witness(server.endpoint(), impatient());
    QVERIFY(QCoro::waitFor(witness.open()));
    QCOMPARE(opened.count(), 0);
    QCOMPARE(failures, 3);
}

void TestConnectionFaults::aPeerSendsRubbish_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("closes");
    QTest::addColumn<int>("code");
    const auto row = [](const char *name, const QByteArray &bytes, bool closes, ErrorCode code) {
        QTest::newRow(name) << bytes << closes << int(code);
    };
    row("closes at once", "", true, ErrorCode::ConnectionLost);
    row("HTTP", "HTTP/1.1 400 Bad Request\r\n\r\n", true, ErrorCode::ProtocolError);
    row("a TLS alert", QByteArray::fromHex("15030300020246"), true, ErrorCode::PlainToTlsPort);
    row("half a reply", "+O", true, ErrorCode::ConnectionLost);
    row("an array that never ends", "*2147483647\r\n" + QByteArray(":1\r\n").repeated(300'000),
        false, ErrorCode::ReplyTooLarge);
    row("a bulk of 8 GB", "$8589934592\r\n", false, ErrorCode::ReplyTooLarge);
    row("an endless line", "+" + QByteArray(3'000'000, 'x'), false, ErrorCode::ReplyTooLarge);
    row("arrays of arrays", QByteArray("*1\r\n").repeated(10'000), false, ErrorCode::ProtocolError);
    row("protected mode", "-DENIED Redis is running in protected mode because …\r\n", true,
        ErrorCode::ProtectedMode);
    row("one reply too many", "+OK\r\n+PONG\r\n+more\r\n", false, ErrorCode::ProtocolError);
}

void TestConnectionFaults::aPeerSendsRubbish()
{
    QFETCH(QByteArray, bytes);
    QFETCH(bool, closes);
    QFETCH(int, code);
    const RawPeer peer(bytes, closes ? RawPeer::Then::Close : RawPeer::Then::Stay);
    ConnectionOptions options;
    options.maxReplyBytes = 1'000'000;
    Connection connection(peer.endpoint(), options);
    QSignalSpy lost(&connection, &Connection::lost);
    const auto opened = QCoro::waitFor(connection.open());
    if (opened) { // its first two replies were good ones
        QTRY_COMPARE(lost.count(), 1);
        QCOMPARE(int(lost[0][0].value<Error>().code), code);
    } else {
        QCOMPARE(int(opened.error().code), code);
    }
}

void TestConnectionFaults::aPeerSaysNothing()
{
    const RawPeer peer("", RawPeer::Then::Stay);
    ConnectionOptions options;
    options.connectTimeout = 100ms;
    QVERIFY(errorOfOpening(peer.endpoint(), options).code == ErrorCode::ConnectTimeout);
}

void TestConnectionFaults::aPeerSpeaksUnasked()
{
    const RawPeer peer("+OK\r\n+PONG\r\n-ERR going down\r\n", RawPeer::Then::Stay);
    Connection connection(peer.endpoint());
    std::optional<Error> lost;
    connect(&connection, &Connection::lost, this, [&](const Error &error) { lost = error; });
    QVERIFY(QCoro::waitFor(connection.open()));
    QTRY_VERIFY(lost);
    QVERIFY(lost->code == ErrorCode::ServerError);
    QCOMPARE(lost->detail, QStringLiteral("ERR going down"));
}

QTEST_GUILESS_MAIN(TestConnectionFaults)
#include "tst_connectionfaults.moc"
