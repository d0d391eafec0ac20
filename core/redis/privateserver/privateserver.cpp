// The server is a child that must not outlive us, whatever happens to us. Three nets, each for what
// the one before lets through: the destructor; the kernel's parent-death signal (kill -9, crash);
// the next start, which kills what a dead owner left (systems without that signal). A supervisor
// process between us and the server was rejected: one more thing that can be killed.
//
// The signal could be lost if we died between fork() and prctl(); the child looks whether it still
// has the parent it was forked by. The child leaves our session, so Ctrl-C in a terminal reaches us
// and not the server, whose end would look like a crash. It inherits no environment: there may be
// passwords in it.
//
// The first PING goes through Qt and not through a blocking hiredis context, whose write() to a
// server that just died would end us with SIGPIPE.
//
// The log goes to a file: a pipe fills up while nobody reads it, and then the server stands still.
// It is killed, not asked: there is nothing to save, and a server inside a script does not listen.
//
// A port of 127.0.0.1 is open to every local user, so a server that has one asks for a password. It
// stands in a file in the private folder: an argument list can be read by everybody. It is one for
// all servers of this process, so that each can be the replica of another.

#include "core/redis/privateserver/privateserver.h"

#include "core/redis/privateserver/privateserverfolder.h"
#include "core/redis/privateserver/serverclock.h"
#include "core/redis/privateserver/serverprogram.h"
#include "core/redis/values/coretext.h"

#include <QLocalSocket>
#include <QProcess>
#include <QRandomGenerator>
#include <QTcpServer>

#include <array>
#include <chrono>
#include <csignal>
#include <unistd.h>
#ifdef Q_OS_LINUX
#include <sys/prctl.h>
#endif

namespace lockstep {

namespace {

using SteadyClock = std::chrono::steady_clock;

// How long a server may take until it answers. One that exits instead is noticed at once.
constexpr auto readyLimit = std::chrono::seconds(20);
constexpr int pauseMilliseconds = 5; // between two looks whether the server answers
constexpr int launchAttempts = 5;

// Another process may take the port before the server does; then the server ends and another is
// tried.
quint16 freePort()
{
    QTcpServer server;
    return server.listen(QHostAddress::LocalHost, 0) ? server.serverPort() : 0;
}

// The password of all private servers of this process that listen on TCP: 256 random bits as
// hexadecimal digits.
const QByteArray &privatePassword()
{
    static const QByteArray password = [] {
        std::array<quint32, 8> bits{};
        QRandomGenerator::system()->fillRange(bits.data(), bits.size());
        return QByteArrayView(reinterpret_cast<const char *>(bits.data()), sizeof bits)
            .toByteArray()
            .toHex();
    }();
    return password;
}

QProcessEnvironment bareEnvironment()
{
    QProcessEnvironment environment;
    for (const auto &name : {QStringLiteral("PATH"), QStringLiteral("LD_LIBRARY_PATH")}) {
        const QString value = qEnvironmentVariable(qPrintable(name));
        if (!value.isEmpty())
            environment.insert(name, value);
    }
    environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("C"));
    return environment;
}

// Runs in the child between fork() and exec(): system calls only.
void tieToParent([[maybe_unused]] pid_t parent)
{
    setsid();
#ifdef Q_OS_LINUX
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(1);
#endif
}

bool answersPing(const QString &socketPath)
{
    constexpr int limit = 1000; // milliseconds
    QLocalSocket socket;
    socket.connectToServer(socketPath);
    if (!socket.waitForConnected(limit))
        return false;
    socket.write("PING\r\n");
    // An error is an answer too: a password may be asked for.
    return socket.waitForReadyRead(limit);
}

bool comesUp(QProcess &process, const QString &socketPath)
{
    const auto deadline = SteadyClock::now() + readyLimit;
    while (SteadyClock::now() < deadline) {
        if (answersPing(socketPath))
            return process.state() == QProcess::Running;
        // Waits a few milliseconds, or until the process ends.
        if (process.waitForFinished(pauseMilliseconds) || process.state() == QProcess::NotRunning)
            return false;
    }
    return false;
}

} // namespace

class PrivateServer::Private
{
public:
    ServerProgram program;
    Options options;
    std::unique_ptr<PrivateServerFolder> folder;
    QProcess process;
    quint16 port = 0;
    bool ready = false;

    Result<void> launch();
    Result<void> waitUntilReady();
    [[nodiscard]] QString whyNotReady() const;
    [[nodiscard]] QByteArray password() const;
    void kill();
};

Result<void> PrivateServer::Private::launch()
{
    process.setProgram(program.path());
    QProcessEnvironment environment = bareEnvironment();
    if (options.clock != Clock::Real) {
        const auto variables = options.clock == Clock::Held ? ServerClock::heldEnvironment()
            : options.clock == Clock::Shifted ? ServerClock::shiftedEnvironment(folder->path())
                                              : ServerClock::environment(folder->path());
        for (const auto &[name, value] : variables)
            environment.insert(name, value);
        process.setWorkingDirectory(folder->path());
    }
    process.setProcessEnvironment(environment);
    process.setStandardInputFile(QProcess::nullDevice());
    process.setStandardOutputFile(folder->logPath(), QIODevice::Append);
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.setChildProcessModifier([parent = getpid()] { tieToParent(parent); });
    if (options.tcp && port == 0)
        port = freePort();
    QStringList arguments = program.arguments(*folder, port, options);
    if (options.tcp) {
        const auto settings = folder->writeSettings(
            "requirepass " + password() + "\nmasterauth " + password() + '\n');
        if (!settings)
            return tl::unexpected(settings.error());
        arguments.prepend(*settings); // the first argument is the file
    }
    process.setArguments(arguments);
    process.start();
    if (!process.waitForStarted())
        return failure(ErrorCode::PrivateServerFailed,
            program.path() + QStringLiteral(": ") + process.errorString());
    return folder->recordServer(process.processId());
}

// How the server's process ended, and the end of its log.
QString PrivateServer::Private::whyNotReady() const
{
    const QString words = process.state() != QProcess::NotRunning
        ? CoreText::tr("%1 did not answer").arg(program.description())
        : process.exitStatus() == QProcess::CrashExit
        ? CoreText::tr("%1 was ended by a signal").arg(program.description())
        : CoreText::tr("%1 ended with status %2")
              .arg(program.description(), QString::number(process.exitCode()));
    const QString written = folder->lastLogLines();
    return written.isEmpty() ? words : words + QStringLiteral(": ") + written;
}

Result<void> PrivateServer::Private::waitUntilReady()
{
    const int attempts = options.tcp ? launchAttempts : 1;
    for (int attempt = 1; !ready; ++attempt) {
        ready = comesUp(process, folder->socketPath());
        if (ready)
            break;
        const QString why = whyNotReady();
        kill();
        port = 0;
        if (attempt == attempts)
            return failure(ErrorCode::PrivateServerFailed, why);
        if (Result<void> launched = launch(); !launched)
            return launched;
    }
    return {};
}

QByteArray PrivateServer::Private::password() const
{
    return options.tcp ? privatePassword() : QByteArray();
}

void PrivateServer::Private::kill()
{
    if (process.state() == QProcess::NotRunning)
        return;
    process.kill();
    process.waitForFinished();
}

PrivateServer::PrivateServer(std::unique_ptr<Private> p)
    : d(std::move(p))
{
    connect(&d->process, &QProcess::finished, this, [this] {
        if (d->ready)
            Q_EMIT died(d->folder->lastLogLines());
    });
}

PrivateServer::~PrivateServer()
{
    d->process.disconnect(this);
    d->kill();
}

Result<std::unique_ptr<PrivateServer>> PrivateServer::start(const Options &options)
{
    auto privateServer = launch(options);
    if (!privateServer)
        return privateServer;
    if (const auto ready = (*privateServer)->waitUntilReady(); !ready)
        return tl::unexpected(ready.error());
    return privateServer;
}

Result<std::unique_ptr<PrivateServer>> PrivateServer::launch(const Options &options)
{
    PrivateServerFolder::removeLeftOvers();
    const Result<ServerProgram> program = ServerProgram::find();
    if (!program)
        return tl::unexpected(program.error());
    Result<std::unique_ptr<PrivateServerFolder>> folder = PrivateServerFolder::make();
    if (!folder)
        return tl::unexpected(folder.error());

    auto made = std::make_unique<Private>();
    made->program = *program;
    made->options = options;
    made->folder = std::move(*folder);
    if (options.clock == Clock::Held && !ServerClock::linkLibrary(made->folder->path()))
        made->options.clock = Clock::Real;
    if (options.clock == Clock::StandsStill || options.clock == Clock::Shifted) {
        const qint64 first = options.clock == Clock::Shifted ? 0 : ServerClock::beginning;
        if (const auto prepared = ServerClock::prepare(made->folder->path(), first); !prepared)
            return tl::unexpected(prepared.error());
    }
    if (Result<void> launched = made->launch(); !launched) {
        made->kill();
        return tl::unexpected(launched.error());
    }
    return std::unique_ptr<PrivateServer>(new PrivateServer(std::move(made)));
}

Result<void> PrivateServer::waitUntilReady()
{
    return d->waitUntilReady();
}

void PrivateServer::kill()
{
    d->ready = false;
    d->kill();
}

Result<void> PrivateServer::launchAgain()
{
    return d->launch();
}

Endpoint PrivateServer::endpoint() const
{
    Endpoint endpoint;
    endpoint.transport = Endpoint::Transport::Unix;
    endpoint.path = d->folder->socketPath();
    endpoint.password = d->password();
    return endpoint;
}

Endpoint PrivateServer::tcpEndpoint() const
{
    Endpoint endpoint;
    endpoint.port = d->port;
    endpoint.password = d->password();
    return endpoint;
}

qint64 PrivateServer::processId() const
{
    return d->process.processId();
}

QString PrivateServer::folder() const
{
    return d->folder->path();
}

} // namespace lockstep
