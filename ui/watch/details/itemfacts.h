#pragma once

#include "core/watch/snapshot/snapshot.h"

#include <QString>

#include <utility>
#include <vector>

namespace lockstep {

// Everything that is known of an item, as pairs of name and plain text, for the details and for
// copying.
using ItemFacts = std::vector<std::pair<QString, QString>>;

// longest: characters of foreign text, past which it is cut in the middle; 0 cuts nothing. A key
// may have megabytes, and no window can show them.
ItemFacts itemFacts(const Item &item, Instant now, std::chrono::system_clock::time_point wallNow,
    qsizetype longest = 2000);

// The bytes, sixteen a line: offset, hexadecimal, printable characters.
QString hexDump(const QByteArray &bytes);

} // namespace lockstep
