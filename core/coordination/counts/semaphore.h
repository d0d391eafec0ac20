#pragma once

#include "core/coordination/counts/bounds.h"
#include "core/redis/connection/connection.h"

#include <vector>

namespace lockstep {

struct SemaphoreOptions
{
    qint64 permits = 0; // 1 to 10 000; the same for all who share the key
    std::chrono::milliseconds lease{30'000};
};

// At most so many holders at a time, each with a lease of its own: a permit whose holder died comes
// back when its lease ends, and a late release cannot take the permit of somebody else, because
// every permit has a random name. A holder that works on after its lease has ended is one too many;
// extend in time, or stop.
//
// Times are the server's, in ms. If its clock is set back, leases end later by that; set forward,
// earlier. After an error of acquire() with mayHaveRun a permit may be held by nobody, until its
// lease ends.
//
// The connection is borrowed. Call from its thread; the object may go while a task runs.
// Errors of all: BadInput for options out of bounds, nothing is sent then; WrongType; those of
// Connection::request(). On a server without memory extend and release still work.
// Source: J. L. Carlson, Redis in Action, 6.3 (there by the clients' clocks, which is not fair and
// not safe; here by the server's)
class Semaphore
{
public:
    struct Attempt
    {
        QByteArray permit; // 32 hex digits; empty: refused
        qint64 held = 0; // afterwards, by all
        std::chrono::milliseconds retryAfter{}; // until the next lease ends; 0 if granted

        [[nodiscard]] bool granted() const { return !permit.isEmpty(); }
    };
    struct Holder
    {
        QByteArray permit;
        std::chrono::milliseconds left{};
    };

    Semaphore(Connection *connection, QByteArray key, const SemaphoreOptions &options);

    [[nodiscard]] QCoro::Task<Result<Attempt>> acquire() const;
    // Begins the lease anew. Returns false if it had ended; the permit may be somebody else's then.
    [[nodiscard]] QCoro::Task<Result<bool>> extend(QByteArray permit) const;
    // Returns false if the lease had ended before.
    [[nodiscard]] QCoro::Task<Result<bool>> release(QByteArray permit) const;
    // The holders, in the order in which their leases end.
    [[nodiscard]] QCoro::Task<Result<std::vector<Holder>>> holders() const;

private:
    Connection *m_connection;
    QByteArray m_key;
    SemaphoreOptions m_options;
    Refusal m_refusal;
};

} // namespace lockstep
