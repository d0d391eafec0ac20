#include "core/redis/identity/servercheck.h"
#include "core/redis/values/endpointuri.h"
#include "tests/support/patience.h"
#include "tests/support/servers/clustergroup.h"
#include "tests/support/servers/sentinelgroup.h"
#include "tests/support/servers/testserver.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QProcess>
#include <QSignalSpy>
#include <QTcpServer>
#include <QTest>
#include <QThread>

#include <cstdio>

using namespace lockstep;

namespace {

const char quitWhileAsking[] = "--quit-while-asking";

// A program that asks a server, and ends once a line comes in, whether or not the server has
// answered. Its status is the number of threads that are left when the application is gone.
int runAsker(int argc, char *argv[])
{
    {
        const QCoreApplication application(argc, argv);
        ServerCheck check;
        check.start(*Endpoint::fromUri(QString::fromLocal8Bit(argv[2])));
        std::getchar();
    }
    const auto threads = [] {
        const QDir tasks(QStringLiteral("/proc/self/task"));
        return int(tasks.entryList(QDir::Dirs | QDir::NoDotAndDotDot).size());
    };
    // The system ends a thread a little later than Qt says so. It would wait for the server for
    // five seconds.
    for (const QDeadlineTimer limit(3'000); threads() > 1 && !limit.hasExpired();)
        QThread::msleep(5);
    return threads();
}

} // namespace

class TestServerCheck : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aServerSaysWhoItIs();
    void aNodeOfAClusterHasAnIdThatOutlivesItsProcess();
    void theNodesOfAClusterHaveTheirIdsInCommon();
    void whoMayNotAskLearnsNothingAndIsNotRefused();
    void aServerThatIsNotThereIsAnError();
    void ofACheckThatWasStoppedNothingIsTold();
    void theEndOfTheProgramDoesNotOvertakeIt();
    void aServerSaysWhatItIs();
    void whoIsNamedBySentinelsIsSaid();

private:
    static Result<ServerSummary> summaryOf(const Endpoint &endpoint)
    {
        ServerCheck check;
        QSignalSpy described(&check, &ServerCheck::described);
        check.describe(endpoint);
        if (!QTest::qWaitFor([&] { return !described.isEmpty(); }, 20'000))
            return failure(ErrorCode::CommandTimeout);
        return described[0][1].value<Result<ServerSummary>>();
    }
    static Result<ServerIdentity> identityOf(const Endpoint &endpoint)
    {
        ServerCheck check;
        Result<ServerIdentity> seen = failure(ErrorCode::Cancelled);
        bool isOver = false;
        connect(&check, &ServerCheck::finished, &check,
            [&](const Endpoint &, const Result<ServerIdentity> &identity) {
                seen = identity;
                isOver = true;
            });
        check.start(endpoint);
        if (!QTest::qWaitFor([&] { return isOver; }, 20'000))
            return failure(ErrorCode::CommandTimeout);
        return seen;
    }
    static QString field(const QByteArray &info, const QByteArray &name)
    {
        const auto at = info.indexOf(name + ':') + name.size() + 1;
        return QString::fromLatin1(info.mid(at, info.indexOf('\r', at) - at));
    }
};

void TestServerCheck::aServerSaysWhoItIs()
{
    TestServer server;
    const auto identity = identityOf(server.endpoint());
    QVERIFY(identity);
    QCOMPARE(identity->ofServer,
        QStringList{u"run_id:"_qs + field(server.run({"INFO", "server"}).text, "run_id")});
    QCOMPARE(identity->ofData,
        QStringList{
            u"replid:"_qs + field(server.run({"INFO", "replication"}).text, "master_replid")});
}

void TestServerCheck::aNodeOfAClusterHasAnIdThatOutlivesItsProcess()
{
    TestServer::Options options;
    options.cluster = true;
    TestServer node(options);
    const auto before = identityOf(node.endpoint());
    QVERIFY(before);
    const QString id = u"node:"_qs + QString::fromLatin1(node.run({"CLUSTER", "MYID"}).text);
    QVERIFY2(before->ofServer.contains(id), qPrintable(before->ofServer.join(u' ')));
    node.restart();
    const auto after = identityOf(node.endpoint());
    QVERIFY(after && after->ofServer.contains(id));
    QVERIFY(after->ofServer != before->ofServer);
}

// A mark of one node is of all.
void TestServerCheck::theNodesOfAClusterHaveTheirIdsInCommon()
{
    ClusterTestGroup cluster;
    for (size_t i = 0; i < ClusterTestGroup::primaries; ++i)
        cluster.server(i).run({"FLUSHALL"}); // a replica counts once it has replicated something
    const auto ids = [&cluster] {
        QStringList all;
        for (size_t i = 0; i < 2 * ClusterTestGroup::primaries; ++i)
            all << u"node:"_qs
                    + QString::fromLatin1(cluster.server(i).run({"CLUSTER", "MYID"}).text);
        return all;
    }();
    const auto areKnownTo = [&](TestServer &server) {
        const auto identity = identityOf(server.endpoint());
        return identity && std::all_of(ids.begin(), ids.end(), [&](const QString &id) {
            return identity->ofServer.count(id) == 1;
        });
    };
    QTRY_VERIFY_WITH_TIMEOUT(areKnownTo(cluster.server(0)), 120'000);
    QTRY_VERIFY_WITH_TIMEOUT(areKnownTo(cluster.server(4)), 120'000);
}

void TestServerCheck::whoMayNotAskLearnsNothingAndIsNotRefused()
{
    TestServer server;
    server.run({"ACL", "SETUSER", "reader", "on", ">reader", "~*", "+@all", "-info"});
    Endpoint endpoint = server.endpoint();
    endpoint.user = "reader";
    endpoint.password = "reader";
    const auto identity = identityOf(endpoint);
    QVERIFY(identity && identity->isEmpty());
}

void TestServerCheck::aServerThatIsNotThereIsAnError()
{
    Endpoint endpoint;
    endpoint.transport = Endpoint::Transport::Unix;
    endpoint.path = u"/nowhere/redis.sock"_qs;
    const auto identity = identityOf(endpoint);
    QVERIFY(!identity);
    QCOMPARE(identity.error().code, ErrorCode::SocketMissing);
}

void TestServerCheck::ofACheckThatWasStoppedNothingIsTold()
{
    TestServer server;
    server.suspend(); // it accepts, and answers nothing
    ServerCheck check;
    QSignalSpy told(&check, &ServerCheck::finished);
    check.start(server.endpoint());
    QVERIFY(check.isRunning());
    check.stop();
    QVERIFY(!check.isRunning());
    server.resume();
    QVERIFY(identityOf(server.endpoint())); // asked later, answered later
    QCOMPARE(told.size(), 0);
}

// What the thread uses is freed when the program ends, so it must not go on then.
void TestServerCheck::theEndOfTheProgramDoesNotOvertakeIt()
{
    QTcpServer silent;
    QVERIFY(silent.listen(QHostAddress::LocalHost));
    QSignalSpy asked(&silent, &QTcpServer::newConnection);
    QProcess program;
    program.start(QCoreApplication::applicationFilePath(),
        {QString::fromLatin1(quitWhileAsking),
            QStringLiteral("redis://127.0.0.1:%1").arg(silent.serverPort())});
    QTRY_VERIFY(!asked.isEmpty());
    program.write("\n");
    program.closeWriteChannel();
    QVERIFY(QTest::qWaitFor([&] { return program.state() == QProcess::NotRunning; }, 60'000));
    QCOMPARE(program.exitStatus(), QProcess::NormalExit);
    QCOMPARE(program.exitCode(), 1); // the first thread
}

void TestServerCheck::aServerSaysWhatItIs()
{
    TestServer server;
    const QByteArray info = server.run({"INFO", "server"}).text;
    const QString program = info.contains("valkey_version:")
        ? u"valkey "_qs + field(info, "valkey_version")
        : u"redis "_qs + field(info, "redis_version");
    auto summary = summaryOf(server.endpoint());
    QVERIFY(summary);
    QCOMPARE(summary->program, program);
    QVERIFY(summary->isRoleKnown && !summary->isReplica && !summary->isClusterNode);
    QVERIFY(summary->roundTrip.count() > 0);
    QCOMPARE(summary->namedBySentinels, QString());
    server.run({"REPLICAOF", "127.0.0.1", "1"});
    summary = summaryOf(server.endpoint());
    QVERIFY(summary && summary->isReplica);
    // Who may ask nothing still learns that the server answers.
    server.run({"ACL", "SETUSER", "poor", "on", ">p", "+ping"});
    Endpoint poor = server.endpoint();
    poor.user = "poor";
    poor.password = "p";
    summary = summaryOf(poor);
    QVERIFY(summary && summary->program.isEmpty() && !summary->isRoleKnown);
    TestServer::Options options;
    options.cluster = true;
    TestServer node(options);
    summary = summaryOf(node.endpoint());
    QVERIFY(summary && summary->isClusterNode);
}

void TestServerCheck::whoIsNamedBySentinelsIsSaid()
{
    SentinelTestGroup group;
    const auto summary = summaryOf(group.endpoint());
    QVERIFY(summary);
    QCOMPARE(summary->namedBySentinels, addressOf(group.server(0)));
    QVERIFY(summary->isRoleKnown && !summary->isReplica);
}

int main(int argc, char *argv[])
{
    if (argc > 2 && QByteArrayView(argv[1]) == quitWhileAsking)
        return runAsker(argc, argv);
    QCoreApplication application(argc, argv);
    TestServerCheck test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_servercheck.moc"
