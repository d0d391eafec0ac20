#pragma once

#include <QString>

namespace lockstep {

// What the help and the manual page say of all commands, in the language of the program.
QString whatLockstepDoes();
QString whatArgumentsAre();
QString exitStatuses();

} // namespace lockstep
