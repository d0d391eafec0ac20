#include "core/demo/traffic/desk.h"

#include "core/redis/values/errorclasses.h"

namespace lockstep {

namespace {

ConnectionOptions named(const QByteArray &name)
{
    ConnectionOptions options;
    options.clientName = name;
    // No timeout: if the server is suspended, the shop waits, because the server is not gone.
    options.commandTimeout = std::chrono::milliseconds(0);
    return options;
}

} // namespace

Desk::Desk(
    const Endpoint &endpoint, const QByteArray &name, Shift &shift, quint32 seed, QObject *parent)
    : QObject(parent)
    , m_connection(endpoint, named(name))
    , m_shift(shift)
    , m_dice(seed)
{
    connect(&m_connection, &Connection::lost, this, &Desk::broke);
}

QCoro::Task<Result<void>> Desk::open()
{
    return m_connection.open();
}

void Desk::close()
{
    m_connection.close();
}

QCoro::Task<Result<bool>> Desk::succeeds(
    const Script *script, QByteArrayList keys, QByteArrayList arguments)
{
    const Result<Reply> reply = co_await run(&m_connection, *script, keys, arguments);
    if (!reply)
        co_return tl::unexpected(reply.error());
    co_return reply->integer == 1;
}

bool Desk::goesOnAfter(const Error &error) const
{
    return !m_shift.isEnding() && !isConnectionLost(error.code) && !isServerUnreachable(error.code);
}

} // namespace lockstep
