#include "core/watch/recorder/recordingfile.h"

#include "core/redis/identity/sameserver.h"
#include "core/redis/values/coretext.h"
#include "core/watch/recorder/recordingdatabase.h"
#include "core/watch/recorder/recordingschema.h"
#include "core/watch/recorder/sqliteconnection.h"

#include <QFile>
#include <QFileInfo>
#include <QMutex>
#include <QSqlError>
#include <QSqlQuery>
#include <QSysInfo>
#include <QUrl>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <vector>

namespace lockstep {

namespace {

using FilePlace = std::pair<quint64, quint64>; // device and inode of a file

FilePlace placeIn(const struct stat &status)
{
    return {quint64(status.st_dev), quint64(status.st_ino)};
}

std::optional<FilePlace> placeOf(const QString &path)
{
    struct stat status
    {
    };
    if (::stat(QFile::encodeName(path).constData(), &status) != 0)
        return {};
    return placeIn(status);
}

// Makes an empty file. Returns its place; nothing if there is one already, or none can be made.
std::optional<FilePlace> makeFile(const QString &path)
{
    constexpr mode_t asSqliteDoes = 0644;
    const int file = ::open(
        QFile::encodeName(path).constData(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, asSqliteDoes);
    if (file < 0)
        return {};
    struct stat status
    {
    };
    const bool isKnown = ::fstat(file, &status) == 0;
    ::close(file);
    return isKnown ? std::optional(placeIn(status)) : std::nullopt;
}

// SQLite gives a file that is reached through a link the neighbours of what the link leads to.
QString canonical(const QString &path)
{
    const QString found = QFileInfo(path).canonicalFilePath();
    return found.isEmpty() ? path : found;
}

QString lockFileOf(const QString &path)
{
    return canonical(path) + QStringLiteral(".lock");
}

// The number that this statement finds in the header of the file; 0 where it is no SQLite file.
Result<quint32> headerNumber(
    const SqliteConnection &connection, const QString &path, const QString &statement)
{
    constexpr int notADatabase = 26; // https://www.sqlite.org/rescode.html
    QSqlQuery query(connection.database());
    if (query.exec(statement) && query.next())
        return query.value(0).toUInt();
    if (query.lastError().nativeErrorCode().toInt() == notADatabase)
        return 0;
    return failure(ErrorCode::FileUnreadable,
        QStringLiteral("%1: %2").arg(path, query.lastError().databaseText()));
}

Error noRecording(const QString &path)
{
    return {ErrorCode::BadInput,
        CoreText::tr("%1 is no recording of lockstep record, or its beginning is damaged.")
            .arg(path)};
}

Error errorOfLock(const QLockFile &lock, const QString &path)
{
    if (lock.error() == QLockFile::LockFailedError)
        return {ErrorCode::BadInput,
            CoreText::tr("%1 is being recorded by another process.").arg(path)};
    // QLockFile has one error for this and for a disk that takes nothing.
    const QString folder = QFileInfo(path).absolutePath();
    if (lock.error() == QLockFile::UnknownError && !QFileInfo(folder).isDir())
        return {ErrorCode::BadInput,
            CoreText::tr("%1 cannot be recorded: there is no folder %2.").arg(path, folder)};
    if (lock.error() == QLockFile::UnknownError)
        return {ErrorCode::BadInput,
            CoreText::tr("%1 cannot be written: the disk is full or broken, or a limit of "
                         "the size of files is reached.")
                .arg(path)};
    return {ErrorCode::BadInput,
        CoreText::tr("%1 cannot be recorded: no file can be made beside it.").arg(path)};
}

} // namespace

// Were the file opened here and closed again, this process would lose all locks that SQLite has on
// it for others of its connections (https://www.sqlite.org/howtocorrupt.html, 2.2). SQLite itself
// knows of them. As "immutable" it is read without a lock, a log or any other file beside it.
Result<RecordingFile> recordingFileAt(const QString &path)
{
    const QFileInfo file(path);
    if (!file.exists())
        return RecordingFile::Missing;
    if (file.isDir())
        return failure(
            ErrorCode::BadInput, CoreText::tr("%1 is a folder, not a recording.").arg(path));
    if (!file.isReadable())
        return failure(
            ErrorCode::FileUnreadable, QStringLiteral("%1: %2").arg(path, qt_error_string(EACCES)));
    if (!file.isFile())
        return tl::unexpected(noRecording(path));
    if (file.size() == 0)
        return RecordingFile::Empty;
    const SqliteConnection connection(
        QString::fromLatin1(QUrl::fromLocalFile(file.absoluteFilePath()).toEncoded())
            + QStringLiteral("?immutable=1"),
        QStringLiteral("QSQLITE_OPEN_READONLY;QSQLITE_OPEN_URI"));
    if (const auto isThere = connection.checkDriver(path); !isThere)
        return tl::unexpected(isThere.error());
    // Without it a file is refused whose header tells of more pages than it has. It has them in its
    // log: SQLite was writing them from there into the file, the first page first.
    QSqlQuery(connection.database()).exec(QStringLiteral("PRAGMA writable_schema = ON"));
    const auto application =
        headerNumber(connection, path, QStringLiteral("PRAGMA application_id"));
    if (!application)
        return tl::unexpected(application.error());
    if (*application != recordingApplicationId)
        return tl::unexpected(noRecording(path));
    const auto header = headerNumber(connection, path, QStringLiteral("PRAGMA user_version"));
    if (!header)
        return tl::unexpected(header.error());
    const quint32 version = *header;
    if (version > recordingVersion)
        return failure(ErrorCode::BadInput,
            CoreText::tr("%1 is a recording of a later version of Lockstep (its format is %2, "
                         "this program knows %3). It was left as it is.")
                .arg(path)
                .arg(version)
                .arg(recordingVersion));
    if (version < 1)
        return failure(ErrorCode::BadInput,
            CoreText::tr("%1 is damaged: there is no format %2.").arg(path).arg(version));
    return RecordingFile::Recording;
}

Result<void> checkRecordedServer(const QString &path, const QString &address)
{
    const auto file = recordingFileAt(path);
    if (!file)
        return tl::unexpected(file.error());
    if (*file != RecordingFile::Recording)
        return {};
    const auto database = RecordingDatabase::open(path, RecordingDatabase::Access::Read);
    if (!database)
        return tl::unexpected(database.error());
    const auto recorded =
        (*database)->value(QStringLiteral("SELECT address FROM sessions ORDER BY id DESC LIMIT 1"));
    if (!recorded)
        return tl::unexpected(recorded.error());
    const QString before = recorded->toString();
    const auto recordedEndpoint = Endpoint::fromUri(before);
    const auto endpoint = Endpoint::fromUri(address);
    if (before.isEmpty() || before == address
        || (recordedEndpoint && endpoint && isSameServer(*recordedEndpoint, *endpoint)))
        return {};
    return failure(ErrorCode::BadInput,
        CoreText::tr("%1 is a recording of %2. To record %3, choose another file.")
            .arg(path, before, address));
}

// A process that was killed leaves its lock file behind, and perhaps in a folder where we may not
// remove it. So the process that is named in it has to exist.
bool hasRecorder(const QString &path)
{
    QLockFile lock(lockFileOf(path));
    lock.setStaleLockTime(0);
    if (!QFileInfo::exists(lock.fileName()) || lock.tryLock(0)
        || lock.error() != QLockFile::LockFailedError)
        return false;
    qint64 process = 0;
    QString host;
    QString program;
    const bool isKnown = lock.getLockInfo(&process, &host, &program);
    return !isKnown || host != QSysInfo::machineHostName() || ::kill(pid_t(process), 0) == 0
        || errno != ESRCH;
}

ClaimedRecording::ClaimedRecording(const QString &path)
    : m_path(path)
    , m_lock(std::make_unique<QLockFile>(lockFileOf(path)))
{
    m_lock->setStaleLockTime(0);
}

// Where the folder was removed or renamed, the lock file went with it, and QLockFile would print on
// standard error that it cannot remove it. So it is kept until the program ends.
ClaimedRecording::~ClaimedRecording()
{
    static QMutex mutex;
    static auto *const kept = new std::vector<std::unique_ptr<QLockFile>>; // never destroyed
    if (!m_lock->isLocked() || QFileInfo::exists(m_lock->fileName()))
        return;
    const QMutexLocker locker(&mutex);
    kept->push_back(std::move(m_lock));
}

Result<std::unique_ptr<ClaimedRecording>> ClaimedRecording::claim(const QString &path)
{
    // Checked first, because no lock file may be created beside a file that is refused.
    const auto file = recordingFileAt(path);
    if (!file)
        return tl::unexpected(file.error());
    std::unique_ptr<ClaimedRecording> claimed(new ClaimedRecording(path));
    if (!claimed->m_lock->tryLock(0))
        return tl::unexpected(errorOfLock(*claimed->m_lock, path));
    claimed->m_isMissing = *file == RecordingFile::Missing;
    if (*file != RecordingFile::Recording)
        return claimed;
    // Through a connection that only reads. One that may write would change a file that is refused:
    // it switches to the write-ahead log, and merges one that is there when it closes.
    const auto database = RecordingDatabase::open(path, RecordingDatabase::Access::Read);
    if (!database)
        return tl::unexpected(database.error());
    if (const auto verified = verifyRecording(database->get()); !verified)
        return tl::unexpected(verified.error());
    return claimed;
}

// A new file is made here, so that it is certain whose it is: SQLite would open one that another
// program has put there since it was looked for. Where it cannot be made, SQLite says why.
Result<std::unique_ptr<RecordingDatabase>> ClaimedRecording::open()
{
    if (std::exchange(m_isMissing, false))
        m_made = makeFile(m_path);
    auto database = RecordingDatabase::open(m_path, RecordingDatabase::Access::Write);
    if (database)
        m_place = placeOf(m_path).value_or(m_place);
    return database;
}

Result<void> ClaimedRecording::checkPlace() const
{
    const auto place = placeOf(m_path);
    if (place == m_place)
        return {};
    return failure(ErrorCode::BadInput,
        place ? CoreText::tr("%1 is another file now: the recording was moved away or replaced. "
                             "What was recorded is in the file that it was.")
                    .arg(m_path)
              : CoreText::tr("%1 is not there any more: the recording was moved away or deleted.")
                    .arg(m_path));
}

qint64 ClaimedRecording::logSize() const
{
    return QFileInfo(canonical(m_path) + QStringLiteral("-wal")).size();
}

void ClaimedRecording::removeIfNew() const
{
    if (!m_made || placeOf(m_path) != m_made)
        return;
    for (const char *end : {"", "-journal", "-wal", "-shm"})
        QFile::remove(m_path + QLatin1String(end));
}

} // namespace lockstep
