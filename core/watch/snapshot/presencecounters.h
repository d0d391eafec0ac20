#pragma once

#include "core/watch/items/item.h"

namespace lockstep {

// Whether the item counts who is online. One user may be in several such counters, and they may
// count different things (a room, a day, a device), so they are never added up, and which of them
// says how many users are online only a person knows.
bool isPresenceCounter(const Item &item);

// presence: the counters that count who is online, see Snapshot. The first of the chosen keys that
// is among them; without one the only counter there is; nothing where there are several to choose
// from, or none.
ItemPtr usersOnline(const std::vector<ItemPtr> &presence, const QByteArrayList &chosen);

} // namespace lockstep
