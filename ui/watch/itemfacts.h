#pragma once

#include "core/watch/snapshot.h"

#include <QString>

#include <utility>
#include <vector>

namespace lockstep {

// Everything that is known of an item, as pairs of name and plain text, for the details and for
// copying.
using ItemFacts = std::vector<std::pair<QString, QString>>;

ItemFacts itemFacts(const Item &item, Instant now, std::chrono::system_clock::time_point wallNow);

// Sixteen bytes a line: offset, hexadecimal, printable characters.
QString hexDump(const QByteArray &bytes);

} // namespace lockstep
