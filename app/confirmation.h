#pragma once

#include <QString>

namespace lockstep {

// Asks on standard error and reads a line of standard input: whether it is "yes".
bool confirmed(const QString &question);

// Whether there is anybody to ask: standard input is a terminal.
bool canAsk();

} // namespace lockstep
