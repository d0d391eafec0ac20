#pragma once

#include "core/redis/values/error.h"

#include <QByteArray>
#include <QString>

namespace lockstep {

// A message for a person, to standard error.
void printMessage(const QString &text);

// Prints a sentence about the error and, if a password is missing, how to give one here. where:
// Endpoint::display(); if empty, "the server" is written.
void printError(const Error &error, const QString &where);

// Prints a sentence that says what failed. Returns the exit status, which is given.
int failWith(const QString &sentence, int status = 1);

// Prints an error about what the arguments name. Returns the exit status: 2 if the arguments are
// wrong.
int refuse(const Error &error);

// If the error is that a password is missing, prints how to give one here.
void printWhereToGivePassword(const Error &error);

// Prints what is going on. At a terminal it replaces the last such line; elsewhere it prints a line
// every few seconds. An empty text removes the line.
void printProgress(const QString &text);

// Silences the warnings of libraries from now on. Our own messages come by printMessage().
void silenceForeignWarnings();

// Prints a line for a program to standard output and flushes it. Returns false if it cannot be
// written, and prints why, unless the reader has closed the pipe.
bool printLine(const QByteArray &line);

} // namespace lockstep
