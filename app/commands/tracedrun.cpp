#include "app/commands/tracedrun.h"

namespace lockstep {

Traces tracesOf(const Run &run, const std::function<bool()> &shouldContinue)
{
    Traces traces(run.results.size());
    for (size_t i = 0; i < run.results.size(); ++i) {
        if (run.results[i].outcome == CheckOutcome::Violated && run.results[i].first
            && shouldContinue())
            traces[i] = traceViolation(run, i, shouldContinue);
    }
    return traces;
}

} // namespace lockstep
