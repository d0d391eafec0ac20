#pragma once

#include "core/demo/traffic/desk.h"

namespace lockstep {

// Limits that refill as time passes: redis_rate (GCRA), Redisson's RRateLimiter (permits that come
// back), and the buckets and the GCRA of our own.
void openBucketLimits(Desk &desk);

} // namespace lockstep
