#pragma once

#include "core/demo/traffic/desk.h"

namespace lockstep {

// Limits that count in windows, in the formats of rate-limiter-flexible and Flask-Limiter, the
// counter per address and second that everybody writes once, and two of our own.
void openWindowLimits(Desk &desk);

} // namespace lockstep
