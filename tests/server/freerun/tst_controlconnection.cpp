#include "core/lab/freerun/clients/keywatcher.h"
#include "core/lab/freerun/net/controlconnection.h"
#include "core/lab/freerun/net/runloop.h"
#include "core/lab/wire/requestwire.h"
#include "tests/support/servers/testserver.h"

#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

// What a free run itself asks its servers.
class TestControlConnection : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatAServerHasNotAnsweredIsNamed();
    void aServerOfOursMayStandStillForSeconds();
};

void TestControlConnection::whatAServerHasNotAnsweredIsNamed()
{
    TestServer server;
    RunLoop loop;
    ControlConnection connection(loop, {}, 50ms);
    server.suspend();
    QVERIFY(connection.open(server.endpoint()));
    const auto alone = connection.wait(wireOf({"FLUSHALL"}));
    QVERIFY(!alone);
    QCOMPARE(alone.error().code, ErrorCode::CommandTimeout);
    QCOMPARE(alone.error().detail, server.endpoint().display() + u" has not answered FLUSHALL"_s);
    QVERIFY(connection.open(server.endpoint()));
    connection.ask(wireOf({"PTTL", "k"}), [](const redisReply &) {});
    const auto behindAnother = connection.wait(wireOf({"PING"}));
    QVERIFY(!behindAnother);
    QCOMPARE(
        behindAnother.error().detail, server.endpoint().display() + u" has not answered PTTL"_s);
}

void TestControlConnection::aServerOfOursMayStandStillForSeconds()
{
    TestServer server;
    RunLoop loop;
    KeyWatcher watcher(loop, "p:", KeyWatcher::Notifications::Events, {});
    QVERIFY(watcher.open(server.endpoint()));
    server.suspend();
    loop.setAlarm(loop.now() + std::chrono::nanoseconds(6s).count(), [&] { server.resume(); });
    const auto reply = watcher.queries().wait(wireOf({"PING"}));
    QVERIFY2(reply, reply ? "" : qPrintable(reply.error().detail));
}

QTEST_GUILESS_MAIN(TestControlConnection)
#include "tst_controlconnection.moc"
