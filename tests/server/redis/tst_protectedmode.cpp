// A server in protected mode refuses clients that do not come over loopback. To be such a client on
// one machine, the whole test runs in a network namespace of its own, where the only device carries
// a second address: a connection to that address comes from that address. Nothing of it can be
// reached from outside. Where the system forbids namespaces, the test is skipped and says so.

#include "core/redis/connection/connection.h"
#include "tests/support/servers/networknamespace.h"
#include "tests/support/servers/testserver.h"

#include <QCoreApplication>
#include <QCoroTask>
#include <QTest>

using namespace lockstep;

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

    endpoint.host = QString::fromLatin1(secondAddress);
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
    const bool isolated = enterNetworkNamespace() && addSecondAddress();
    const QCoreApplication application(argc, argv);
    TestProtectedMode test;
    test.isolated = isolated;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_protectedmode.moc"
