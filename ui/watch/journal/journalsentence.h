#pragma once

#include "core/watch/items/journal.h"

#include <QDateTime>
#include <QString>

#include <array>

namespace lockstep {

// What happened, as a text with a glyph, without time and key: "● acquired for 30.0 s by web-3:52",
// "▲ renewed, 20.0 s → 30.0 s", "expired, not released". The most important part comes first.
// holderLimit: names of holders are shortened in the middle to this many characters; 0 never
// shortens them. gapBegin: how the begin of a gap is written; empty: as journalGapBegin() has it.
QString journalSentence(
    const JournalEntry &entry, int holderLimit = 0, const QString &gapBegin = {});

// All that is known of the entry, as several lines of plain text: date, key, sentence, holders.
QString journalEntryInFull(const JournalEntry &entry);

// The name of the kind, for the filter: "renewed".
QString journalKind(JournalEntry::Kind kind);

// Converts a moment to UTC.
QDateTime utcOf(std::chrono::system_clock::time_point moment);
// The time of the entry in UTC: 22:01:07.412.
QString journalTime(const JournalEntry &entry);

// The moment since which nothing was seen, for the line of a gap: 22:01:07 in UTC, with the date if
// it is another day than that of the line.
QString journalGapBegin(const JournalEntry &entry);

} // namespace lockstep
