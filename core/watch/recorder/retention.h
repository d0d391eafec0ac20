#pragma once

#include "core/watch/recorder/recordingdatabase.h"
#include "core/watch/recorder/rows/objectstate.h"

namespace lockstep {

// How much of a recording is kept.
struct RecordingKeep
{
    std::optional<std::chrono::seconds> age; // nothing: any
    std::optional<qint64> bytes; // nothing: any

    friend bool operator==(const RecordingKeep &, const RecordingKeep &) = default;
};

// Deletes the oldest parts of a recording that are too old or too many, but never the one that is
// being written. Each part begins with a checkpoint, so nothing before it is needed. The pages that
// become free are used again, or given back to the disk if they are more than a quarter of the
// file. Must not be called within a transaction. Returns whether anything was deleted.
Result<bool> dropOldParts(
    RecordingDatabase *database, const RecordingKeep &keep, WallMilliseconds now);

} // namespace lockstep
