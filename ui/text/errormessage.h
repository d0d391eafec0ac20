#pragma once

#include "core/redis/values/error.h"

#include <QString>

namespace lockstep {

// What is the matter and what can be done, in one or two sentences: plain text for people,
// translated, never with a code's name or a secret. where: Endpoint::display(); empty: "the
// server". Needs QtCore only; the command line says the same as the window.
QString errorMessage(const Error &error, const QString &where);

// Text that a server or a key holds, made harmless to show: one line, at most 240 characters,
// control characters and direction marks replaced by blanks.
QString foreignWords(const QString &words);

} // namespace lockstep
