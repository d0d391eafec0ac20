#pragma once

#include "core/coordination/counts/bounds.h"
#include "core/redis/connection/connection.h"

namespace lockstep {

// The options of a BoundedCounter.
struct BoundedCounterOptions
{
    qint64 limit = 0; // 1 to 10^9; has to be the same for all who share the key
    std::chrono::milliseconds expiry{300'000}; // all slots are free this long after the last grant
};

// Counts the slots that are in use, at most `limit` at a time. One script takes a slot and one
// gives it back; the number stays between 0 and the limit.
//
// A slot has no name. So if a holder dies, its slot becomes free only together with all others, at
// the expiry. Work that lasts longer than the expiry is no longer counted, and its late release
// frees the slot of somebody else. If that matters, use Semaphore.
//
// The connection is not owned. To be called from its thread; this object may be destroyed while a
// task runs. Errors of all functions: BadInput for options out of bounds, and then nothing is sent;
// WrongType; ServerError if the value is no integer; those of Connection::request(). If mayHaveRun
// is set, a slot may have been taken or freed. Release works even if the server is out of memory.
class BoundedCounter
{
public:
    struct Slot // the answer to acquire(), also if it is refused
    {
        bool granted = false; // false if all slots are in use; nothing was changed then
        qint64 used = 0; // slots in use afterwards, including this one
        qint64 left = 0; // free slots afterwards; 0 after a grant means that this was the last one
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
