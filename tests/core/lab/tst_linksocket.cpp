// How a socket of a free run begins to connect, and why it cannot.

#include "core/lab/freerun/net/linksocket.h"

#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

#include <cstring>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

using namespace lockstep;
using namespace Qt::StringLiterals;

namespace {

Endpoint unixEndpoint(const QString &path)
{
    Endpoint endpoint;
    endpoint.transport = Endpoint::Transport::Unix;
    endpoint.path = path;
    return endpoint;
}

} // namespace

class TestLinkSocket : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aFullQueueIsNoError();
    void aPathThatIsTooLongIsNamedWithTheReason();
    void aHostHasToBeNumeric();
};

void TestLinkSocket::aFullQueueIsNoError()
{
    const QTemporaryDir folder;
    const QByteArray path = QFile::encodeName(folder.filePath(u"socket"_s));
    const int listening = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    std::vector<int> open{listening};
    const auto close = qScopeGuard([&open] {
        for (const int descriptor : open)
            ::close(descriptor);
    });
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    QVERIFY(size_t(path.size()) < sizeof address.sun_path);
    std::memcpy(address.sun_path, path.constData(), size_t(path.size()));
    QCOMPARE(::bind(listening, reinterpret_cast<sockaddr *>(&address), sizeof address), 0);
    QCOMPARE(::listen(listening, 1), 0);
    const Endpoint endpoint = unixEndpoint(folder.filePath(u"socket"_s));
    bool isFull = false;
    for (int i = 0; i < 10 && !isFull; ++i) { // the system's queue may be a little longer
        const auto socket = LinkSocket::connect(endpoint);
        QVERIFY(socket);
        if (*socket)
            open.push_back((*socket)->descriptor);
        isFull = !*socket;
    }
    QVERIFY(isFull);
    QVERIFY(open.size() > 1);
}

void TestLinkSocket::aPathThatIsTooLongIsNamedWithTheReason()
{
    const QString path = u'/' + QString(200, u'x');
    const auto socket = LinkSocket::connect(unixEndpoint(path));
    QVERIFY(!socket);
    QCOMPARE(socket.error().code, ErrorCode::Unreachable);
    QVERIFY2(socket.error().detail.contains(path), qPrintable(socket.error().detail));
    QVERIFY2(socket.error().detail.endsWith(QString::fromLocal8Bit(std::strerror(ENAMETOOLONG))),
        qPrintable(socket.error().detail));
}

void TestLinkSocket::aHostHasToBeNumeric()
{
    Endpoint endpoint;
    endpoint.transport = Endpoint::Transport::Tcp;
    endpoint.host = u"localhost"_s;
    const auto socket = LinkSocket::connect(endpoint);
    QVERIFY(!socket);
    QCOMPARE(socket.error().code, ErrorCode::HostNotFound);
}

QTEST_GUILESS_MAIN(TestLinkSocket)
#include "tst_linksocket.moc"
