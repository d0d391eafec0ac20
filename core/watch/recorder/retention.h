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

// A recording consists of parts that begin with a checkpoint, so that nothing before it is needed.
// Throws away the oldest parts that are beyond what is kept, but never the one that is being
// written. The pages that become free are used again, and are given back to the disk where they
// are more than a quarter of the file. Not within a transaction. True: something went.
Result<bool> dropOldParts(
    RecordingDatabase *database, const RecordingKeep &keep, WallMilliseconds now);

} // namespace lockstep
