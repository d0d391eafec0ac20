#include "core/demo/desk.h"

namespace lockstep {

namespace {

ConnectionOptions named(const QByteArray &name)
{
    ConnectionOptions options;
    options.clientName = name;
    // A server that is suspended suspends the shop; it is not gone.
    options.commandTimeout = std::chrono::milliseconds(0);
    return options;
}

bool isOfTheConnection(ErrorCode code)
{
    switch (code) {
    case ErrorCode::HostNotFound:
    case ErrorCode::ConnectionRefused:
    case ErrorCode::Unreachable:
    case ErrorCode::ConnectTimeout:
    case ErrorCode::CommandTimeout:
    case ErrorCode::ConnectionLost:
    case ErrorCode::NotConnected:
    case ErrorCode::Cancelled:
    case ErrorCode::ProtocolError:
    case ErrorCode::ReplyTooLarge:
        return true;
    default:
        return false;
    }
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

QCoro::Task<std::optional<Reply>> Desk::send(Command command)
{
    if (m_shift.isEnding())
        co_return std::nullopt;
    Result<Reply> reply = co_await m_connection.request(std::move(command));
    if (m_shift.isEnding())
        co_return std::nullopt;
    if (reply)
        co_return std::move(*reply);
    if (!isOfTheConnection(reply.error().code))
        co_return Reply{Reply::Kind::Error, 0, reply.error().detail.toUtf8(), {}};
    if (reply.error().code != ErrorCode::Cancelled)
        Q_EMIT broke(reply.error());
    co_return std::nullopt;
}

QCoro::Task<std::optional<bool>> Desk::succeeds(Command command)
{
    const std::optional<Reply> reply = co_await send(std::move(command));
    if (!reply)
        co_return std::nullopt;
    co_return reply->integer == 1 || (reply->kind == Reply::Kind::Status && reply->text == "OK");
}

} // namespace lockstep
