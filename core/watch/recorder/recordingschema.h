#pragma once

#include <QStringList>

namespace lockstep {

// A recording is an SQLite file with this schema. Its version stands in the file's header, where
// recordingFileAt() reads it before anything else; resources/manual/recording.md tells users what
// each table has.
inline constexpr quint32 recordingApplicationId = 0x4c6b5352; // "LkSR"
// In the first version nothing tells of what may have been missed (JournalEntry::maybeMissed), and
// before the third nothing tells whether a file needs a log that is not there (logNoteCause()).
inline constexpr quint32 recordingVersion = 3;

// The statements that make an empty recording of that version, in their order.
QStringList recordingSchema(quint32 version = recordingVersion);

} // namespace lockstep
