#pragma once

#include "core/watch/recorder/recordingfile.h"
#include "core/watch/recorder/retention.h"
#include "core/watch/recorder/writtengaps.h"
#include "core/watch/recorder/writtennames.h"

#include <unordered_map>

namespace lockstep {

struct RecordingOptions
{
    QString address; // of what is watched, without a password
    QByteArray prefix; // only keys that begin with it are watched
    RecordingKeep keep;
    // The number of rows from one checkpoint to the next, or eight times the number of objects if
    // that is more. So many rows have to be read for the state at one moment.
    qint64 checkpointRows = 20'000;
};

// Writes what a watch sees into a recording: one session, from open() to finish(). Waits for the
// disk, so Recorder calls it on a thread of its own.
class RecordingWriter
{
public:
    // Appends a session to a recording, or makes one if there is no file. Errors: as
    // ClaimedRecording.
    static Result<std::unique_ptr<RecordingWriter>> open(
        const QString &path, const RecordingOptions &options);
    ~RecordingWriter();
    Q_DISABLE_COPY_MOVE(RecordingWriter)

    // The snapshot's journal has to have all lines since the snapshot before. On return the file
    // has all of the snapshot, or nothing of it. Errors: why nothing more can be written; what was
    // written before is readable.
    Result<void> write(const Snapshot &snapshot);
    // Whether something was. A file that was made and got nothing is removed in the end.
    [[nodiscard]] bool hasWritten() const { return m_hasWritten; }
    // Ends the session. A session that does not end like this counts as cut off when it is read.
    Result<void> finish();

    [[nodiscard]] qint64 rows() const { return m_nextRow - m_firstRow; } // of this session

private:
    struct Told // what a reader knows of one object
    {
        qint64 id = 0; // of its row in items
        FormatPtr format;
        QString name;
        Confidence confidence = Confidence::Certain;
        bool isFormatKnown = false; // the row was written with an item, not with a line alone
        ObjectState state;
        Instant readableFrom = Instant::min(); // an earlier reading is from before a gap
        Instant knownFrom =
            Instant::min(); // the end of the last gap that an earlier reading outlives
        Instant readAt = Instant::min(); // of the item that was compared last
        qint64 touchedIn = 0; // m_checkpoints when it was last seen
        Instant firstSeen{}; // of the hold in state
    };
    using ToldByKey = std::unordered_map<QByteArray, Told>;

    RecordingWriter(std::unique_ptr<ClaimedRecording> claimed, const RecordingOptions &options);
    Result<void> begin();
    void endElsewhere();
    Result<void> writeAll(const Snapshot &snapshot);
    Result<void> writeSession(bool hasEnded);
    Result<void> writeGaps(const std::vector<WrittenGaps::Change> &changes);
    Result<void> writeJournal(const Snapshot &snapshot, std::vector<WrittenGaps::Change> &changes);
    Result<void> writeEntry(const JournalEntry &entry, const Snapshot &snapshot);
    Result<qint64> itemNeverSeen(const JournalEntry &entry);
    Result<void> writeAlert(const JournalEntry &entry, std::optional<qint64> item);
    Result<void> beginAlert(const RecordedAlert &alert);
    using Firing = std::unordered_multimap<QByteArray, RecordedAlert>; // by key
    Result<void> endAlert(Firing::iterator fired, WallMilliseconds at);
    Firing::iterator firing(const JournalEntry &entry); // the alert of its rule and key
    Result<void> writeUntoldAlerts(const Snapshot &snapshot, WallMilliseconds at);
    void forget(WrittenGaps::Change &change);
    Result<void> writeTable(Family family, const Snapshot &snapshot);
    Result<void> writeItem(const Item &item);
    [[nodiscard]] bool isReadSinceGaps(const Item &item) const;
    Result<void> writeAbsence(Family family, const QByteArray &key, const Snapshot &snapshot);
    Result<void> writeReading(
        Told &told, const ObjectState &state, WallMilliseconds at, const Lateness &late);
    [[nodiscard]] const WatchStatus &statusOfKey(const QByteArray &key) const;
    [[nodiscard]] Lateness latenessOfKey(const QByteArray &key) const;
    [[nodiscard]] Lateness latenessOfReading(const QByteArray &key, Instant readAt) const;
    void noteSeen(const Snapshot &snapshot);
    Result<void> writeUnheard(const Snapshot &snapshot);
    std::optional<WrittenGaps::Change> noteClock(const Snapshot &snapshot);
    void beginAnew(WallMilliseconds now, const RecordedGap &repeated);
    Result<void> writeRepeated();
    Result<void> writeBatch(bool isCheckpoint);
    Result<void> writeCheckpoint(const Snapshot &snapshot);
    [[nodiscard]] bool isCheckpointDue(const Snapshot &snapshot) const;
    Result<Told *> toldOf(const JournalEntry &entry, const Snapshot &snapshot);
    Result<void> tellPermits(Told &told, const JournalEntry &entry, const Snapshot &snapshot);
    Result<void> identify(Told &told, const Item &item);
    ToldByKey &told(Family family) { return m_told[static_cast<std::size_t>(family)]; }
    qint64 nextRow(WallMilliseconds at);
    Result<void> moveLog();
    Result<void> deleteLogNote();

    std::unique_ptr<ClaimedRecording> m_claimed;
    RecordingOptions m_options;
    std::unique_ptr<RecordingDatabase> m_database;
    std::optional<WrittenNames> m_names;
    std::optional<WrittenGaps> m_gaps;
    HolderId m_idOf;

    qint64 m_session = 0;
    WallMilliseconds m_beganAt = 0; // the earliest time that it tells
    WallMilliseconds m_now = 0; // the time up to which the last snapshot tells
    // Everything that happened before this was seen, by the clock as it is set now.
    WallMilliseconds m_seenUntil = 0;
    WallMilliseconds m_latestSeen = 0; // the same, and it never goes back, though a clock may
    // The clock was set back to before the session's begin: from this gap on, times are not known.
    // It begins where the clock is by now, until that has come to m_repeatedFrom.
    std::optional<RecordedGap> m_repeated;
    WallMilliseconds m_repeatedFrom = 0; // those from here on were there before
    bool m_beginsAnew = false; // the next checkpoint is where the session begins by now
    std::optional<WallMilliseconds> m_completeAt;
    QString m_server;
    bool m_hasWritten = false;
    bool m_hasFinished = false;
    RecordedGap m_logNote; // see moveLog()
    bool m_isLogNoted = false;
    qint64 m_logLeft = 0; // bytes that it had at least since it was moved, or that was tried

    ToldByKey m_told[3];
    std::map<QString, WrittenGaps::Change> m_lastGaps; // by slots; those that are over
    Snapshot::Items m_last[3]; // the tables of the snapshot before, by family
    Firing m_firing;
    qint64 m_lowestAlert = 0; // the id of an alert without a line, or 0
    qint64 m_journalTotal = 0;
    // Whether to compare also objects that have not changed, because lines of the journal were lost
    // or a gap is over after which they count without being read again.
    bool m_comparesAll = false;
    std::optional<Instant::duration> m_clockOffset; // of the time of day to the steady clock
    Instant m_takenAt{}; // of the snapshot that is being written, or of the last one
    std::optional<SnapshotClock> m_clock; // of the snapshot that is being written
    // This is the status in the snapshot that is being written.
    WatchStatus m_status;
    std::shared_ptr<const std::vector<NodeStatus>> m_nodes = Snapshot().nodes;

    qint64 m_nextBatch = 1;
    qint64 m_firstRow = 1; // of the session
    qint64 m_nextRow = 1;
    qint64 m_batchFirst = 1;
    WallMilliseconds m_batchFrom = 0;
    WallMilliseconds m_batchTo = 0;
    qint64 m_checkpoints = 0; // of this session
    qint64 m_checkpointRow = 0; // the first row after the last checkpoint
    WallMilliseconds m_checkpointAt = 0;
    bool m_mustCheckpoint = true;
};

} // namespace lockstep
