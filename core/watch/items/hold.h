#pragma once

#include "core/watch/values/reading.h"

#include <QSharedData>

#include <vector>

namespace lockstep {

struct Item;

// How a hold of a lock ended, as far as two readings tell.
enum class HoldEnd : quint8 {
    None, // it is held still
    Released, // gone before its deadline, or without having one
    Expired, // gone at its deadline
    HandedOver, // another holder has it, without a moment in between that was seen
    Unseen, // while the connection was lost: neither when nor how is known
};

// The deadline of a hold was set anew, while the same holder had the lock.
struct DeadlineChange
{
    Instant at; // when it was read
    CompactOptional<Milliseconds> before; // time left without it; absent: there was no deadline
    CompactOptional<Milliseconds> after; // time left with it; absent: there is none any more
    bool isRenewal = true; // it was moved up

    friend bool operator==(const DeadlineChange &, const DeadlineChange &) = default;
};

// One holder has a lock, or one permit of a semaphore, from one moment to another. Permits of one
// semaphore overlap; holds of a lock do not.
struct Hold
{
    static constexpr std::size_t mostDeadlineChanges = 128;

    CowOptional<Holder> holder;
    Instant from{}; // when it was first read
    bool beginIsSeen = false; // else it began at or before from
    // It may have been given up and taken again meanwhile: in a gap, or when its lease ended.
    bool mayBeSeveral = false;
    bool leaseIsUnknown = false; // PTTL is not permitted: there may be a deadline or none
    // Time left at leaseAt, which is from, or later where the deadline was moved up unseen. Absent:
    // no deadline, or not known.
    CompactOptional<Milliseconds> lease;
    Instant leaseAt{};
    std::vector<DeadlineChange> deadlineChanges; // the latest so many, oldest first
    bool someAreForgotten = false; // there were earlier ones
    int renewalCount = 0; // all, also of these
    // When it ended; of Unseen: when it was last read. While it is held: meaningless.
    Instant to{};
    HoldEnd end = HoldEnd::None;
};

// Nothing is known of what happened between these: the connection was lost.
struct UnseenSpan
{
    Instant from;
    Instant to;
};

// What was counted of all holds of a key since its history began, also of those that are forgotten.
struct HoldTotals
{
    Instant since{};
    qint64 released = 0;
    qint64 expired = 0;
    qint64 handedOver = 0;
    qint64 unseen = 0;
    qint64 renewals = 0;
    CompactOptional<Instant> unseenAt; // when an end in a gap was noticed last
    Milliseconds longest{}; // of the holds whose end was seen and that are certainly one
    Milliseconds waited{}; // how long somebody was seen waiting, the present wait left out
    CompactOptional<Instant> waitingSince; // absent: nobody waits now
    // The latest time in which there may have been more than was seen, because the lock was read
    // too late; see Look.
    std::optional<UnseenSpan> maybeMissed;
};

// The holds of one key across releases and re-acquisitions, oldest first. Immutable once published.
// It begins with the first change of a key that is held; see holdsOf().
struct HoldHistory : QSharedData
{
    std::vector<Hold>
        holds; // all that are not over, and the latest that are; how many: holdstore.h
    HoldTotals totals;
    // Until then somebody may have held it whose hold is forgotten. Absent: none is forgotten.
    CompactOptional<Instant> forgottenUntil;
};
using HoldHistoryPtr = QExplicitlySharedDataPointer<const HoldHistory>;

// The holds of a lock, oldest first; of one that has not changed since it was met, the one that it
// is. Empty for what is no lock.
std::vector<Hold> holdsOf(const Item &item);

} // namespace lockstep
