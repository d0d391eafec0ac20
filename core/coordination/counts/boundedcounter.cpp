// The script that is often copied returns the number in use, and its caller refuses when that
// equals the limit: then the last slot is taken, but nobody works in it. So the answer here has two
// parts, granted and used.
//
// A negative number, which only somebody else can have written, counts as 0; the next grant
// overwrites it.

#include "core/coordination/counts/boundedcounter.h"

#include "core/coordination/counts/numbers.h"
#include "core/redis/connection/scriptfile.h"

namespace lockstep {

namespace {

using Slot = BoundedCounter::Slot;

QCoro::Task<Result<Slot>> take(
    Connection *connection, QByteArray key, BoundedCounterOptions options, Refusal refusal)
{
    static const Script script = scriptFile(QStringLiteral("bounded-acquire"));
    if (refusal)
        co_return tl::unexpected(*refusal);
    const QByteArrayList keys{key};
    const QByteArrayList arguments{
        QByteArray::number(options.limit), QByteArray::number(qint64(options.expiry.count()))};
    const auto answer = integers<2>(co_await run(connection, script, keys, arguments));
    if (!answer)
        co_return tl::unexpected(answer.error());
    const auto [granted, used] = *answer;
    co_return Slot{granted != 0, used, std::max<qint64>(0, options.limit - used)};
}

QCoro::Task<Result<bool>> giveBack(
    Connection *connection, QByteArray key, BoundedCounterOptions options, Refusal refusal)
{
    static const Script script = scriptFile(QStringLiteral("bounded-release"));
    if (refusal)
        co_return tl::unexpected(*refusal);
    const QByteArrayList keys{key};
    const QByteArrayList arguments{QByteArray::number(qint64(options.expiry.count()))};
    const auto answer = integers<2>(co_await run(connection, script, keys, arguments));
    if (!answer)
        co_return tl::unexpected(answer.error());
    co_return answer->front() != 0;
}

QCoro::Task<Result<qint64>> read(Connection *connection, QByteArray key, Refusal refusal)
{
    if (refusal)
        co_return tl::unexpected(*refusal);
    Command command{"GET", key};
    const auto value = counted(co_await connection->request(std::move(command)));
    if (!value)
        co_return value;
    co_return std::max<qint64>(0, *value);
}

} // namespace

BoundedCounter::BoundedCounter(
    Connection *connection, QByteArray key, const BoundedCounterOptions &options)
    : m_connection(connection)
    , m_key(std::move(key))
    , m_options(options)
    , m_refusal(checkAmount("limit", options.limit))
{
    if (!m_refusal)
        m_refusal = checkSpan("expiry", options.expiry);
}

QCoro::Task<Result<Slot>> BoundedCounter::acquire() const
{
    return take(m_connection, m_key, m_options, m_refusal);
}

QCoro::Task<Result<bool>> BoundedCounter::release() const
{
    return giveBack(m_connection, m_key, m_options, m_refusal);
}

QCoro::Task<Result<qint64>> BoundedCounter::used() const
{
    return read(m_connection, m_key, m_refusal);
}

} // namespace lockstep
