#pragma once

#include "core/watch/snapshot/snapshot.h"

#include <QString>

#include <utility>
#include <vector>

namespace lockstep {

// All that is known of an item, as pairs of a name and plain text, for the details and for copying.
using ItemFacts = std::vector<std::pair<QString, QString>>;

// The moment as of which an item is told.
struct FactsMoment
{
    Instant now;
    std::chrono::system_clock::time_point wallNow;
    bool isRecorded = false; // it is one of a recording
};

// longest: the number of characters beyond which foreign text is shortened in the middle; 0 never
// shortens it. A key may have megabytes, which no window can show.
ItemFacts itemFacts(const Item &item, const FactsMoment &moment, qsizetype longest = 2000);

// Writes sixteen bytes per line: offset, hexadecimal, printable characters.
QString hexDump(const QByteArray &bytes);

} // namespace lockstep
