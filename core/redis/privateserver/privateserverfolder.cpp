// Whether an owner is alive is asked of the kernel: the owner holds an flock() on its marker, and
// the kernel lets go of it however the owner ends. A process id in the marker, even with a start
// time, would be judged wrongly from another pid namespace (a container that shares the runtime
// folder); it is written there only for a person who looks. The marker gets its name after it was
// locked, so a marker that can be seen and locked by us has no owner. A folder without marker may
// be one that is just being made; it is left alone until it is a minute old.
//
// A server of a dead owner is killed only if three things agree: its id, its start time (ids are
// reused) and its program.

#include "core/redis/privateserver/privateserverfolder.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace lockstep {

namespace {

constexpr auto namePrefix = QLatin1String("lockstep-server-");
constexpr auto earlierNamePrefix = QLatin1String("lockstep-sandbox-"); // of earlier versions
constexpr qsizetype longestSocketPath = 100; // sun_path holds 108 bytes on Linux, 104 elsewhere
constexpr qint64 lastWordsBytes = 2000;
constexpr qint64 makingSeconds = 60;

bool fitsASocket(const QString &folder)
{
    const QString example = folder + u'/' + namePrefix + QStringLiteral("XXXXXX/redis.sock");
    return QFile::encodeName(example).size() < longestSocketPath;
}

QString baseFolder()
{
    for (const QString &folder : {qEnvironmentVariable("XDG_RUNTIME_DIR"), QDir::tempPath()}) {
        const QFileInfo info(folder);
        if (!folder.isEmpty() && info.isDir() && info.isWritable() && fitsASocket(folder))
            return folder;
    }
    return QStringLiteral("/tmp");
}

// Tells when a process started, in clock ticks since boot; with its id this identifies it. Empty if
// there is no such process, or no /proc.
QByteArray startTime(qint64 processId)
{
    QFile stat(QStringLiteral("/proc/%1/stat").arg(processId));
    if (!stat.open(QIODevice::ReadOnly))
        return {};
    // The name in parentheses may hold anything; behind it come the fields from the third on.
    const QByteArray line = stat.readAll();
    constexpr qsizetype fieldsBehindTheName = 19; // field 22 of proc(5)
    return line.mid(line.lastIndexOf(')') + 2).split(' ').value(fieldsBehindTheName);
}

QByteArray programOf(qint64 processId)
{
    QByteArray target =
        QFile::encodeName(QFile::symLinkTarget(QStringLiteral("/proc/%1/exe").arg(processId)));
    // The kernel's note for a program that was replaced by an update meanwhile.
    if (constexpr QByteArrayView deleted = " (deleted)"; target.endsWith(deleted))
        target.chop(deleted.size());
    return target;
}

QByteArray identityOf(qint64 processId)
{
    return QByteArray::number(processId) + ' ' + startTime(processId) + ' ' + programOf(processId);
}

void endServerOf(const QString &folder)
{
    QFile record(folder + QStringLiteral("/server"));
    if (!record.open(QIODevice::ReadOnly))
        return;
    const QByteArray identity = record.readAll();
    const qint64 processId = identity.left(identity.indexOf(' ')).toLongLong();
    if (processId > 1 && !startTime(processId).isEmpty() && identityOf(processId) == identity)
        ::kill(pid_t(processId), SIGKILL);
}

void removeIfLeftOver(const QFileInfo &folder)
{
    const QByteArray marker = QFile::encodeName(folder.filePath() + QStringLiteral("/owner"));
    const int file = ::open(marker.constData(), O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    if (file < 0) {
        const bool old = folder.lastModified().secsTo(QDateTime::currentDateTime()) > makingSeconds;
        if (errno == ENOENT && old)
            QDir(folder.filePath()).removeRecursively();
        return;
    }
    if (::flock(file, LOCK_EX | LOCK_NB) == 0) {
        endServerOf(folder.filePath());
        QDir(folder.filePath()).removeRecursively();
    }
    ::close(file);
}

} // namespace

PrivateServerFolder::PrivateServerFolder(const QString &nameTemplate)
    : m_folder(nameTemplate)
{
}

PrivateServerFolder::~PrivateServerFolder()
{
    m_folder.remove();
    if (m_markerFile >= 0)
        ::close(m_markerFile);
}

Result<std::unique_ptr<PrivateServerFolder>> PrivateServerFolder::make()
{
    const QString base = baseFolder();
    std::unique_ptr<PrivateServerFolder> folder(
        new PrivateServerFolder(base + u'/' + namePrefix + QStringLiteral("XXXXXX")));
    if (!folder->m_folder.isValid())
        return failure(ErrorCode::PrivateServerFailed,
            QStringLiteral("%1: %2").arg(base, folder->m_folder.errorString()));
    if (Result<void> claimed = folder->claim(); !claimed)
        return tl::unexpected(claimed.error());
    return folder;
}

Result<void> PrivateServerFolder::claim()
{
    const QByteArray marker = QFile::encodeName(path() + QStringLiteral("/owner"));
    const QByteArray unlocked = marker + ".new";
    const QByteArray content = identityOf(getpid()) + '\n';
    m_markerFile = ::open(unlocked.constData(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (m_markerFile < 0 || ::flock(m_markerFile, LOCK_EX | LOCK_NB) != 0
        || ::write(m_markerFile, content.constData(), size_t(content.size())) != content.size()
        || ::rename(unlocked.constData(), marker.constData()) != 0) {
        return failure(ErrorCode::PrivateServerFailed,
            QFile::decodeName(marker) + QStringLiteral(": ") + qt_error_string(errno));
    }
    return {};
}

QString PrivateServerFolder::socketPath() const
{
    return path() + QStringLiteral("/redis.sock");
}

QString PrivateServerFolder::logPath() const
{
    return path() + QStringLiteral("/server.log");
}

QString PrivateServerFolder::lastLogLines() const
{
    QFile log(logPath());
    if (!log.open(QIODevice::ReadOnly))
        return log.errorString();
    log.seek(std::max<qint64>(0, log.size() - lastWordsBytes));
    return QString::fromUtf8(log.readAll()).trimmed();
}

Result<void> PrivateServerFolder::recordServer(qint64 processId)
{
    QFile record(path() + QStringLiteral("/server"));
    const QByteArray identity = identityOf(processId);
    if (!record.open(QIODevice::WriteOnly) || record.write(identity) != identity.size()
        || !record.flush())
        return failure(ErrorCode::PrivateServerFailed,
            record.fileName() + QStringLiteral(": ") + record.errorString());
    return {};
}

Result<QString> PrivateServerFolder::writeSettings(const QByteArray &settings)
{
    const QString name = path() + QStringLiteral("/server.conf");
    const int file = ::open(QFile::encodeName(name).constData(),
        O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
    const bool isWritten = file >= 0
        && ::write(file, settings.constData(), size_t(settings.size())) == settings.size();
    const QString reason = qt_error_string(errno);
    if (file >= 0)
        ::close(file);
    if (!isWritten)
        return failure(ErrorCode::PrivateServerFailed, name + QStringLiteral(": ") + reason);
    return name;
}

void PrivateServerFolder::removeLeftOvers()
{
    const QDir base(baseFolder());
    const QString sixCharacters = QStringLiteral("??????"); // by QTemporaryDir
    const QFileInfoList folders =
        base.entryInfoList({namePrefix + sixCharacters, earlierNamePrefix + sixCharacters},
            QDir::Dirs | QDir::NoSymLinks);
    for (const QFileInfo &folder : folders) {
        if (folder.ownerId() == getuid())
            removeIfLeftOver(folder);
    }
}

} // namespace lockstep
