// All three are one number and a deadline that is set with the first call; they differ in their
// names. The names are those of the libraries: rate-limiter-flexible's default prefix
// (lib/RateLimiterAbstract.js), Flask-Limiter's key with amount, multiple and granularity at its
// end (limits/limits.py).

#include "core/demo/windowlimits.h"

#include "core/demo/caller.h"

#include <QDateTime>

using namespace std::chrono_literals;

namespace lockstep {

namespace {

// ARGV: the window in ms, the most calls in it.
const QByteArray countInWindow = R"(
    local used = redis.call('INCR', KEYS[1])
    if used == 1 then
        redis.call('PEXPIRE', KEYS[1], ARGV[1])
    end
    if used > tonumber(ARGV[2]) then
        return 0
    end
    return 1)";

Command hit(const QByteArray &key, std::chrono::milliseconds window, qint64 limit)
{
    return Script(countInWindow, {key}) << qint64(window.count()) << limit;
}

} // namespace

void openWindowLimits(Desk &desk)
{
    for (const char *address : {"203.0.113.7", "203.0.113.19", "198.51.100.4", "192.0.2.66"}) {
        const QByteArray key = QByteArray("rlflx:login:") + address;
        keepCalling(desk, 7s, [key] { return hit(key, 20s, 5); });
    }
    for (const char *user : {"alice", "bob", "carol", "dave"}) {
        const QByteArray key = QByteArray("LIMITS:LIMITER/") + user + "/search/10/1/minute";
        keepCalling(desk, 9s, [key] { return hit(key, 60s, 10); });
    }
    for (const QByteArray address : {"203.0.113.7", "198.51.100.4"}) {
        keepCalling(desk, 700ms, [address] {
            // Kept for ten seconds, though nobody asks for it after the first.
            const QByteArray second = QByteArray::number(QDateTime::currentSecsSinceEpoch());
            return hit(address + ':' + second, 10s, 10);
        });
    }
}

} // namespace lockstep
