#pragma once

#include "core/lab/program/program.h"

namespace lockstep {

// What the checks of a scenario look at beside keys and outcomes, which a state holds only then.
struct CheckObservations
{
    bool clock = false; // when something was said
    bool events = false; // in the order in which they were told
    bool tellings = false; // when they were told, and not only what came of the commands before
    bool inside = false; // who is inside what
    bool counts = false; // at every moment
    std::vector<QByteArray> admissions; // counts that are events too

    // Assumptions are looked at like checks.
    static CheckObservations of(
        const Scenario &scenario, const std::vector<Assumption> &assumptions);

    // Whether it is kept as an event.
    [[nodiscard]] bool isEvent(const Mark &mark) const;
};

} // namespace lockstep
