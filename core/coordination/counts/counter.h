#pragma once

#include "core/redis/connection/connection.h"

namespace lockstep {

// A number that many count on: INCRBY and DECRBY, so nothing is lost. It stays until somebody
// deletes it.
//
// The connection is borrowed. Call from its thread; the object may go while a task runs.
// Errors of all: WrongType; ServerError with the server's reason where the value is no integer or
// would leave 64 bits, it is unharmed then; those of Connection::request(). mayHaveRun: it may have
// been counted.
// Source: https://redis.io/docs/latest/commands/incrby/
class Counter
{
public:
    Counter(Connection *connection, QByteArray key);

    // Each returns the value afterwards. A key that does not exist counts from 0.
    [[nodiscard]] QCoro::Task<Result<qint64>> increment(qint64 by = 1) const;
    [[nodiscard]] QCoro::Task<Result<qint64>> decrement(qint64 by = 1) const;
    // WrongType also for text that is no integer.
    [[nodiscard]] QCoro::Task<Result<qint64>> value() const;

private:
    Connection *m_connection;
    QByteArray m_key;
};

} // namespace lockstep
