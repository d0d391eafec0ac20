#include "core/demo/traffic/shopclient.h"

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

ShopClient::ShopClient(const Endpoint &endpoint, const QByteArray &name, TaskGroup &tasks,
    quint32 seed, QObject *parent)
    : QObject(parent)
    , m_connection(endpoint, named(name))
    , m_tasks(tasks)
    , m_dice(seed)
{
    connect(&m_connection, &Connection::lost, this, &ShopClient::broke);
}

QCoro::Task<Result<void>> ShopClient::open()
{
    return m_connection.open();
}

void ShopClient::close()
{
    m_connection.close();
}

QCoro::Task<Result<bool>> ShopClient::succeeds(
    const Script *script, QByteArrayList keys, QByteArrayList arguments)
{
    const Result<Reply> reply = co_await run(&m_connection, *script, keys, arguments);
    if (!reply)
        co_return tl::unexpected(reply.error());
    co_return reply->integer == 1;
}

bool ShopClient::goesOnAfter(const Error &error) const
{
    return !m_tasks.isEnding() && !isConnectionLost(error.code) && !isServerUnreachable(error.code);
}

} // namespace lockstep
