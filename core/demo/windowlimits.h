#pragma once

#include "core/demo/desk.h"

namespace lockstep {

// Limits that count calls in a fixed window: rate-limiter-flexible, Flask-Limiter, and the counter
// per address and second that everybody writes once.
void openWindowLimits(Desk &desk);

} // namespace lockstep
