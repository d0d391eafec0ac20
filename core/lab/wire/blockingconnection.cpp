#include "core/lab/wire/blockingconnection.h"

#include "core/lab/wire/replywire.h"
#include "core/lab/wire/requestwire.h"

#include <hiredis/hiredis.h>

#include <sys/socket.h>

namespace lockstep {

namespace {

constexpr timeval patience{10, 0};

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

void FreeReply::operator()(redisReply *reply) const
{
    freeReplyObject(reply);
}

void BlockingConnection::FreeContext::operator()(redisContext *context) const
{
    // Processes that were started meanwhile have the descriptor too; the server sees the end now.
    if (context->fd >= 0)
        ::shutdown(context->fd, SHUT_RDWR);
    redisFree(context);
}

Result<std::unique_ptr<BlockingConnection>> BlockingConnection::open(const Endpoint &endpoint)
{
    if (endpoint.transport != Endpoint::Transport::Unix)
        return failure(ErrorCode::BadInput,
            QStringLiteral("stepping and exploring need a server of the lab's own, on a unix "
                           "socket"));
    auto made = std::make_unique<BlockingConnection>();
    const QByteArray path = endpoint.path.toLocal8Bit();
    made->m_context.reset(redisConnectUnixWithTimeout(path.constData(), patience));
    if (!made->m_context || made->m_context->err != 0)
        return failure(ErrorCode::ConnectionRefused,
            made->m_context ? QString::fromUtf8(made->m_context->errstr) : endpoint.path);
    redisSetTimeout(made->m_context.get(), patience);
    if (!endpoint.password.isEmpty()) {
        std::string wire;
        appendCommand(
            &wire, {"AUTH", {endpoint.password.data(), size_t(endpoint.password.size())}});
        made->append(wire);
        if (const auto accepted = made->readPlain(); !accepted)
            return tl::unexpected(accepted.error());
    }
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
    // Fails only without memory.
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
