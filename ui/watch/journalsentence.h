#pragma once

#include "core/watch/journal.h"

#include <QString>

namespace lockstep {

// What happened, in words and with its glyph, without time and key: "acquired by web-3:52",
// "▲ renewed, 20.0 s → 30.0 s", "expired, not released". Plain text.
QString journalSentence(const JournalEntry &entry);

// The kind alone, for the filter: "renewed".
QString journalKind(JournalEntry::Kind kind);

// 22:01:07.412, UTC.
QString journalTime(const JournalEntry &entry);

} // namespace lockstep
