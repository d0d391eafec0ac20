#pragma once

#include <QString>

namespace lockstep {

// Sentences that the help and the manual page share, in the language of the program.
QString whatLockstepDoes();
QString whatArgumentsAre(); // what an ID and a trace is, and what is watched without an address
QString exitStatuses(); // in short; the manual has them for each command

} // namespace lockstep
