// The decisions are made by the scripts presence-*.lua; here their arguments are made and their
// replies read. The coroutines are free functions that take all arguments by value, because the
// Presence may be destroyed while they run.

#include "core/coordination/counts/presence.h"

#include "core/coordination/counts/numbers.h"
#include "core/redis/connection/scriptfile.h"

namespace lockstep {

namespace {

using Members = std::vector<Presence::Member>;

QCoro::Task<Result<qint64>> number(Connection *connection, const Script &script,
    QByteArrayList keys, QByteArrayList arguments, Refusal refusal)
{
    if (refusal)
        co_return tl::unexpected(*refusal);
    co_return integer(co_await run(connection, script, keys, arguments));
}

QCoro::Task<Result<bool>> removeMember(Connection *connection, Command command, Refusal refusal)
{
    if (refusal)
        co_return tl::unexpected(*refusal);
    const auto removed = integer(co_await connection->request(std::move(command)));
    if (!removed)
        co_return tl::unexpected(removed.error());
    co_return *removed != 0;
}

QCoro::Task<Result<Members>> members(
    Connection *connection, QByteArrayList keys, QByteArrayList arguments, Refusal refusal)
{
    static const Script script = scriptFile(QStringLiteral("presence-list"));
    if (refusal)
        co_return tl::unexpected(*refusal);
    const auto reply = co_await run(connection, script, keys, arguments);
    if (!reply)
        co_return tl::unexpected(reply.error());
    if (!reply->isArray() || reply->elements.size() % 2 != 0)
        co_return unexpectedReply();
    Members found;
    for (size_t i = 0; i < reply->elements.size(); i += 2) {
        found.push_back(
            {reply->elements[i].text, std::chrono::milliseconds(reply->elements[i + 1].integer)});
    }
    co_return found;
}

} // namespace

Presence::Presence(Connection *connection, QByteArray key, const PresenceOptions &options)
    : m_connection(connection)
    , m_key(std::move(key))
    , m_options(options)
    , m_refusal(checkSpan("window", options.window))
{
}

QByteArray Presence::window() const
{
    return QByteArray::number(qint64(m_options.window.count()));
}

QCoro::Task<Result<qint64>> Presence::heartbeat(QByteArray name) const
{
    static const Script script = scriptFile(QStringLiteral("presence-heartbeat"));
    return number(m_connection, script, {m_key}, {window(), name}, m_refusal);
}

QCoro::Task<Result<bool>> Presence::leave(QByteArray name) const
{
    return removeMember(m_connection, Command{"ZREM", m_key, name}, m_refusal);
}

QCoro::Task<Result<qint64>> Presence::count() const
{
    static const Script script = scriptFile(QStringLiteral("presence-count"));
    return number(m_connection, script, {m_key}, {window()}, m_refusal);
}

QCoro::Task<Result<Members>> Presence::list(qint64 most, qint64 offset) const
{
    Refusal refusal = m_refusal;
    if (!refusal)
        refusal = checkAmount("most", most, mostListed);
    if (!refusal && offset != 0)
        refusal = checkAmount("offset", offset);
    return members(m_connection, {m_key},
        {window(), QByteArray::number(offset), QByteArray::number(most)}, refusal);
}

} // namespace lockstep
