#pragma once

#include "core/demo/traffic/shopclient.h"

namespace lockstep {

// Traffic on limits that refill over time: redis_rate (GCRA), Redisson's RRateLimiter (permits that
// come back), and our own buckets and GCRA.
void openBucketLimits(ShopClient &client);

} // namespace lockstep
