#include "core/watch/recorder/recordingfile.h"

#include "core/redis/values/coretext.h"
#include "core/watch/recorder/recordingdatabase.h"
#include "core/watch/recorder/recordingschema.h"
#include "core/watch/recorder/sqliteconnection.h"

#include <QFile>
#include <QFileInfo>
#include <QSqlError>
#include <QSqlQuery>
#include <QSysInfo>
#include <QUrl>

#include <sys/stat.h>

#include <cerrno>
#include <csignal>

namespace lockstep {

namespace {

std::optional<std::pair<quint64, quint64>> placeOf(const QString &path)
{
    struct stat status
    {
    };
    if (::stat(QFile::encodeName(path).constData(), &status) != 0)
        return {};
    return std::pair(quint64(status.st_dev), quint64(status.st_ino));
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
    , m_lock(lockFileOf(path))
{
    m_lock.setStaleLockTime(0);
}

Result<std::unique_ptr<ClaimedRecording>> ClaimedRecording::claim(const QString &path)
{
    // Checked first, because no lock file may be created beside a file that is refused.
    const auto file = recordingFileAt(path);
    if (!file)
        return tl::unexpected(file.error());
    std::unique_ptr<ClaimedRecording> claimed(new ClaimedRecording(path));
    if (!claimed->m_lock.tryLock(0))
        return tl::unexpected(errorOfLock(claimed->m_lock, path));
    claimed->m_isNew = *file == RecordingFile::Missing;
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

Result<std::unique_ptr<RecordingDatabase>> ClaimedRecording::open()
{
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
    if (!m_isNew)
        return;
    for (const char *end : {"", "-journal", "-wal", "-shm"})
        QFile::remove(m_path + QLatin1String(end));
}

} // namespace lockstep
