// Readiness is a PING that is answered, not a line in the log: the log differs between versions.
// The log goes to a file and not into a pipe, because nobody reads a pipe while a test blocks in
// run(), and a server whose pipe is full stands still.
//
// A free port is found by binding port 0 and letting it go; another process can take it before the
// server does. That shows as a server that ends at once, and another port is tried.

#include "tests/support/servers/testserver.h"

#include <QFile>
#include <QStandardPaths>
#include <QTcpServer>

#include <csignal>
#include <sys/prctl.h>
#include <unistd.h>

namespace lockstep {

namespace {

constexpr int launchAttempts = 5;
constexpr size_t pipelineLength = 10'000;
constexpr quint16 toClusterBus = 10'000; // added to the port

quint16 freePort()
{
    QTcpServer server;
    if (!server.listen(QHostAddress::LocalHost, 0))
        qFatal("No free port on 127.0.0.1: %s", qPrintable(server.errorString()));
    return server.serverPort();
}

} // namespace

TestServer::TestServer()
    : TestServer(Options())
{
}

TestServer::TestServer(Options options)
    : m_options(std::move(options))
    , m_client(socketPath())
{
    if (program().isEmpty())
        qFatal("This test needs a real server: install the package redis-server or valkey-server.");
    if (!m_folder.isValid())
        qFatal("No temporary folder: %s", qPrintable(m_folder.errorString()));

    QFile sentinels(folder() + QStringLiteral("/sentinel.conf"));
    if (m_options.sentinel && !sentinels.open(QIODevice::WriteOnly))
        qFatal("No file for a Sentinel: %s", qPrintable(sentinels.errorString()));
    m_process.setProgram(program());
    m_process.setStandardOutputFile(folder() + QStringLiteral("/server.log"), QIODevice::Append);
    m_process.setProcessChannelMode(QProcess::MergedChannels);
    m_process.setChildProcessModifier([parent = getpid()] {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent)
            _exit(1);
    });

    for (int attempt = 0; attempt < launchAttempts; ++attempt) {
        if (m_options.tcp)
            m_tcpPort = freePort();
        if (m_options.cluster) // without a port all nodes would want the bus 10000
            m_tcpPort = freePort() - toClusterBus;
        if (!m_options.tls.certificateFile.isEmpty())
            m_tlsPort = freePort();
        launch();
        if (waitUntilReady())
            return;
        kill9();
        if (m_tcpPort == 0 && m_tlsPort == 0)
            break;
    }
    qFatal("redis-server does not come up: %s", qPrintable(log()));
}

TestServer::~TestServer()
{
    kill9();
}

QString TestServer::program()
{
    const QString redis = QStandardPaths::findExecutable(QStringLiteral("redis-server"));
    return redis.isEmpty() ? QStandardPaths::findExecutable(QStringLiteral("valkey-server"))
                           : redis;
}

QStringList TestServer::commandLine() const
{
    const auto number = [](int value) { return QString::number(value); };
    QStringList line{QStringLiteral("--port"), number(m_tcpPort), QStringLiteral("--bind"),
        QStringLiteral("127.0.0.1"), QStringLiteral("--unixsocket"), socketPath(),
        QStringLiteral("--unixsocketperm"), QStringLiteral("700"), QStringLiteral("--dir"),
        folder(), QStringLiteral("--save"), QString(), QStringLiteral("--appendonly"),
        QStringLiteral("no"), QStringLiteral("--daemonize"), QStringLiteral("no")};
    if (m_tlsPort != 0) {
        line << QStringLiteral("--tls-port") << number(m_tlsPort)
             << QStringLiteral("--tls-cert-file") << m_options.tls.certificateFile
             << QStringLiteral("--tls-key-file") << m_options.tls.keyFile
             << QStringLiteral("--tls-ca-cert-file") << m_options.tls.caFile
             << QStringLiteral("--tls-auth-clients")
             << (m_options.tls.clientsNeedCertificate ? QStringLiteral("yes")
                                                      : QStringLiteral("no"));
    }
    if (m_options.sentinel) { // it keeps what it learns in its file
        line.prepend(QStringLiteral("--sentinel"));
        line.prepend(folder() + QStringLiteral("/sentinel.conf"));
    }
    if (m_options.cluster) {
        line << QStringLiteral("--cluster-enabled") << QStringLiteral("yes")
             << QStringLiteral("--cluster-require-full-coverage")
             << QStringLiteral("no")
             // It keeps to itself for so long after each change of its slots; by itself 5 s.
             << QStringLiteral("--cluster-node-timeout") << QStringLiteral("500");
    }
    return line + m_options.arguments;
}

void TestServer::launch()
{
    m_suspended = false;
    m_process.setArguments(commandLine());
    m_process.start();
    if (!m_process.waitForStarted())
        qFatal("redis-server cannot be run: %s", qPrintable(m_process.errorString()));
}

Endpoint TestServer::endpoint() const
{
    Endpoint endpoint;
    endpoint.transport = Endpoint::Transport::Unix;
    endpoint.path = socketPath();
    return endpoint;
}

Endpoint TestServer::tcpEndpoint() const
{
    Endpoint endpoint;
    endpoint.port = m_tcpPort;
    return endpoint;
}

Endpoint TestServer::tlsEndpoint() const
{
    Endpoint endpoint;
    endpoint.transport = Endpoint::Transport::Tls;
    endpoint.host = QStringLiteral("localhost");
    endpoint.port = m_tlsPort;
    endpoint.tls.caFile = m_options.tls.caFile;
    return endpoint;
}

QString TestServer::folder() const
{
    return m_folder.path();
}

QString TestServer::socketPath() const
{
    return folder() + QStringLiteral("/redis.sock");
}

qint64 TestServer::pid() const
{
    return m_process.processId();
}

bool TestServer::isRunning() const
{
    return processRuns(pid());
}

QString TestServer::log() const
{
    QFile file(folder() + QStringLiteral("/server.log"));
    if (!file.open(QIODevice::ReadOnly))
        return file.errorString();
    return QString::fromUtf8(file.readAll());
}

void TestServer::kill9()
{
    if (m_process.state() == QProcess::NotRunning)
        return;
    m_client.close();
    m_process.kill();
    if (!m_process.waitForFinished())
        qFatal("redis-server survives SIGKILL.");
}

void TestServer::terminate()
{
    if (m_process.state() == QProcess::NotRunning)
        return;
    m_client.close();
    resume();
    m_process.terminate();
    if (!m_process.waitForFinished())
        qFatal("redis-server does not end on SIGTERM: %s", qPrintable(log()));
}

void TestServer::restart()
{
    terminate();
    launch();
    if (!waitUntilReady())
        qFatal("redis-server does not come up again: %s", qPrintable(log()));
}

void TestServer::suspend()
{
    m_suspended = true;
    ::kill(pid_t(pid()), SIGSTOP);
}

void TestServer::resume()
{
    if (!m_suspended)
        return;
    m_suspended = false;
    ::kill(pid_t(pid()), SIGCONT);
}

bool TestServer::waitUntilReady(std::chrono::milliseconds limit)
{
    const auto deadline = std::chrono::steady_clock::now() + limit;
    m_client.close();
    while (std::chrono::steady_clock::now() < deadline) {
        if (run({"PING"}).text == "PONG")
            return true;
        // Passes a few milliseconds, and ends early with the process.
        if (m_process.waitForFinished(5) || m_process.state() == QProcess::NotRunning)
            return false;
    }
    return false;
}

Reply TestServer::run(const Command &command)
{
    return m_client.run(command);
}

std::vector<Reply> TestServer::runAll(const std::vector<Command> &commands)
{
    return m_client.runAll(commands);
}

bool processRuns(qint64 pid)
{
    QFile stat(QStringLiteral("/proc/%1/stat").arg(pid));
    if (pid <= 0 || !stat.open(QIODevice::ReadOnly))
        return false;
    // "pid (name) state …"; the name may contain anything, so the state is looked for behind the
    // last ')'.
    const QByteArray line = stat.readAll();
    const qsizetype end = line.lastIndexOf(')');
    return end >= 0 && line.size() > end + 2 && line[end + 2] != 'Z' && line[end + 2] != 'X';
}

} // namespace lockstep
