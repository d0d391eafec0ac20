#include "core/redis/connection/script.h"

#include <QCryptographicHash>
#include <QPointer>

namespace lockstep {

namespace {

Command call(const QByteArray &name, const QByteArray &script, const QByteArrayList &keys,
    const QByteArrayList &arguments)
{
    Command command{name, script};
    command << qint64(keys.size());
    for (const QByteArray &key : keys)
        command << key;
    for (const QByteArray &argument : arguments)
        command << argument;
    return command;
}

} // namespace

Script::Script(QByteArray source)
    : m_source(std::move(source))
    , m_sha1(QCryptographicHash::hash(m_source, QCryptographicHash::Sha1).toHex())
{
}

Command Script::evalsha(const QByteArrayList &keys, const QByteArrayList &arguments) const
{
    return call("EVALSHA", m_sha1, keys, arguments);
}

Command Script::eval(const QByteArrayList &keys, const QByteArrayList &arguments) const
{
    return call("EVAL", m_source, keys, arguments);
}

QCoro::Task<Result<Reply>> run(
    Connection *connection, const Script &script, QByteArrayList keys, QByteArrayList arguments)
{
    const QPointer<Connection> alive(connection);
    Result<Reply> reply = co_await connection->request(script.evalsha(keys, arguments));
    if (!reply && reply.error().code == ErrorCode::NoScript && alive)
        reply = co_await connection->request(script.eval(keys, arguments));
    co_return reply;
}

} // namespace lockstep
