#include "core/coordination/counts/counter.h"

#include "core/coordination/counts/numbers.h"

namespace lockstep {

namespace {

QCoro::Task<Result<qint64>> count(Connection *connection, Command command)
{
    co_return integer(co_await connection->request(std::move(command)));
}

QCoro::Task<Result<qint64>> read(Connection *connection, Command command)
{
    co_return counted(co_await connection->request(std::move(command)));
}

} // namespace

Counter::Counter(Connection *connection, QByteArray key)
    : m_connection(connection)
    , m_key(std::move(key))
{
}

QCoro::Task<Result<qint64>> Counter::increment(qint64 by) const
{
    return count(m_connection, Command{"INCRBY", m_key} << by);
}

QCoro::Task<Result<qint64>> Counter::decrement(qint64 by) const
{
    return count(m_connection, Command{"DECRBY", m_key} << by);
}

QCoro::Task<Result<qint64>> Counter::value() const
{
    return read(m_connection, Command{"GET", m_key});
}

} // namespace lockstep
