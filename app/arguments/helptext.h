#pragma once

#include <QString>

namespace lockstep {

// Sentences that the help and the manual page share, in the language of the program.
QString whatLockstepDoes();
QString whatArgumentsAre();
QString exitStatuses();

} // namespace lockstep
