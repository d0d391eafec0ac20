#pragma once

#include "core/lab/scenario/scenario.h"

namespace lockstep {

// What is explored of a submission to an exercise: the clients are the submission's, everything
// that judges them is the exercise's.
struct SubmittedScenarios
{
    ScenarioPtr forChecks; // with the exercise's checks and bounds
    ScenarioPtr forWork; // with the checks of whether the clients do their work, without faults
    std::vector<ScenarioPtr> trials; // each with checks and bounds of its own
};

// Joins both files. From the submission come the clients' programs, server scripts, and keys and
// parameters that the exercise does not have; whatever else it says counts for nothing. Lines of
// the submission keep their numbers, and its programs cannot tell which of these they are in.
// Errors: BadInput, a mistake in the submission as in scenariofile.h, or other roles than the
// exercise has.
Result<SubmittedScenarios> joinSubmission(
    const QByteArray &submission, const QString &path, const Scenario &exercise);

} // namespace lockstep
