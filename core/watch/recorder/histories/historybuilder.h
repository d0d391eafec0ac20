#pragma once

#include "core/watch/recorder/rows/objectstate.h"

namespace lockstep {

// What was recorded of one object over a time, in the form in which a watch keeps it. Instants are
// times of day (replayedInstant).
struct RecordedHistory
{
    Family family = Family::Lock;
    // As it was at the end of the time, with its holds, and as its series its values: of a
    // semaphore how many hold it. Where nothing was known of it at the end it is unreadable, and
    // firstSeen is when that began.
    ItemPtr item;
    std::optional<Instant> goneAt; // a counter or limit that was not there any more at the end
    std::vector<UnseenSpan> unseen; // nothing is known of it there; oldest first
    std::vector<UnseenSpan> free; // nobody held the lock there; oldest first
};

// Makes the history of one object from what was known of it, in the order of the times. What is
// taken holds until something else is.
class HistoryBuilder
{
public:
    explicit HistoryBuilder(Family family)
        : m_family(family)
    {
    }

    // Nothing is known of the object.
    void takeUnknown(WallMilliseconds at);
    // There is no such object; a lock is free.
    void takeAbsence(WallMilliseconds at);
    // It was read, so its knowledge is Known.
    void take(const ObjectState &state, WallMilliseconds at);
    // identity: has the key, the name, the format and the confidence. The builder is used up.
    RecordedHistory finish(Item identity, WallMilliseconds at);

private:
    struct OpenHold
    {
        QByteArray token;
        std::size_t index; // in m_holds
    };
    void know(WallMilliseconds at);
    void setFree(bool isFree, WallMilliseconds at);
    void takeValue(double value, WallMilliseconds at);
    void takeHolder(const ObjectState &state, WallMilliseconds at);
    void takePermits(const ObjectState &state, WallMilliseconds at);
    void begin(const Holder &holder, WallMilliseconds from, bool isSeen);
    void end(std::size_t open, WallMilliseconds at, HoldEnd how);
    void noteDeadline(Hold &hold, const ObjectState &state, WallMilliseconds at) const;
    [[nodiscard]] Item lastItem(WallMilliseconds at) const;

    Family m_family;
    ObjectState m_known; // the last that was read
    bool m_isKnown = false; // and it is so still
    std::optional<double> m_limit; // the last that it had
    bool m_namesHolders = false; // a semaphore, at some time
    std::optional<WallMilliseconds> m_unknownSince;
    std::optional<WallMilliseconds> m_absentSince;
    std::optional<WallMilliseconds> m_freeSince;
    Series m_series;
    std::vector<Hold> m_holds;
    std::vector<OpenHold> m_open; // those that are not over; at most one, except of a semaphore
    std::vector<UnseenSpan> m_unseen;
    std::vector<UnseenSpan> m_free;
};

} // namespace lockstep
