#pragma once

// How what is watched is said to a person: plain text in the language of the program, as in
// ui/text/wording.h.

#include "core/watch/snapshot/snapshot.h"

#include <QString>

namespace lockstep::wording {

// The key, and after it the name that a rule gave it.
QString title(const Item &item, qsizetype limit = 80);
// The commands that read this item, as typed into redis-cli, a line each.
QString readCommands(const Item &item, const ServerTime &time);

// 285475da:52, host9:2231, a81c…e831; empty when nobody holds it.
QString holder(const Holder &holder);
// The holder's parts in full, with words, for tooltips.
QString holderInFull(const Holder &holder);
// "redis-py", or "token" for a bare shape.
QString library(const Item &item);

QString state(LockState state);
QString state(BucketState state);
QString mode(WatchMode mode); // "push"
QString family(Family family); // "Locks"
QString kind(const Item &item); // "sorted set", "fixed window"

} // namespace lockstep::wording
