#pragma once

#include "core/watch/items/journal.h"

#include <QString>

namespace lockstep {

// What a person is told when changes were not seen. entry: one about such a gap. address:
// Endpoint::display() of what is watched, for an entry that names no node.
QString gapSentence(const JournalEntry &entry, const QString &address);

} // namespace lockstep
