#pragma once

#include "core/watch/items/item.h"

#include <vector>

namespace lockstep {

// How a lock has been used since its history began. Times are of the holds whose begin and end were
// both seen; of those the latest few hundred (HoldStore::mostHolds) are known one by one.
struct HoldStatistics
{
    Instant since{}; // when the history began
    qint64 holds = 0; // all that were seen, the present ones included
    qint64 released = 0;
    qint64 expired = 0; // without a release
    qint64 handedOver = 0;
    qint64 unseen = 0; // ended while the connection was lost
    qint64 renewals = 0;
    // The latest time in which there may have been more than was seen; see HoldTotals.
    std::optional<UnseenSpan> maybeMissed;
    // Holds that began within the last minute. Nothing before a minute was watched, and for a
    // minute after a hold that ended unseen, or after some may have been missed.
    std::optional<double> perMinute;
    std::optional<Milliseconds> median; // of the latest few hundred
    std::optional<Milliseconds> percentile99; // of the latest few hundred
    std::optional<Milliseconds> longest; // of all whose end was seen
    Milliseconds waited{}; // how long somebody was seen waiting
};

// Returns nothing of a lock that has not changed since it was met. Looks at each hold that is kept.
std::optional<HoldStatistics> holdStatistics(const Item &item, Instant now);

// What one process holds now, as far as the tokens tell who it is.
struct HeldBy
{
    QString host; // empty if the tokens do not tell it
    QString process;
    QByteArray token; // set if the tokens tell neither host nor process
    std::vector<ItemPtr> locks; // sorted by key
};

// All holders of these locks, those with the most locks first. Of a semaphore each that has a
// permit.
std::vector<HeldBy> holdersOf(const std::vector<ItemPtr> &locks);
// Whether both are the same process, by what the tokens tell; where they tell neither host nor
// process, whether they are the same token.
bool isSameHolder(const Holder &a, const Holder &b);
// Whether that holder has the lock, or one of its permits.
bool isHeldBy(const Item &lock, const Holder &holder);

} // namespace lockstep
