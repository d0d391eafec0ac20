#include "core/watch/recorder/recordingdatabase.h"

#include "core/redis/values/coretext.h"
#include "core/watch/recorder/recordingfile.h"
#include "core/watch/recorder/recordingschema.h"

#include <QFile>
#include <QFileInfo>
#include <QSqlError>
#include <QtEndian>

#include <cstring>

namespace lockstep {

namespace {

// SQLite's primary result codes, from https://www.sqlite.org/rescode.html.
constexpr int sqliteCorrupt = 11;
constexpr int sqliteFull = 13;
constexpr int sqliteNotADatabase = 26;
constexpr int sqliteIoError = 10;
constexpr int sqliteBusy = 5;

void addBytes(QByteArray &bytes, char kind, const void *data, qsizetype size)
{
    bytes.append(kind);
    bytes.append(static_cast<const char *>(data), size);
}

template <typename Number> void addNumber(QByteArray &bytes, char kind, Number number)
{
    const auto ordered = qToLittleEndian(number);
    addBytes(bytes, kind, &ordered, sizeof ordered);
}

void addValue(QByteArray &bytes, const QVariant &value)
{
    // An empty value counts as NULL: Qt stores a null QString as NULL, and reads an empty blob as
    // NULL.
    const bool isBytes =
        value.typeId() == QMetaType::QString || value.typeId() == QMetaType::QByteArray;
    if (value.isNull() || (isBytes && value.toByteArray().isEmpty()))
        return addBytes(bytes, 'n', nullptr, 0);
    switch (value.typeId()) {
    case QMetaType::Double: {
        quint64 bits = 0;
        const double number = value.toDouble();
        std::memcpy(&bits, &number, sizeof bits);
        return addNumber(bytes, 'd', bits);
    }
    case QMetaType::QString:
    case QMetaType::QByteArray: {
        const bool isText = value.typeId() == QMetaType::QString;
        const QByteArray content = isText ? value.toString().toUtf8() : value.toByteArray();
        addNumber(bytes, isText ? 't' : 'b', qint64(content.size()));
        return addBytes(bytes, '=', content.constData(), content.size());
    }
    default:
        return addNumber(bytes, 'i', value.toLongLong());
    }
}

} // namespace

int rowCheck(const QVariantList &values)
{
    QByteArray bytes;
    bytes.reserve(values.size() * 9);
    for (const QVariant &value : values)
        addValue(bytes, value);
    return qint16(qChecksum(bytes));
}

// A reader has to wait for a writer, and a writer for a reader, only for a moment.
RecordingDatabase::RecordingDatabase(const QString &path, Access access)
    : m_path(path)
    , m_connection(path,
          access == Access::Read ? QStringLiteral("QSQLITE_OPEN_READONLY;QSQLITE_BUSY_TIMEOUT=5000")
                                 : QStringLiteral("QSQLITE_BUSY_TIMEOUT=5000"))
{
}

Result<std::unique_ptr<RecordingDatabase>> RecordingDatabase::open(
    const QString &path, Access access)
{
    const auto file = recordingFileAt(path);
    if (!file)
        return tl::unexpected(file.error());
    if (access == Access::Read && *file != RecordingFile::Recording)
        return failure(ErrorCode::BadInput,
            *file == RecordingFile::Missing
                ? CoreText::tr("There is no file %1.").arg(path)
                : CoreText::tr("%1 is empty: nothing was recorded in it.").arg(path));
    // Where a program was killed while SQLite changed the file itself, a journal undoes that
    // change, and only a connection that may write can apply it.
    if (access == Access::Read
        && QFile::exists(QFileInfo(path).canonicalFilePath() + QStringLiteral("-journal")))
        mergeLog(path);
    std::unique_ptr<RecordingDatabase> database(new RecordingDatabase(path, access));
    if (const auto isThere = database->m_connection.checkDriver(path); !isThere)
        return tl::unexpected(isThere.error());
    if (!database->m_connection.database().isOpen())
        return tl::unexpected(database->errorOf(database->m_connection.database().lastError()));
    const auto ready =
        *file == RecordingFile::Recording ? database->checkSchema() : database->create();
    if (!ready)
        return tl::unexpected(ready.error());
    if (access == Access::Read)
        return database;
    // With these settings a commit survives a crash of the program; a power cut may lose the last
    // ones. The log is moved into the file by the recorder alone (RecordingWriter::moveLog()), and
    // is cut then, so that its size tells how much there is to move.
    for (const auto *setting : {"PRAGMA journal_mode = WAL", "PRAGMA synchronous = NORMAL",
             "PRAGMA wal_autocheckpoint = 0", "PRAGMA journal_size_limit = 0"}) {
        if (const auto set = database->run(QLatin1String(setting)); !set)
            return tl::unexpected(set.error());
    }
    return database;
}

void RecordingDatabase::mergeLog(const QString &path)
{
    if (!QFileInfo::exists(path)) // else it would be made
        return;
    const auto database = open(path, Access::Write);
    if (!database)
        return;
    (void)(*database)->run(QStringLiteral("PRAGMA busy_timeout = 0"));
    (void)(*database)->run(QStringLiteral("PRAGMA journal_mode = DELETE"));
}

// The header is set last: a file without it is no recording yet, so nothing is lost if this fails.
Result<void> RecordingDatabase::create()
{
    QStringList statements{
        QStringLiteral("PRAGMA auto_vacuum = INCREMENTAL"), QStringLiteral("BEGIN EXCLUSIVE")};
    statements += recordingSchema();
    statements << QStringLiteral("PRAGMA user_version = %1").arg(recordingVersion)
               << QStringLiteral("PRAGMA application_id = %1").arg(recordingApplicationId)
               << QStringLiteral("COMMIT");
    for (const QString &statement : std::as_const(statements)) {
        if (const auto done = run(statement); !done)
            return done;
    }
    return {};
}

Result<void> RecordingDatabase::checkSchema()
{
    const auto version = value(QStringLiteral("PRAGMA user_version"));
    if (!version)
        return tl::unexpected(version.error());
    auto query = select(
        QStringLiteral("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid"));
    if (!query)
        return tl::unexpected(query.error());
    QStringList found;
    while (query->next())
        found << query->value(0).toString();
    if (found != recordingSchema(version->toUInt()))
        return tl::unexpected(damage(CoreText::tr("its tables are not those of a recording")));
    return endOf(*query);
}

Result<void> RecordingDatabase::raiseVersion()
{
    const auto version = value(QStringLiteral("PRAGMA user_version"));
    if (!version)
        return tl::unexpected(version.error());
    if (version->toUInt() == recordingVersion)
        return {};
    for (const QString &statement : {QStringLiteral("BEGIN EXCLUSIVE"),
             QStringLiteral("DROP VIEW event_lines"), recordingSchema().constLast(),
             QStringLiteral("PRAGMA user_version = %1").arg(recordingVersion),
             QStringLiteral("COMMIT")}) {
        if (const auto done = run(statement); !done)
            return done;
    }
    return {};
}

Error RecordingDatabase::damage(const QString &what) const
{
    return {ErrorCode::BadInput, CoreText::tr("%1 is damaged: %2.").arg(m_path, what)};
}

Error RecordingDatabase::unreadableRows() const
{
    return damage(CoreText::tr("its rows cannot be read"));
}

Error RecordingDatabase::missingHolder() const
{
    return damage(CoreText::tr("a holder is missing"));
}

Error RecordingDatabase::missingObject() const
{
    return damage(CoreText::tr("an object is missing"));
}

Error RecordingDatabase::missingLog() const
{
    return {ErrorCode::BadInput,
        CoreText::tr("%1 cannot be read: the file %1-wal, which belongs to it, is missing, or it "
                     "is damaged.")
            .arg(m_path)};
}

Error RecordingDatabase::missingOldestPart() const
{
    return {ErrorCode::BadInput,
        CoreText::tr("%1 was written to since it was opened, and the oldest part of it was thrown "
                     "away: open it again.")
            .arg(m_path)};
}

Error RecordingDatabase::errorOf(const QSqlError &error) const
{
    const int code = error.nativeErrorCode().toInt() & 0xff;
    if (code == sqliteCorrupt || code == sqliteNotADatabase)
        return damage(CoreText::tr("SQLite finds it malformed"));
    // The detail of BadInput is a whole sentence, to which nothing is added when it is shown.
    if (code == sqliteFull)
        return {ErrorCode::BadInput,
            CoreText::tr("%1 cannot be written: the disk is full.").arg(m_path)};
    if (code == sqliteIoError)
        return {ErrorCode::BadInput,
            CoreText::tr("%1 cannot be read or written: the disk is full or broken, or a limit "
                         "of the size of files is reached.")
                .arg(m_path)};
    if (code == sqliteBusy)
        return {ErrorCode::BadInput, CoreText::tr("%1 is locked by another program.").arg(m_path)};
    const QString words =
        error.databaseText().isEmpty() ? error.driverText() : error.databaseText();
    return {ErrorCode::FileUnreadable, QStringLiteral("%1: %2.").arg(m_path, words)};
}

Result<void> RecordingDatabase::endOf(const QSqlQuery &query) const
{
    if (query.lastError().isValid())
        return tl::unexpected(errorOf(query.lastError()));
    return {};
}

Result<void> RecordingDatabase::run(const QString &statement, const QVariantList &values)
{
    const auto done = select(statement, values);
    if (!done)
        return tl::unexpected(done.error());
    return {};
}

Result<QSqlQuery> RecordingDatabase::select(const QString &statement, const QVariantList &values)
{
    QSqlQuery query(m_connection.database());
    query.setForwardOnly(true);
    if (!query.prepare(statement))
        return tl::unexpected(errorOf(query.lastError()));
    for (const QVariant &value : values)
        query.addBindValue(value);
    if (!query.exec())
        return tl::unexpected(errorOf(query.lastError()));
    return query;
}

Result<QVariant> RecordingDatabase::value(const QString &statement, const QVariantList &values)
{
    auto query = select(statement, values);
    if (!query)
        return tl::unexpected(query.error());
    if (query->next())
        return query->value(0);
    if (const auto ended = endOf(*query); !ended)
        return tl::unexpected(ended.error());
    return QVariant();
}

Result<void> RecordingDatabase::insert(const char *table, const QVariantList &values)
{
    auto found = std::find_if(m_inserts.begin(), m_inserts.end(),
        [table](const auto &each) { return each.first == table; });
    if (found == m_inserts.end()) {
        QStringList marks(values.size() + 1, QStringLiteral("?"));
        QSqlQuery query(m_connection.database());
        if (!query.prepare(QStringLiteral("INSERT OR REPLACE INTO %1 VALUES (%2)")
                               .arg(QLatin1String(table), marks.join(u','))))
            return tl::unexpected(errorOf(query.lastError()));
        m_inserts.emplace_back(table, std::move(query));
        found = std::prev(m_inserts.end());
    }
    QSqlQuery &query = found->second;
    int at = 0;
    for (const QVariant &value : values)
        query.bindValue(at++, value);
    query.bindValue(at, rowCheck(values));
    if (!query.exec())
        return tl::unexpected(errorOf(query.lastError()));
    query.finish();
    return {};
}

Result<QVariantList> RecordingDatabase::checkedRow(
    const QSqlQuery &query, int columns, const char *table) const
{
    QVariantList values;
    values.reserve(columns);
    for (int i = 0; i < columns - 1; ++i)
        values << query.value(i);
    const QVariant check = query.value(columns - 1);
    if (check.typeId() != QMetaType::LongLong || check.toLongLong() != rowCheck(values))
        return tl::unexpected(damage(
            CoreText::tr("a row of %1 does not have its check sum").arg(QLatin1String(table))));
    return values;
}

} // namespace lockstep
