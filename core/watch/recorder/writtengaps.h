#pragma once

#include "core/watch/recorder/rows/recordedgap.h"
#include "core/watch/recorder/rows/recordingrows.h"

#include <map>

namespace lockstep {

// The longest time for which a change may have waited to be read.
Lateness latenessIn(const WatchStatus &status);
// Tells until when all was seen of what the status is of: a silent server is noticed only some
// seconds later, so it is the last answer, and before any change that may still wait to be read.
Instant allSeenUntil(const WatchStatus &status, Instant takenAt);

// Finds which rows of `gaps` have to be written or deleted: a gap begins when nothing is seen any
// more, it is over, or it turned out to be none because the server was only slow. Snapshots say so
// by their spans (Snapshot::unseen), whose cause is in a line of the journal. A gap of a node
// covers the keys of that node.
class WrittenGaps
{
public:
    explicit WrittenGaps(qint64 session, qint64 nextId)
        : m_session(session)
        , m_nextId(nextId)
    {
    }

    struct Change
    {
        RecordedGap gap;
        bool isNone = false; // it turned out to be no gap, so its row is deleted
        bool isBefore = false; // it was over before the session began, and has no row
        Instant readableFrom{}; // of a gap that is over: what is read from then on counts
        // The index of the line of the snapshot's journal that tells of it; empty: none does.
        std::optional<std::size_t> entry;
        // Of a gap that is over: all changes in it were announced after it, so what is shown then
        // counts also where it was read before, and it is known from readableFrom on.
        bool keepsReadings = false;
    };
    // What has to be written because of that snapshot. The caller sets RecordedGap::row. The watch
    // may have gone on for long when the session began, at beganAt, and tells of earlier gaps too.
    std::vector<Change> note(
        const Snapshot &snapshot, const SnapshotClock &clock, WallMilliseconds beganAt);
    // A gap between these times, because lines of the journal were lost on their way.
    Change overflow(WallMilliseconds since, WallMilliseconds until);
    // The clock of this computer was set: which moment between these is meant is not known.
    Change clockSet(WallMilliseconds since, WallMilliseconds until);
    // Notes the begin and the end of a time in which not all keys have been looked at, while those
    // that have been are known: after a gap, until all keys were looked at again, and while new
    // keys are not announced. Where all was looked at again before the first snapshot after a gap,
    // that snapshot is the first that knows it. seenUntil: the time until which the snapshots
    // before saw everything.
    std::optional<Change> noteIncomplete(
        const Snapshot &snapshot, const SnapshotClock &clock, WallMilliseconds seenUntil);
    // Notes the nodes of a Cluster that were not heard of until the session's last moment, which
    // another node has told. Each has a gap until it is heard of, and that is none then.
    std::vector<Change> noteUnheard(
        const Snapshot &snapshot, const SnapshotClock &clock, WallMilliseconds lastMoment);

private:
    struct Open // a gap that goes on
    {
        RecordedGap gap;
        Instant since;
    };
    struct Ended // the gap that was over last
    {
        Instant from = Instant::min();
        QString cause;
    };
    struct Seen // of one place
    {
        int place = 0;
        const std::vector<UnseenSpan> &spans;
        std::optional<Instant> unseenSince;
        std::optional<Instant> lastSeen;
        bool isConnected;
        bool isAnnounced; // the server announces changes, so that objects are not read in turn
        QString node;
        QString slotRanges;
    };
    void endVanished(
        const Snapshot &snapshot, const SnapshotClock &clock, std::vector<Change> &changes);
    void noteAt(const Seen &seen, const Snapshot &snapshot, const SnapshotClock &clock,
        std::vector<bool> &isMatched, std::vector<Change> &changes);
    RecordedGap newGap(const Seen &seen, WallMilliseconds since);

    qint64 m_session;
    qint64 m_nextId;
    WallMilliseconds m_beganAt = 0; // of the session
    std::optional<RecordedGap> m_incomplete;
    bool m_someEnded = false; // with the snapshot that was noted last
    Instant m_takenAt = Instant::min(); // of the snapshot before
    std::map<int, Open> m_open; // by NodeStatus::place; without a Cluster there is one, 0
    std::map<int, Ended> m_ended; // likewise
    std::map<int, RecordedGap> m_unheard; // likewise
};

} // namespace lockstep
