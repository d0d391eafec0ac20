#pragma once

#include "core/lab/statespace/state/trace.h"

#include <optional>
#include <random>

namespace lockstep {

class Stepper;

// Chooses the next step of a stepped run at random among the threads that can go on. If none can,
// and now and then anyway, it lets time pass or resumes a paused client. It never crashes or pauses
// a client. The same seed makes the same choices.
class RandomStepper
{
public:
    static constexpr int mostSteps = 2000; // after these it stops: a program may never end

    explicit RandomStepper(quint32 seed)
        : m_chance(seed)
    {
    }

    // The next step. Nothing if a check is violated, no client can go on by itself, or mostSteps
    // have been chosen.
    [[nodiscard]] std::optional<TraceStep> next(const Stepper &run);

private:
    std::mt19937 m_chance;
    int m_steps = 0; // number of steps chosen so far
};

} // namespace lockstep
