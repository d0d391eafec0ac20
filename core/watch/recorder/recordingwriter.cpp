// A session from its begin to its end. Each snapshot is written in one transaction: the lines of
// its journal by writtenlines.cpp, its objects by writtenobjects.cpp.

#include "core/watch/recorder/recordingwriter.h"

#include "core/watch/items/look.h"

#include <algorithm>

namespace lockstep {

namespace {

constexpr auto clockWasSet = std::chrono::seconds(1);
constexpr qint64 mostLog = 4 * 1024 * 1024; // bytes, as SQLite has it by default

} // namespace

RecordingWriter::RecordingWriter(
    std::unique_ptr<ClaimedRecording> claimed, const RecordingOptions &options)
    : m_claimed(std::move(claimed))
    , m_options(options)
{
    for (auto &items : m_last)
        items = std::make_shared<const std::vector<ItemPtr>>();
}

// A file that was made here and got nothing is no recording.
RecordingWriter::~RecordingWriter()
{
    if (m_hasWritten || (m_database && !m_claimed->checkPlace()))
        return;
    m_names.reset();
    m_database.reset(); // which deletes the files beside it, where it can
    m_claimed->removeIfNew();
}

Result<std::unique_ptr<RecordingWriter>> RecordingWriter::open(
    const QString &path, const RecordingOptions &options)
{
    auto claimed = ClaimedRecording::claim(path);
    if (!claimed)
        return tl::unexpected(claimed.error());
    std::unique_ptr<RecordingWriter> writer(new RecordingWriter(std::move(*claimed), options));
    auto database = writer->m_claimed->open();
    if (!database)
        return tl::unexpected(database.error());
    writer->m_database = std::move(*database);
    if (const auto begun = writer->begin(); !begun)
        return tl::unexpected(begun.error());
    return writer;
}

Result<void> RecordingWriter::begin()
{
    if (const auto raised = m_database->raiseVersion(); !raised)
        return raised;
    // The lock file keeps other recorders away. A program that is not Lockstep and writes has to
    // wait.
    auto names = WrittenNames::begin(m_database.get());
    if (!names)
        return tl::unexpected(names.error());
    m_names = std::move(*names);
    m_idOf = [this](const Holder &holder) { return m_names->idOf(holder); };
    // Of a session that was cut off and lost its log. It is said no more, as that one has ended.
    if (const auto deleted =
            m_database->run(QStringLiteral("DELETE FROM gaps WHERE cause = ?"), {logNoteCause()});
        !deleted)
        return deleted;
    qint64 last[5]{};
    int at = 0;
    for (const auto *statement : {"SELECT max(id) FROM sessions", "SELECT max(id) FROM batches",
             "SELECT max(last_row) FROM batches", "SELECT max(id) FROM gaps",
             "SELECT min(id) FROM alerts"}) {
        const auto value = m_database->value(QLatin1String(statement));
        if (!value)
            return tl::unexpected(value.error());
        last[at++] = value->toLongLong();
    }
    m_session = last[0] + 1;
    m_nextBatch = last[1] + 1;
    m_nextRow = m_firstRow = m_batchFirst = last[2] + 1;
    m_logNote.id = last[3] + 1;
    m_logNote.session = m_session;
    m_logNote.cause = logNoteCause();
    m_gaps.emplace(m_session, m_logNote.id + 1);
    m_lowestAlert = std::min<qint64>(last[4], 0);
    return moveLog();
}

// Moves the log into the file. Another program may do that too, after this one was killed, and then
// nothing is missing though the session has no end and the log is gone. So that a reader can tell
// this from a log that is lost, the file has a note as long as there is more in the log, and the
// log begins with deleting it. SQLite does not move the log by itself meanwhile, because the file
// would be without the note then (RecordingDatabase::open()). A recorder that is killed before it
// has deleted the note leaves a recording of which a reader says that its newest part is missing
// once another program has merged the log. While somebody reads the recording, SQLite moves of what
// he sees only the pages that have not changed since, so the file without its log may be malformed,
// and the note may not be in it.
Result<void> RecordingWriter::moveLog()
{
    m_logNote.since = wallNow();
    if (const auto noted = m_database->insert("gaps", rowOf(m_logNote)); !noted)
        return noted;
    m_isLogNoted = true;
    // Where the disk is full the log and the note may stay, and the next write says so.
    (void)m_database->run(QStringLiteral("PRAGMA wal_checkpoint(PASSIVE)"));
    (void)deleteLogNote();
    m_logLeft = m_claimed->logSize();
    return {};
}

Result<void> RecordingWriter::deleteLogNote()
{
    if (!m_isLogNoted)
        return {};
    const auto deleted =
        m_database->run(QStringLiteral("DELETE FROM gaps WHERE id = ?"), {m_logNote.id});
    m_isLogNoted = !deleted;
    return deleted;
}

Result<void> RecordingWriter::write(const Snapshot &snapshot)
{
    if (const auto there = m_claimed->checkPlace(); !there) {
        endElsewhere();
        return there;
    }
    if (const auto deleted = deleteLogNote(); !deleted)
        return deleted;
    if (const auto begun = m_database->run(QStringLiteral("BEGIN IMMEDIATE")); !begun)
        return begun;
    auto written = writeAll(snapshot);
    if (written)
        written = m_database->run(QStringLiteral("COMMIT"));
    if (!written) {
        (void)m_database->run(QStringLiteral("ROLLBACK")); // the first error is the one to report
        return written;
    }
    m_hasWritten = true;
    // What is not moved because somebody reads it is tried again only when there is as much more.
    m_logLeft = std::min(m_logLeft, m_claimed->logSize());
    if (m_claimed->logSize() - m_logLeft >= mostLog) {
        if (const auto moved = moveLog(); !moved)
            return moved;
    }
    if (m_options.keep == RecordingKeep())
        return {};
    const auto dropped = dropOldParts(m_database.get(), m_options.keep, m_now);
    if (!dropped)
        return tl::unexpected(dropped.error());
    if (*dropped) { // rows of holders and items may have gone, too
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
    m_status = snapshot.status;
    m_nodes = snapshot.nodes;
    const bool isFirst = m_checkpoints == 0;
    if (isFirst) {
        m_beganAt = m_clock->wall(snapshot.takenAt);
        for (const JournalEntry &entry : snapshot.journal)
            m_beganAt = std::min(m_beganAt, SnapshotClock::wallOf(entry.at));
        m_now = m_seenUntil = m_latestSeen = m_beganAt;
        m_journalTotal = snapshot.journalTotal - qint64(snapshot.journal.size());
        if (const auto done = writeCheckpoint({}); !done)
            return done;
    }

    auto changes = m_gaps->note(snapshot, *m_clock, m_beganAt);
    const qint64 lost = snapshot.journalTotal - m_journalTotal - qint64(snapshot.journal.size());
    m_journalTotal = snapshot.journalTotal;
    if (lost > 0) {
        changes.insert(
            changes.begin(), m_gaps->overflow(m_seenUntil, m_clock->wall(snapshot.takenAt)));
    }
    m_comparesAll = lost > 0 || std::any_of(changes.begin(), changes.end(), [](const auto &change) {
        return change.keepsReadings;
    });
    if (const auto done = writeJournal(snapshot, changes); !done)
        return done;
    for (const Family family : {Family::Counter, Family::Bucket, Family::Lock}) {
        if (const auto done = writeTable(family, snapshot); !done)
            return done;
    }
    if (isFirst || lost > 0) {
        const WallMilliseconds at = isFirst ? m_beganAt : m_clock->wall(snapshot.takenAt);
        if (const auto done = writeUntoldAlerts(snapshot, at); !done)
            return done;
    }
    // Added after the journal was written, because no object becomes unknown by this gap.
    if (clockSet)
        changes.push_back(*clockSet);
    if (const auto incomplete = m_gaps->noteIncomplete(snapshot, *m_clock, m_seenUntil))
        changes.push_back(*incomplete);
    if (const auto done = writeGaps(changes); !done)
        return done;
    if (const auto done = writeBatch(false); !done)
        return done;
    noteSeen(snapshot);
    if (const auto done = writeUnheard(snapshot); !done)
        return done;
    if (const auto done = writeRepeated(); !done)
        return done;
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

// In a Cluster each node is as late as it is.
const WatchStatus &RecordingWriter::statusOfKey(const QByteArray &key) const
{
    const NodeStatus *const node = key.isEmpty() ? nullptr : nodeOf(*m_nodes, key);
    return node ? node->status : m_status;
}

Lateness RecordingWriter::latenessOfKey(const QByteArray &key) const
{
    return latenessIn(statusOfKey(key));
}

// A line of the journal tells itself that it is of a change in a stall (JournalEntry::maybeMissed);
// a reading does not.
Lateness RecordingWriter::latenessOfReading(const QByteArray &key, Instant readAt) const
{
    const Lateness late = latenessOfKey(key);
    const auto &stalled = statusOfKey(key).stalled;
    if (!stalled || readAt <= stalled->from || stalled->to < readAt)
        return late;
    return std::max(
        std::chrono::ceil<Milliseconds>(readAt - stalled->from), late.value_or(Milliseconds(0)));
}

// Notices that the clock of this computer was set. If it was set back, some times of day come
// twice, and a moment among them is ambiguous. If it was set forward, some times of day never were.
// The returned gap covers these times. What is known of objects remains known.
std::optional<WrittenGaps::Change> RecordingWriter::noteClock(const Snapshot &snapshot)
{
    const Instant::duration offset =
        snapshot.takenAtUtc.time_since_epoch() - snapshot.takenAt.time_since_epoch();
    const auto before = std::exchange(m_clockOffset, offset);
    const Instant taken = std::exchange(m_takenAt, snapshot.takenAt);
    if (!before || std::chrono::abs(offset - *before) <= clockWasSet)
        return {};
    m_mustCheckpoint = true; // times of day after this may have occurred before
    const WallMilliseconds now = m_clock->wall(snapshot.takenAt);
    const WallMilliseconds latest = std::max(m_now, m_batchTo);
    const auto passed = std::chrono::duration_cast<Milliseconds>(snapshot.takenAt - taken).count();
    m_now = m_batchTo = now;
    m_seenUntil += std::chrono::duration_cast<Milliseconds>(offset - *before).count();
    if (offset > *before)
        return m_gaps->clockSet(latest, now);
    const auto repeated = m_gaps->clockSet(now - passed, latest + passed);
    if (now < m_beganAt)
        beginAnew(now, repeated.gap);
    return repeated;
}

// From here on the session tells times that were before its begin. They are there for the first
// time, so they are known as far as the clock has come.
void RecordingWriter::beginAnew(WallMilliseconds now, const RecordedGap &repeated)
{
    m_repeated = repeated;
    m_repeated->since = now;
    m_repeatedFrom = std::exchange(m_beganAt, now);
    if (m_completeAt)
        m_completeAt = now;
    m_beginsAnew = true;
}

Result<void> RecordingWriter::writeRepeated()
{
    if (!m_repeated)
        return {};
    RecordedGap &gap = *m_repeated;
    gap.since = std::max(gap.since, std::min(m_repeatedFrom, m_seenUntil));
    if (const auto done = m_database->insert("gaps", rowOf(gap)); !done)
        return done;
    if (gap.since >= m_repeatedFrom)
        m_repeated.reset(); // no time comes any more that it would give back
    if (!m_beginsAnew)
        return {};
    for (auto &[key, alert] : m_firing) { // it fires at the time that has come
        alert.firedAt = std::min(alert.firedAt, m_beganAt);
        const auto row = rowOf(alert, m_idOf);
        if (!row)
            return tl::unexpected(row.error());
        if (const auto done = m_database->insert("alerts", *row); !done)
            return done;
    }
    return {};
}

void RecordingWriter::noteSeen(const Snapshot &snapshot)
{
    m_now = std::max(m_now, m_clock->wall(seenUntil(snapshot)));
    const WallMilliseconds seen = m_clock->wall(allSeenUntil(snapshot.status, snapshot.takenAt));
    m_seenUntil = std::max(m_seenUntil, std::min(m_now, seen));
    m_latestSeen = std::max(m_latestSeen, m_seenUntil);
}

// Of a Cluster, rows may tell of what one node has said after the last answer of another one. The
// session lasts until then.
Result<void> RecordingWriter::writeUnheard(const Snapshot &snapshot)
{
    WallMilliseconds newest = m_seenUntil;
    for (const NodeStatus &node : *snapshot.nodes) {
        if (isSeen(node.status))
            newest = std::max(newest, m_clock->wall(allSeenUntil(node.status, snapshot.takenAt)));
    }
    if (m_latestSeen > newest) // the clock was set back
        return {};
    m_latestSeen = std::max(m_latestSeen, std::min(m_batchTo, newest));
    return writeGaps(m_gaps->noteUnheard(snapshot, *m_clock, m_latestSeen));
}

Result<void> RecordingWriter::finish()
{
    if (m_hasFinished || !m_hasWritten)
        return {};
    if (const auto there = m_claimed->checkPlace(); !there) {
        endElsewhere();
        return there;
    }
    m_hasFinished = true;
    if (const auto deleted = deleteLogNote(); !deleted)
        return deleted;
    if (const auto written = writeSession(true); !written)
        return written;
    // Without a log the recording is one file, which can be read in a folder where nothing can be
    // written. If somebody is reading it now, SQLite refuses, which does no harm.
    (void)m_database->run(QStringLiteral("PRAGMA journal_mode = DELETE"));
    return {};
}

// Ends the session of a file that was moved. The open file is still the recording, but the log with
// its newest part stayed at the old place. So the log is merged into the file, which can then be
// read alone. SQLite refuses a journal on disk for a file that was moved, so the journal is in
// memory. Errors are ignored: the caller reports already why the recording ends, and a reader of
// such a file says what is missing in it.
void RecordingWriter::endElsewhere()
{
    if (std::exchange(m_hasFinished, true))
        return;
    (void)m_database->run(QStringLiteral("PRAGMA journal_mode = MEMORY"));
    (void)deleteLogNote();
    (void)writeSession(true);
}

Result<void> RecordingWriter::writeSession(bool hasEnded)
{
    const auto kept = m_database->value(
        QStringLiteral("SELECT kept_from FROM sessions WHERE id = ?"), {m_session});
    if (!kept)
        return tl::unexpected(kept.error());
    const bool isKept = !kept->isNull() && !std::exchange(m_beginsAnew, false);
    const auto orNull = [](const auto &value) { return value ? QVariant(*value) : QVariant(); };
    return m_database->insert("sessions",
        {m_session, m_beganAt, isKept ? *kept : QVariant(m_beganAt), orNull(m_completeAt),
            m_latestSeen, hasEnded ? QVariant(m_latestSeen) : QVariant(), m_options.address,
            m_server.isEmpty() ? QVariant() : QVariant(m_server),
            m_options.prefix.isEmpty() ? QVariant() : QVariant(m_options.prefix)});
}

Result<void> RecordingWriter::writeGaps(const std::vector<WrittenGaps::Change> &changes)
{
    for (const WrittenGaps::Change &change : changes) {
        if (change.isBefore)
            continue;
        const auto done = change.isNone
            ? m_database->run(QStringLiteral("DELETE FROM gaps WHERE id = ?"), {change.gap.id})
            : m_database->insert("gaps", rowOf(change.gap));
        if (!done)
            return done;
    }
    return {};
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

} // namespace lockstep
