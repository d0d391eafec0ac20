#include "core/redis/privateserver/privateserver.h"
#include "tests/support/filecontents.h"
#include "tests/support/patience.h"
#include "tests/support/servers/testserver.h"

#include <QDir>
#include <QProcess>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace lockstep;
using namespace Qt::StringLiterals;

class PrivateServerTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void answersAsSoonAsItIsStarted();
    void opensNoTcpPort();
    void opensATcpPortOnLoopbackWhenAsked();
    void thePortAsksForAPassword();
    void thePasswordIsToldToNobody();
    void aPrivateServerCopiesAnother();
    void keepsNothingOnDisk();
    void inheritsNoSecrets();
    void isPrivateToTheUser();
    void leavesNothingBehind();
    void aLongRuntimeFolderDoesNotBreakTheSocket();
    void diesWithItsOwnerKilledByForce();
    void saysWhenTheServerEndsByItself();
    void saysNothingWhenItIsDestroyed();
    void givesTheServersLastWordsWhenItDoesNotComeUp();
    void namesThePackagesWhenThereIsNoServerProgram();
    void takesTheProgramFromTheEnvironment();

    void removesTheFolderOfADeadOwner();
    void removesTheFolderOfADeadOwnerOfAnEarlierVersion();
    void keepsTheFolderOfALivingOwner();
    void killsTheServerOfADeadOwner();
    void sparesAProcessThatOnlyHasTheSameId();

private:
    // The helper program's first line.
    static QByteArray firstLine(QProcess &helper, const QStringList &arguments = {});
    static std::unique_ptr<PrivateServer> started(const PrivateServer::Options &options = {});

    std::unique_ptr<QTemporaryDir> m_runtime;
    QByteArray m_path;
};

void PrivateServerTest::init()
{
    m_runtime = std::make_unique<QTemporaryDir>();
    qputenv("XDG_RUNTIME_DIR", QFile::encodeName(m_runtime->path()));
    m_path = qgetenv("PATH");
}

void PrivateServerTest::cleanup()
{
    qputenv("PATH", m_path);
    qunsetenv("LOCKSTEP_REDIS_SERVER");
}

std::unique_ptr<PrivateServer> PrivateServerTest::started(const PrivateServer::Options &options)
{
    auto privateServer = PrivateServer::start(options);
    if (!privateServer) {
        qWarning("%s", qPrintable(privateServer.error().detail));
        return nullptr;
    }
    return std::move(*privateServer);
}

QByteArray PrivateServerTest::firstLine(QProcess &helper, const QStringList &arguments)
{
    helper.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    helper.start(QStringLiteral(PRIVATE_SERVER_OWNER), arguments);
    while (!helper.canReadLine() && helper.waitForReadyRead(30'000)) { }
    return helper.readLine().trimmed();
}

void PrivateServerTest::answersAsSoonAsItIsStarted()
{
    const auto privateServer = started();
    QVERIFY(privateServer);
    QVERIFY(processRuns(privateServer->processId()));
    QCOMPARE(privateServer->endpoint().transport, Endpoint::Transport::Unix);
    BlockingClient client(privateServer->endpoint().path);
    QCOMPARE(client.run({"PING"}).text, QByteArray("PONG"));
}

void PrivateServerTest::opensNoTcpPort()
{
    const auto privateServer = started();
    QVERIFY(privateServer);
    BlockingClient client(privateServer->endpoint().path);
    QCOMPARE(client.run({"CONFIG", "GET", "port"}).elements.at(1).text, QByteArray("0"));
    QCOMPARE(client.run({"CONFIG", "GET", "tls-port"}).elements.at(1).text, QByteArray("0"));
}

void PrivateServerTest::opensATcpPortOnLoopbackWhenAsked()
{
    const auto privateServer = started({{}, true});
    QVERIFY(privateServer);
    const Endpoint endpoint = privateServer->tcpEndpoint();
    QCOMPARE(endpoint.host, QStringLiteral("127.0.0.1"));
    QTcpSocket socket;
    socket.connectToHost(endpoint.host, endpoint.port);
    QVERIFY(socket.waitForConnected());
    BlockingClient client(privateServer->endpoint().path);
    QCOMPARE(client.run({"AUTH", endpoint.password}).text, QByteArray("OK"));
    QCOMPARE(client.run({"CONFIG", "GET", "bind"}).elements.at(1).text, QByteArray("127.0.0.1"));
}

void PrivateServerTest::thePortAsksForAPassword()
{
    const auto privateServer = started({{}, true});
    QVERIFY(privateServer);
    const Endpoint endpoint = privateServer->tcpEndpoint();
    QCOMPARE(endpoint.password.size(), 64);
    QCOMPARE(privateServer->endpoint().password, endpoint.password);
    QTcpSocket stranger;
    stranger.connectToHost(endpoint.host, endpoint.port);
    QVERIFY(stranger.waitForConnected());
    const auto answerTo = [&stranger](const QByteArray &line) {
        stranger.write(line + "\r\n");
        while (!stranger.canReadLine() && stranger.waitForReadyRead()) { }
        return stranger.readLine();
    };
    QVERIFY(answerTo("SET key value").startsWith("-NOAUTH"));
    QVERIFY(answerTo("AUTH " + endpoint.password.chopped(1)).startsWith("-WRONGPASS"));
    QCOMPARE(answerTo("AUTH " + endpoint.password), QByteArray("+OK\r\n"));
    QCOMPARE(answerTo("DBSIZE"), QByteArray(":0\r\n"));
    privateServer->kill();
    QVERIFY(privateServer->launchAgain());
    QVERIFY(privateServer->waitUntilReady());
    BlockingClient again(privateServer->endpoint().path);
    QCOMPARE(again.run({"DBSIZE"}).kind, Reply::Kind::Error);
    QCOMPARE(again.run({"AUTH", endpoint.password}).text, QByteArray("OK"));
}

void PrivateServerTest::thePasswordIsToldToNobody()
{
    const auto privateServer = started({{u"--loglevel"_s, u"debug"_s}, true});
    QVERIFY(privateServer);
    const QByteArray password = privateServer->tcpEndpoint().password;
    BlockingClient client(privateServer->endpoint().path);
    QCOMPARE(client.run({"AUTH", password}).text, QByteArray("OK"));
    const QString process = u"/proc/%1/"_s.arg(privateServer->processId());
    for (const QString &told : {process + u"cmdline"_s, process + u"environ"_s,
             privateServer->folder() + u"/server.log"_s, privateServer->folder() + u"/server"_s}) {
        QVERIFY2(!contentsOf(told).isEmpty(), qPrintable(told));
        QVERIFY2(!contentsOf(told).contains(password), qPrintable(told));
    }
    const QString settings = privateServer->folder() + u"/server.conf"_s;
    QVERIFY(contentsOf(settings).contains(password));
    QCOMPARE(QFile::permissions(settings) & ~(QFile::ReadUser | QFile::WriteUser),
        QFile::ReadOwner | QFile::WriteOwner);
    QVERIFY(!privateServer->tcpEndpoint().display().toUtf8().contains(password));
}

void PrivateServerTest::aPrivateServerCopiesAnother()
{
    const auto primary = started({{}, true});
    QVERIFY(primary);
    const QString port = QString::number(primary->tcpEndpoint().port);
    const auto replica = started(
        {{u"--replicaof"_s, u"127.0.0.1"_s, port, u"--repl-diskless-sync-delay"_s, u"0"_s}, true});
    QVERIFY(replica);
    BlockingClient client(replica->endpoint().path);
    QCOMPARE(client.run({"AUTH", replica->endpoint().password}).text, QByteArray("OK"));
    QTRY_VERIFY_WITH_TIMEOUT(
        client.run({"INFO", "replication"}).text.contains("master_link_status:up"), 20'000);
}

void PrivateServerTest::keepsNothingOnDisk()
{
    const auto privateServer = started();
    QVERIFY(privateServer);
    BlockingClient client(privateServer->endpoint().path);
    QCOMPARE(client.run({"CONFIG", "GET", "save"}).elements.at(1).text, QByteArray());
    QCOMPARE(client.run({"CONFIG", "GET", "appendonly"}).elements.at(1).text, QByteArray("no"));
}

void PrivateServerTest::inheritsNoSecrets()
{
    // redis-server wipes what /proc shows of its environment, so a script in its place looks first.
    QTemporaryDir folder;
    QFile script(folder.filePath(QStringLiteral("server")));
    QVERIFY(script.open(QIODevice::WriteOnly));
    script.write("#!/bin/sh\nenv >$(dirname $0)/seen\nexec "
        + QFile::encodeName(TestServer::program()) + " \"$@\"\n");
    script.setPermissions(QFile::ReadOwner | QFile::ExeOwner);
    script.close();
    qputenv("LOCKSTEP_REDIS_SERVER", QFile::encodeName(script.fileName()));
    qputenv("REDISCLI_AUTH", "secret");
    const auto privateServer = started();
    qunsetenv("REDISCLI_AUTH");
    QVERIFY(privateServer);
    QFile seen(folder.filePath(QStringLiteral("seen")));
    QVERIFY(seen.open(QIODevice::ReadOnly));
    const QByteArray environment = seen.readAll();
    QVERIFY(environment.contains("PATH="));
    QVERIFY(!environment.contains("secret"));
}

void PrivateServerTest::isPrivateToTheUser()
{
    const auto privateServer = started();
    QVERIFY(privateServer);
    const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup | QFile::ReadOther
        | QFile::WriteOther | QFile::ExeOther;
    QVERIFY(!(QFile::permissions(privateServer->folder()) & others));
}

void PrivateServerTest::leavesNothingBehind()
{
    auto privateServer = started();
    QVERIFY(privateServer);
    const qint64 server = privateServer->processId();
    QVERIFY(privateServer->folder().startsWith(m_runtime->path()));
    privateServer.reset();
    QVERIFY(!processRuns(server));
    QVERIFY(QDir(m_runtime->path()).isEmpty());
}

void PrivateServerTest::aLongRuntimeFolderDoesNotBreakTheSocket()
{
    const QString deep = m_runtime->path() + u'/' + QString(100, u'x');
    QVERIFY(QDir().mkpath(deep));
    qputenv("XDG_RUNTIME_DIR", QFile::encodeName(deep));
    const auto privateServer = started();
    QVERIFY(privateServer);
    QVERIFY(QFile::encodeName(privateServer->endpoint().path).size() < 100);
}

void PrivateServerTest::diesWithItsOwnerKilledByForce()
{
    QProcess helper;
    const QByteArray line = firstLine(helper);
    const qint64 server = line.left(line.indexOf(' ')).toLongLong();
    QVERIFY(processRuns(server));
    helper.kill();
    QVERIFY(helper.waitForFinished());
    QTRY_VERIFY(!processRuns(server));
}

void PrivateServerTest::saysWhenTheServerEndsByItself()
{
    const auto privateServer = started();
    QVERIFY(privateServer);
    QSignalSpy died(privateServer.get(), &PrivateServer::died);
    ::kill(pid_t(privateServer->processId()), SIGKILL);
    QVERIFY(died.wait(20'000));
    QVERIFY(died.front().front().toString().contains(
        QStringLiteral("ready to accept"), Qt::CaseInsensitive));
}

void PrivateServerTest::saysNothingWhenItIsDestroyed()
{
    auto privateServer = started();
    QVERIFY(privateServer);
    int deaths = 0;
    connect(privateServer.get(), &PrivateServer::died, this, [&deaths] { ++deaths; });
    privateServer.reset();
    QCOMPARE(deaths, 0);
}

void PrivateServerTest::givesTheServersLastWordsWhenItDoesNotComeUp()
{
    const auto privateServer =
        PrivateServer::start({{QStringLiteral("--no-such-option"), QStringLiteral("1")}, false});
    QVERIFY(!privateServer);
    QCOMPARE(privateServer.error().code, ErrorCode::PrivateServerFailed);
    QVERIFY2(privateServer.error().detail.contains(QStringLiteral("no-such-option")),
        qPrintable(privateServer.error().detail));
    QVERIFY(QDir(m_runtime->path()).isEmpty());
}

void PrivateServerTest::namesThePackagesWhenThereIsNoServerProgram()
{
    qputenv("PATH", QFile::encodeName(m_runtime->path()));
    const auto privateServer = PrivateServer::start();
    QVERIFY(!privateServer);
    QCOMPARE(privateServer.error().code, ErrorCode::ServerProgramMissing);
    QVERIFY(privateServer.error().detail.contains(QStringLiteral("package redis-server")));
    QVERIFY(privateServer.error().detail.contains(QStringLiteral("valkey-server")));
}

void PrivateServerTest::takesTheProgramFromTheEnvironment()
{
    const QString program = TestServer::program();
    qputenv("LOCKSTEP_REDIS_SERVER", QFile::encodeName(program));
    qputenv("PATH", QFile::encodeName(m_runtime->path()));
    QVERIFY(started());

    qputenv("LOCKSTEP_REDIS_SERVER", "/no/such/program");
    qputenv("PATH", m_path);
    const auto missing = PrivateServer::start();
    QVERIFY(!missing);
    QCOMPARE(missing.error().code, ErrorCode::PrivateServerFailed);
    QVERIFY(missing.error().detail.contains(QStringLiteral("/no/such/program")));
}

void PrivateServerTest::removesTheFolderOfADeadOwner()
{
    QProcess helper;
    const QByteArray line = firstLine(helper);
    const QString folder = QFile::decodeName(line.mid(line.indexOf(' ') + 1));
    helper.kill();
    QVERIFY(helper.waitForFinished());
    QVERIFY(QFileInfo(folder).isDir());
    const auto privateServer = started();
    QVERIFY(privateServer);
    QVERIFY(!QFileInfo::exists(folder));
    QVERIFY(QFileInfo::exists(privateServer->folder()));
}

void PrivateServerTest::removesTheFolderOfADeadOwnerOfAnEarlierVersion()
{
    QProcess helper;
    const QByteArray line = firstLine(helper);
    const qint64 server = line.left(line.indexOf(' ')).toLongLong();
    const QString folder = QFile::decodeName(line.mid(line.indexOf(' ') + 1));
    const QString earlier = m_runtime->filePath(QStringLiteral("lockstep-sandbox-aB3xYz"));
    QVERIFY(QFile::rename(folder, earlier));
    QVERIFY(started()); // its owner lives
    QVERIFY(QFileInfo(earlier).isDir());
    QVERIFY(processRuns(server));
    helper.kill();
    QVERIFY(helper.waitForFinished());
    QVERIFY(started());
    QVERIFY(!QFileInfo::exists(earlier));
}

void PrivateServerTest::keepsTheFolderOfALivingOwner()
{
    QProcess helper;
    const QByteArray line = firstLine(helper);
    const qint64 server = line.left(line.indexOf(' ')).toLongLong();
    const QString folder = QFile::decodeName(line.mid(line.indexOf(' ') + 1));
    const auto own = started();
    const auto second = started();
    QVERIFY(QFileInfo(folder + QStringLiteral("/redis.sock")).exists());
    QVERIFY(QFileInfo::exists(own->folder()));
    QVERIFY(processRuns(server));
    QVERIFY(processRuns(own->processId()));
    helper.kill();
    QVERIFY(helper.waitForFinished());
}

void PrivateServerTest::killsTheServerOfADeadOwner()
{
    TestServer orphan;
    QProcess helper;
    const QString folder = QFile::decodeName(
        firstLine(helper, {QStringLiteral("folder"), QString::number(orphan.pid())}));
    QVERIFY(QFileInfo(folder).isDir());
    helper.kill();
    QVERIFY(helper.waitForFinished());
    QVERIFY(orphan.isRunning());
    const auto privateServer = started();
    QTRY_VERIFY(!orphan.isRunning());
    QVERIFY(!QFileInfo::exists(folder));
}

void PrivateServerTest::sparesAProcessThatOnlyHasTheSameId()
{
    TestServer stranger;
    QProcess helper;
    const QString folder = QFile::decodeName(
        firstLine(helper, {QStringLiteral("folder"), QString::number(stranger.pid())}));
    helper.kill();
    QVERIFY(helper.waitForFinished());
    QFile record(folder + QStringLiteral("/server"));
    QVERIFY(record.open(QIODevice::ReadWrite));
    QByteArrayList words = record.readAll().split(' ');
    words[1] = QByteArray::number(words[1].toLongLong() - 1); // started one tick earlier
    record.resize(0);
    record.write(words.join(' '));
    record.close();

    const auto privateServer = started();
    QVERIFY(!QFileInfo::exists(folder));
    QCOMPARE(stranger.run({"PING"}).text, QByteArray("PONG"));
}

QTEST_GUILESS_MAIN(PrivateServerTest)
#include "tst_privateserver.moc"
