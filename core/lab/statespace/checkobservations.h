#pragma once

#include "core/lab/program/program.h"

namespace lockstep {

// What checks look at besides keys and outcomes. A state holds each of these only if one does.
struct CheckObservations
{
    bool clock = false; // when something was said
    bool events = false; // in the order in which they were told
    bool tellings = false; // when they were told, and not only after which commands
    bool inside = false; // who is inside what
    bool outside = false; // and who is not: more than how many are inside at most
    bool counts = false; // at every moment
    std::vector<QByteArray> admissions; // counts that are events too

    // Assumptions are looked at like checks.
    static CheckObservations of(
        const Scenario &scenario, const std::vector<Assumption> &assumptions);

    // Whether a state keeps the mark as an event.
    [[nodiscard]] bool isEvent(const Mark &mark) const;
};

} // namespace lockstep
