#pragma once

#include <QString>

namespace lockstep {

// Asks on standard error and reads a line of standard input. Returns whether it is that word.
bool confirmed(const QString &question, const QString &word = QStringLiteral("yes"));

// Whether there is anybody to ask, which is so if standard input is a terminal.
bool canAsk();

} // namespace lockstep
