#pragma once

#include "core/watch/items/journal.h"

#include <QDateTime>
#include <QString>

#include <array>

namespace lockstep {

// What happened, in words and with its glyph, without time and key: "● acquired for 30.0 s by
// web-3:52", "▲ renewed, 20.0 s → 30.0 s", "expired, not released". Plain text. What matters most
// comes first. holderLimit: names of holders are cut in their middle to that many characters; 0
// cuts nothing.
QString journalSentence(const JournalEntry &entry, int holderLimit = 0);

// All that is known of the line, several lines of plain text: date, key, sentence, holders.
QString journalEntryInFull(const JournalEntry &entry);

// The kind alone, for the filter: "renewed".
QString journalKind(JournalEntry::Kind kind);

// A moment as UTC has it.
QDateTime utcOf(std::chrono::system_clock::time_point moment);
// 22:01:07.412, UTC.
QString journalTime(const JournalEntry &entry);

// Since when a gap's line says that nothing was seen: 22:01:07, UTC; with the date where that is
// not the day of the line.
QString journalGapBegin(const JournalEntry &entry);

} // namespace lockstep
