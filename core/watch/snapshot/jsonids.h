#pragma once

#include "core/watch/snapshot/problem.h"
#include "core/watch/snapshot/snapshot.h"

#include <QString>

#include <optional>

namespace lockstep {

// The words for values of enumerations, and the format of times, in JSON, CSV and the filter. They
// are a contract: never translated, and none is renamed.

// Returns the time as ISO 8601 has it, with milliseconds and Z.
QString utcText(std::chrono::system_clock::time_point at);

// The words for enumerators, such as "held", "orphanSuspected"; "exhausted"; "atLeast"; "possible";
// "lock"; "handedOver"; "push".
QString lockStateId(LockState state);
QString bucketStateId(BucketState state);
QString ageBoundId(AgeBound bound);
QString confidenceId(Confidence confidence);
QString problemId(ProblemKind kind);
QString familyId(Family family);
QString journalKindId(JournalEntry::Kind kind);
QString gapId(JournalEntry::Gap gap);
// Whose gapId() that is; nothing: nobody's, for example because only recordings have this cause.
std::optional<JournalEntry::Gap> journalGapFrom(const QString &cause);
QString alertEndId(AlertEnd end);
QString watchModeId(WatchMode mode);

} // namespace lockstep
