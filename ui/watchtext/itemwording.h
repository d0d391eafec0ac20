#pragma once

// How watched items are written for a person: plain text in the language of the program, like
// ui/text/wording.h.

#include "core/watch/snapshot/snapshot.h"

#include <QString>

namespace lockstep::wording {

// The key, followed by the name that a rule gave it.
QString title(const Item &item, qsizetype limit = 80);
// The commands that read this item, one per line, to be typed into redis-cli.
QString readCommands(const Item &item, const ServerTime &time);

// 285475da:52, host9:2231, a81c…e831; empty when nobody holds it.
QString holder(const Holder &holder);
// Who holds a lock, for a place that may be too narrow: there the name is cut, and never how many
// others hold it or how often it is held.
struct Holders
{
    QString name; // as holder(); of several, the one that is shown
    QString pattern; // "%1", "%1 and 3 more", "%1 ×2"; %1 is the name
    QString shortPattern; // the same in less room: "%1 +3"
    bool areSeveral = false;

    [[nodiscard]] QString text() const { return pattern.arg(name); }
};
// reading: has a holder.
Holders holders(const Reading &reading);
// How many hold it beside one that is named. Of leases, of which some are read, the value counts
// all; of a hash, which is read whole, it counts re-entries as well.
int otherHolders(const Reading &reading);
// All parts of the holder with their meaning, for tool tips.
QString holderInFull(const Holder &holder);
// The library that made the lock: "redis-py", or "token" if only the shape of a token is known.
QString library(const Item &item);

QString state(LockState state);
QString state(BucketState state);
QString mode(WatchMode mode); // "push"
QString family(Family family); // "Locks"
QString kind(const Item &item); // "sorted set", "fixed window"

} // namespace lockstep::wording
