#pragma once

#include <QtGlobal>

#include <chrono>
#include <variant>

namespace lockstep {

// The limits a RateLimiter knows. All amounts are 1 to 10^9 and all spans 1 ms to 366 days, the
// time a bucket takes from full to empty included. Time is the server's; what is said of a clock
// means that one.

// At most limit in a window that begins with the first request after the last window. Two bursts
// around a window's end may let 2·limit through within one window's length. Precision 1 ms. The
// deadline is the key's own; if the clock is set back the window lasts longer by that, but never
// longer than one window from the next request on.
// Key: the count. Source: https://redis.io/docs/latest/commands/incr/ (pattern: rate limiter)
struct FixedWindow
{
    qint64 limit = 0;
    std::chrono::milliseconds window{};
};

// The same with windows that begin at the multiples of their length since 1970, UTC: a minute with
// the full minute, a day with midnight. Key and source as FixedWindow.
struct ClockWindow
{
    qint64 limit = 0;
    std::chrono::milliseconds window{};
};

// At most visits in a period that begins with the first; what comes then is over the limit and
// counted all the same. No cost above 1. Precision and clock as FixedWindow.
// Key: all visits of the period.
struct VisitLimit
{
    qint64 visits = 0;
    std::chrono::milliseconds period{};
};

// At most limit in any stretch of time as long as the window, exactly. Keeps an entry for each
// permit, so the limit is at most 10 000. Precision 1 µs. If the clock is set back, entries that
// then lie ahead count as let through at the next request.
// Key: sorted set. Source: Better Rate Limiting With Redis Sorted Sets,
// https://engineering.classdojo.com/category/redis/ (there with the client's clock, and refused
// requests are kept too)
struct SlidingLog
{
    qint64 limit = 0;
    std::chrono::milliseconds window{};
};

// Estimates the last window from two by the clock: the present one, and as much of the one before
// as the sliding window still covers, as if its requests had come evenly. Little memory, but an
// estimate: a burst at the end of one window lets up to 2·limit through within one window's length.
// Precision 1 µs. If the clock is set back, the counts move to the window it then shows.
// Key: "<start in µs> <count> <count before>".
// Source: https://blog.cloudflare.com/counting-things-a-lot-of-different-things/
struct SlidingWindow
{
    qint64 limit = 0;
    std::chrono::milliseconds window{};
};

// A bucket of tokens, full at first, to which refill tokens are added in each period, steadily.
// Never more than capacity + refill·t/period in a time t. Precision 1 µs, tokens to 15 digits. If
// the clock is set back, that time is not refilled.
// Key: "<tokens> <time in µs>". Source: https://en.wikipedia.org/wiki/Token_bucket
struct TokenBucket
{
    qint64 capacity = 0;
    qint64 refill = 0;
    std::chrono::milliseconds period{};
};

// The generic cell rate algorithm: amount requests in each period at even distances, up to burst of
// them ahead of time. Never more than burst + t/distance in a time t. The distance is rounded up to
// whole µs, and at least 1 µs. If the clock is set back, at most the whole burst has to be waited
// for. Key: the theoretical arrival time in µs.
// Sources: ITU-T I.371, annex A; https://brandur.org/rate-limiting
struct Gcra
{
    qint64 burst = 0;
    qint64 amount = 0;
    std::chrono::milliseconds period{};
};

// A bucket as a meter: empty at first, filled by each request, of which leak run out in each
// period, steadily; what would overflow is refused. (The bucket as a queue delays requests; nothing
// here does.) Never more than capacity + leak·t/period in a time t. Precision and clock as
// TokenBucket, whose mirror image it is. Key: "<level> <time in µs>".
// Source: https://en.wikipedia.org/wiki/Leaky_bucket (as a meter)
struct LeakyBucket
{
    qint64 capacity = 0;
    qint64 leak = 0;
    std::chrono::milliseconds period{};
};

using RateLimit = std::variant<FixedWindow, ClockWindow, VisitLimit, SlidingLog, SlidingWindow,
    TokenBucket, Gcra, LeakyBucket>;

} // namespace lockstep
