#pragma once

#include "core/lab/history/history.h"

namespace lockstep {

// Removes the records of rounds from a history, and the texts that only they used. The rounds
// themselves stay, with their times and how they ended, and Round::isKept says which have no
// records any more.
//
// keeps: whether to keep the records, for each round. Operations and texts have other numbers
// afterwards; the operations of a round keep their distance from Round::firstOperation.
void forgetRounds(History &history, const std::vector<bool> &keeps);

// Chooses the rounds to keep so that about half of the operations are left: those in `needed`, and
// the newest, at least one. Returns whether to keep it, for each round. The history has a round.
std::vector<bool> roundsToKeep(const History &history, const std::vector<int> &needed);

} // namespace lockstep
