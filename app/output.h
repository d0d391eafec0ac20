#pragma once

#include <QByteArray>
#include <QString>

namespace lockstep {

// A message for a person, to standard error.
void printMessage(const QString &text);

// What goes on, for a person at a terminal, in place of the last such line; empty: takes it away.
// Nothing where standard error is no terminal.
void printProgress(const QString &text);

// A line for a program, to standard output, flushed. False: it cannot be written (a closed pipe).
bool printLine(const QByteArray &line);

} // namespace lockstep
