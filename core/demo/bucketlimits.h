#pragma once

#include "core/demo/desk.h"

namespace lockstep {

// Limits that refill as time passes: redis_rate (GCRA), Spring Cloud Gateway (token bucket),
// Redisson RRateLimiter (permits that come back).
void openBucketLimits(Desk &desk);

} // namespace lockstep
