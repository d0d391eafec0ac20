#pragma once

#include "core/watch/item.h"

namespace lockstep {

// The counters that count who is online, sorted as they are. One user may be in several, and they
// may count different things (a room, a day, a device), so they are never added up, and which of
// them says how many users are online only a person knows.
std::vector<ItemPtr> presenceCounters(const std::vector<ItemPtr> &counters);

// The first of the chosen keys that is among them; without one the only counter there is; nothing
// where there are several to choose from, or none.
ItemPtr usersOnline(const std::vector<ItemPtr> &counters, const QByteArrayList &chosen);

} // namespace lockstep
