// These scripts follow the formats of the libraries, but not their scripts:
//
// redis_rate v10 (lua.go, rate.go): a string with the theoretical arrival time, in seconds since
// 2017-01-01 with a fraction, which expires at that time.
//
// Redisson RRateLimiter (RedissonRateLimiter.java): a hash with the settings, the number of permits
// left, and a sorted set of the permits taken, scored with the client's milliseconds. A member is
// packed: the length of an id, the id, the number of permits. Permits come back only at the next
// call.

#include "core/demo/traffic/bucketlimits.h"

#include "core/demo/traffic/caller.h"
#include "core/demo/traffic/tokens.h"

using namespace std::chrono_literals;

namespace lockstep {

namespace {

// ARGV: calls per period, the period in seconds, the burst.
const Script arriveInTime(R"(
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
    return 1)");

// KEYS: settings, value, permits. ARGV: the client's milliseconds, an id of 16 bytes, rate,
// interval in ms.
const Script takeAPermit(R"(
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
    return granted)");

void openRedisRate(ShopClient &client, const QByteArray &key, qint64 perMinute)
{
    const QByteArray amount = QByteArray::number(perMinute);
    keepCalling(client, 100s / perMinute, [&client, key, amount] {
        return client.succeeds(&arriveInTime, {key}, {amount, "60", amount});
    });
}

void openPermits(ShopClient &client, const QByteArray &name)
{
    const QByteArrayList keys{name, "{" + name + "}:value", "{" + name + "}:permits"};
    keepCalling(client, 4s, [&client, keys] {
        const QByteArray now = QByteArray::number(epochMilliseconds());
        return client.succeeds(&takeAPermit, keys, {now, client.dice().bytes(16), "12", "10000"});
    });
}

} // namespace

void openBucketLimits(ShopClient &client)
{
    openRedisRate(client, "rate:{api}:search", 30);
    openRedisRate(client, "rate:{api}:checkout", 12);
    for (int caller = 0; caller < 3; ++caller)
        openPermits(client, "payments:limiter");
    keepCalling(client, 3s, "tokens:checkout:alice", TokenBucket{10, 30, 60s});
    keepCalling(client, 3s, "leaky:checkout:bob", LeakyBucket{10, 30, 60s});
    keepCalling(client, 3s, "gcra:checkout:carol", Gcra{10, 30, 60s});
}

} // namespace lockstep
