#pragma once

#include "core/coordination/counts/bounds.h"
#include "core/redis/connection/connection.h"

#include <vector>

namespace lockstep {

// The options of a Semaphore.
struct SemaphoreOptions
{
    qint64 permits = 0; // 1 to 10 000; has to be the same for all who share the key
    std::chrono::milliseconds lease{30'000};
};

// Allows at most so many holders at a time, each with a lease of its own. If a holder dies, its
// permit is free when its lease ends. A late release cannot free the permit of somebody else,
// because every permit has a random name. A holder that works on after its lease has ended is one
// too many; it has to extend the lease in time, or stop.
//
// Times are the server's, in ms. If its clock is set back, leases end later by as much; if it is
// set forward, earlier. If acquire() fails with mayHaveRun, a permit may be taken without a holder
// until its lease ends.
//
// The connection is not owned. To be called from its thread; this object may be destroyed while a
// task runs. Errors of all functions: BadInput for options out of bounds, and then nothing is sent;
// WrongType; those of Connection::request(). Extend and release work even if the server is out of
// memory.
// Source: J. L. Carlson, Redis in Action, 6.3 (there by the clients' clocks, which is neither fair
// nor safe; here by the server's)
class Semaphore
{
public:
    struct Attempt
    {
        QByteArray permit; // 32 hex digits; empty if refused
        qint64 held = 0; // permits held by all afterwards
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
    // Begins the lease again. Returns false if it had ended; the permit may be somebody else's
    // then.
    [[nodiscard]] QCoro::Task<Result<bool>> extend(QByteArray permit) const;
    // Returns false if the lease had already ended.
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
