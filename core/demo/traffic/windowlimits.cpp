// Most libraries write what VisitLimit writes: one number, which counts refused calls as well, with
// a TTL that is set at the first call; only the names of the keys differ. The names here are those
// of the libraries: rate-limiter-flexible's default prefix (lib/RateLimiterAbstract.js), and
// Flask-Limiter's key that ends with amount, multiple and granularity (limits/limits.py).

#include "core/demo/traffic/windowlimits.h"

#include "core/demo/traffic/caller.h"

#include <QDateTime>

using namespace std::chrono_literals;

namespace lockstep {

namespace {

// The key has a TTL of ten seconds, although nothing uses it after the first second.
QCoro::Task<Result<bool>> callThisSecond(Connection *connection, QByteArray address)
{
    const QByteArray second = QByteArray::number(QDateTime::currentSecsSinceEpoch());
    return isAllowed(RateLimiter(connection, address + ':' + second, VisitLimit{10, 10s}));
}

} // namespace

void openWindowLimits(ShopClient &client)
{
    for (const char *address : {"203.0.113.7", "203.0.113.19", "198.51.100.4"})
        keepCalling(client, 7s, QByteArray("rlflx:login:") + address, VisitLimit{5, 20s});
    for (const char *user : {"alice", "bob", "carol"}) {
        const QByteArray key = QByteArray("LIMITS:LIMITER/") + user + "/search/10/1/minute";
        keepCalling(client, 9s, key, VisitLimit{10, 60s});
    }
    for (const QByteArray address : {"203.0.113.7", "198.51.100.4"}) {
        keepCalling(client, 700ms, [connection = &client.connection(), address] {
            return callThisSecond(connection, address);
        });
    }
    keepCalling(client, 4s, "attempts:coupon:dave", FixedWindow{8, 30s});
    keepCalling(client, 3s, "window:search:bob", SlidingWindow{20, 60s});
}

} // namespace lockstep
