// Calls scripts over a connection that may be destroyed meanwhile. A call without a waiter is not a
// coroutine: if the connection is destroyed at the end of the program, when no event loop runs any
// more, the frame of a coroutine would never be resumed and would leak.

#include "core/coordination/locks/scriptruns.h"

namespace lockstep {

QCoro::Task<Result<Reply>> runOn(QPointer<Connection> connection, const Script *script,
    QByteArrayList keys, QByteArrayList arguments)
{
    if (!connection)
        co_return failure(ErrorCode::NotConnected);
    co_return co_await run(connection, *script, std::move(keys), std::move(arguments));
}

QCoro::Task<Result<bool>> succeedsOn(QPointer<Connection> connection, const Script *script,
    QByteArrayList keys, QByteArrayList arguments)
{
    const Result<Reply> reply =
        co_await runOn(std::move(connection), script, std::move(keys), std::move(arguments));
    if (!reply)
        co_return tl::unexpected(reply.error());
    co_return reply->integer > 0;
}

void runUnattended(const QPointer<Connection> &connection, const Script &script,
    const QByteArrayList &keys, const QByteArrayList &arguments)
{
    if (!connection || connection->state() != Connection::State::Open)
        return;
    const Command source = script.eval(keys, arguments);
    connection->send(
        script.evalsha(keys, arguments), [connection, source](const Result<Reply> &reply) {
            if (!reply && reply.error().code == ErrorCode::NoScript && connection)
                connection->send(source, [](const Result<Reply> &) {});
        });
}

} // namespace lockstep
