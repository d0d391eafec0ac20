#pragma once

#include "core/redis/profiles/profile.h"

#include <QColor>

namespace lockstep {

// The colour of an environment. It never stands alone, but always beside a word, and it differs
// from all colours of states.
QColor environmentColour(Environment environment, bool dark);
// The environment in capitals, if the script has them: "PRODUCTION".
QString environmentBanner(Environment environment);

} // namespace lockstep
