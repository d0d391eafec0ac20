#pragma once

#include "core/lab/statespace/trace.h"

#include <optional>
#include <random>

namespace lockstep {

class Stepper;

// Chooses the next step by chance among the threads that can go on. Where none can, and now and
// then, time passes or somebody who was paused goes on. It crashes and pauses nobody. The same seed
// makes the same choices.
class RandomStepper
{
public:
    static constexpr int mostSteps = 2000; // of one: a program may never end

    explicit RandomStepper(quint32 seed)
        : m_chance(seed)
    {
    }

    // Nothing: something is violated, nobody can go on by itself, or it has gone on for too long.
    [[nodiscard]] std::optional<TraceStep> next(const Stepper &run);

private:
    std::mt19937 m_chance;
    int m_steps = 0; // that it has chosen
};

} // namespace lockstep
