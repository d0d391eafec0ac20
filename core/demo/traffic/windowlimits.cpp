// A VisitLimit is what most libraries write: one number that counts refused calls too, and a
// deadline that is set with the first call; they differ in their names. The names are those of the
// libraries: rate-limiter-flexible's default prefix (lib/RateLimiterAbstract.js), Flask-Limiter's
// key with amount, multiple and granularity at its end (limits/limits.py).

#include "core/demo/traffic/windowlimits.h"

#include "core/demo/traffic/caller.h"

#include <QDateTime>

using namespace std::chrono_literals;

namespace lockstep {

namespace {

// Kept for ten seconds, though nobody asks for it after the first.
QCoro::Task<Result<bool>> callThisSecond(Connection *connection, QByteArray address)
{
    const QByteArray second = QByteArray::number(QDateTime::currentSecsSinceEpoch());
    return isAllowed(RateLimiter(connection, address + ':' + second, VisitLimit{10, 10s}));
}

} // namespace

void openWindowLimits(Desk &desk)
{
    for (const char *address : {"203.0.113.7", "203.0.113.19", "198.51.100.4"})
        keepCalling(desk, 7s, QByteArray("rlflx:login:") + address, VisitLimit{5, 20s});
    for (const char *user : {"alice", "bob", "carol"}) {
        const QByteArray key = QByteArray("LIMITS:LIMITER/") + user + "/search/10/1/minute";
        keepCalling(desk, 9s, key, VisitLimit{10, 60s});
    }
    for (const QByteArray address : {"203.0.113.7", "198.51.100.4"}) {
        keepCalling(desk, 700ms, [connection = &desk.connection(), address] {
            return callThisSecond(connection, address);
        });
    }
    keepCalling(desk, 4s, "attempts:coupon:dave", FixedWindow{8, 30s});
    keepCalling(desk, 3s, "window:search:bob", SlidingWindow{20, 60s});
}

} // namespace lockstep
