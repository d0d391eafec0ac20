#pragma once

#include "app/arguments/arguments.h"

class QCommandLineParser;

namespace lockstep {

// Checks the values against each other: options that exclude each other, and those that a command
// cannot do without. parser: tells which were given. Errors: BadInput, with what is possible.
Result<void> checkTogether(const Arguments &arguments, const QCommandLineParser &parser);

} // namespace lockstep
