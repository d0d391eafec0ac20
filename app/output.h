#pragma once

#include <QByteArray>
#include <QString>

namespace lockstep {

// A message for a person, to standard error.
void printMessage(const QString &text);

// A line for a program, to standard output, flushed. False: it cannot be written (a closed pipe).
bool printLine(const QByteArray &line);

} // namespace lockstep
