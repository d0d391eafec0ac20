#pragma once

#include "core/redis/connection/connection.h"

namespace lockstep {

// A number on which many clients count, by INCRBY and DECRBY, so no count is lost. The key stays
// until somebody deletes it.
//
// The connection is not owned. To be called from its thread; this object may be destroyed while a
// task runs. Errors of all functions: WrongType; ServerError with the server's reason if the value
// is no integer or would exceed 64 bits, and then it is unchanged; those of Connection::request().
// If mayHaveRun is set, the call may have been counted.
// Source: https://redis.io/docs/latest/commands/incrby/
class Counter
{
public:
    Counter(Connection *connection, QByteArray key);

    // Return the value afterwards. A key that does not exist counts as 0.
    [[nodiscard]] QCoro::Task<Result<qint64>> increment(qint64 by = 1) const;
    [[nodiscard]] QCoro::Task<Result<qint64>> decrement(qint64 by = 1) const;
    // WrongType also if the value is text that is no integer.
    [[nodiscard]] QCoro::Task<Result<qint64>> value() const;

private:
    Connection *m_connection;
    QByteArray m_key;
};

} // namespace lockstep
