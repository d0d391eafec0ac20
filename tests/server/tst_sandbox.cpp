#include "core/redis/sandbox/sandbox.h"
#include "tests/support/patience.h"
#include "tests/support/testserver.h"

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

class SandboxTest : public QObject
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
    void aSandboxCopiesAnother();
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
    void keepsTheFolderOfALivingOwner();
    void killsTheServerOfADeadOwner();
    void sparesAProcessThatOnlyHasTheSameId();

private:
    // The helper program's first line.
    static QByteArray firstLine(QProcess &helper, const QStringList &arguments = {});
    static std::unique_ptr<Sandbox> started(const Sandbox::Options &options = {});

    std::unique_ptr<QTemporaryDir> m_runtime;
    QByteArray m_path;
};

void SandboxTest::init()
{
    m_runtime = std::make_unique<QTemporaryDir>();
    qputenv("XDG_RUNTIME_DIR", QFile::encodeName(m_runtime->path()));
    m_path = qgetenv("PATH");
}

void SandboxTest::cleanup()
{
    qputenv("PATH", m_path);
    qunsetenv("LOCKSTEP_REDIS_SERVER");
}

std::unique_ptr<Sandbox> SandboxTest::started(const Sandbox::Options &options)
{
    auto sandbox = Sandbox::start(options);
    if (!sandbox) {
        qWarning("%s", qPrintable(sandbox.error().detail));
        return nullptr;
    }
    return std::move(*sandbox);
}

QByteArray SandboxTest::firstLine(QProcess &helper, const QStringList &arguments)
{
    helper.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    helper.start(QStringLiteral(SANDBOX_OWNER), arguments);
    while (!helper.canReadLine() && helper.waitForReadyRead(30'000)) { }
    return helper.readLine().trimmed();
}

void SandboxTest::answersAsSoonAsItIsStarted()
{
    const auto sandbox = started();
    QVERIFY(sandbox);
    QVERIFY(processRuns(sandbox->processId()));
    QCOMPARE(sandbox->endpoint().transport, Endpoint::Transport::Unix);
    BlockingClient client(sandbox->endpoint().path);
    QCOMPARE(client.run({"PING"}).text, QByteArray("PONG"));
}

void SandboxTest::opensNoTcpPort()
{
    const auto sandbox = started();
    QVERIFY(sandbox);
    BlockingClient client(sandbox->endpoint().path);
    QCOMPARE(client.run({"CONFIG", "GET", "port"}).elements.at(1).text, QByteArray("0"));
    QCOMPARE(client.run({"CONFIG", "GET", "tls-port"}).elements.at(1).text, QByteArray("0"));
}

void SandboxTest::opensATcpPortOnLoopbackWhenAsked()
{
    const auto sandbox = started({{}, true});
    QVERIFY(sandbox);
    const Endpoint endpoint = sandbox->tcpEndpoint();
    QCOMPARE(endpoint.host, QStringLiteral("127.0.0.1"));
    QTcpSocket socket;
    socket.connectToHost(endpoint.host, endpoint.port);
    QVERIFY(socket.waitForConnected());
    BlockingClient client(sandbox->endpoint().path);
    QCOMPARE(client.run({"AUTH", endpoint.password}).text, QByteArray("OK"));
    QCOMPARE(client.run({"CONFIG", "GET", "bind"}).elements.at(1).text, QByteArray("127.0.0.1"));
}

void SandboxTest::thePortAsksForAPassword()
{
    const auto sandbox = started({{}, true});
    QVERIFY(sandbox);
    const Endpoint endpoint = sandbox->tcpEndpoint();
    QCOMPARE(endpoint.password.size(), 64);
    QCOMPARE(sandbox->endpoint().password, endpoint.password);
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
    sandbox->kill();
    QVERIFY(sandbox->launchAgain());
    QVERIFY(sandbox->waitUntilReady());
    BlockingClient again(sandbox->endpoint().path);
    QCOMPARE(again.run({"DBSIZE"}).kind, Reply::Kind::Error);
    QCOMPARE(again.run({"AUTH", endpoint.password}).text, QByteArray("OK"));
}

void SandboxTest::thePasswordIsToldToNobody()
{
    const auto sandbox = started({{u"--loglevel"_s, u"debug"_s}, true});
    QVERIFY(sandbox);
    const QByteArray password = sandbox->tcpEndpoint().password;
    BlockingClient client(sandbox->endpoint().path);
    QCOMPARE(client.run({"AUTH", password}).text, QByteArray("OK"));
    const auto contentsOf = [](const QString &name) {
        QFile file(name);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    const QString process = u"/proc/%1/"_s.arg(sandbox->processId());
    for (const QString &told : {process + u"cmdline"_s, process + u"environ"_s,
             sandbox->folder() + u"/server.log"_s, sandbox->folder() + u"/server"_s}) {
        QVERIFY2(!contentsOf(told).isEmpty(), qPrintable(told));
        QVERIFY2(!contentsOf(told).contains(password), qPrintable(told));
    }
    const QString settings = sandbox->folder() + u"/server.conf"_s;
    QVERIFY(contentsOf(settings).contains(password));
    QCOMPARE(QFile::permissions(settings) & ~(QFile::ReadUser | QFile::WriteUser),
        QFile::ReadOwner | QFile::WriteOwner);
    QVERIFY(!sandbox->tcpEndpoint().display().toUtf8().contains(password));
}

void SandboxTest::aSandboxCopiesAnother()
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

void SandboxTest::keepsNothingOnDisk()
{
    const auto sandbox = started();
    QVERIFY(sandbox);
    BlockingClient client(sandbox->endpoint().path);
    QCOMPARE(client.run({"CONFIG", "GET", "save"}).elements.at(1).text, QByteArray());
    QCOMPARE(client.run({"CONFIG", "GET", "appendonly"}).elements.at(1).text, QByteArray("no"));
}

void SandboxTest::inheritsNoSecrets()
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
    const auto sandbox = started();
    qunsetenv("REDISCLI_AUTH");
    QVERIFY(sandbox);
    QFile seen(folder.filePath(QStringLiteral("seen")));
    QVERIFY(seen.open(QIODevice::ReadOnly));
    const QByteArray environment = seen.readAll();
    QVERIFY(environment.contains("PATH="));
    QVERIFY(!environment.contains("secret"));
}

void SandboxTest::isPrivateToTheUser()
{
    const auto sandbox = started();
    QVERIFY(sandbox);
    const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup | QFile::ReadOther
        | QFile::WriteOther | QFile::ExeOther;
    QVERIFY(!(QFile::permissions(sandbox->folder()) & others));
}

void SandboxTest::leavesNothingBehind()
{
    auto sandbox = started();
    QVERIFY(sandbox);
    const qint64 server = sandbox->processId();
    QVERIFY(sandbox->folder().startsWith(m_runtime->path()));
    sandbox.reset();
    QVERIFY(!processRuns(server));
    QVERIFY(QDir(m_runtime->path()).isEmpty());
}

void SandboxTest::aLongRuntimeFolderDoesNotBreakTheSocket()
{
    const QString deep = m_runtime->path() + u'/' + QString(100, u'x');
    QVERIFY(QDir().mkpath(deep));
    qputenv("XDG_RUNTIME_DIR", QFile::encodeName(deep));
    const auto sandbox = started();
    QVERIFY(sandbox);
    QVERIFY(QFile::encodeName(sandbox->endpoint().path).size() < 100);
}

void SandboxTest::diesWithItsOwnerKilledByForce()
{
    QProcess helper;
    const QByteArray line = firstLine(helper);
    const qint64 server = line.left(line.indexOf(' ')).toLongLong();
    QVERIFY(processRuns(server));
    helper.kill();
    QVERIFY(helper.waitForFinished());
    QTRY_VERIFY(!processRuns(server));
}

void SandboxTest::saysWhenTheServerEndsByItself()
{
    const auto sandbox = started();
    QVERIFY(sandbox);
    QSignalSpy died(sandbox.get(), &Sandbox::died);
    ::kill(pid_t(sandbox->processId()), SIGKILL);
    QVERIFY(died.wait(20'000));
    QVERIFY(died.front().front().toString().contains(
        QStringLiteral("ready to accept"), Qt::CaseInsensitive));
}

void SandboxTest::saysNothingWhenItIsDestroyed()
{
    auto sandbox = started();
    QVERIFY(sandbox);
    int deaths = 0;
    connect(sandbox.get(), &Sandbox::died, this, [&deaths] { ++deaths; });
    sandbox.reset();
    QCOMPARE(deaths, 0);
}

void SandboxTest::givesTheServersLastWordsWhenItDoesNotComeUp()
{
    const auto sandbox =
        Sandbox::start({{QStringLiteral("--no-such-option"), QStringLiteral("1")}, false});
    QVERIFY(!sandbox);
    QCOMPARE(sandbox.error().code, ErrorCode::SandboxFailed);
    QVERIFY2(sandbox.error().detail.contains(QStringLiteral("no-such-option")),
        qPrintable(sandbox.error().detail));
    QVERIFY(QDir(m_runtime->path()).isEmpty());
}

void SandboxTest::namesThePackagesWhenThereIsNoServerProgram()
{
    qputenv("PATH", QFile::encodeName(m_runtime->path()));
    const auto sandbox = Sandbox::start();
    QVERIFY(!sandbox);
    QCOMPARE(sandbox.error().code, ErrorCode::ServerProgramMissing);
    QVERIFY(sandbox.error().detail.contains(QStringLiteral("package redis-server")));
    QVERIFY(sandbox.error().detail.contains(QStringLiteral("valkey-server")));
}

void SandboxTest::takesTheProgramFromTheEnvironment()
{
    const QString program = TestServer::program();
    qputenv("LOCKSTEP_REDIS_SERVER", QFile::encodeName(program));
    qputenv("PATH", QFile::encodeName(m_runtime->path()));
    QVERIFY(started());

    qputenv("LOCKSTEP_REDIS_SERVER", "/no/such/program");
    qputenv("PATH", m_path);
    const auto missing = Sandbox::start();
    QVERIFY(!missing);
    QCOMPARE(missing.error().code, ErrorCode::SandboxFailed);
    QVERIFY(missing.error().detail.contains(QStringLiteral("/no/such/program")));
}

void SandboxTest::removesTheFolderOfADeadOwner()
{
    QProcess helper;
    const QByteArray line = firstLine(helper);
    const QString folder = QFile::decodeName(line.mid(line.indexOf(' ') + 1));
    helper.kill();
    QVERIFY(helper.waitForFinished());
    QVERIFY(QFileInfo(folder).isDir());
    const auto sandbox = started();
    QVERIFY(sandbox);
    QVERIFY(!QFileInfo::exists(folder));
    QVERIFY(QFileInfo::exists(sandbox->folder()));
}

void SandboxTest::keepsTheFolderOfALivingOwner()
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

void SandboxTest::killsTheServerOfADeadOwner()
{
    TestServer orphan;
    QProcess helper;
    const QString folder = QFile::decodeName(
        firstLine(helper, {QStringLiteral("folder"), QString::number(orphan.pid())}));
    QVERIFY(QFileInfo(folder).isDir());
    helper.kill();
    QVERIFY(helper.waitForFinished());
    QVERIFY(orphan.isRunning());
    const auto sandbox = started();
    QTRY_VERIFY(!orphan.isRunning());
    QVERIFY(!QFileInfo::exists(folder));
}

void SandboxTest::sparesAProcessThatOnlyHasTheSameId()
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

    const auto sandbox = started();
    QVERIFY(!QFileInfo::exists(folder));
    QCOMPARE(stranger.run({"PING"}).text, QByteArray("PONG"));
}

QTEST_GUILESS_MAIN(SandboxTest)
#include "tst_sandbox.moc"
