// Written after the libraries' formats, not after their scripts:
//
// redis_rate v10 (lua.go, rate.go): one string, the theoretical arrival time in seconds since
// 2017-01-01 with fraction, that expires when it is reached.
//
// Spring Cloud Gateway (request_rate_limiter.lua): the tokens left and the second of the last call,
// both for twice the time that a full refill takes.
//
// Redisson RRateLimiter (RedissonRateLimiter.java): a hash with the settings, the permits left, and
// a sorted set of the permits taken, scored with the client's milliseconds. A member is packed: the
// length of an id, the id, the number of permits. Permits come back only when somebody calls.

#include "core/demo/bucketlimits.h"

#include "core/demo/caller.h"
#include "core/demo/tokens.h"

using namespace std::chrono_literals;

namespace lockstep {

namespace {

// ARGV: calls a period, the period in seconds, the burst.
const QByteArray arriveInTime = R"(
    local apart = tonumber(ARGV[2]) / tonumber(ARGV[1])
    local clock = redis.call('TIME')
    local now = clock[1] - 1483228800 + clock[2] / 1000000
    local arrival = tonumber(redis.call('GET', KEYS[1]) or now)
    if arrival < now then
        arrival = now
    end
    arrival = arrival + apart
    if arrival - apart * tonumber(ARGV[3]) > now then
        return 0
    end
    redis.call('SET', KEYS[1], arrival, 'EX', math.ceil(arrival - now))
    return 1)";

// KEYS: tokens, timestamp. ARGV: tokens a second, the capacity.
const QByteArray takeAToken = R"(
    local rate, capacity = tonumber(ARGV[1]), tonumber(ARGV[2])
    local now = tonumber(redis.call('TIME')[1])
    local tokens = tonumber(redis.call('GET', KEYS[1]) or capacity)
    local since = tonumber(redis.call('GET', KEYS[2]) or now)
    tokens = math.min(capacity, tokens + math.max(0, now - since) * rate)
    local granted = 0
    if tokens >= 1 then
        tokens = tokens - 1
        granted = 1
    end
    local keep = math.floor(2 * capacity / rate)
    redis.call('SETEX', KEYS[1], keep, tokens)
    redis.call('SETEX', KEYS[2], keep, now)
    return granted)";

// KEYS: settings, value, permits. ARGV: the client's ms, an id of 16 bytes, rate and interval in
// ms.
const QByteArray takeAPermit = R"(
    redis.call('HSET', KEYS[1], 'rate', ARGV[3], 'interval', ARGV[4], 'type', '0')
    local rate, before = tonumber(ARGV[3]), tonumber(ARGV[1]) - tonumber(ARGV[4])
    local left = tonumber(redis.call('GET', KEYS[2]) or rate)
    local back = redis.call('ZRANGEBYSCORE', KEYS[3], 0, before)
    for _, member in ipairs(back) do
        local _, permits = struct.unpack('Bc0I', member)
        left = left + permits
    end
    redis.call('ZREMRANGEBYSCORE', KEYS[3], 0, before)
    local granted = 0
    if left >= 1 then
        local member = struct.pack('Bc0I', string.len(ARGV[2]), ARGV[2], 1)
        redis.call('ZADD', KEYS[3], ARGV[1], member)
        left = left - 1
        granted = 1
    end
    redis.call('SET', KEYS[2], left)
    return granted)";

void openGcra(Desk &desk, const QByteArray &key, qint64 perMinute)
{
    keepCalling(desk, 100s / perMinute, [key, perMinute] {
        return Script(arriveInTime, {key}) << perMinute << qint64(60) << perMinute;
    });
}

void openGateway(Desk &desk, const QByteArray &name)
{
    const QByteArray stem = "request_rate_limiter.{" + name + "}";
    keepCalling(desk, 2s, [stem] {
        return Script(takeAToken, {stem + ".tokens", stem + ".timestamp"})
            << qint64(1) << qint64(20);
    });
}

void openPermits(Desk &desk, const QByteArray &name)
{
    const QByteArrayList keys{name, "{" + name + "}:value", "{" + name + "}:permits"};
    keepCalling(desk, 4s, [keys, &desk] {
        return Script(takeAPermit, keys)
            << epochMilliseconds() << desk.dice().bytes(16) << qint64(12) << qint64(10'000);
    });
}

} // namespace

void openBucketLimits(Desk &desk)
{
    openGcra(desk, "rate:{api}:search", 30);
    openGcra(desk, "rate:{api}:checkout", 12);
    openGateway(desk, "bob");
    openGateway(desk, "orders.alice");
    for (int client = 0; client < 3; ++client)
        openPermits(desk, "payments:limiter");
}

} // namespace lockstep
