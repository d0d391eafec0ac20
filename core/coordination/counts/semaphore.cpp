// The decisions are made by the scripts semaphore-*.lua; here their arguments are made and their
// replies read. The coroutines are free functions that take all arguments by value, because the
// Semaphore may be destroyed while they run.

#include "core/coordination/counts/semaphore.h"

#include "core/coordination/counts/numbers.h"
#include "core/redis/connection/scriptfile.h"

#include <QRandomGenerator>

#include <array>

namespace lockstep {

namespace {

using std::chrono::milliseconds;
using Attempt = Semaphore::Attempt;
using Holders = std::vector<Semaphore::Holder>;

QByteArray randomPermit()
{
    std::array<quint32, 4> words{};
    QRandomGenerator::system()->fillRange(words.data(), words.size());
    return QByteArray(reinterpret_cast<const char *>(words.data()), sizeof(words)).toHex();
}

QCoro::Task<Result<Attempt>> lease(
    Connection *connection, QByteArray key, SemaphoreOptions options, Refusal refusal)
{
    static const Script script = scriptFile(QStringLiteral("semaphore-acquire"));
    if (refusal)
        co_return tl::unexpected(*refusal);
    const QByteArray permit = randomPermit();
    const QByteArrayList keys{key};
    const QByteArrayList arguments{QByteArray::number(options.permits),
        QByteArray::number(qint64(options.lease.count())), permit};
    const auto answer = integers<3>(co_await run(connection, script, keys, arguments));
    if (!answer)
        co_return tl::unexpected(answer.error());
    const auto [granted, held, retryAfter] = *answer;
    co_return Attempt{granted != 0 ? permit : QByteArray(), held, milliseconds(retryAfter)};
}

QCoro::Task<Result<bool>> change(Connection *connection, const Script &script, QByteArrayList keys,
    QByteArrayList arguments, Refusal refusal)
{
    if (refusal)
        co_return tl::unexpected(*refusal);
    const auto answer = integer(co_await run(connection, script, keys, arguments));
    if (!answer)
        co_return tl::unexpected(answer.error());
    co_return *answer != 0;
}

QCoro::Task<Result<Holders>> readHolders(Connection *connection, QByteArray key, Refusal refusal)
{
    static const Script script = scriptFile(QStringLiteral("semaphore-holders"));
    if (refusal)
        co_return tl::unexpected(*refusal);
    const QByteArrayList keys{key};
    const auto reply = co_await run(connection, script, keys, {});
    if (!reply)
        co_return tl::unexpected(reply.error());
    if (!reply->isArray() || reply->elements.size() % 2 != 0)
        co_return unexpectedReply();
    Holders holders;
    for (size_t i = 0; i < reply->elements.size(); i += 2)
        holders.push_back({reply->elements[i].text, milliseconds(reply->elements[i + 1].integer)});
    co_return holders;
}

} // namespace

Semaphore::Semaphore(Connection *connection, QByteArray key, const SemaphoreOptions &options)
    : m_connection(connection)
    , m_key(std::move(key))
    , m_options(options)
    , m_refusal(checkAmount("permits", options.permits, mostListed))
{
    if (!m_refusal)
        m_refusal = checkSpan("lease", options.lease);
}

QCoro::Task<Result<Attempt>> Semaphore::acquire() const
{
    return lease(m_connection, m_key, m_options, m_refusal);
}

QCoro::Task<Result<bool>> Semaphore::extend(QByteArray permit) const
{
    static const Script script = scriptFile(QStringLiteral("semaphore-extend"));
    return change(m_connection, script, {m_key},
        {QByteArray::number(qint64(m_options.lease.count())), permit}, m_refusal);
}

QCoro::Task<Result<bool>> Semaphore::release(QByteArray permit) const
{
    static const Script script = scriptFile(QStringLiteral("semaphore-release"));
    return change(m_connection, script, {m_key}, {permit}, m_refusal);
}

QCoro::Task<Result<Holders>> Semaphore::holders() const
{
    return readHolders(m_connection, m_key, m_refusal);
}

} // namespace lockstep
