#pragma once

#include <QtGlobal>

#include <chrono>
#include <variant>

namespace lockstep {

// The kinds of limits that RateLimiter knows. Amounts are 1 to 10^9. Spans are 1 ms to 366 days,
// including the time that a bucket takes from full to empty. All times and clocks are the server's.

// Lets at most `limit` requests through in a window that begins with the first request after the
// last window. Two bursts around the end of a window may let 2·limit through within one window's
// length. The precision is 1 ms. The deadline is the TTL of the key. If the clock is set back, the
// window lasts longer by as much, but never longer than one window after the next request.
// Key: the count.
// Source: https://redis.io/docs/latest/commands/incr/ (pattern: rate limiter)
struct FixedWindow
{
    qint64 limit = 0;
    std::chrono::milliseconds window{};
};

// The same, but windows begin at the multiples of their length since 1970 in UTC: minutes are full
// minutes, and days begin at midnight. Key and source are as for FixedWindow.
struct ClockWindow
{
    qint64 limit = 0;
    std::chrono::milliseconds window{};
};

// Lets at most `visits` through in a period that begins with the first. Further requests are
// refused, but counted as well. The cost is always 1. Precision and clock are as for FixedWindow.
// Key: all visits of the period.
struct VisitLimit
{
    qint64 visits = 0;
    std::chrono::milliseconds period{};
};

// Lets at most `limit` requests through in any stretch of time as long as the window, exactly. It
// keeps an entry for each permit, so the limit is at most 10 000. The precision is 1 µs. If the
// clock is set back, entries that are then in the future count as let through at the next request.
// Key: a sorted set.
// Source: Better Rate Limiting With Redis Sorted Sets,
// https://engineering.classdojo.com/category/redis/ (with the client's clock, and refused requests
// are kept as well)
struct SlidingLog
{
    qint64 limit = 0;
    std::chrono::milliseconds window{};
};

// Estimates the count of the last window from two windows by the clock: the present one, and the
// previous one as far as the sliding window still covers it, as if its requests had come evenly. It
// takes little memory but is only an estimate: a burst at the end of one window lets up to 2·limit
// through within one window's length. The precision is 1 µs. If the clock is set back, the counts
// move to the window that it then shows.
// Key: "<start in µs> <count> <count before>".
// Source: https://blog.cloudflare.com/counting-things-a-lot-of-different-things/
struct SlidingWindow
{
    qint64 limit = 0;
    std::chrono::milliseconds window{};
};

// A bucket of tokens, which is full at first and to which `refill` tokens are added evenly in each
// period. It never lets more than capacity + refill·t/period through in a time t. The precision is
// 1 µs, and tokens have 15 digits. If the clock is set back, that time is not refilled.
// Key: "<tokens> <time in µs>".
// Source: https://en.wikipedia.org/wiki/Token_bucket
struct TokenBucket
{
    qint64 capacity = 0;
    qint64 refill = 0;
    std::chrono::milliseconds period{};
};

// The generic cell rate algorithm: `amount` requests in each period at even distances, of which up
// to `burst` may come ahead of time. It never lets more than burst + t/distance through in a time
// t. The distance is rounded up to whole µs, and is at least 1 µs. If the clock is set back, at
// most the whole burst has to be waited for.
// Key: the theoretical arrival time in µs.
// Sources: ITU-T I.371, annex A; https://brandur.org/rate-limiting
struct Gcra
{
    qint64 burst = 0;
    qint64 amount = 0;
    std::chrono::milliseconds period{};
};

// A leaky bucket as a meter: it is empty at first, each request fills it, and `leak` runs out
// evenly in each period; a request that would overflow it is refused. (A leaky bucket as a queue
// delays requests instead, which nothing here does.) It never lets more than capacity +
// leak·t/period through in a time t. Precision and clock are as for TokenBucket, of which it is the
// mirror image.
// Key: "<level> <time in µs>".
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
