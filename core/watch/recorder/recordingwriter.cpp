// Each line of the journal is a row. Of the objects themselves a row is written only where a reader
// would not conclude the same from the rows so far (ObjectState::tells): a counter with another
// value, a lock that somebody waits for, what is first seen. So locks, of which the journal tells
// everything, take one row a change.
//
// A state is read from the last checkpoint on, which has a reading of each object. After a gap no
// object is known until it has been read again, though it be as before; then it gets a reading.

#include "core/watch/recorder/recordingwriter.h"

#include "core/watch/formats/formatdata.h"
#include "core/watch/recorder/recordingschema.h"
#include "core/watch/recorder/verification.h"

#include <QFile>
#include <QFileInfo>

#include <sys/stat.h>

namespace lockstep {

namespace {

using Knowledge = ObjectState::Knowledge;

constexpr int rowsPerObject = 8; // from one checkpoint to the next
constexpr int partsKept = 8; // with a limit, so that little more than it asks for is kept
constexpr qint64 bytesPerRow = 80;
constexpr auto clockWasSet = std::chrono::seconds(1);
constexpr Milliseconds seenAtOnce{100}; // a change that has waited no longer to be read

// How late what the snapshot tells was seen, at most.
Lateness latenessOf(const Snapshot &snapshot)
{
    const auto staleness = snapshot.status.staleness;
    return staleness && *staleness > seenAtOnce ? Lateness(*staleness) : Lateness();
}

ItemPtr itemIn(const Snapshot::Items &items, const QByteArray &key)
{
    const auto found = std::lower_bound(items->begin(), items->end(), key,
        [](const ItemPtr &item, const QByteArray &wanted) { return item->key < wanted; });
    return found != items->end() && (*found)->key == key ? *found : ItemPtr();
}

const Snapshot::Items &tableOf(const Snapshot &snapshot, Family family)
{
    return family == Family::Counter ? snapshot.counters
        : family == Family::Bucket   ? snapshot.buckets
                                     : snapshot.locks;
}

ItemPtr freedIn(const Snapshot &snapshot, const QByteArray &key)
{
    for (const ItemPtr &item : *snapshot.freed) {
        if (item->key == key)
            return item;
    }
    return {};
}

std::optional<std::pair<quint64, quint64>> placeOf(const QString &path)
{
    struct stat status
    {
    };
    if (::stat(QFile::encodeName(path).constData(), &status) != 0)
        return {};
    return std::pair(quint64(status.st_dev), quint64(status.st_ino));
}

} // namespace

RecordingWriter::RecordingWriter(const QString &path, const RecordingOptions &options)
    : m_path(path)
    , m_options(options)
{
    for (auto &items : m_last)
        items = std::make_shared<const std::vector<ItemPtr>>();
}

RecordingWriter::~RecordingWriter() = default;

Result<std::unique_ptr<RecordingWriter>> RecordingWriter::open(
    const QString &path, const RecordingOptions &options)
{
    // Nothing is made beside a file that is refused.
    if (const auto file = recordingFileAt(path); !file)
        return tl::unexpected(file.error());
    std::unique_ptr<RecordingWriter> writer(new RecordingWriter(path, options));
    const QString canonical = QFileInfo(path).canonicalFilePath();
    writer->m_lock = std::make_unique<QLockFile>(
        (canonical.isEmpty() ? path : canonical) + QStringLiteral(".lock"));
    writer->m_lock->setStaleLockTime(0);
    if (!writer->m_lock->tryLock(0)) {
        if (writer->m_lock->error() == QLockFile::LockFailedError)
            return failure(ErrorCode::BadInput,
                QStringLiteral("%1 is being recorded by another process.").arg(path));
        return failure(ErrorCode::FileUnreadable,
            QStringLiteral("%1: no file can be made beside it.").arg(path));
    }
    auto database = RecordingDatabase::open(path, RecordingDatabase::Access::Write);
    if (!database)
        return tl::unexpected(database.error());
    writer->m_database = std::move(*database);
    if (const auto verified = verifyRecording(writer->m_database.get()); !verified)
        return tl::unexpected(verified.error());
    if (const auto begun = writer->begin(); !begun)
        return tl::unexpected(begun.error());
    return writer;
}

Result<void> RecordingWriter::begin()
{
    // Whoever else opens it for writing is not one of us, and has to wait.
    auto names = WrittenNames::begin(m_database.get());
    if (!names)
        return tl::unexpected(names.error());
    m_names = std::move(*names);
    m_idOf = [this](const Holder &holder) { return m_names->idOf(holder); };
    qint64 last[4]{};
    int at = 0;
    for (const auto *statement : {"SELECT max(id) FROM sessions", "SELECT max(id) FROM batches",
             "SELECT max(last_row) FROM batches", "SELECT max(id) FROM gaps"}) {
        const auto value = m_database->value(QLatin1String(statement));
        if (!value)
            return tl::unexpected(value.error());
        last[at++] = value->toLongLong();
    }
    m_session = last[0] + 1;
    m_nextBatch = last[1] + 1;
    m_nextRow = m_firstRow = m_batchFirst = last[2] + 1;
    m_gaps.emplace(m_session, last[3] + 1);
    m_place = placeOf(m_path).value_or(std::pair<quint64, quint64>());
    return {};
}

Result<void> RecordingWriter::checkPlace() const
{
    const auto place = placeOf(m_path);
    if (place == m_place)
        return {};
    return failure(ErrorCode::FileUnreadable,
        place ? QStringLiteral("%1 is another file now: the recording was moved away or replaced. "
                               "What was recorded is in the file that it was.")
                    .arg(m_path)
              : QStringLiteral("%1 is not there any more: the recording was moved away or deleted.")
                    .arg(m_path));
}

Result<void> RecordingWriter::write(const Snapshot &snapshot)
{
    if (const auto there = checkPlace(); !there)
        return there;
    if (const auto begun = m_database->run(QStringLiteral("BEGIN IMMEDIATE")); !begun)
        return begun;
    auto written = writeAll(snapshot);
    if (written)
        written = m_database->run(QStringLiteral("COMMIT"));
    if (!written) {
        (void)m_database->run(QStringLiteral("ROLLBACK")); // the error is the one before
        return written;
    }
    if (m_options.keep == RecordingKeep())
        return {};
    const auto dropped = dropOldParts(m_database.get(), m_options.keep, m_now);
    if (!dropped)
        return tl::unexpected(dropped.error());
    if (*dropped) { // rows that nothing refers to have gone, of holders and of objects
        m_names->forgetHolders();
        for (auto &objects : m_told) {
            std::erase_if(objects,
                [this](const auto &each) { return each.second.touchedIn < m_checkpoints; });
        }
    }
    return {};
}

Result<void> RecordingWriter::writeAll(const Snapshot &snapshot)
{
    m_clock.emplace(snapshot);
    const auto clockSet = noteClock(snapshot);
    m_late = latenessOf(snapshot);
    const bool isFirst = m_checkpoints == 0;
    if (isFirst) {
        m_beganAt = m_clock->wall(snapshot.takenAt);
        for (const JournalEntry &entry : snapshot.journal)
            m_beganAt = std::min(m_beganAt, SnapshotClock::wallOf(entry.at));
        m_now = m_seenUntil = m_beganAt;
        if (const auto done = writeCheckpoint({}); !done)
            return done;
    }

    auto changes = m_gaps->note(snapshot, *m_clock);
    const qint64 lost = snapshot.journalTotal - m_journalTotal - qint64(snapshot.journal.size());
    m_journalTotal = snapshot.journalTotal;
    if (lost > 0) {
        changes.insert(
            changes.begin(), m_gaps->overflow(m_seenUntil, m_clock->wall(snapshot.takenAt)));
    }
    m_comparesAll = lost > 0;
    if (const auto done = writeJournal(snapshot, changes); !done)
        return done;
    for (const Family family : {Family::Counter, Family::Bucket, Family::Lock}) {
        if (const auto done = writeTable(family, tableOf(snapshot, family), snapshot); !done)
            return done;
    }
    // Not among the others, for nothing is forgotten.
    if (clockSet)
        changes.push_back(*clockSet);
    if (const auto incomplete = m_gaps->noteIncomplete(snapshot, *m_clock, m_seenUntil))
        changes.push_back(*incomplete);
    if (const auto done = writeGaps(changes); !done)
        return done;
    if (const auto done = writeBatch(false); !done)
        return done;
    noteSeen(snapshot);
    if (snapshot.status.firstInventoryDone && !m_completeAt)
        m_completeAt = m_clock->wall(snapshot.takenAt);
    if (m_server.isEmpty() && !snapshot.status.serverVersion.isEmpty())
        m_server = snapshot.status.serverProgram + u' ' + snapshot.status.serverVersion;
    if (isCheckpointDue(snapshot)) {
        if (const auto done = writeCheckpoint(snapshot); !done)
            return done;
    }
    return writeSession(false);
}

// Set back, the same times of day come once more, and a moment among them does not say which it is.
// Set forward, some never were. What is known stays so.
std::optional<WrittenGaps::Change> RecordingWriter::noteClock(const Snapshot &snapshot)
{
    const Instant::duration offset =
        snapshot.takenAtUtc.time_since_epoch() - snapshot.takenAt.time_since_epoch();
    const auto before = std::exchange(m_clockOffset, offset);
    const Instant taken = std::exchange(m_takenAt, snapshot.takenAt);
    if (!before || std::chrono::abs(offset - *before) <= clockWasSet)
        return {};
    m_mustCheckpoint = true; // times that are told from here on may have been told before
    const WallMilliseconds now = m_clock->wall(snapshot.takenAt);
    const WallMilliseconds latest = std::max(m_now, m_batchTo);
    const auto passed = std::chrono::duration_cast<Milliseconds>(snapshot.takenAt - taken).count();
    m_now = m_batchTo = now;
    return offset < *before ? m_gaps->clockSet(now - passed, latest + passed)
                            : m_gaps->clockSet(latest, now);
}

// A server that is silent may be asked only in a second, and is missed only after two more; what
// changed before that may wait to be read.
void RecordingWriter::noteSeen(const Snapshot &snapshot)
{
    m_now = std::max(m_now, m_clock->wall(seenUntil(snapshot)));
    const Instant heard = snapshot.status.lastSeen.value_or(snapshot.takenAt);
    const Instant read = snapshot.takenAt - m_late.value_or(Milliseconds(0));
    m_seenUntil = std::max(m_seenUntil, std::min(m_now, m_clock->wall(std::min(heard, read))));
}

Result<void> RecordingWriter::finish()
{
    if (m_hasFinished || m_checkpoints == 0)
        return {};
    m_hasFinished = true;
    if (const auto there = checkPlace(); !there)
        return there;
    if (const auto written = writeSession(true); !written)
        return written;
    // So it is one file, which can be read where nothing can be written beside it. Whoever reads it
    // now keeps that from happening, which is no failure.
    (void)m_database->run(QStringLiteral("PRAGMA journal_mode = DELETE"));
    return {};
}

Result<void> RecordingWriter::writeSession(bool hasEnded)
{
    const auto kept = m_database->value(
        QStringLiteral("SELECT kept_from FROM sessions WHERE id = ?"), {m_session});
    if (!kept)
        return tl::unexpected(kept.error());
    const auto orNull = [](const auto &value) { return value ? QVariant(*value) : QVariant(); };
    return m_database->insert("sessions",
        {m_session, m_beganAt, kept->isNull() ? QVariant(m_beganAt) : *kept, orNull(m_completeAt),
            m_seenUntil, hasEnded ? QVariant(m_seenUntil) : QVariant(), m_options.address,
            m_server.isEmpty() ? QVariant() : QVariant(m_server),
            m_options.prefix.isEmpty() ? QVariant() : QVariant(m_options.prefix)});
}

Result<void> RecordingWriter::writeGaps(const std::vector<WrittenGaps::Change> &changes)
{
    for (const WrittenGaps::Change &change : changes) {
        const auto done = change.isNone
            ? m_database->run(QStringLiteral("DELETE FROM gaps WHERE id = ?"), {change.gap.id})
            : m_database->insert("gaps", rowOf(change.gap));
        if (!done)
            return done;
    }
    return {};
}

// A gap is over where its line stands; of one that has none, before all other lines.
Result<void> RecordingWriter::writeJournal(
    const Snapshot &snapshot, std::vector<WrittenGaps::Change> &changes)
{
    for (auto &change : changes) {
        if (change.gap.until && !change.entry)
            forget(change);
    }
    for (std::size_t i = 0; i < snapshot.journal.size(); ++i) {
        for (auto &change : changes) {
            if (change.gap.until && change.entry == i)
                forget(change);
        }
        if (const auto done = writeEntry(snapshot.journal[i], snapshot); !done)
            return done;
    }
    return {};
}

void RecordingWriter::forget(WrittenGaps::Change &change)
{
    change.gap.row = m_nextRow;
    for (auto &objects : m_told) {
        for (auto &[key, told] : objects) {
            if (!change.gap.covers(key))
                continue;
            told.state.forget();
            told.readableFrom = std::max(told.readableFrom, change.readableFrom);
        }
    }
}

Result<RecordingWriter::Told *> RecordingWriter::toldOf(
    const JournalEntry &entry, const Snapshot &snapshot)
{
    Told &told = this->told(entry.family)[entry.key];
    told.touchedIn = m_checkpoints;
    if (told.id)
        return &told;
    ItemPtr item = itemIn(tableOf(snapshot, entry.family), entry.key);
    if (!item && entry.family == Family::Lock)
        item = freedIn(snapshot, entry.key);
    if (item) {
        if (const auto done = identify(told, *item); !done)
            return tl::unexpected(done.error());
        return &told;
    }
    auto data = std::make_shared<FormatData>();
    data->family = entry.family;
    data->library = entry.library;
    const auto id = m_names->add({0, entry.key, entry.family, entry.name, entry.confidence, true,
        FormatPtr(new Format(std::move(data)))});
    if (!id)
        return tl::unexpected(id.error());
    told.id = *id;
    return &told;
}

// The row of what the object is: another one where that has changed.
Result<void> RecordingWriter::identify(Told &told, const Item &item)
{
    const bool isSame = told.id && told.isFormatKnown && told.format == item.format
        && told.name == item.name.text() && told.confidence == item.confidence;
    if (isSame)
        return {};
    const auto id = m_names->add(
        {0, item.key, item.format->family(), item.name, item.confidence, true, item.format});
    if (!id)
        return tl::unexpected(id.error());
    told.id = *id;
    told.format = item.format;
    told.name = item.name;
    told.confidence = item.confidence;
    told.isFormatKnown = true;
    // What was read of the row before does not count for this one.
    if (told.state.knowledge == Knowledge::Known)
        told.state = {};
    return {};
}

Result<void> RecordingWriter::writeEntry(const JournalEntry &entry, const Snapshot &snapshot)
{
    const WallMilliseconds at = SnapshotClock::wallOf(entry.at);
    // What expired did so at its deadline, whenever that was seen.
    const Lateness late = entry.kind == JournalEntry::Kind::Expired ? Lateness() : m_late;
    std::optional<qint64> item;
    if (!entry.key.isEmpty() && entry.isFamilyKnown) {
        const auto told = toldOf(entry, snapshot);
        if (!told)
            return tl::unexpected(told.error());
        item = (*told)->id;
        (*told)->state.apply(entry, at, late.has_value());
    } else if (!entry.key.isEmpty()) { // of an alert about a key that was never seen
        const auto id = m_names->add(
            {0, entry.key, entry.family, entry.name, entry.confidence, false, FormatPtr()});
        if (!id)
            return tl::unexpected(id.error());
        item = *id;
    }
    if (entry.alert) {
        if (const auto done = writeAlert(entry, item); !done)
            return done;
    }
    const auto row = rowOf(nextRow(at), entry, item, late, m_idOf);
    if (!row)
        return tl::unexpected(row.error());
    return m_database->insert("events", *row);
}

Result<void> RecordingWriter::writeAlert(const JournalEntry &entry, std::optional<qint64> item)
{
    const WallMilliseconds at = SnapshotClock::wallOf(entry.at);
    const QByteArray name = entry.alert->name.toUtf8() + '\0' + entry.key;
    RecordedAlert alert{m_nextRow, m_session, item, at, {}, entry};
    if (entry.kind == JournalEntry::Kind::Resolved) {
        const auto fired = m_firing.find(name);
        if (fired == m_firing.end())
            return {};
        alert = fired->second;
        alert.endedAt = at;
        m_firing.erase(fired);
    } else {
        m_firing.insert_or_assign(name, alert);
    }
    const auto row = rowOf(alert, m_idOf);
    if (!row)
        return tl::unexpected(row.error());
    return m_database->insert("alerts", *row);
}

// Both tables are sorted by key, and equal pointers mean that nothing changed.
Result<void> RecordingWriter::writeTable(
    Family family, const Snapshot::Items &items, const Snapshot &snapshot)
{
    const auto last = std::exchange(m_last[static_cast<std::size_t>(family)], items);
    if (last == items && !m_comparesAll)
        return {};
    auto before = last->begin();
    auto now = items->begin();
    while (before != last->end() || now != items->end()) {
        Result<void> done;
        if (before == last->end()) {
            done = writeItem(**now++);
        } else if (now == items->end()) {
            done = writeAbsence(family, (*before++)->key, snapshot);
        } else if (*before == *now && !m_comparesAll) {
            ++before;
            ++now;
        } else if ((*before)->key < (*now)->key) {
            done = writeAbsence(family, (*before++)->key, snapshot);
        } else {
            before += (*before)->key == (*now)->key ? 1 : 0;
            done = writeItem(**now++);
        }
        if (!done)
            return done;
    }
    return {};
}

Result<void> RecordingWriter::writeItem(const Item &item)
{
    Told &told = this->told(item.format->family())[item.key];
    told.touchedIn = m_checkpoints;
    if (told.state.knowledge == Knowledge::Unseen && item.readAt < told.readableFrom)
        return {}; // not read since the gap
    if (const auto done = identify(told, item); !done)
        return done;
    ObjectState state = ObjectState::of(item, *m_clock);
    state.takeLateBegin(told.state);
    // By the clock as it was then: it may have been set since, or have stood still in a sleep.
    const bool isSameHold = state.holder && told.state.holder && told.firstSeen == item.firstSeen;
    told.firstSeen = item.firstSeen;
    if (isSameHold)
        state.since = told.state.since;
    if (told.state.tells(state))
        return {};
    return writeReading(told, state, m_clock->wall(item.readAt), m_late);
}

// A lock that went is told by the journal; what is left without a word is just no object any more.
Result<void> RecordingWriter::writeAbsence(
    Family family, const QByteArray &key, const Snapshot &snapshot)
{
    const auto found = told(family).find(key);
    if (found == told(family).end())
        return {};
    Told &told = found->second;
    const auto freed = family == Family::Lock ? freedIn(snapshot, key) : ItemPtr();
    const bool isKnownFree = told.state.knowledge == Knowledge::Known && family == Family::Lock
        && !told.state.holder && freed && !freed->reading.isUnreadable;
    if (isKnownFree || told.state.knowledge == Knowledge::Absent)
        return {};
    ObjectState state;
    state.knowledge = Knowledge::Absent;
    if (freed && !freed->reading.isUnreadable) {
        state = ObjectState::of(*freed, *m_clock);
        state.ttl = Ttl::Kind::Missing;
    }
    return writeReading(
        told, state, m_clock->wall(freed ? freed->readAt : snapshot.takenAt), m_late);
}

Result<void> RecordingWriter::writeReading(
    Told &told, const ObjectState &state, WallMilliseconds at, const Lateness &late)
{
    const auto row = rowOf(nextRow(at), at, told.id, state, late, m_idOf);
    if (!row)
        return tl::unexpected(row.error());
    told.state = state;
    return m_database->insert("readings", *row);
}

qint64 RecordingWriter::nextRow(WallMilliseconds at)
{
    const bool isFirst = m_nextRow == m_batchFirst;
    m_batchFrom = isFirst ? at : std::min(m_batchFrom, at);
    m_batchTo = isFirst ? at : std::max(m_batchTo, at);
    return m_nextRow++;
}

Result<void> RecordingWriter::writeBatch(bool isCheckpoint)
{
    if (m_nextRow == m_batchFirst && !isCheckpoint)
        return {};
    const qint64 first = std::exchange(m_batchFirst, m_nextRow);
    return m_database->insert("batches",
        {m_nextBatch++, m_session, first, m_nextRow - 1, m_batchFrom, m_batchTo,
            isCheckpoint ? 1 : 0});
}

bool RecordingWriter::isCheckpointDue(const Snapshot &snapshot) const
{
    const qint64 rows = m_nextRow - m_checkpointRow;
    const auto objects =
        qint64(snapshot.counters->size() + snapshot.buckets->size() + snapshot.locks->size());
    const RecordingKeep &keep = m_options.keep;
    const bool isPartFull =
        keep.bytes && rows > objects && rows * bytesPerRow > *keep.bytes / partsKept;
    const bool isPartOver = keep.age
        && m_now - m_checkpointAt > std::chrono::milliseconds(*keep.age).count() / partsKept;
    return m_mustCheckpoint || isPartFull || isPartOver
        || rows >= std::max(m_options.checkpointRows, rowsPerObject * objects);
}

// Of the empty snapshot: the beginning of a session, when nothing is known.
Result<void> RecordingWriter::writeCheckpoint(const Snapshot &snapshot)
{
    // Not before the time of any row so far.
    const WallMilliseconds at = m_checkpoints ? std::max(m_now, m_batchTo) : m_beganAt;
    m_batchFrom = m_batchTo = at;
    for (const Family family : {Family::Counter, Family::Bucket, Family::Lock}) {
        for (const ItemPtr &item : *tableOf(snapshot, family)) {
            const auto found = told(family).find(item->key);
            if (found == told(family).end())
                continue; // not read since a gap that came before it was known
            found->second.touchedIn = m_checkpoints + 1;
            const ObjectState state = found->second.state;
            if (const auto done = writeReading(found->second, state, at, {}); !done)
                return done;
        }
        std::erase_if(told(family),
            [this](const auto &each) { return each.second.touchedIn < m_checkpoints; });
    }
    m_mustCheckpoint = false;
    ++m_checkpoints;
    m_checkpointAt = at;
    if (const auto done = writeBatch(true); !done)
        return done;
    m_checkpointRow = m_nextRow;
    return {};
}

} // namespace lockstep
