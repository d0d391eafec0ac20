#pragma once

#include "core/watch/items/item.h"
#include "core/watch/items/journal.h"
#include "core/watch/snapshot/snapshot.h"

#include <optional>
#include <vector>

namespace lockstep {

using WallMilliseconds = qint64; // since 1970, UTC

// Reads the steady clock's instants of one snapshot as times of day. The machine's time of day may
// be set between two snapshots; within one it is taken for constant.
class SnapshotClock
{
public:
    explicit SnapshotClock(const Snapshot &snapshot)
        : m_at(snapshot.takenAt)
        , m_wall(wallOf(snapshot.takenAtUtc))
    {
    }

    static WallMilliseconds wallOf(std::chrono::system_clock::time_point at)
    {
        return std::chrono::duration_cast<Milliseconds>(at.time_since_epoch()).count();
    }
    [[nodiscard]] WallMilliseconds wall(Instant at) const
    {
        return m_wall - std::chrono::duration_cast<Milliseconds>(m_at - at).count();
    }

private:
    Instant m_at;
    WallMilliseconds m_wall;
};

// The time of day, cut to whole milliseconds as all times of a recording are. QDateTime of Qt 6.8
// rounds it to the nearest one, which may be later than what is recorded next.
inline WallMilliseconds wallNow()
{
    return SnapshotClock::wallOf(std::chrono::system_clock::now());
}

// The instants of a replayed recording are times of day: milliseconds since 1970.
inline Instant replayedInstant(WallMilliseconds at)
{
    return Instant(Milliseconds(at));
}
inline std::chrono::system_clock::time_point utcInstant(WallMilliseconds at)
{
    return std::chrono::system_clock::time_point(Milliseconds(at));
}

// What a line of the journal says of the object that it is about.
enum class LineEffect : quint8 {
    None, // nothing of the object itself
    HoldBegins, // who holds the lock is known from here on; a counter is there
    DeadlineChanges, // the same holder goes on
    HoldEnds, // nobody holds the lock any more; a counter is gone
    LimitIsReached, // by a limit; of a lock there is no such line
    Leaves, // what becomes of it is not seen from here
};
LineEffect effectOf(JournalEntry::Kind kind);

// What a recording says of one object at one moment. Writing and reading share it: the writer knows
// what a reader will conclude from the rows so far, and adds a reading where that is not so.
struct ObjectState
{
    enum class Knowledge : quint8 {
        Known,
        Unreadable, // the server refused to tell
        Hidden, // no node of the Cluster answered for it
        Unseen, // there was a gap, and it was not read again since
        Absent, // not among the objects: gone, or not watched any more
    };
    struct HeldPermit
    {
        Holder holder;
        std::optional<WallMilliseconds> ends;
    };

    Knowledge knowledge = Knowledge::Unseen;
    Ttl::Kind ttl = Ttl::Kind::Unknown;
    WallMilliseconds deadline = 0; // Ttl::Kind::Remaining
    std::optional<double> value;
    std::optional<qint64> largeInteger; // value, where that is an integer that a double rounds
    std::optional<double> limit;
    std::optional<double> remaining;
    std::optional<Milliseconds> window;
    std::optional<WallMilliseconds> resetsAt;
    std::optional<Holder> holder;
    std::vector<HeldPermit> permits;
    bool hasPermits = false; // a semaphore whose key names its holders; permits may be empty
    std::optional<int> waiters;
    // From here to longestLease: set for a lock that is held.
    WallMilliseconds since = 0; // first seen with this holder
    bool beginIsSeen = false;
    bool isBeginLate = false; // it was seen too late to say when: beginIsSeen is false then
    std::optional<WallMilliseconds> heldSince; // as Item has it
    bool heldSinceIsRequest = false;
    bool heldSinceIsUnsure = false;
    int renewals = 0;
    int longestLease = 0; // ms

    bool valueIsEstimate = false;
    bool limitIsInferred = false;
    bool isOver = false;

    static ObjectState of(const Item &item, const SnapshotClock &clock);
    // What the object is after that line of the journal. at: of the line. isLate: what it tells may
    // have happened before that.
    void apply(const JournalEntry &entry, WallMilliseconds at, bool isLate = false);
    // If the other state tells of the same hold and saw its begin too late, so did this one.
    void takeLateBegin(const ObjectState &known);
    // The other one is the same by a clock that was set meanwhile. What has begun keeps the time at
    // which it did by the clock of then, if that is not later than the given one.
    void takeTimes(const ObjectState &other, WallMilliseconds latestBegin);
    // After a gap nothing is known of the object until it is read again. What was none is none,
    // like a key that was never seen: where it came into being in the gap, it is found when all
    // keys have been looked at again, and until then the moment is not complete.
    void forget(Family family);
    // How many permits of a semaphore are in use beside those that are named: of very many only
    // some are read.
    [[nodiscard]] double unnamedPermits() const;
    // Whether there is, or may be, such an object: a lock that is free is none.
    [[nodiscard]] bool isObject(Family family) const;
    // Whether a reader who knows this one needs no reading to know that one. Times that differ by
    // less than a tenth of a second are the same: a line of the journal has the time at which it
    // was written, some milliseconds after the reading that it follows from.
    [[nodiscard]] bool tells(const ObjectState &other) const;
    // The item of a replayed snapshot that has this state. The caller sets format, key, name and
    // confidence.
    [[nodiscard]] Item toItem(WallMilliseconds at) const;
};

} // namespace lockstep
