#include "tests/support/patience.h"
#include "tests/support/servers/testcertificates.h"
#include "tests/support/servers/testserver.h"

#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslKey>
#include <QSslSocket>
#include <QTest>

#include <csignal>

using namespace lockstep;

// The ground that every other server test stands on.
class TestServerTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void carriesAnyBytes();
    void givesErrorsAndArraysAsReplies();
    void listensOnTcpOnlyWhenAsked();
    void fillsManyKeysInOrder();
    void comesBackOnTheSameSocketAndPortAfterKill9();
    void aVanishedServerIsAReplyAndNotTheEndOfTheTest();
    void answersNothingWhileSuspended();
    void believesItsOwnAuthorityOnly();
    void asksForAClientCertificate_data();
    void asksForAClientCertificate();
};

void TestServerTest::carriesAnyBytes()
{
    TestServer server;
    const QByteArray value("a\0\r\n\xff", 5);
    QCOMPARE(server.run({"SET", QByteArray("k\0", 2), value}).text, QByteArray("OK"));
    QCOMPARE(server.run({"GET", QByteArray("k\0", 2)}).text, value);
    QVERIFY(server.run({"GET", "k"}).isNil());
}

void TestServerTest::givesErrorsAndArraysAsReplies()
{
    TestServer server;
    const Reply error = server.run({"INCR"});
    QVERIFY(error.isError());
    QVERIFY(error.text.startsWith("ERR"));
    server.run({"RPUSH", "l", "a", "b"});
    const Reply list = server.run({"LRANGE", "l", "0", "-1"});
    QCOMPARE(list.elements.size(), size_t(2));
    QCOMPARE(list.elements[1].text, QByteArray("b"));
}

void TestServerTest::listensOnTcpOnlyWhenAsked()
{
    TestServer quiet;
    QCOMPARE(quiet.tcpPort(), quint16(0));
    QCOMPARE(quiet.run({"CONFIG", "GET", "port"}).elements[1].text, QByteArray("0"));

    TestServer server({{}, true, {}});
    QTcpSocket socket;
    socket.connectToHost(server.tcpEndpoint().host, server.tcpEndpoint().port);
    QVERIFY(socket.waitForConnected());
}

void TestServerTest::fillsManyKeysInOrder()
{
    TestServer server;
    std::vector<Command> commands;
    for (int i = 0; i < 25'000; ++i)
        commands.push_back({"INCR", "n"});
    const std::vector<Reply> replies = server.runAll(commands);
    QCOMPARE(replies.size(), commands.size());
    for (size_t i = 0; i < replies.size(); ++i)
        QCOMPARE(replies[i].integer, qint64(i + 1));
}

void TestServerTest::comesBackOnTheSameSocketAndPortAfterKill9()
{
    TestServer server({{}, true, {}});
    const qint64 firstPid = server.pid();
    const quint16 port = server.tcpPort();
    const QString path = server.socketPath();
    server.kill9();
    QVERIFY(!processRuns(firstPid));
    QVERIFY(server.run({"PING"}).text.startsWith("CONNECTION"));

    server.restart();
    QCOMPARE(server.tcpPort(), port);
    QCOMPARE(server.socketPath(), path);
    QVERIFY(server.pid() != firstPid);
    QCOMPARE(server.run({"PING"}).text, QByteArray("PONG"));
}

void TestServerTest::aVanishedServerIsAReplyAndNotTheEndOfTheTest()
{
    TestServer server;
    ::kill(pid_t(server.pid()), SIGKILL);
    QTRY_VERIFY(!server.isRunning());
    QVERIFY(server.run({"PING"}).text.startsWith("CONNECTION"));
    QVERIFY(server.run({"PING"}).text.startsWith("CONNECTION"));
}

void TestServerTest::answersNothingWhileSuspended()
{
    TestServer server({{}, true, {}});
    QTcpSocket socket;
    socket.connectToHost(server.tcpEndpoint().host, server.tcpEndpoint().port);
    QVERIFY(socket.waitForConnected());
    server.suspend();
    socket.write("PING\r\n");
    QVERIFY(!socket.waitForReadyRead(100));
    server.resume();
    QVERIFY(socket.waitForReadyRead(20'000));
    QCOMPARE(socket.readAll(), QByteArray("+PONG\r\n"));
}

void TestServerTest::believesItsOwnAuthorityOnly()
{
    TestCertificates certificates;
    const auto server = certificates.server();
    TestServer redis(
        {{}, false, {server.certificate, server.key, certificates.authority(), false}});

    const auto connectWith = [&redis](const QString &authority) {
        QSslSocket socket;
        QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
        configuration.setCaCertificates(QSslCertificate::fromPath(authority));
        socket.setSslConfiguration(configuration);
        socket.connectToHostEncrypted(redis.tlsEndpoint().host, redis.tlsPort());
        return socket.waitForEncrypted(20'000);
    };
    QVERIFY(connectWith(certificates.authority()));
    QVERIFY(!connectWith(certificates.strangeAuthority()));
}

void TestServerTest::asksForAClientCertificate_data()
{
    QTest::addColumn<QSsl::KeyAlgorithm>("algorithm");
    QTest::newRow("RSA") << QSsl::Rsa;
    QTest::newRow("EC") << QSsl::Ec;
}

void TestServerTest::asksForAClientCertificate()
{
    QFETCH(QSsl::KeyAlgorithm, algorithm);
    TestCertificates certificates;
    const auto server = certificates.server();
    TestServer redis({{}, false, {server.certificate, server.key, certificates.authority(), true}});

    const auto pongWith = [&](bool present) {
        const auto pair =
            algorithm == QSsl::Rsa ? certificates.clientRsa() : certificates.clientEc();
        QFile keyFile(pair.key);
        QSslSocket socket;
        QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
        configuration.setCaCertificates(QSslCertificate::fromPath(certificates.authority()));
        if (present && keyFile.open(QIODevice::ReadOnly)) {
            configuration.setLocalCertificate(QSslCertificate::fromPath(pair.certificate).value(0));
            configuration.setPrivateKey(QSslKey(&keyFile, algorithm));
        }
        socket.setSslConfiguration(configuration);
        socket.connectToHostEncrypted(QStringLiteral("localhost"), redis.tlsPort());
        if (!socket.waitForEncrypted(20'000))
            return QByteArray();
        socket.write("PING\r\n");
        socket.waitForReadyRead(20'000);
        return socket.readAll();
    };
    QCOMPARE(pongWith(true), QByteArray("+PONG\r\n"));
    QCOMPARE(pongWith(false), QByteArray());
}

QTEST_GUILESS_MAIN(TestServerTest)
#include "tst_testserver.moc"
