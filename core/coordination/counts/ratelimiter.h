#pragma once

#include "core/coordination/counts/ratelimit.h"
#include "core/redis/connection/script.h"

namespace lockstep {

struct Decision
{
    bool allowed = false;
    qint64 remaining = 0; // requests of cost 1 that would be let through now
    // When the same request is let through, if nobody else asks; 0 if this one was.
    std::chrono::milliseconds retryAfter{};
    std::chrono::milliseconds resetAfter{}; // when everything is free again, if nobody asks
};

// Lets requests through up to a limit, whichever kind it is. Each decision is one script on one
// key: atomic, by the server's clock, rounded up to ms. No key is ever without deadline, and one
// that is found without gets one.
//
// The connection is borrowed. Call from its thread; the object may go while a task runs.
class RateLimiter
{
public:
    RateLimiter(Connection *connection, QByteArray key, const RateLimit &limit);

    // Cost is 1 to what the limit could ever let through at once. A refused request uses up
    // nothing.
    // Errors: BadInput for numbers out of bounds (ratelimit.h), nothing is sent then; WrongType;
    // ServerError where the key holds something else; those of Connection::request(). mayHaveRun:
    // it may have been let through and counted.
    [[nodiscard]] QCoro::Task<Result<Decision>> acquire(qint64 cost = 1) const;

    // The script of a limit and what stands before and behind the cost in its arguments.
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
