#include "core/watch/store/nextitem.h"

#include "core/watch/items/comparison.h"
#include "core/watch/items/lockchange.h"
#include "core/watch/readers/reader.h"

#include <algorithm>
#include <climits>

namespace lockstep {

namespace {

NewItemPtr sameObject(const Item &last)
{
    auto item = makeItem();
    item->key = last.key;
    item->name = last.name;
    item->format = last.format;
    item->confidence = last.confidence;
    return item;
}

// Carries on what is known of a hold: the holder is the same as in the last reading. Counters and
// limits, which have no holder, always carry on.
void continueHold(const Item &last, Item &item)
{
    const Reading &reading = item.reading;
    item.firstSeen = last.firstSeen;
    item.beginIsSeen = last.beginIsSeen;
    item.heldSince = last.heldSince;
    item.heldSinceIsRequest = last.heldSinceIsRequest;
    item.heldSinceIsUnsure = last.heldSinceIsUnsure;
    item.longestLease = last.longestLease;
    item.renewals = last.renewals;
    if (item.format->stopsAtLimit() && !reading.limit && reading.value) {
        item.reading.limit = std::max(last.reading.limit.value_or(0), *reading.value);
        item.reading.limitIsInferred = true;
    }
}

// It goes on, but it may have been given up and taken again since the last reading.
void doubtHold(Item &item)
{
    const bool isTold = item.heldSince && !item.heldSinceIsRequest;
    item.heldSince = isTold ? Instant(*item.heldSince) : item.firstSeen;
    item.heldSinceIsRequest = false;
    item.heldSinceIsUnsure = true;
    item.firstSeen = item.readAt;
}

void beginHold(Item &item, Instant from, bool beginIsSeen, const ServerTime &time)
{
    item.firstSeen = from;
    item.beginIsSeen = beginIsSeen;
    const auto &holder = item.reading.holder;
    if (item.beginIsSeen || !holder || !holder->since)
        return;
    const Instant since = item.readAt
        + std::chrono::duration_cast<Instant::duration>(
            *holder->since - serverNow(time, item.readAt));
    // The clock of who wrote it may be ahead of the server's: then it tells nothing.
    if (since >= item.firstSeen)
        return;
    // What is told as the longest possible age must not be less than the real one.
    item.heldSince = holder->sinceIsRequest ? since - time.error : since;
    item.heldSinceIsRequest = holder->sinceIsRequest;
}

} // namespace

NewItemPtr unreadItem(const Recognition &recognition)
{
    auto item = makeItem();
    item->key = recognition.primary;
    item->name = recognition.name;
    item->format = recognition.format;
    item->confidence = recognition.confidence;
    return item;
}

NewItemPtr goneItem(const Item &last, Instant at)
{
    auto item = sameObject(last);
    item->readAt = item->firstSeen = at;
    return item;
}

NewItemPtr unreadableItem(const Item &last, Instant since)
{
    auto item = sameObject(last);
    item->reading.isUnreadable = true;
    item->reading.ttl = Ttl::unknown();
    item->reading.limit = last.reading.limit; // it is drawn as the semaphore it was
    item->readAt = item->firstSeen = since;
    item->series = last.series;
    item->holds = last.holds;
    return item;
}

NewItemPtr readItem(const Item &named, const Reading &reading, const Look &look,
    const TimeBefore &before, const ServerTime &time)
{
    const Instant readAt = look.readAt;
    auto item = sameObject(named);
    item->reading = reading;
    item->readAt = readAt;
    const Item *const last = before.last;
    const bool isSameHold = last && sameHolder(last->reading, reading)
        && !(before.isWatched ? wasTakenAnew(last->reading, reading, last->readAt, look)
                              : hasOnlyOtherHolders(last->reading, reading));
    if (isSameHold && before.isWatched)
        sharpenDeadline(item->reading, last->reading, readAt - last->readAt);
    if (isSameHold) {
        continueHold(*last, *item);
        const bool isFreeAgain = !before.isWatched && !item->reading.holder;
        if (item->format->family() == Family::Lock
            && (isFreeAgain
                || mayBeTakenAnew(last->reading, reading, last->readAt, look, before.isWatched)))
            doubtHold(*item);
    } else if (look.isLate) // it may have come, and another one gone, at any time since
        beginHold(*item, readAt, false, time);
    else if (!last && before.isSeenToCome) // what was announced first is that it had come
        beginHold(*item, std::clamp(look.wantedAt, std::min(before.lastLookAt, readAt), readAt),
            true, time);
    else
        beginHold(*item, readAt, before.isSeenToCome, time);
    const Instant leaseAt = last ? readAt : item->firstSeen;
    if (const auto left = item->reading.ttl.remaining(leaseAt))
        item->longestLease = std::max(
            item->longestLease, static_cast<int>(std::min<qint64>(left->count(), INT_MAX)));
    return item;
}

} // namespace lockstep
