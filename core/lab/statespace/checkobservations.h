#pragma once

#include "core/lab/program/program.h"

namespace lockstep {

// What the checks of a scenario look at besides keys and outcomes. A state keeps each of these only
// if some check looks at it, so that states which no check can tell apart are equal.
struct CheckObservations
{
    bool clock = false; // the time at which something was said
    bool events = false; // the events, in the order in which clients told them
    bool tellings = false; // the moment of each event, and not only which commands came before
    bool inside = false; // which clients are inside which lock
    bool outside = false; // exactly who is inside at each moment, not only how many at most
    bool counts = false; // the counts at every moment, not only at the end
    std::vector<QByteArray> admissions; // names of the counts that are kept as events too

    // What the assumptions of an exploration look at is included.
    static CheckObservations of(
        const Scenario &scenario, const std::vector<Assumption> &assumptions);

    // Whether a state keeps the mark as an event.
    [[nodiscard]] bool isEvent(const Mark &mark) const;
};

} // namespace lockstep
