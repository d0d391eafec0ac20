#pragma once

#include "core/watch/recorder/histories/sessionpart.h"
#include "core/watch/recorder/recordingdatabase.h"
#include "core/watch/recorder/replay.h"
#include "core/watch/recorder/rows/recordedgap.h"
#include "core/watch/recorder/rows/recordingrows.h"

#include <QJsonObject>

#include <functional>
#include <map>

namespace lockstep {

// One run of the recorder.
struct RecordedSession
{
    qint64 id = 0;
    WallMilliseconds beganAt = 0;
    WallMilliseconds keptFrom = 0; // earlier rows have been deleted (RecordingKeep)
    std::optional<WallMilliseconds> completeAt; // all keys had been looked at; nothing: never
    WallMilliseconds seenUntil = 0;
    std::optional<WallMilliseconds> endedAt; // nothing: it goes on, or was cut off
    QString address;
    QString server; // "redis 7.0.15"
    QByteArray prefix;
};

// An object whose state at a moment is uncertain: what was seen of it at seenAt, which is later,
// may have happened up to `late` before that. late is empty if the object was found without having
// been seen to appear: then nobody knows how long it had existed.
struct RecordedDoubt
{
    QByteArray key;
    WallMilliseconds seenAt = 0;
    Lateness late;
};

// What a recording says about one moment.
struct RecordedMoment
{
    enum class Knowledge : quint8 {
        Seen,
        Gap, // the watch saw nothing, or not everything; see gap
        NotRecorded, // before the first session, between two, or after the last
    };
    Knowledge knowledge = Knowledge::NotRecorded;
    std::optional<RecordedGap> gap;
    bool isComplete = false; // all keys had been looked at
    // The objects whose state is uncertain. They are unreadable in the snapshot.
    std::vector<RecordedDoubt> doubts;
    // Set for NotRecorded only: when the session before the moment ended, and when the one after it
    // begins; empty if there is none.
    std::optional<WallMilliseconds> recordedUntil;
    std::optional<WallMilliseconds> recordedFrom;
    RecordedSession session; // not set for NotRecorded
    // The objects at that moment, as a watch would give them. Its instants are times of day
    // (replayedInstant). What was not known is unreadable.
    Snapshot snapshot;
};

// One line of what happened.
struct RecordedLine
{
    enum class Kind : quint8 {
        Entry, // a line of the journal
        Changed, // a counter has another value
        NotRecorded, // from entry.since to entry.at no session ran; entry is one of Unseen
        NotRecordedBefore, // the same of all time before entry.at, which has no begin
        Gap, // until entry.at no line told of a gap since entry.since; entry is one of Unseen
    };
    Kind kind = Kind::Entry;
    JournalEntry entry;
    QString cause; // Gap: as RecordedGap has it
    QString address; // NotRecorded: of what is recorded from then on, where it is another server
    Lateness late; // it may have happened so long before entry.at
};

// The line in the form of `watch --follow --json`; a counter's is the event "changed", and the
// cause of NotRecorded is "notRecorded".
QJsonObject recordedLineToJson(const RecordedLine &line);

// A lock became free, and until the moment that was asked for nothing more was seen of it.
struct RecordedRelease
{
    JournalEntry entry;
    std::optional<RecordedGap> gap; // the last one since then, in which it may have been held
};

// Tells whether somebody asks for the objects with that key. An empty function asks for all.
using WantedKeys = std::function<bool(const QByteArray &key)>;

// Reads a recording as it is when it is opened, also while it goes on, and keeps no recorder from
// going on with it. Blocks for the disk.
class RecordingReader
{
public:
    // Errors: FileUnreadable; BadInput: it is no recording, of a later version, or damaged.
    static Result<std::unique_ptr<RecordingReader>> open(const QString &path);
    // While it reads, a recorder that ends cannot merge the log into the file; so the reader does
    // it.
    ~RecordingReader();
    Q_DISABLE_COPY_MOVE(RecordingReader)

    // The sessions in the order in which they were written, without those that saw nothing. Empty:
    // so is the recording.
    [[nodiscard]] const std::vector<RecordedSession> &sessions() const { return m_sessions; }
    [[nodiscard]] const std::vector<RecordedGap> &gaps() const { return m_gaps; }
    // When open() was called. Checking a large file takes seconds, in which a recorder goes on.
    [[nodiscard]] WallMilliseconds openedAt() const { return m_openedAt; }
    // Whether a recorder wrote it when it was opened.
    [[nodiscard]] bool isBeingRecorded() const { return m_isBeingRecorded; }
    // Whether FILE-wal is missing, as of a copy without it. It has the latest rows of a recording
    // that goes on or was cut off. A log that another program has merged into the file is not
    // missing, but in a recording of an earlier version, which does not tell.
    [[nodiscard]] bool isLatestMissing() const { return m_isLatestMissing; }
    // Whether it tells of an object with that key.
    [[nodiscard]] bool knows(const QByteArray &key) const;
    // Whether its last lines may be missing: it neither ended in order nor goes on.
    [[nodiscard]] bool isCutOff(const RecordedSession &session) const;

    // Errors of this and of all that follow: as open(); BadInput where a recorder that went on with
    // the file since it was opened has deleted the oldest part of what it had.
    Result<RecordedMoment> at(WallMilliseconds moment, const WantedKeys &wanted = {});
    // Finds the wanted locks that were free at that moment, by the last line about each in that
    // session. wanted must not be empty.
    Result<std::vector<RecordedRelease>> releasesBefore(
        const RecordedSession &session, WallMilliseconds moment, const WantedKeys &wanted);
    // Reads what happened from `from` until before `to`, in the order of time: the lines of the
    // session's journal, a line for each gap that has none in the journal, and one for each time
    // without a session. With `to` alone that includes the time before the first session; without
    // `to`, what follows the last one is not asked for. Calls take with each line, until it returns
    // false.
    Result<void> lines(std::optional<WallMilliseconds> from, std::optional<WallMilliseconds> to,
        const WantedKeys &wanted, const std::function<bool(const RecordedLine &)> &take);
    // The latest lines of the journal after `after`, if that is given, and not after `until`: at
    // most `most`, the oldest first.
    Result<std::vector<JournalEntry>> latestLines(
        std::optional<WallMilliseconds> after, WallMilliseconds until, qint64 most);
    // What was recorded from one moment to another of the objects of that family with these keys,
    // in their order; those that the recording does not know at all are left out.
    Result<std::vector<RecordedHistory>> histories(Family family, const QList<QByteArray> &keys,
        WallMilliseconds from, WallMilliseconds until);
    // The time of the next line of the journal after the moment, and of the last one before it;
    // nothing if there is none.
    Result<std::optional<WallMilliseconds>> lineAfter(WallMilliseconds moment);
    Result<std::optional<WallMilliseconds>> lineBefore(WallMilliseconds moment);

private:
    struct Batch
    {
        qint64 id;
        qint64 session;
        qint64 first;
        qint64 last;
        WallMilliseconds from;
        WallMilliseconds to;
        bool isCheckpoint;
    };
    explicit RecordingReader(std::unique_ptr<RecordingDatabase> database);
    // While one of these exists, all rows that are read are from one state of the file.
    struct EndReading
    {
        void operator()(RecordingReader *reader) const;
    };
    using Reading = std::unique_ptr<RecordingReader, EndReading>;
    Result<Reading> beginReading();
    Result<void> load();
    void dropEmptySessions();
    Result<Holder> holder(qint64 id);
    // The object with that id; nullptr if the id is NULL, because the row is about no key.
    Result<const RecordedItem *> item(const QVariant &id) const;
    [[nodiscard]] const RecordedSession *sessionAt(WallMilliseconds moment) const;
    [[nodiscard]] const Batch *batchOf(qint64 row) const;
    struct Rows
    {
        qint64 first;
        qint64 last;
    };
    // The rows that tell the state at a moment: from the last checkpoint that began by then to the
    // end of the last batch that did. Empty where the session has no such batch.
    [[nodiscard]] std::optional<Rows> rowsFor(
        const RecordedSession &session, WallMilliseconds moment) const;
    Result<Replay> replay(
        const Rows &rows, WallMilliseconds moment, const RecordedSession &session);
    // What was seen after the moment and may have been so at it.
    Result<void> addDoubts(RecordedMoment &moment, Replay &replay, WallMilliseconds at,
        const WantedKeys &wanted) const;
    Result<void> addLate(RecordedMoment &moment, Replay &replay, WallMilliseconds at,
        const WantedKeys &wanted) const;
    Result<void> addFound(RecordedMoment &moment, Replay &replay, WallMilliseconds at,
        const WantedKeys &wanted) const;
    Result<void> addItems(RecordedMoment &moment, const Replay &replay, WallMilliseconds at,
        const WantedKeys &wanted);
    // Whether something was unseen of the key since the alert began to fire.
    [[nodiscard]] bool wasUnseen(
        const RecordedAlert &alert, const QByteArray &key, WallMilliseconds at) const;
    Result<void> addAlerts(RecordedMoment &moment, WallMilliseconds at, const WantedKeys &wanted);
    // The ids of the wanted objects, separated by commas for SQL. Empty where all are wanted, or so
    // many that it is faster to read all rows.
    [[nodiscard]] std::optional<QString> idsOf(const WantedKeys &wanted) const;
    // A time in which one session is what tells, or none.
    struct Stretch
    {
        const RecordedSession *session;
        WallMilliseconds from;
        WallMilliseconds until;
    };
    [[nodiscard]] std::vector<Stretch> stretches(
        WallMilliseconds from, WallMilliseconds until) const;
    std::vector<const RecordedItem *> itemsWith(Family family, const QByteArray &key);
    Result<SessionPart> partOf(
        const Stretch &stretch, const std::vector<const RecordedItem *> &items);
    Result<void> readRows(SessionPart &part, const RecordedItem &item, const Rows &rows);
    Result<void> readLineBefore(
        SessionPart &part, const std::vector<const RecordedItem *> &items, const Rows &rows);
    struct LineReading;
    Result<void> readLines(LineReading &reading, const RecordedSession &session);
    Result<void> readPart(LineReading &reading, const Rows &part);
    Result<void> addUntoldGaps(LineReading &reading, const RecordedSession &session);

    std::unique_ptr<RecordingDatabase> m_database;
    std::vector<RecordedSession> m_sessions;
    std::vector<Batch> m_batches;
    std::vector<RecordedGap> m_gaps;
    std::vector<RecordedGap> m_incomplete; // see RecordedGap::isIncomplete()
    std::unordered_map<qint64, RecordedItem> m_items;
    // Finds those of m_items by their key. Empty until histories are asked for.
    std::unordered_multimap<QByteArray, const RecordedItem *> m_itemsByKey;
    std::unordered_map<qint64, Holder> m_holders; // that were read lately
    std::optional<QSqlQuery> m_holderById;
    HolderWithId m_holderOf;
    WallMilliseconds m_openedAt = 0;
    bool m_isBeingRecorded = false;
    bool m_isInTransaction = false;
    bool m_mustMergeLog = false; // a recorder has written a log since the file was opened
    bool m_hasLogNote = false; // see logNoteCause()
    bool m_isLatestMissing = false;
};

} // namespace lockstep
