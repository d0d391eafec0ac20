#pragma once

#include "core/watch/recorder/rows/recordedgap.h"

#include <map>

namespace lockstep {

// What of the gaps that a watch tells has to be written: one that begins (nothing is seen for now),
// one that is over, and one that turned out to be none, because the server only was slow. They are
// told by the spans of the snapshots, with the cause of the journal's line; a span counts for the
// keys of its node.
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
        bool isNone = false; // its row goes
        Instant readableFrom{}; // of one that is over: a reading from then on counts
        // The line of the snapshot's journal that tells of it; nothing: none does.
        std::optional<std::size_t> entry;
    };
    // rows stay to be set, by the caller.
    std::vector<Change> note(const Snapshot &snapshot, const SnapshotClock &clock);
    // Nothing is known between these, because lines of the journal were lost on their way.
    Change overflow(WallMilliseconds since, WallMilliseconds until);
    // The clock of this computer was set: which moment between these is meant is not known.
    Change clockSet(WallMilliseconds since, WallMilliseconds until);
    // Not all keys had been looked at, though what had been is known: after a gap, until all were
    // looked at again, and where nobody announces new ones. seenUntil: of what was written before.
    std::optional<Change> noteIncomplete(
        const Snapshot &snapshot, const SnapshotClock &clock, WallMilliseconds seenUntil);

private:
    struct Place
    {
        Instant lastFrom = Instant::min();
        Instant lastTo = Instant::min();
        std::optional<RecordedGap> open;
    };
    struct Seen // of one place
    {
        const std::vector<UnseenSpan> &spans;
        std::optional<Instant> unseenSince;
        std::optional<Instant> lastSeen;
        bool isConnected;
        QString node;
        QString slotRanges;
    };
    void noteAt(const Seen &seen, const Snapshot &snapshot, const SnapshotClock &clock,
        std::vector<bool> &isMatched, std::vector<Change> &changes);
    RecordedGap newGap(const Seen &seen, WallMilliseconds since);

    qint64 m_session;
    qint64 m_nextId;
    std::optional<RecordedGap> m_incomplete;
    std::map<QString, Place> m_places; // by node; of no Cluster: one without a name
};

} // namespace lockstep
