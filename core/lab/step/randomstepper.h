#pragma once

#include "core/lab/statespace/trace.h"

#include <optional>
#include <random>

namespace lockstep {

class Stepper;

// Steps by itself: whoever can go on, by chance; where nobody can, and now and then, time passes or
// who was paused goes on.
// The same seed goes the same way. Nobody is crashed or paused by it.
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
