#pragma once

#include "core/watch/formats/catalogue.h"
#include "core/watch/items/item.h"
#include "core/watch/items/look.h"

namespace lockstep {

// Makes the item that follows from the last one and from what was read, or not read, just now. The
// histories of an object that exists are filled in by ItemHistories.

// An object that was recognised and is still to be read.
NewItemPtr unreadItem(const Recognition &recognition);
// The item of an object that was found to be gone at that moment.
NewItemPtr goneItem(const Item &last, Instant at);
// The item of an object that can no longer be read: only its histories are left.
NewItemPtr unreadableItem(const Item &last, Instant since);

// What is known of the time before a reading of an object that exists.
struct TimeBefore
{
    const Item *last = nullptr; // as it was before; nullptr: it did not exist, or was not known
    Instant lastLookAt{}; // when it was read last, or found gone
    // It was watched all the time since the last look, so both can be compared.
    bool isWatched = false;
    bool isSeenToCome = false; // what is new in it was not there before
};
// named: tells what the object is, of which only the reading and its time are new.
NewItemPtr readItem(const Item &named, const Reading &reading, const Look &look,
    const TimeBefore &before, const ServerTime &time);

} // namespace lockstep
