#include "app/commands/tracedrun.h"

#include <chrono>

namespace lockstep {

namespace {

// Tracing the violations of a run that was given a time may take as long as judging it.
constexpr std::chrono::seconds timeToTrace(1);

} // namespace

Traces tracesOf(const Run &run, const std::function<bool()> &shouldContinue)
{
    const auto end = std::chrono::steady_clock::now() + timeToTrace;
    const auto hasTime = [&] {
        const bool isLate = run.options.duration && std::chrono::steady_clock::now() >= end;
        return !isLate && shouldContinue();
    };
    Traces traces(run.results.size());
    for (size_t i = 0; i < run.results.size(); ++i) {
        if (run.results[i].outcome != CheckOutcome::Violated || !run.results[i].first)
            continue;
        if (hasTime())
            traces[i] = traceViolation(run, i, hasTime);
        else
            traces[i] = failure(ErrorCode::Cancelled);
    }
    return traces;
}

} // namespace lockstep
