#pragma once

#include "core/coordination/counts/bounds.h"
#include "core/redis/connection/connection.h"

namespace lockstep {

struct BoundedCounterOptions
{
    qint64 limit = 0; // 1 to 10^9; the same for all who share the key
    std::chrono::milliseconds expiry{300'000}; // this long after the last grant all slots are free
};

// Counts the slots that are in use, at most `limit` at a time. One script takes a slot and one
// gives it back; the number stays between 0 and the limit.
//
// A slot has no name. So one whose holder died comes back only with all the others, at the expiry;
// work that lasts longer than that is not counted any more, and its late release takes away the
// slot of somebody else. Where that matters use Semaphore.
//
// The connection is borrowed. Call from its thread; the object may go while a task runs.
// Errors of all: BadInput for options out of bounds, nothing is sent then; WrongType; ServerError
// where the value is no integer; those of Connection::request(). mayHaveRun: a slot may have been
// taken or given back. On a server without memory release still works.
class BoundedCounter
{
public:
    struct Slot // the answer to a request for a slot, also when it is refused
    {
        bool granted = false; // false: all are in use; nothing was changed
        qint64 used = 0; // afterwards, this one included
        qint64 left = 0; // afterwards; 0 with granted: this is the last one
    };

    BoundedCounter(Connection *connection, QByteArray key, const BoundedCounterOptions &options);

    [[nodiscard]] QCoro::Task<Result<Slot>> acquire() const;
    // Returns false if no slot was in use: the number had expired or was 0.
    [[nodiscard]] QCoro::Task<Result<bool>> release() const;
    [[nodiscard]] QCoro::Task<Result<qint64>> used() const;

private:
    Connection *m_connection;
    QByteArray m_key;
    BoundedCounterOptions m_options;
    Refusal m_refusal;
};

} // namespace lockstep
