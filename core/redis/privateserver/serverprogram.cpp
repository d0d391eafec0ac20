#include "core/redis/privateserver/serverprogram.h"

#include "core/redis/privateserver/privateserverfolder.h"
#include "core/redis/values/coretext.h"

#include <QFileInfo>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>

#include <algorithm>
#include <sys/resource.h>

namespace lockstep {

namespace {

constexpr rlim_t mostClients = 20'000;
constexpr auto programVariable = "LOCKSTEP_REDIS_SERVER"; // names the program to start, before PATH

QString allowedClients()
{
    rlimit files{};
    rlim_t allowed = mostClients;
    constexpr rlim_t ownFiles = 64; // descriptors that the server itself needs: log, sockets
    if (getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_max != RLIM_INFINITY)
        allowed = std::clamp<rlim_t>(files.rlim_max, 2 * ownFiles, mostClients) - ownFiles;
    return QString::number(allowed);
}

// DEBUG has to be allowed from Redis 7 on; before, the server would not start with that setting.
// What does not say its version is taken for a newer one.
bool hasDebugSetting(const QString &path)
{
    QProcess process;
    process.start(path, {QStringLiteral("--version")});
    process.waitForFinished();
    static const QRegularExpression version(QStringLiteral(" v=(\\d+)\\."));
    const auto found = version.match(QString::fromLatin1(process.readAllStandardOutput()));
    return !found.hasMatch() || found.captured(1).toInt() >= 7;
}

} // namespace

ServerProgram::ServerProgram(QString path)
    : m_path(std::move(path))
{
}

Result<ServerProgram> ServerProgram::find()
{
    const QString chosen = qEnvironmentVariable(programVariable);
    if (!chosen.isEmpty()) {
        if (QFileInfo(chosen).isFile() && QFileInfo(chosen).isExecutable())
            return ServerProgram(
                QFileInfo(chosen).absoluteFilePath()); // it is started in another folder
        return failure(ErrorCode::PrivateServerFailed,
            CoreText::tr("%1 names %2, which is not a program")
                .arg(QLatin1String(programVariable), chosen));
    }
    for (const auto &name : {QStringLiteral("redis-server"), QStringLiteral("valkey-server")}) {
        if (const QString path = QStandardPaths::findExecutable(name); !path.isEmpty())
            return ServerProgram(path);
    }
    return failure(ErrorCode::ServerProgramMissing,
        CoreText::tr("neither redis-server nor valkey-server is in PATH; "
                     "install the package redis-server or valkey-server"));
}

QString ServerProgram::description() const
{
    return qEnvironmentVariableIsEmpty(programVariable)
        ? m_path
        : CoreText::tr("%1, which %2 names,").arg(m_path, QLatin1String(programVariable));
}

QStringList ServerProgram::arguments(
    const PrivateServerFolder &folder, quint16 port, const PrivateServer::Options &options) const
{
    QStringList line{QStringLiteral("--port"), QString::number(port), QStringLiteral("--bind"),
        QStringLiteral("127.0.0.1"), QStringLiteral("--unixsocket"), folder.socketPath(),
        QStringLiteral("--unixsocketperm"), QStringLiteral("700"), QStringLiteral("--save"),
        QString(), QStringLiteral("--appendonly"), QStringLiteral("no"),
        QStringLiteral("--daemonize"), QStringLiteral("no"), QStringLiteral("--maxclients"),
        allowedClients(), QStringLiteral("--dir"), folder.path()};
    // With time standing still a replica is not given up because it jumps (Redis multiplies the
    // seconds by 1000 into an int), and jemalloc's thread, whose pauses are instants of the wall
    // clock, does not spin.
    if (options.clock == PrivateServer::Clock::StandsStill)
        line << QStringLiteral("--repl-timeout") << QStringLiteral("2000000")
             << QStringLiteral("--jemalloc-bg-thread") << QStringLiteral("no");
    const bool isClockOurs = options.clock == PrivateServer::Clock::StandsStill
        || options.clock == PrivateServer::Clock::Shifted;
    if (isClockOurs && hasDebugSetting(m_path)) // active expiry is switched off by DEBUG
        line << QStringLiteral("--enable-debug-command") << QStringLiteral("local");
    return line + options.extraArguments;
}

} // namespace lockstep
