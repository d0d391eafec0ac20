#pragma once

#include "core/demo/desk.h"

namespace lockstep {

// Limits that remember each call: Flask-Limiter's moving window (a list) and the sliding log of the
// Node module "ratelimiter" (a sorted set).
void openLogLimits(Desk &desk);

} // namespace lockstep
