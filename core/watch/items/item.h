#pragma once

#include "core/watch/formats/format.h"
#include "core/watch/items/agebound.h"
#include "core/watch/items/hold.h"
#include "core/watch/values/reading.h"

#include <QSharedData>

#include <array>
#include <utility>
#include <vector>

namespace lockstep {

// A point in the bounded history of one item, which has the oldest first. A value of NaN means that
// the item is gone from then on.
struct SeriesPoint
{
    Instant at;
    double value; // Counter, Bucket: the value. Lock: milliseconds left at that instant; infinity:
                  // no TTL
};
struct Series : QSharedData, std::vector<SeriesPoint>
{
    using vector::vector;
};
using SeriesPtr = QExplicitlySharedDataPointer<const Series>;

inline SeriesPtr makeSeries(Series points)
{
    return SeriesPtr(new Series(std::move(points)));
}

// One object that is watched, as of its last reading. Immutable once published; the next reading
// makes a new one, so that equal pointers mean that nothing changed. There may be a million of
// these: the order of the members leaves no gaps, and the count of the pointers is in it.
struct Item : QSharedData
{
    Item() = default;
    Item(const Item &) = default;
    Item(Item &&) = default;
    virtual ~Item() = default; // a table's row that stands for many items is a subclass

    int renewals = 0; // Lock: times the deadline moved up for the same holder
    QByteArray key;
    CompactString name; // from a rule; empty: show the key
    FormatPtr format;
    // The fields from confidence to isHidden fit into its last bytes.
    [[no_unique_address]] Reading reading;
    Confidence confidence = Confidence::Certain;
    // It was not there, or not this holder's, before firstSeen, or heldSince where that is unsure.
    bool beginIsSeen : 1 = false;
    // heldSince is when the lock was asked for, before any wait for it.
    bool heldSinceIsRequest : 1 = false;
    // heldSince is when its holder was first seen to have it, or got it as its token tells; it may
    // not have had it all the time until firstSeen.
    bool heldSinceIsUnsure : 1 = false;
    // It is unreadable because no node of its Cluster answers for its slot; else the server refuses
    // to tell it.
    bool isHidden : 1 = false;
    Instant readAt{};
    // When this holder, this window or this counter was seen first. Where heldSinceIsUnsure, it is
    // certain from here on that it was this holder's all the time.
    Instant firstSeen{};
    // Lock whose begin was not seen: when its holder got it, or asked for it, as its token tells,
    // by the clock of who wrote it; absent: the token does not tell, or what it tells is after
    // firstSeen. See heldSinceIsUnsure.
    CompactOptional<Instant> heldSince;
    int longestLease = 0; // Lock: largest TTL seen for this holder, ms
    SeriesPtr series; // null until it has changed once
    HoldHistoryPtr holds; // Lock: null until it has changed once; see holdsOf()
};
using ItemPtr = QExplicitlySharedDataPointer<const Item>;
// An item that is being made, before it is published as an ItemPtr.
using NewItemPtr = QExplicitlySharedDataPointer<Item>;

inline NewItemPtr makeItem(Item item = {})
{
    return NewItemPtr(new Item(std::move(item)));
}

// How a lock or a limit is shown; lockState() and bucketState() say what the words mean.
enum class LockState : quint8 { Free, Held, Expiring, Immortal, OrphanSuspected, Unknown };
enum class BucketState : quint8 { Unknown, Open, Exhausted, Immortal }; // the worst last

// All of them; jsonids.cpp asserts that none is left out.
inline constexpr std::array allLockStates{LockState::Free, LockState::Held, LockState::Expiring,
    LockState::Immortal, LockState::OrphanSuspected, LockState::Unknown};
inline constexpr std::array allBucketStates{
    BucketState::Open, BucketState::Exhausted, BucketState::Immortal, BucketState::Unknown};

// Expiring: less than a fifth of the longest lease is left. OrphanSuspected: renewed at least 20
// times and held for 30 leases or more since it was first seen. See the .cpp for why these numbers.
// Unknown, of a lock: it can no longer be read. A bucket that is only guessed is never Immortal;
// Unknown: nothing tells its limit, or what is used of it; a rule may.
LockState lockState(const Item &item, Instant now);
// Whether a lock expires if nobody renews it. Nothing if that is not known or nobody holds it.
std::optional<bool> hasLease(const Item &lock);
// When the time of a lock is over if nobody renews it: at its key's TTL; of a key that has none,
// when the last of its permits ends, or at the time that is its value. Nothing if that is never or
// not known, or nobody holds it.
std::optional<Instant> lockEndsAt(const Item &lock);
// Until then, never less than 0.
std::optional<Milliseconds> timeLeft(const Item &lock, Instant now);
BucketState bucketState(const Item &item);
// When time alone changes the item next, as of its last reading: it expires, its window turns, or
// one of its permits ends. Nothing if never or not known.
std::optional<Instant> nextTurn(const Item &item);
// Mean change of the value over the last 5 s, from the series; 0 where nothing changed. Of an
// object that came within them what changed since it came, over 5 s as well. Never across a time in
// which the object was gone or not watched. Falls to 0 by itself: ask again as time passes.
double changePerSecond(const Item &item, Instant now);
// The value if it is an integer that a double does not hold exactly. Nothing if Reading::value is
// exact or no integer.
std::optional<qint64> largeInteger(const Reading &reading);
// Whether the item was watched from its beginning, or for long enough to know what changes: a
// single look at a server tells nothing of rates and renewals.
bool isFollowed(const Item &item, Instant now);
// Whether changePerSecond() is right, because all changes within its span were seen. After a gap
// that takes as long as the span.
bool isRateKnown(const Item &item, Instant now);
// For how long the present holder has it: what its token says where that is earlier than first
// seen. Never negative.
Milliseconds heldFor(const Item &item, Instant now);
// For how long its holder certainly has it. Use this, and not heldFor(), to draw conclusions.
Milliseconds heldAtLeast(const Item &item, Instant now);
// How heldFor() relates to the true age.
AgeBound ageBound(const Item &item);

} // namespace lockstep
