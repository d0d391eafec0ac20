#pragma once

#include "core/coordination/counts/ratelimiter.h"
#include "core/demo/traffic/desk.h"

#include <functional>

namespace lockstep {

// One call of a rate-limited API: whether it is let through.
using Call = std::function<QCoro::Task<Result<bool>>()>;

// A client that calls about once in `ease`, falls into a hurry now and then, is refused, and takes
// a rest. The ease should be one that the limit bears: then it is the hurry that exhausts it.
void keepCalling(Desk &desk, std::chrono::milliseconds ease, Call call);
void keepCalling(
    Desk &desk, std::chrono::milliseconds ease, QByteArray key, const RateLimit &limit);

QCoro::Task<Result<bool>> isAllowed(RateLimiter limiter);

} // namespace lockstep
