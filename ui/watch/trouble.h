#pragma once

#include "core/watch/snapshot.h"

#include <QString>

namespace lockstep {

// Why an item deserves attention, the worst first.
enum class Trouble : quint8 {
    Immortal, // it has no TTL: only its holder, or a person, ends it
    Orphan, // renewed for so long that its owner may have forgotten it
    Exhausted, // a limit is reached: its callers are refused
    WaitedFor, // somebody waits for it
    None,
};

// What deserves attention most. May be called on any thread.
Trouble troubleOf(const Item &item, Instant now);

// "immortal", "3 waiting".
QString troubleText(const Item &item, Instant now);

} // namespace lockstep
