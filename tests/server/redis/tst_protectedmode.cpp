// A server in protected mode refuses clients that do not come over loopback. To be such a client on
// one machine, the whole test runs in a network namespace of its own, where the only device carries
// a second address: a connection to that address comes from that address. Nothing of it can be
// reached from outside. Where the system forbids namespaces, the test is skipped and says so.

#include "core/redis/connection/connection.h"
#include "tests/support/servers/testserver.h"

#include <QCoreApplication>
#include <QCoroTask>
#include <QFile>
#include <QTest>

#include <arpa/inet.h>
#include <cstring>
#include <net/if.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <unistd.h>

using namespace lockstep;

namespace {

constexpr const char *address = "192.0.2.77"; // reserved for documentation, RFC 5737

bool writeLine(const char *path, const QByteArray &line)
{
    QFile file(QString::fromLatin1(path));
    return file.open(QIODevice::WriteOnly | QIODevice::Unbuffered)
        && file.write(line) == line.size();
}

bool enterNamespace()
{
    if (unshare(CLONE_NEWNET) == 0)
        return true;
    const QByteArray user = QByteArray::number(getuid());
    const QByteArray group = QByteArray::number(getgid());
    return unshare(CLONE_NEWUSER | CLONE_NEWNET) == 0 && writeLine("/proc/self/setgroups", "deny")
        && writeLine("/proc/self/uid_map", user + ' ' + user + " 1")
        && writeLine("/proc/self/gid_map", group + ' ' + group + " 1");
}

bool bringUp(const char *device, const char *ip)
{
    const int socket = ::socket(AF_INET, SOCK_DGRAM, 0);
    ifreq request{};
    std::strncpy(request.ifr_name, device, IFNAMSIZ - 1);
    sockaddr_in where{};
    where.sin_family = AF_INET;
    inet_pton(AF_INET, ip, &where.sin_addr);
    std::memcpy(&request.ifr_addr, &where, sizeof(where));
    bool done = ioctl(socket, SIOCSIFADDR, &request) == 0;
    request.ifr_flags = IFF_UP | IFF_RUNNING;
    done = ioctl(socket, SIOCSIFFLAGS, &request) == 0 && done;
    ::close(socket);
    return done;
}

} // namespace

class TestProtectedMode : public QObject
{
    Q_OBJECT

public:
    bool isolated = false;

private Q_SLOTS:
    void aServerInProtectedModeSaysSo();
};

void TestProtectedMode::aServerInProtectedModeSaysSo()
{
    if (!isolated)
        QSKIP("this system does not let us make a network namespace");
    TestServer::Options options;
    options.tcp = true;
    options.arguments = {QStringLiteral("--bind"), QStringLiteral("0.0.0.0")};
    TestServer server(options);
    Endpoint endpoint = server.tcpEndpoint();
    Connection local(endpoint);
    QVERIFY(QCoro::waitFor(local.open()));

    endpoint.host = QString::fromLatin1(address);
    for (int i = 0; i < 20; ++i) {
        Connection remote(endpoint);
        const auto opened = QCoro::waitFor(remote.open());
        QVERIFY(!opened);
        QVERIFY2(
            opened.error().code == ErrorCode::ProtectedMode, qPrintable(opened.error().detail));
    }

    server.run({"CONFIG", "SET", "protected-mode", "no"});
    Connection remote(endpoint);
    QVERIFY(QCoro::waitFor(remote.open()));
}

int main(int argc, char *argv[])
{
    // Before any thread is started: a namespace of users can be entered only by a single one.
    const bool isolated =
        enterNamespace() && bringUp("lo", "127.0.0.1") && bringUp("lo:1", address);
    const QCoreApplication application(argc, argv);
    TestProtectedMode test;
    test.isolated = isolated;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_protectedmode.moc"
