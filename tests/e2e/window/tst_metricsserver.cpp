// The server of metrics in the test's own process, with clients that it has to survive. All of them
// live in one event loop, so nothing here may wait in any other way than by it.

#include "app/metrics/metricsserver.h"
#include "tests/support/patience.h"

#include <QCoreApplication>
#include <QHostAddress>
#include <QTcpSocket>
#include <QTest>
#include <QUrl>

#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <vector>

using namespace lockstep;
using namespace Qt::StringLiterals;

namespace {

const QByteArray request = "GET /metrics HTTP/1.0\r\n\r\n";
constexpr qsizetype largeSize = 50'000'000; // no kernel takes that much for one connection

// One that takes all that it is sent, unless it is told to be slow.
class Client
{
public:
    explicit Client(quint16 port, qint64 mostBuffered = 0)
    {
        m_socket.setReadBufferSize(mostBuffered);
        QObject::connect(&m_socket, &QIODevice::readyRead, &m_socket, [this, mostBuffered] {
            if (mostBuffered == 0)
                m_received += m_socket.readAll();
        });
        m_socket.connectToHost(QHostAddress::LocalHost, port);
    }

    void send(const QByteArray &bytes) { m_socket.write(bytes); }
    // No more will be sent, and everything may still come.
    void endSending()
    {
        QVERIFY(m_socket.flush());
        QCOMPARE(::shutdown(int(m_socket.socketDescriptor()), SHUT_WR), 0);
    }
    void close() { m_socket.abort(); }
    [[nodiscard]] bool isConnected() const
    {
        return m_socket.state() == QAbstractSocket::ConnectedState;
    }
    [[nodiscard]] bool isClosed() const
    {
        return m_socket.state() == QAbstractSocket::UnconnectedState;
    }
    [[nodiscard]] const QByteArray &received() const { return m_received; }
    [[nodiscard]] qint64 buffered() const { return m_socket.bytesAvailable(); }
    void takeAll()
    {
        m_socket.setReadBufferSize(0);
        m_received += m_socket.readAll();
        QObject::connect(&m_socket, &QIODevice::readyRead, &m_socket,
            [this] { m_received += m_socket.readAll(); });
    }

private:
    QTcpSocket m_socket;
    QByteArray m_received;
};

using Clients = std::vector<std::unique_ptr<Client>>;

Clients connectMany(int count, quint16 port)
{
    Clients clients;
    for (int i = 0; i < count; ++i)
        clients.push_back(std::make_unique<Client>(port));
    return clients;
}

bool areConnected(const Clients &clients)
{
    return std::all_of(
        clients.begin(), clients.end(), [](const auto &client) { return client->isConnected(); });
}

// Long enough for each socket to be told what has become of it.
void turnTheLoop()
{
    for (int turn = 0; turn < 100; ++turn)
        QCoreApplication::processEvents();
}

int answered(const Clients &clients)
{
    return int(std::count_if(clients.begin(), clients.end(),
        [](const auto &client) { return client->received().startsWith("HTTP/1.1 200 "); }));
}

} // namespace

class TestMetricsServer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_server.reset(); }
    void whoEndsSendingGetsTheWholeAnswer_data();
    void whoEndsSendingGetsTheWholeAnswer();
    void slowReadersStopNobody();
    void moreClientsThanAreServedAtOnceAreAllServed();
    void whoLeavesWhileWaitingTakesNoPlace();
    void afterARefusedAcceptItAcceptsAgain();
    void oneTextIsMadeForAll();

private:
    [[nodiscard]] quint16 port() const { return QUrl(m_server->url()).port(); }

    QByteArray m_text;
    int m_made = 0;
    std::unique_ptr<MetricsServer> m_server;
};

void TestMetricsServer::init()
{
    m_text = "text";
    m_made = 0;
    m_server = std::make_unique<MetricsServer>([this](MetricsFormat) {
        ++m_made;
        return m_text;
    });
    QVERIFY(m_server->listen({u"127.0.0.1"_s, 0}));
}

void TestMetricsServer::whoEndsSendingGetsTheWholeAnswer_data()
{
    QTest::addColumn<qsizetype>("size");
    QTest::newRow("a few bytes") << qsizetype(4);
    QTest::newRow("more than the kernel takes") << largeSize;
}

// As printf | nc -N does it.
void TestMetricsServer::whoEndsSendingGetsTheWholeAnswer()
{
    QFETCH(const qsizetype, size);
    m_text = QByteArray(size, 'x');
    Client client(port());
    QTRY_VERIFY(client.isConnected());
    client.send(request);
    client.endSending();
    QTRY_VERIFY(client.isClosed());
    QVERIFY(client.received().endsWith("\r\n\r\n" + m_text));
}

void TestMetricsServer::slowReadersStopNobody()
{
    m_text = QByteArray(largeSize, 'x');
    Clients slow;
    for (int i = 0; i < 20; ++i) {
        slow.push_back(std::make_unique<Client>(port(), 16));
        slow.back()->send(request);
    }
    QTRY_VERIFY(std::all_of(
        slow.begin(), slow.end(), [](const auto &client) { return client->buffered() > 0; }));
    Client quick(port());
    quick.send(request);
    QTRY_VERIFY(quick.isClosed());
    QVERIFY(quick.received().endsWith(m_text));
    m_server.reset(); // what was not sent by now never comes
    for (const auto &client : slow) {
        client->takeAll();
        QTRY_VERIFY(client->isClosed());
        QVERIFY(client->received().startsWith("HTTP/1.1 200 "));
        QVERIFY(client->received().size() < largeSize);
    }
}

void TestMetricsServer::moreClientsThanAreServedAtOnceAreAllServed()
{
    // Those that are served say nothing at first, so that the others have to wait.
    const Clients first = connectMany(MetricsServer::mostConnections, port());
    QTRY_VERIFY(areConnected(first));
    const Clients later = connectMany(100, port());
    QTRY_VERIFY(areConnected(later)); // by the kernel alone
    for (const auto &client : later)
        client->send(request);
    for (const auto &client : first)
        client->send(request);
    QTRY_COMPARE(answered(first), int(first.size()));
    QTRY_COMPARE(answered(later), int(later.size()));
}

void TestMetricsServer::whoLeavesWhileWaitingTakesNoPlace()
{
    Clients first = connectMany(MetricsServer::mostConnections, port());
    QTRY_VERIFY(areConnected(first));
    // Each round leaves some that have gone away before their turn came.
    for (int round = 0; round < 10; ++round) {
        Clients waiting = connectMany(60, port());
        QTRY_VERIFY(areConnected(waiting));
        for (const auto &client : waiting)
            client->close();
        turnTheLoop();
        for (const auto &client : first)
            client->close();
        first = connectMany(MetricsServer::mostConnections, port());
        QTRY_VERIFY(areConnected(first));
    }
    for (const auto &client : first)
        client->send(request);
    QTRY_COMPARE(answered(first), int(first.size()));
}

// As long as no descriptor is free.
void TestMetricsServer::afterARefusedAcceptItAcceptsAgain()
{
    Client client(port());
    rlimit before{};
    QCOMPARE(::getrlimit(RLIMIT_NOFILE, &before), 0);
    const int free = ::dup(0); // the lowest that is free
    QVERIFY(free >= 0);
    ::close(free);
    const rlimit none{rlim_t(free), before.rlim_max};
    QCOMPARE(::setrlimit(RLIMIT_NOFILE, &none), 0);
    QTRY_VERIFY(client.isConnected()); // by the kernel; the server gets no descriptor
    client.send(request);
    turnTheLoop();
    const QByteArray received = client.received();
    QCOMPARE(::setrlimit(RLIMIT_NOFILE, &before), 0);
    QCOMPARE(received, QByteArray());
    QTRY_VERIFY(client.received().endsWith("text"));
}

void TestMetricsServer::oneTextIsMadeForAll()
{
    const Clients clients = connectMany(100, port());
    QTRY_VERIFY(areConnected(clients));
    for (const auto &client : clients)
        client->send(request);
    QTRY_COMPARE(answered(clients), int(clients.size()));
    QVERIFY(m_made < 100);
}

QTEST_GUILESS_MAIN(TestMetricsServer)
#include "tst_metricsserver.moc"
