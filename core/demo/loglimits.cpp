// Formats: limits/resources/redis/lua_scripts/acquire_moving_window.lua keeps the seconds of the
// accepted calls, newest first, as many as are allowed; tj/node-ratelimiter keeps every call as its
// microsecond, member and score alike, and sets the deadline again with refused calls too.

#include "core/demo/loglimits.h"

#include "core/demo/caller.h"

#include <QDateTime>

using namespace std::chrono_literals;

namespace lockstep {

namespace {

// ARGV: the client's seconds with fraction, the window in seconds, the most calls in it.
const QByteArray noteInList = R"(
    local oldest = redis.call('LINDEX', KEYS[1], tonumber(ARGV[3]) - 1)
    if oldest and tonumber(oldest) > tonumber(ARGV[1]) - tonumber(ARGV[2]) then
        return 0
    end
    redis.call('LPUSH', KEYS[1], ARGV[1])
    redis.call('LTRIM', KEYS[1], 0, tonumber(ARGV[3]) - 1)
    redis.call('EXPIRE', KEYS[1], ARGV[2])
    return 1)";

// ARGV: the window in ms, the most calls in it.
const QByteArray noteInLog = R"(
    local clock = redis.call('TIME')
    local now = clock[1] * 1000000 + clock[2]
    redis.call('ZREMRANGEBYSCORE', KEYS[1], 0, string.format('%.0f', now - ARGV[1] * 1000))
    local used = redis.call('ZCARD', KEYS[1])
    local call = string.format('%.0f', now)
    redis.call('ZADD', KEYS[1], call, call)
    redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -(tonumber(ARGV[2]) + 1))
    redis.call('PEXPIRE', KEYS[1], ARGV[1])
    if used >= tonumber(ARGV[2]) then
        return 0
    end
    return 1)";

QByteArray secondsWithFraction()
{
    return QByteArray::number(double(QDateTime::currentMSecsSinceEpoch()) / 1000, 'f', 3);
}

} // namespace

void openLogLimits(Desk &desk)
{
    for (const char *user : {"erin", "frank"}) {
        const QByteArray key = QByteArray("LIMITS:LIMITER/") + user + "/export/8/1/minute";
        keepCalling(desk, 10s, [key] {
            return Script(noteInList, {key}) << secondsWithFraction() << qint64(60) << qint64(8);
        });
    }
    for (const char *user : {"mary", "peter"}) {
        const QByteArray key = QByteArray("limit:") + user;
        keepCalling(
            desk, 4s, [key] { return Script(noteInLog, {key}) << qint64(30'000) << qint64(10); });
    }
}

} // namespace lockstep
