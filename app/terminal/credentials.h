#pragma once

#include "core/redis/values/endpoint.h"
#include "core/redis/values/error.h"

#include <QByteArray>
#include <QString>

#include <optional>

namespace lockstep {

// Where passwords come from, besides the URI. None of them is echoed, logged or kept.

// REDISCLI_AUTH, as redis-cli reads it; empty where it is not set. It is removed from the
// environment, so that processes we start do not inherit it.
QByteArray passwordFromEnvironment();

// The first line of the file. Errors: FileUnreadable.
Result<QByteArray> passwordFromFile(const QString &file);

// Asks on the terminal without echo. Nothing where standard input is no terminal, on end of input,
// or when SIGINT, SIGTERM or SIGHUP arrive: these end the question, and when the terminal is as it
// was before, they do what they do without it.
std::optional<QByteArray> askPassword(const QString &where);

// Overwrites passwords of URIs in the argument vector, so that ps does not show them.
void hidePasswords(int argc, char *argv[]);

} // namespace lockstep
