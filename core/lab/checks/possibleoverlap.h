#pragma once

#include "core/lab/history/roundrecords.h"

#include <optional>
#include <vector>

namespace lockstep {

// Stays of which more than the allowed number may have been at once.
struct PossibleOverlap
{
    Moment from = 0; // the earliest moment at which that may have been
    Moment until = 0; // then the first of them was over at the latest
    std::vector<const Holding *> stays;
    qint64 worst = 0; // the most that may have been at once, whenever
};

// held: of one lock. A stay may begin from possibleFrom on and last to possibleUntil; beginnings
// and ends that one server executed come in its order. Nothing: at no moment that agrees with all
// of it.
std::optional<PossibleOverlap> possibleOverlap(const std::vector<Holding> &held, qint64 most);

} // namespace lockstep
