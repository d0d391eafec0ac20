#pragma once

#include "core/lab/program/program.h"

namespace lockstep {

// What the checks of a scenario look at besides keys and outcomes. A state keeps each of these only
// if some check looks at it, so that states which no check can tell apart are equal.
struct CheckObservations
{
    bool executionTimes = false; // the time of the command after which something was said
    bool tellingTimes = false; // the time at which an event was told
    bool events = false; // the events, and at which moment clients told them
    bool inside = false; // which clients are inside which lock
    bool outside = false; // exactly who is inside at each moment, not only how many at most
    bool counts = false; // the counts at every moment, not only at the end
    std::vector<QByteArray> admissions; // names of the counts that are kept as events too
    std::vector<QByteArray> ordered; // names of the events whose commands have to be in order

    // What the assumptions of an exploration look at is included.
    static CheckObservations of(
        const Scenario &scenario, const std::vector<Assumption> &assumptions);

    // Whether a state keeps the mark as an event.
    [[nodiscard]] bool isEvent(const Mark &mark) const;
    // Whether a state keeps the mark in the order of the commands that such marks come after.
    [[nodiscard]] bool isOrdered(const Mark &mark) const;
};

} // namespace lockstep
