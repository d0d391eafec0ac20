#include "core/lab/wire/blockingconnection.h"

#include "core/lab/wire/replywire.h"
#include "core/lab/wire/requestwire.h"

#include <hiredis/hiredis.h>

#include <sys/socket.h>

namespace lockstep {

namespace {

Error errorOf(const redisContext &context)
{
    const QString words = QString::fromUtf8(context.errstr);
    if (context.err == REDIS_ERR_PROTOCOL)
        return {ErrorCode::ProtocolError, words, true};
    if (context.err == REDIS_ERR_IO && (errno == EAGAIN || errno == EWOULDBLOCK))
        return {ErrorCode::CommandTimeout, words, true};
    return {ErrorCode::ConnectionLost, words, true};
}

} // namespace

void ReplyDeleter::operator()(redisReply *reply) const
{
    freeReplyObject(reply);
}

void BlockingConnection::ContextDeleter::operator()(redisContext *context) const
{
    // Processes that were started meanwhile may have inherited the descriptor; shutdown() ends the
    // connection for the server all the same.
    if (context->fd >= 0)
        ::shutdown(context->fd, SHUT_RDWR);
    redisFree(context);
}

Result<std::unique_ptr<BlockingConnection>> BlockingConnection::open(
    const Endpoint &endpoint, std::chrono::seconds patience)
{
    if (endpoint.transport == Endpoint::Transport::Tls)
        return failure(ErrorCode::BadInput,
            QStringLiteral("the lab's own connections are without TLS, over a unix socket or TCP"));
    auto made = std::make_unique<BlockingConnection>();
    const timeval limit{time_t(patience.count()), 0};
    made->m_context.reset(endpoint.transport == Endpoint::Transport::Unix
            ? redisConnectUnixWithTimeout(endpoint.path.toLocal8Bit().constData(), limit)
            : redisConnectWithTimeout(endpoint.host.toUtf8().constData(), endpoint.port, limit));
    if (!made->m_context || made->m_context->err != 0)
        return failure(ErrorCode::ConnectionRefused,
            made->m_context ? QString::fromUtf8(made->m_context->errstr) : endpoint.display());
    redisSetTimeout(made->m_context.get(), limit);
    if (!endpoint.user.isEmpty())
        made->append(wireOf({"AUTH", viewOf(endpoint.user), viewOf(endpoint.password)}));
    else if (!endpoint.password.isEmpty())
        made->append(wireOf({"AUTH", viewOf(endpoint.password)}));
    else
        return made;
    if (const auto accepted = made->readPlain(); !accepted)
        return tl::unexpected(accepted.error());
    return made;
}

Result<qint64> BlockingConnection::clientId()
{
    if (m_clientId == 0) {
        append(wireOf({"CLIENT", "ID"}));
        const auto id = readPlain();
        if (!id)
            return tl::unexpected(id.error());
        m_clientId = (*id)->integer;
    }
    return m_clientId;
}

void BlockingConnection::append(std::string_view wire)
{
    // It fails only if there is no memory.
    redisAppendFormattedCommand(m_context.get(), wire.data(), wire.size());
}

void BlockingConnection::flush()
{
    int isDone = 0;
    while (isDone == 0 && redisBufferWrite(m_context.get(), &isDone) == REDIS_OK) { }
}

Result<ReplyPtr> BlockingConnection::read()
{
    void *reply = nullptr;
    if (redisGetReply(m_context.get(), &reply) != REDIS_OK || reply == nullptr)
        return tl::unexpected(errorOf(*m_context));
    return ReplyPtr(static_cast<redisReply *>(reply));
}

Result<ReplyPtr> BlockingConnection::readPlain()
{
    auto reply = read();
    if (reply && (*reply)->type == REDIS_REPLY_ERROR)
        return tl::unexpected(errorFromReply(bytesOf(**reply)));
    return reply;
}

Result<void> BlockingConnection::readPlain(int count)
{
    for (int i = 0; i < count; ++i) {
        if (const auto reply = readPlain(); !reply)
            return tl::unexpected(reply.error());
    }
    return {};
}

} // namespace lockstep
