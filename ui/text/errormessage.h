#pragma once

#include "core/redis/values/error.h"

#include <QString>

namespace lockstep {

// Says in one or two sentences what is wrong and what can be done. It is translated plain text,
// without names of error codes and without secrets. where: Endpoint::display(); if empty, "the
// server" is written. Needs only QtCore, so that the command line says the same as the window.
QString errorMessage(const Error &error, const QString &where);

// Makes text from a server or a key harmless to show: one line, at most 240 characters, with
// control characters and direction marks replaced by blanks.
QString foreignWords(const QString &words);

} // namespace lockstep
