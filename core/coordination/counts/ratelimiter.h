#pragma once

#include "core/coordination/counts/ratelimit.h"
#include "core/redis/connection/script.h"

namespace lockstep {

// The answer of a rate limiter to a request.
struct Decision
{
    bool allowed = false;
    qint64 remaining = 0; // requests of cost 1 that would be let through now
    // After this time the same request is let through, if nobody else asks; 0 if it was.
    std::chrono::milliseconds retryAfter{};
    // After this time the whole limit is free again, if nobody asks.
    std::chrono::milliseconds resetAfter{};
};

// Lets requests through up to a limit of any kind. Each decision is one script on one key, so it is
// atomic, and it uses the server's clock, rounded up to ms. Keys always have a TTL; one that is
// found without gets one.
//
// The connection is not owned. To be called from its thread; this object may be destroyed while a
// task runs.
class RateLimiter
{
public:
    RateLimiter(Connection *connection, QByteArray key, const RateLimit &limit);

    // cost: from 1 to the amount that the limit could ever let through at once. A refused request
    // uses up nothing, except with VisitLimit. Errors: BadInput for numbers out of bounds
    // (ratelimit.h), and then nothing is sent; WrongType; ServerError if the key holds something
    // else; those of Connection::request(). If mayHaveRun is set, the request may have been let
    // through and counted.
    [[nodiscard]] QCoro::Task<Result<Decision>> acquire(qint64 cost = 1) const;

    // The script of a limit, with its arguments before and behind the cost.
    struct Call
    {
        const Script *script = nullptr; // lives as long as the program
        QByteArrayList before;
        QByteArrayList behind;
        qint64 mostCost = 1;
    };

private:
    Connection *m_connection;
    QByteArray m_key;
    Result<Call> m_call;
};

} // namespace lockstep
