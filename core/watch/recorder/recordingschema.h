#pragma once

#include <QStringList>

namespace lockstep {

// A recording is an SQLite file with this schema. Its version stands in the file's header, where
// recordingFileAt() reads it before anything else; resources/manual/recording.md tells users what
// each table has.
inline constexpr quint32 recordingApplicationId = 0x4c6b5352; // "LkSR"
// In the first version nothing tells of what may have been missed (JournalEntry::maybeMissed).
inline constexpr quint32 recordingVersion = 2;

// The statements that make an empty recording of that version, in their order.
QStringList recordingSchema(quint32 version = recordingVersion);

} // namespace lockstep
