#pragma once

#include "core/lab/history/history.h"

namespace lockstep {

// Takes the records of rounds out of a history, with the texts that only they needed. The rounds
// stay, with their times and how they ended, and Round::isKept says which have no records any more.
//
// keeps: one for each round. Operations and texts have other numbers afterwards: an operation of a
// round that is kept moves by as much as the round's first one.
void forgetRounds(History &history, const std::vector<bool> &keeps);

// Which rounds to keep so that about half of the operations are left: those in `needed`, and the
// newest. One for each round, of which there is at least one.
std::vector<bool> newerHalf(const History &history, const std::vector<int> &needed);

} // namespace lockstep
