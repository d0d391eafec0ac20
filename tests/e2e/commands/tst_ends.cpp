// How a command ends that is told to, or whose server has left it: soon, with a status that a
// script may believe, with a sentence, and with nothing left behind.

#include "tests/e2e/commands/programrun.h"
#include "tests/support/patience.h"
#include "tests/support/slowfile.h"

#include <QDir>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>

#include <csignal>

using namespace lockstep;

namespace {

// Generous: the machines that run this are busy. A program that does not end never comes near.
constexpr int soon = 10'000; // ms

// The program, started and not waited for.
class Running
{
public:
    explicit Running(
        const QStringList &arguments, const QProcessEnvironment &environment = withoutDisplay())
    {
        m_process.setProcessEnvironment(environment);
        m_process.setStandardInputFile(QProcess::nullDevice());
        m_process.start(programPath(), arguments);
        if (!m_process.waitForStarted())
            qFatal("%s", qPrintable(m_process.errorString()));
    }
    ~Running()
    {
        m_process.kill();
        m_process.waitForFinished();
    }
    Q_DISABLE_COPY_MOVE(Running)

    void send(int signal) const { ::kill(pid_t(m_process.processId()), signal); }
    [[nodiscard]] qint64 pid() const { return m_process.processId(); }
    bool endsWithin(int ms)
    {
        return m_process.state() == QProcess::NotRunning || m_process.waitForFinished(ms);
    }
    // -1: by a signal.
    [[nodiscard]] int status() const
    {
        return m_process.exitStatus() == QProcess::NormalExit ? m_process.exitCode() : -1;
    }
    const QByteArray &out() { return m_out += m_process.readAllStandardOutput(); }
    const QByteArray &err() { return m_err += m_process.readAllStandardError(); }

private:
    QProcess m_process;
    QByteArray m_out;
    QByteArray m_err;
};

// Where a program keeps its private servers, for this test alone.
class OwnFolder
{
public:
    [[nodiscard]] QProcessEnvironment environment(const QStringList &arguments) const
    {
        auto environment = withoutDisplay();
        for (const auto *name : {"TMPDIR", "HOME", "XDG_RUNTIME_DIR"})
            environment.insert(QString::fromLatin1(name), m_folder.path());
        if (arguments.isEmpty()) // the window
            environment.insert(u"QT_QPA_PLATFORM"_qs, u"offscreen"_qs);
        return environment;
    }
    [[nodiscard]] qsizetype privateServers() const
    {
        return QDir(m_folder.path())
            .entryList({u"lockstep-*"_qs}, QDir::Dirs | QDir::NoDotAndDotDot)
            .size();
    }

private:
    QTemporaryDir m_folder{QDir::tempPath() + u"/ends-XXXXXX"_qs};
};

QStringList watching(const TestServer &server, const char *how)
{
    return {u"watch"_qs, u"--uri"_qs, uri(server), QString::fromLatin1(how), u"--json"_qs,
        u"--lang"_qs, u"en"_qs};
}

// So many keys that a pass over them takes much longer than anything here.
void fillForLong(TestServer &server)
{
    server.run(
        {"EVAL", "for i=1,300000 do redis.call('SET','lock:'..i,'token','PX',9e8) end", "0"});
}

bool isWatched(TestServer &server)
{
    return server.run({"INFO", "commandstats"}).text.contains("cmdstat_scan:");
}

} // namespace

class TestEnds : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aPasswordThatStopsWorkingEndsIt_data();
    void aPasswordThatStopsWorkingEndsIt();
    void aSnapshotThatIsInterruptedIsNoSuccess_data();
    void aSnapshotThatIsInterruptedIsNoSuccess();
    void aSnapshotWhoseServerGoesAwayIsNotWaitedForForEver();
    void anAnswerWithoutAQuestionIsToldAndEndsIt_data();
    void anAnswerWithoutAQuestionIsToldAndEndsIt();
    void aSignalAtTheFirstMomentLeavesNothing_data();
    void aSignalAtTheFirstMomentLeavesNothing();
    void everySignalEndsAndLeavesNothing_data();
    void everySignalEndsAndLeavesNothing();
    void aSignalThatIsIgnoredStaysIgnored();
    void aFileThatNobodyGivesKeepsNobody();
};

void TestEnds::aPasswordThatStopsWorkingEndsIt_data()
{
    QTest::addColumn<QString>("how");
    QTest::newRow("follow") << u"--follow"_qs;
    QTest::newRow("once") << u"--once"_qs;
}

// Who restarts services has to see that this one has ended.
void TestEnds::aPasswordThatStopsWorkingEndsIt()
{
    QFETCH(const QString, how);
    TestServer server;
    fillForLong(server);
    Running program(watching(server, how.toLatin1()));
    QTRY_VERIFY(isWatched(server));
    server.runAll({{"MULTI"}, {"CONFIG", "SET", "requirepass", "new"},
        {"CLIENT", "KILL", "TYPE", "normal"}, {"CLIENT", "KILL", "TYPE", "pubsub"}, {"EXEC"}});
    QVERIFY(program.endsWithin(soon));
    QCOMPARE(program.status(), 1);
    QVERIFY2(program.err().contains("requires a password"), program.err());
    QVERIFY2(how == u"--follow" || program.out().isEmpty(), program.out());
}

void TestEnds::aSnapshotThatIsInterruptedIsNoSuccess_data()
{
    QTest::addColumn<int>("signal");
    QTest::newRow("SIGINT") << SIGINT;
    QTest::newRow("SIGTERM") << SIGTERM;
    QTest::newRow("SIGHUP") << SIGHUP;
}

void TestEnds::aSnapshotThatIsInterruptedIsNoSuccess()
{
    QFETCH(const int, signal);
    TestServer server;
    fillForLong(server);
    Running program(watching(server, "--once"));
    QTRY_VERIFY(isWatched(server));
    program.send(signal);
    QVERIFY(program.endsWithin(soon));
    QCOMPARE(program.status(), 128 + signal);
    QVERIFY2(program.out().isEmpty(), program.out());
    QVERIFY2(program.err().contains("There is no snapshot"), program.err());
}

void TestEnds::aSnapshotWhoseServerGoesAwayIsNotWaitedForForEver()
{
    TestServer server;
    fillForLong(server);
    Running program(watching(server, "--once"));
    QTRY_VERIFY(isWatched(server));
    server.kill9();
    QVERIFY(program.endsWithin(60'000));
    QCOMPARE(program.status(), 1);
    QVERIFY2(program.out().isEmpty(), program.out());
    QVERIFY2(program.err().contains("There is no snapshot"), program.err());
}

void TestEnds::anAnswerWithoutAQuestionIsToldAndEndsIt_data()
{
    aPasswordThatStopsWorkingEndsIt_data();
}

void TestEnds::anAnswerWithoutAQuestionIsToldAndEndsIt()
{
    QFETCH(const QString, how);
    QTcpServer peer;
    QVERIFY(peer.listen(QHostAddress::LocalHost));
    const QByteArray answers = QByteArray("+OK\r\n").repeated(1000);
    connect(&peer, &QTcpServer::newConnection, &peer, [&] {
        while (auto *client = peer.nextPendingConnection()) {
            client->write(answers);
            connect(client, &QTcpSocket::bytesWritten, client, [client, &answers] {
                if (client->bytesToWrite() == 0)
                    client->write(answers);
            });
            connect(client, &QTcpSocket::disconnected, client, &QObject::deleteLater);
        }
    });
    Running program({u"watch"_qs, u"--uri"_qs, u"redis://127.0.0.1:%1"_qs.arg(peer.serverPort()),
        how, u"--json"_qs, u"--lang"_qs, u"en"_qs});
    QTRY_VERIFY(program.endsWithin(1));
    QCOMPARE(program.status(), 1);
    QVERIFY2(program.err().contains("is not Redis' protocol"), program.err());
}

void TestEnds::everySignalEndsAndLeavesNothing_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("signal");
    QTest::addColumn<int>("status"); // -1: any
    const QStringList follow{u"watch"_qs, u"--follow"_qs, u"--json"_qs};
    const QStringList shot{u"shot"_qs, u"watch"_qs, u"-o"_qs,
        QDir::tempPath() + u"/never-drawn.png"_qs, u"--after"_qs, u"600"_qs};
    const QStringList run{u"lab"_qs, u"run"_qs, u"counter-incr"_qs, u"--for"_qs, u"600"_qs};
    const QStringList explore{u"lab"_qs, u"explore"_qs, u"redlock"_qs, u"--clients"_qs, u"4"_qs};
    for (const auto &[name, signal] :
        {std::pair("SIGINT", SIGINT), std::pair("SIGTERM", SIGTERM), std::pair("SIGHUP", SIGHUP)}) {
        QTest::addRow("watch, %s", name) << follow << signal << 0;
        QTest::addRow("shot, %s", name) << shot << signal << 128 + signal;
        QTest::addRow("lab run, %s", name) << run << signal << -1;
        QTest::addRow("lab explore, %s", name) << explore << signal << -1;
        QTest::addRow("window, %s", name) << QStringList() << signal << 0;
    }
}

void TestEnds::everySignalEndsAndLeavesNothing()
{
    QFETCH(const QStringList, arguments);
    QFETCH(const int, signal);
    QFETCH(const int, status);
    const OwnFolder folder;
    Running program(arguments, folder.environment(arguments));
    // Its signals are caught once the default action is not theirs any more.
    const auto catches = [&] {
        QFile file(u"/proc/%1/status"_qs.arg(program.pid()));
        if (!file.open(QIODevice::ReadOnly))
            return false;
        for (const auto &line : file.readAll().split('\n')) {
            if (line.startsWith("SigCgt:"))
                return (line.mid(7).trimmed().toULongLong(nullptr, 16) >> (SIGTERM - 1) & 1) != 0;
        }
        return false;
    };
    QTRY_VERIFY2(folder.privateServers() > 0 && catches(), program.err());
    if (arguments.contains(u"--follow"_qs)) // who was never connected has failed
        QTRY_VERIFY2(!program.out().isEmpty(), program.err());
    program.send(signal);
    QVERIFY(program.endsWithin(soon));
    QVERIFY2(program.status() >= 0, program.err()); // not by the signal's default action
    if (status >= 0)
        QCOMPARE(program.status(), status);
    QCOMPARE(folder.privateServers(), 0);
}

void TestEnds::aSignalAtTheFirstMomentLeavesNothing_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("window") << QStringList();
    QTest::newRow("watch") << QStringList{u"watch"_qs, u"--follow"_qs, u"--json"_qs};
    QTest::newRow("shot") << QStringList{u"shot"_qs, u"watch"_qs, u"-o"_qs,
        QDir::tempPath() + u"/never-drawn.png"_qs, u"--after"_qs, u"600"_qs};
}

// As soon as there is something to leave.
void TestEnds::aSignalAtTheFirstMomentLeavesNothing()
{
    QFETCH(const QStringList, arguments);
    const OwnFolder folder;
    Running program(arguments, folder.environment(arguments));
    QVERIFY2(QTest::qWaitFor([&] { return folder.privateServers() > 0; }, 60'000), program.err());
    program.send(SIGTERM);
    QVERIFY(program.endsWithin(60'000)); // it may be starting yet
    QVERIFY2(program.status() >= 0, program.err()); // not by the signal's default action
    QCOMPARE(folder.privateServers(), 0);
}

// As nohup wants it.
void TestEnds::aSignalThatIsIgnoredStaysIgnored()
{
    TestServer server;
    std::signal(SIGHUP, SIG_IGN); // the program inherits it
    Running program(watching(server, "--follow"));
    std::signal(SIGHUP, SIG_DFL);
    QTRY_VERIFY(isWatched(server));
    program.send(SIGHUP);
    server.run({"SET", "lock:after", "token", "PX", "60000"});
    QTRY_VERIFY2(program.out().contains("lock:after"), program.err());
    program.send(SIGTERM);
    QVERIFY(program.endsWithin(soon));
    QCOMPARE(program.status(), 0);
}

// A certificate on a disk that does not answer.
void TestEnds::aFileThatNobodyGivesKeepsNobody()
{
    SlowFile slow;
    Running program({u"watch"_qs, u"--uri"_qs, u"rediss://127.0.0.1:1"_qs, u"--cacert"_qs,
        slow.path(), u"--follow"_qs, u"--json"_qs});
    QTRY_VERIFY(slow.isWaitedFor());
    program.send(SIGTERM);
    QVERIFY(program.endsWithin(soon));
    QVERIFY(!slow.isGiven());
    QCOMPARE(program.status(), 128 + SIGTERM);
}

QTEST_GUILESS_MAIN(TestEnds)
#include "tst_ends.moc"
