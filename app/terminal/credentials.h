#pragma once

#include "core/redis/values/endpoint.h"
#include "core/redis/values/error.h"

#include <QByteArray>
#include <QString>

#include <optional>

namespace lockstep {

// Where passwords come from, besides the URI. None of them is echoed, logged or kept by these
// functions.

// The value of REDISCLI_AUTH, the variable that redis-cli reads, or empty if it is not set. Removes
// it from the environment, so that processes that we start do not inherit it.
QByteArray passwordFromEnvironment();

// The first line of the file. Errors: FileUnreadable, also if the line is longer than 64 KiB.
Result<QByteArray> passwordFromFile(const QString &file);

// Asks on the terminal without echo. Returns nothing if standard input is no terminal or ends, or
// when SIGINT, SIGTERM or SIGHUP arrives. After such a signal the terminal is restored, and then
// the signal takes its usual effect.
std::optional<QByteArray> askPassword(const QString &where);

// Overwrites the passwords in URIs of the argument vector, so that ps does not show them.
void hidePasswords(int argc, char *argv[]);

} // namespace lockstep
