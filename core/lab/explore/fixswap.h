#pragma once

#include "core/lab/history/run.h"
#include "core/lab/statespace/state/exploreoptions.h"

namespace lockstep {

// The options with which a lesson's fix is played when it is swapped in for the lesson. They come
// from what was set for the lesson and from what the fix needs so that its own promise is tried.

// A value that was set by hand is kept. Of the others, what the fix's file names for a free run
// counts, and the lesson's where it names none: a pause that is right to break the lesson may only
// hit the fix in its work. Of rounds and repeats, to name one is to name both. Lines of the
// lesson's file mean nothing in the fix's.
RunOptions runOfFix(const RunOptions &set, const Scenario &lesson, const Scenario &fix);

// The values are kept, of each bound the larger one counts, and the fix's assumptions.
ExploreOptions explorationOfFix(const ExploreOptions &set, const Scenario &fix);

// The checks that only the lesson or only the fix has, in the order of their files.
struct CheckChanges
{
    std::vector<Check> dropped; // of the lesson
    std::vector<Check> added; // of the fix
};
CheckChanges checkChanges(const Scenario &lesson, const Scenario &fix);

} // namespace lockstep
