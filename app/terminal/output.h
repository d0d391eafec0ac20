#pragma once

#include "core/redis/values/error.h"

#include <QByteArray>
#include <QString>

namespace lockstep {

// A message for a person, to standard error.
void printMessage(const QString &text);

// The sentence about an error, and where a password is missing how to give one here.
// where: Endpoint::display(); empty: "the server".
void printError(const Error &error, const QString &where);

// The same about what the arguments name: returns the exit status, 2 where the arguments are wrong.
int refuse(const Error &error);

// Where a password is missing, how to give one here.
void printWhereToGivePassword(const Error &error);

// What goes on: at a terminal in place of the last such line, else a line every few seconds. Empty:
// takes it away.
void printProgress(const QString &text);

// From now on warnings of the libraries are not printed; ours come by printMessage().
void silenceForeignWarnings();

// A line for a program, to standard output, flushed. False: it cannot be written. Why is said, but
// not that a pipe was closed.
bool printLine(const QByteArray &line);

} // namespace lockstep
