#pragma once

#include "core/watch/recorder/recordingdatabase.h"

namespace lockstep {

// Whether nothing is missing in a recording and everything is found where it is looked for:
// SQLite's own check of its pages, the count of the rows that the batches tell, and whether the
// indexes have what the tables have. What rows have is checked when they are read (rowCheck). Ten
// million events take some seconds. Errors: BadInput: what is damaged.
Result<void> verifyRecording(RecordingDatabase *database);

} // namespace lockstep
