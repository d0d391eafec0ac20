#include "core/redis/transport/hostconnector.h"

#include "tests/support/patience.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTcpServer>
#include <QTest>

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace lockstep;

namespace {

// An address at which nobody answers: the queue of connections that wait to be accepted is full,
// and the system drops whatever else comes.
class SilentAddress
{
public:
    SilentAddress(const QHostAddress &address, quint16 port)
    {
        m_listener = socket(AF_INET, SOCK_STREAM, 0);
        sockaddr_in where{};
        where.sin_family = AF_INET;
        where.sin_port = htons(port);
        where.sin_addr.s_addr = htonl(address.toIPv4Address());
        const auto *name = reinterpret_cast<const sockaddr *>(&where);
        if (bind(m_listener, name, sizeof where) != 0 || listen(m_listener, 0) != 0)
            qFatal("No silent address at %s.", qPrintable(address.toString()));
        for (int &client : m_clients) {
            client = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
            connect(client, name, sizeof where);
        }
    }
    ~SilentAddress()
    {
        for (const int client : m_clients)
            close(client);
        close(m_listener);
    }
    Q_DISABLE_COPY_MOVE(SilentAddress)

private:
    int m_listener = -1;
    std::array<int, 8> m_clients{};
};

} // namespace

class TestHostConnector : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anAddressThatDoesNotAnswerIsNotWaitedFor();
    void anAddressThatRefusesIsNotWaitedFor();
    void theMostTellingErrorIsTold();
    void aNameThatIsNoHostIsToldAsThat();
    void nothingIsToldAfterAbort();
};

void TestHostConnector::anAddressThatDoesNotAnswerIsNotWaitedFor()
{
    QTcpServer server;
    QVERIFY(server.listen(QHostAddress(QStringLiteral("127.0.0.1"))));
    const QHostAddress silent(QStringLiteral("127.0.0.2"));
    const SilentAddress nobody(silent, server.serverPort());
    HostConnector connector;
    QSignalSpy failed(&connector, &HostConnector::failed);
    int descriptor = -1;
    connect(&connector, &HostConnector::connected, this, [&](int is) { descriptor = is; });
    QElapsedTimer timer;
    timer.start();
    connector.start({silent, QHostAddress(QStringLiteral("127.0.0.1"))}, server.serverPort());
    QTRY_VERIFY(descriptor >= 0);
    QVERIFY(timer.elapsed() >= 200); // the first one had its chance
    QCOMPARE(failed.count(), 0);
    QTRY_VERIFY(server.hasPendingConnections());
    auto *accepted = server.nextPendingConnection();
    QCOMPARE(write(descriptor, "hello", 5), ssize_t(5));
    QTRY_COMPARE(accepted->bytesAvailable(), qint64(5));
    close(descriptor);
}

void TestHostConnector::anAddressThatRefusesIsNotWaitedFor()
{
    QTcpServer server;
    QVERIFY(server.listen(QHostAddress(QStringLiteral("127.0.0.1"))));
    HostConnector connector;
    int descriptor = -1;
    connect(&connector, &HostConnector::connected, this, [&](int is) { descriptor = is; });
    connector.start(
        {QHostAddress(QStringLiteral("127.0.0.3")), QHostAddress(QStringLiteral("127.0.0.1"))},
        server.serverPort());
    QTRY_VERIFY(descriptor >= 0);
    close(descriptor);
}

void TestHostConnector::theMostTellingErrorIsTold()
{
    HostConnector connector;
    std::optional<Error> error;
    connect(&connector, &HostConnector::failed, this, [&](const Error &is) { error = is; });
    // An address of the network is no host's.
    connector.start({QHostAddress(QStringLiteral("255.255.255.255")),
                        QHostAddress(QStringLiteral("127.0.0.1"))},
        1);
    QTRY_VERIFY(error);
    QCOMPARE(error->code, ErrorCode::ConnectionRefused);
}

void TestHostConnector::aNameThatIsNoHostIsToldAsThat()
{
    HostConnector connector;
    std::optional<Error> error;
    connect(&connector, &HostConnector::failed, this, [&](const Error &is) { error = is; });
    connector.start(QStringLiteral("no-such-host.invalid"), 1);
    QTRY_VERIFY(error);
    QCOMPARE(error->code, ErrorCode::HostNotFound);
}

void TestHostConnector::nothingIsToldAfterAbort()
{
    QTcpServer server;
    QVERIFY(server.listen(QHostAddress(QStringLiteral("127.0.0.1"))));
    HostConnector aborted;
    QSignalSpy connected(&aborted, &HostConnector::connected);
    aborted.start(QStringLiteral("localhost"), server.serverPort());
    aborted.abort();
    HostConnector other;
    int descriptor = -1;
    connect(&other, &HostConnector::connected, this, [&](int is) { descriptor = is; });
    other.start(QStringLiteral("localhost"), server.serverPort());
    QTRY_VERIFY(descriptor >= 0);
    QCOMPARE(connected.count(), 0);
    close(descriptor);
}

QTEST_GUILESS_MAIN(TestHostConnector)
#include "tst_hostconnector.moc"
