// Follows limits/resources/redis/lua_scripts/acquire_moving_window.lua, which keeps the times of
// the accepted calls in seconds, newest first, as many as are allowed.

#include "core/demo/traffic/loglimits.h"

#include "core/demo/traffic/caller.h"

#include <QDateTime>

using namespace std::chrono_literals;

namespace lockstep {

namespace {

// ARGV: the client's time in seconds with a fraction, the window in seconds, the most calls in it.
const Script noteInList(R"(
    local oldest = redis.call('LINDEX', KEYS[1], tonumber(ARGV[3]) - 1)
    if oldest and tonumber(oldest) > tonumber(ARGV[1]) - tonumber(ARGV[2]) then
        return 0
    end
    redis.call('LPUSH', KEYS[1], ARGV[1])
    redis.call('LTRIM', KEYS[1], 0, tonumber(ARGV[3]) - 1)
    redis.call('EXPIRE', KEYS[1], ARGV[2])
    return 1)");

QByteArray secondsWithFraction()
{
    return QByteArray::number(double(QDateTime::currentMSecsSinceEpoch()) / 1000, 'f', 3);
}

} // namespace

void openLogLimits(ShopClient &client)
{
    for (const char *user : {"erin", "frank"}) {
        const QByteArray key = QByteArray("LIMITS:LIMITER/") + user + "/export/8/1/minute";
        keepCalling(client, 10s, [&client, key] {
            return client.succeeds(&noteInList, {key}, {secondsWithFraction(), "60", "8"});
        });
    }
    for (const char *user : {"mary", "peter"})
        keepCalling(client, 4s, QByteArray("limit:upload:") + user, SlidingLog{10, 30s});
}

} // namespace lockstep
