#include "core/redis/connection/connection.h"
#include "tests/support/patience.h"
#include "tests/support/servers/testcertificates.h"
#include "tests/support/servers/testserver.h"

#include <QCoroTask>
#include <QFile>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

Error errorOfOpening(const Endpoint &endpoint, const ConnectionOptions &options = {})
{
    Connection connection(endpoint, options);
    const auto opened = QCoro::waitFor(connection.open());
    if (opened)
        return {ErrorCode::Cancelled, QStringLiteral("it opened")};
    return opened.error();
}

} // namespace

class TestConnectionTls : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void certificatesAreChecked_data();
    void certificatesAreChecked();
    void theNameCanBeGiven();
    void theSystemsAuthoritiesDoNotKnowATestsServer();
    void aClientCertificateIsShown_data();
    void aClientCertificateIsShown();
    void olderTlsIsSpokenToo();
    void filesThatCannotBeReadAreNamed_data();
    void filesThatCannotBeReadAreNamed();
    void tlsToAPlainPort();
    void plainToATlsPort();
    void tlsToSomethingElse_data();
    void tlsToSomethingElse();
    void aFullTlsServerIsNotTakenForAPlainOne();
    void largeValuesPassBothWays();
    void aServerThatIsKilledIsLost();

private:
    TestServer::Options withTls(const TestCertificates::Pair &pair) const
    {
        TestServer::Options options;
        options.tcp = true;
        options.tls.certificateFile = pair.certificate;
        options.tls.keyFile = pair.key;
        options.tls.caFile = m_certificates.authority();
        return options;
    }

    TestCertificates m_certificates;
};

void TestConnectionTls::certificatesAreChecked_data()
{
    QTest::addColumn<QString>("server");
    QTest::addColumn<QString>("host");
    QTest::addColumn<bool>("strangeAuthority");
    QTest::addColumn<int>("code");
    const auto row = [](const char *name, const QString &server, const QString &host, bool strange,
                         ErrorCode code) {
        QTest::newRow(name) << server << host << strange << int(code);
    };
    const auto localhost = QStringLiteral("localhost");
    const auto opened = ErrorCode::Cancelled;
    row("right", QStringLiteral("server"), localhost, false, opened);
    row("right, by address", QStringLiteral("server"), QStringLiteral("127.0.0.1"), false, opened);
    row("another name", QStringLiteral("other"), localhost, false, ErrorCode::TlsHostMismatch);
    row("another address", QStringLiteral("server"), QStringLiteral("127.0.0.2"), false,
        ErrorCode::TlsHostMismatch);
    row("expired", QStringLiteral("expired"), localhost, false, ErrorCode::TlsExpired);
    row("unknown authority", QStringLiteral("server"), localhost, true, ErrorCode::TlsUntrusted);
    row("unknown authority and another name", QStringLiteral("other"), localhost, true,
        ErrorCode::TlsUntrusted);
    row("unknown authority and expired", QStringLiteral("expired"), localhost, true,
        ErrorCode::TlsUntrusted);
}

void TestConnectionTls::certificatesAreChecked()
{
    QFETCH(QString, server);
    QFETCH(QString, host);
    QFETCH(bool, strangeAuthority);
    QFETCH(int, code);
    TestServer::Options options =
        withTls(server == QStringLiteral("server")  ? m_certificates.server()
                : server == QStringLiteral("other") ? m_certificates.otherNameServer()
                                                    : m_certificates.expiredServer());
    options.arguments = {
        QStringLiteral("--bind"), QStringLiteral("127.0.0.1"), QStringLiteral("127.0.0.2")};
    TestServer running(options);
    Endpoint endpoint = running.tlsEndpoint();
    endpoint.host = host;
    if (strangeAuthority)
        endpoint.tls.caFile = m_certificates.strangeAuthority();
    const Error error = errorOfOpening(endpoint);
    QVERIFY2(int(error.code) == code, qPrintable(error.detail));
    QVERIFY(!error.detail.isEmpty());
}

void TestConnectionTls::theNameCanBeGiven()
{
    TestServer server(withTls(m_certificates.otherNameServer()));
    Endpoint endpoint = server.tlsEndpoint();
    endpoint.tls.serverName = QStringLiteral("elsewhere.example");
    Connection connection(endpoint);
    QVERIFY(QCoro::waitFor(connection.open()));
    endpoint.tls.serverName = QStringLiteral("nowhere.example");
    QVERIFY(errorOfOpening(endpoint).code == ErrorCode::TlsHostMismatch);
}

void TestConnectionTls::theSystemsAuthoritiesDoNotKnowATestsServer()
{
    TestServer server(withTls(m_certificates.server()));
    Endpoint endpoint = server.tlsEndpoint();
    endpoint.tls.caFile.clear();
    QVERIFY(errorOfOpening(endpoint).code == ErrorCode::TlsUntrusted);
}

void TestConnectionTls::aClientCertificateIsShown_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("protocol");
    for (const char *protocol : {"TLSv1.2", "TLSv1.3"}) {
        for (const char *kind : {"none", "RSA", "EC", "EC, one file"})
            QTest::addRow("%s, %s", kind, protocol)
                << QString::fromLatin1(kind) << QString::fromLatin1(protocol);
    }
}

void TestConnectionTls::aClientCertificateIsShown()
{
    QFETCH(QString, kind);
    QFETCH(QString, protocol);
    TestServer::Options options = withTls(m_certificates.server());
    options.tls.clientsNeedCertificate = true;
    options.arguments = {QStringLiteral("--tls-protocols"), protocol};
    TestServer server(options);
    Endpoint endpoint = server.tlsEndpoint();
    const bool isRsa = kind == QStringLiteral("RSA");
    const auto pair = isRsa ? m_certificates.clientRsa() : m_certificates.clientEc();
    QTemporaryDir folder;
    if (kind == QStringLiteral("none")) {
        const Error error = errorOfOpening(endpoint);
        QVERIFY2(error.code == ErrorCode::TlsFailed, qPrintable(error.detail));
        return;
    }
    endpoint.tls.certificateFile = pair.certificate;
    endpoint.tls.keyFile = pair.key;
    if (kind.endsWith(QStringLiteral("file"))) {
        QFile both(folder.filePath(QStringLiteral("both.pem")));
        QVERIFY(both.open(QIODevice::WriteOnly));
        for (const QString &path : {pair.certificate, pair.key}) {
            QFile part(path);
            QVERIFY(part.open(QIODevice::ReadOnly));
            both.write(part.readAll());
        }
        endpoint.tls.certificateFile = both.fileName();
        endpoint.tls.keyFile.clear();
    }
    Connection connection(endpoint);
    const auto opened = QCoro::waitFor(connection.open());
    QVERIFY2(opened, opened ? "" : qPrintable(opened.error().detail));
    QVERIFY(QCoro::waitFor(connection.request({"PING"})));
}

void TestConnectionTls::olderTlsIsSpokenToo()
{
    TestServer::Options options = withTls(m_certificates.server());
    options.arguments = {QStringLiteral("--tls-protocols"), QStringLiteral("TLSv1.2")};
    TestServer server(options);
    Connection connection(server.tlsEndpoint());
    QVERIFY(QCoro::waitFor(connection.open()));
}

void TestConnectionTls::filesThatCannotBeReadAreNamed_data()
{
    QTest::addColumn<QString>("field");
    for (const char *field : {"missing authority", "authority without a certificate",
             "missing certificate", "missing key", "key without a key"})
        QTest::newRow(field) << QString::fromLatin1(field);
}

void TestConnectionTls::filesThatCannotBeReadAreNamed()
{
    QFETCH(QString, field);
    TestServer server(withTls(m_certificates.server()));
    Endpoint endpoint = server.tlsEndpoint();
    const auto pair = m_certificates.clientEc();
    endpoint.tls.certificateFile = pair.certificate;
    endpoint.tls.keyFile = pair.key;
    const bool missing = field.startsWith(QStringLiteral("missing"));
    const QString bad = missing ? server.folder() + QStringLiteral("/no-such-file")
                                : server.folder() + QStringLiteral("/server.log");
    if (field.contains(QStringLiteral("authority")))
        endpoint.tls.caFile = bad;
    else if (field.endsWith(QStringLiteral("key")))
        endpoint.tls.keyFile = bad;
    else
        endpoint.tls.certificateFile = bad;
    const Error error = errorOfOpening(endpoint);
    // What can be read and is something else is no trouble with the file.
    QCOMPARE(error.code, missing ? ErrorCode::FileUnreadable : ErrorCode::BadInput);
    QVERIFY2(error.detail.startsWith(bad), qPrintable(error.detail));
    const bool isKey = field.endsWith(QStringLiteral("key"));
    QCOMPARE(error.detail.contains(QStringLiteral(" contains no private key")), !missing && isKey);
    QCOMPARE(error.detail.contains(QStringLiteral(" contains no certificate")), !missing && !isKey);
}

void TestConnectionTls::tlsToAPlainPort()
{
    TestServer server(withTls(m_certificates.server()));
    Endpoint endpoint = server.tlsEndpoint();
    endpoint.port = server.tcpPort();
    const Error error = errorOfOpening(endpoint);
    QVERIFY2(error.code == ErrorCode::TlsToPlainPort, qPrintable(error.detail));
}

void TestConnectionTls::plainToATlsPort()
{
    TestServer server(withTls(m_certificates.server()));
    Endpoint endpoint = server.tcpEndpoint();
    endpoint.port = server.tlsPort();
    endpoint.password = "a secret";
    const Error error = errorOfOpening(endpoint);
    QVERIFY2(error.code == ErrorCode::PlainToTlsPort, qPrintable(error.detail));
}

void TestConnectionTls::tlsToSomethingElse_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("code");
    QTest::newRow("greets like a full Redis")
        << QByteArray("-ERR max number of clients reached\r\n") << int(ErrorCode::TlsToPlainPort);
    QTest::newRow("greets like a mail server")
        << QByteArray("220 mail.example\r\n") << int(ErrorCode::TlsToPlainPort);
    QTest::newRow("closes without a word") << QByteArray() << int(ErrorCode::TlsFailed);
}

void TestConnectionTls::tlsToSomethingElse()
{
    QFETCH(QByteArray, bytes);
    QFETCH(int, code);
    QTcpServer peer;
    QVERIFY(peer.listen(QHostAddress::LocalHost));
    connect(&peer, &QTcpServer::newConnection, &peer, [&] {
        QTcpSocket *socket = peer.nextPendingConnection();
        socket->write(bytes);
        socket->disconnectFromHost();
    });
    Endpoint endpoint;
    endpoint.transport = Endpoint::Transport::Tls;
    endpoint.port = peer.serverPort();
    const Error error = errorOfOpening(endpoint);
    QVERIFY2(int(error.code) == code, qPrintable(error.detail));
}

void TestConnectionTls::aFullTlsServerIsNotTakenForAPlainOne()
{
    TestServer server(withTls(m_certificates.server()));
    server.run({"CONFIG", "SET", "maxclients", "1"});
    const Error error = errorOfOpening(server.tlsEndpoint());
    QVERIFY2(error.code == ErrorCode::TlsFailed, qPrintable(error.detail));
}

void TestConnectionTls::largeValuesPassBothWays()
{
    TestServer server(withTls(m_certificates.server()));
    ConnectionOptions patient;
    patient.commandTimeout = std::chrono::minutes(1); // 100 MB, and sanitizers
    Connection connection(server.tlsEndpoint(), patient);
    QVERIFY(QCoro::waitFor(connection.open()));
    const QByteArray value(20'000'000, 'x');
    QVERIFY(QCoro::waitFor(connection.request({"SET", "key", value})));
    int replies = 0;
    for (int i = 0; i < 5; ++i) {
        connection.send({"GET", "key"}, [&](const Result<Reply> &reply) {
            if (reply && reply->text == value)
                ++replies;
        });
    }
    QTRY_COMPARE_WITH_TIMEOUT(replies, 5, 60'000);
}

void TestConnectionTls::aServerThatIsKilledIsLost()
{
    TestServer server(withTls(m_certificates.server()));
    Connection connection(server.tlsEndpoint());
    std::optional<Error> lost;
    connect(&connection, &Connection::lost, this, [&](const Error &error) { lost = error; });
    QVERIFY(QCoro::waitFor(connection.open()));
    server.kill9();
    QTRY_VERIFY(lost);
    QVERIFY(lost->code == ErrorCode::ConnectionLost);
}

QTEST_GUILESS_MAIN(TestConnectionTls)
#include "tst_connectiontls.moc"
