#pragma once

#include <QString>

namespace lockstep {

// Writes lockstep(1) in roff, from the tables of commands and options, in the language of the
// program.
QString manualPage();

} // namespace lockstep
