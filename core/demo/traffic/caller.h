#pragma once

#include "core/coordination/counts/ratelimiter.h"
#include "core/demo/traffic/shopclient.h"

#include <functional>

namespace lockstep {

// Makes one call of a rate-limited API and returns whether it was let through.
using Call = std::function<QCoro::Task<Result<bool>>()>;

// Simulates a client that calls about once per `ease`. Now and then it calls much more often until
// it has been refused a few times, and then pauses. The limit should allow one call per `ease`, so
// that only those bursts exhaust it.
void keepCalling(ShopClient &client, std::chrono::milliseconds ease, Call call);
void keepCalling(
    ShopClient &client, std::chrono::milliseconds ease, QByteArray key, const RateLimit &limit);

QCoro::Task<Result<bool>> isAllowed(RateLimiter limiter);

} // namespace lockstep
