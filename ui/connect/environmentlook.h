#pragma once

#include "core/redis/profiles/profile.h"

#include <QColor>

namespace lockstep {

// What an environment looks like. It is told by its word as well, never by its colour alone, and no
// state of a key has one of these colours.
QColor environmentColour(Environment environment, bool dark);
// In capitals, where the language has them: "PRODUCTION".
QString environmentBanner(Environment environment);

} // namespace lockstep
