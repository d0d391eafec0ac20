#include "core/watch/recorder/recordingreader.h"

#include "core/watch/recorder/recordingfile.h"

#include <QFileInfo>

#include <algorithm>

namespace lockstep {

namespace {

constexpr int columnsOfHolders = 4;
constexpr std::size_t mostHoldersKept = 100'000; // in memory

std::optional<WallMilliseconds> timeIn(const QVariant &column)
{
    return column.isNull() ? std::nullopt : std::optional(column.toLongLong());
}

RecordedSession sessionFrom(const QVariantList &row)
{
    RecordedSession session;
    session.id = row[0].toLongLong();
    session.beganAt = row[1].toLongLong();
    session.keptFrom = row[2].toLongLong();
    session.completeAt = timeIn(row[3]);
    session.seenUntil = row[4].toLongLong();
    session.endedAt = timeIn(row[5]);
    session.address = row[6].toString();
    session.server = row[7].toString();
    session.prefix = row[8].toByteArray();
    return session;
}

} // namespace

RecordingReader::RecordingReader(std::unique_ptr<RecordingDatabase> database)
    : m_database(std::move(database))
    , m_holderOf([this](qint64 id) { return holder(id); })
{
}

Result<std::unique_ptr<RecordingReader>> RecordingReader::open(const QString &path)
{
    const WallMilliseconds openedAt = wallNow();
    // While a recording goes on, and after it was cut off, it consists of the file and its log. An
    // empty log was made by who read the file without it, as SQLite is about to do here.
    const bool hasLog =
        QFileInfo(QFileInfo(path).canonicalFilePath() + QStringLiteral("-wal")).size() > 0;
    auto database = RecordingDatabase::open(path, RecordingDatabase::Access::Read);
    if (!database)
        return tl::unexpected(database.error());
    std::unique_ptr<RecordingReader> reader(new RecordingReader(std::move(*database)));
    const auto reading = reader->beginReading();
    if (!reading)
        return tl::unexpected(reading.error());
    const bool needsLog = std::exchange(reader->m_mustMergeLog, false);
    reader->m_openedAt = openedAt;
    reader->m_isBeingRecorded = hasRecorder(path);
    reader->m_mustMergeLog = reader->m_isBeingRecorded; // a log from before stays as it is
    const bool isWithoutLog = needsLog && !hasLog && !reader->m_isBeingRecorded;
    auto loaded = verifyRecording(reader->m_database.get());
    if (loaded)
        loaded = reader->load();
    if (!loaded) // a log that was moved while somebody read leaves pages of different times
        return tl::unexpected(isWithoutLog ? reader->m_database->missingLog() : loaded.error());
    const auto version = reader->m_database->value(QStringLiteral("PRAGMA user_version"));
    if (!version)
        return tl::unexpected(version.error());
    // Before the note, a log that was lost could not be told from one that another program had
    // merged. A session that has ended can leave the file in WAL mode, too, but nothing is missing.
    const bool mayNeedLog = version->toUInt() >= 3
        ? reader->m_hasLogNote
        : reader->m_sessions.empty() || !reader->m_sessions.back().endedAt;
    // Of a session that has just begun the log may be empty.
    reader->m_isLatestMissing = isWithoutLog && mayNeedLog;
    return reader;
}

RecordingReader::~RecordingReader()
{
    if (!m_mustMergeLog || hasRecorder(m_database->path()))
        return;
    const QString path = m_database->path();
    m_holderById.reset();
    m_database.reset();
    RecordingDatabase::mergeLog(path);
}

// A file with a write-ahead log can be read and written at the same time. There the transaction
// lasts as long as the reader, so that what it reads stays there. A recording that has ended has no
// log, and a recorder that goes on with it can begin one only while nobody reads. So there each
// reading has a transaction of its own. The rows that came in between have higher ids than those of
// m_batches, by which all rows are chosen.
Result<RecordingReader::Reading> RecordingReader::beginReading()
{
    if (m_isInTransaction)
        return Reading();
    if (const auto begun = m_database->run(QStringLiteral("BEGIN")); !begun)
        return tl::unexpected(begun.error());
    m_isInTransaction = true;
    Reading reading(this);
    const auto first = m_database->value(QStringLiteral("SELECT min(id) FROM batches"));
    if (!first)
        return tl::unexpected(first.error());
    if (!m_batches.empty() && first->toLongLong() != m_batches.front().id)
        return tl::unexpected(m_database->missingOldestPart());
    const auto journal = m_database->value(QStringLiteral("PRAGMA journal_mode"));
    if (!journal)
        return tl::unexpected(journal.error());
    if (journal->toString() != u"wal")
        return reading;
    m_mustMergeLog = true;
    (void)reading.release();
    return Reading();
}

void RecordingReader::EndReading::operator()(RecordingReader *reader) const
{
    reader->m_isInTransaction = false;
    (void)reader->m_database->run(QStringLiteral("COMMIT")); // it wrote nothing
}

Result<void> RecordingReader::load()
{
    const auto take = [this](const char *table, const auto &add) {
        return m_database->each(table,
            QStringLiteral("SELECT * FROM %1 ORDER BY id").arg(QLatin1String(table)), {},
            [&add](const QVariantList &row) {
                add(row);
                return Result<void>();
            });
    };
    if (const auto done = take("sessions",
            [this](const QVariantList &row) { m_sessions.push_back(sessionFrom(row)); });
        !done)
        return done;
    if (const auto done = take("batches",
            [this](const QVariantList &row) {
                m_batches.push_back({row[0].toLongLong(), row[1].toLongLong(), row[2].toLongLong(),
                    row[3].toLongLong(), row[4].toLongLong(), row[5].toLongLong(),
                    row[6].toInt() == 1});
            });
        !done)
        return done;
    dropEmptySessions();
    if (const auto done = take("gaps",
            [this](const QVariantList &row) {
                const RecordedGap gap = gapFrom(row);
                if (gap.cause == logNoteCause())
                    m_hasLogNote = true;
                else
                    (gap.isIncomplete() ? m_incomplete : m_gaps).push_back(gap);
            });
        !done)
        return done;
    return take("items", [this](const QVariantList &row) {
        RecordedItem item = itemFrom(row);
        m_items.emplace(item.id, std::move(item));
    });
}

// Earlier versions left a session where the server was never reached. It has no rows, and tells of
// no moment, not even that it began.
void RecordingReader::dropEmptySessions()
{
    std::erase_if(m_sessions, [this](const RecordedSession &session) {
        return session.seenUntil <= session.beganAt
            && std::none_of(m_batches.begin(), m_batches.end(),
                [&session](const Batch &batch) { return batch.session == session.id; });
    });
}

bool RecordingReader::isCutOff(const RecordedSession &session) const
{
    return !session.endedAt && !(m_isBeingRecorded && session.id == m_sessions.back().id);
}

Result<Holder> RecordingReader::holder(qint64 id)
{
    if (const auto found = m_holders.find(id); found != m_holders.end())
        return found->second;
    if (!m_holderById) {
        auto query = m_database->select(QStringLiteral("SELECT * FROM holders WHERE id = ?"), {id});
        if (!query)
            return tl::unexpected(query.error());
        m_holderById = std::move(*query);
    } else {
        m_holderById->bindValue(0, id);
        m_holderById->exec();
    }
    if (!m_holderById->next())
        return tl::unexpected(m_database->missingHolder());
    const auto row = m_database->checkedRow(*m_holderById, columnsOfHolders, "holders");
    m_holderById->finish(); // else it would keep the file locked
    if (!row)
        return tl::unexpected(row.error());
    if (m_holders.size() >= mostHoldersKept)
        m_holders.clear();
    return m_holders.emplace(id, holderFrom(*row)).first->second;
}

Result<const RecordedItem *> RecordingReader::item(const QVariant &id) const
{
    if (id.isNull())
        return nullptr;
    const auto found = m_items.find(id.toLongLong());
    if (found == m_items.end())
        return tl::unexpected(m_database->missingObject());
    return &found->second;
}

const RecordedSession *RecordingReader::sessionAt(WallMilliseconds moment) const
{
    const auto found = std::find_if(m_sessions.rbegin(), m_sessions.rend(), [&](const auto &each) {
        return each.keptFrom <= moment && moment <= each.endedAt.value_or(each.seenUntil);
    });
    return found == m_sessions.rend() ? nullptr : &*found;
}

const RecordingReader::Batch *RecordingReader::batchOf(qint64 row) const
{
    const auto found = std::partition_point(
        m_batches.begin(), m_batches.end(), [row](const Batch &each) { return each.last < row; });
    return found == m_batches.end() ? nullptr : &*found;
}

std::optional<RecordingReader::Rows> RecordingReader::rowsFor(
    const RecordedSession &session, WallMilliseconds moment) const
{
    std::optional<Rows> rows;
    for (auto batch = m_batches.rbegin(); batch != m_batches.rend(); ++batch) {
        if (batch->session != session.id || batch->from > moment)
            continue;
        if (!rows)
            rows = Rows{batch->first, batch->last};
        rows->first = batch->first;
        if (batch->isCheckpoint)
            break;
    }
    return rows;
}

bool RecordingReader::knows(const QByteArray &key) const
{
    return std::any_of(m_items.begin(), m_items.end(),
        [&key](const auto &each) { return each.second.key == key; });
}

std::optional<QString> RecordingReader::idsOf(const WantedKeys &wanted) const
{
    constexpr qsizetype mostIds = 500; // of more, reading all rows is faster
    QStringList ids;
    for (const auto &[id, item] : m_items) {
        if (!wanted || !wanted(item.key))
            continue;
        ids << QString::number(id);
        if (ids.size() > mostIds)
            return {};
    }
    return wanted ? std::optional(ids.join(u',')) : std::nullopt;
}

} // namespace lockstep
