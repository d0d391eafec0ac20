#pragma once

#include "core/lab/step/keptruns.h"
#include "core/lab/step/steppedrun.h"

#include <optional>

namespace lockstep {

// One of the open runs of SteppedRuns: what was requested of it and what has come of it.
struct OpenSteppedRun
{
    int id = 0; // never used again; 0 if the run is only kept as a trace so far
    int number = 0; // shown in its title: "run 3"
    int from = 0; // number of the run that it was forked from; 0 if it was not forked
    int fromStep = 0; // after which step it was forked
    QString origin; // if it was not forked: one of runOrigin, untranslated
    ExploreOptions asked; // the options that it was opened with
    ExploreOptions set; // those of the scenario at that time, from which `asked` may differ
    Trace wanted; // the trace to replay; empty once it is known how far it went
    Trace refused; // a trace of which only the beginning could be replayed; or empty
    SteppedRunPtr stepped; // nullptr until the first answer
    int step = 0; // where the cursor is
    std::optional<int> wantedStep; // where the cursor is to be once `wanted` is replayed
    int awaited = 0; // the number of answers that are still to come

    [[nodiscard]] KeptRun kept() const;
    // The trace to replay with other settings; empty if no step was taken.
    [[nodiscard]] Trace replayed() const;

    void noteRequest(); // one more answer is to come
    void noteAnswer(const SteppedRunPtr &answer);
    void noteProgress(const SteppedRunPtr &soFar); // no answer: the run goes on by itself
    void noteFailure();
};

} // namespace lockstep
