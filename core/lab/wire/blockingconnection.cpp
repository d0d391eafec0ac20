#include "core/lab/wire/blockingconnection.h"

#include "core/lab/wire/replywire.h"
#include "core/lab/wire/requestwire.h"
#include "core/lab/wire/requirememory.h"
#include "core/redis/values/coretext.h"

#include <hiredis/hiredis.h>

#include <sys/socket.h>

namespace lockstep {

namespace {

using std::chrono::milliseconds;

// How long a read waits before it looks whether it was cancelled, and how long what is as good as
// there may take: who cancels still wants to know what was found, and asks the server for it.
constexpr auto lookEvery = milliseconds(100);
constexpr auto cancelledPatience = milliseconds(500);
constexpr qsizetype memoryOfConnection = 64 * 1024; // bytes, at most

timeval timeOf(milliseconds span)
{
    return {time_t(span.count() / 1000), suseconds_t(span.count() % 1000 * 1000)};
}

Error errorOf(const redisContext &context)
{
    const QString words = QString::fromUtf8(context.errstr);
    if (context.err == REDIS_ERR_OOM)
        return {ErrorCode::BadInput, noMemoryForReply()};
    if (context.err == REDIS_ERR_PROTOCOL)
        return {ErrorCode::ProtocolError, words, true};
    if (context.err == REDIS_ERR_IO && (errno == EAGAIN || errno == EWOULDBLOCK))
        return {ErrorCode::CommandTimeout, {}, true};
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
            CoreText::tr("the lab's own connections are without TLS, over a unix socket or TCP"));
    auto made = std::make_unique<BlockingConnection>();
    const timeval limit{time_t(patience.count()), 0};
    requireMemory(memoryOfConnection); // hiredis 0.14 ends the process where it gets none
    made->m_context.reset(endpoint.transport == Endpoint::Transport::Unix
            ? redisConnectUnixWithTimeout(endpoint.path.toLocal8Bit().constData(), limit)
            : redisConnectWithTimeout(endpoint.host.toUtf8().constData(), endpoint.port, limit));
    if (!made->m_context || made->m_context->err != 0)
        return failure(ErrorCode::ConnectionRefused,
            made->m_context ? QString::fromUtf8(made->m_context->errstr) : endpoint.display());
    redisSetTimeout(made->m_context.get(), limit);
    made->m_patience = patience;
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

void BlockingConnection::cancelBy(const std::atomic<bool> &isCancelled)
{
    m_isCancelled = &isCancelled;
    const timeval slice = timeOf(lookEvery);
    ::setsockopt(m_context->fd, SOL_SOCKET, SO_RCVTIMEO, &slice, sizeof slice);
}

Result<ReplyPtr> BlockingConnection::read()
{
    void *reply = nullptr;
    for (milliseconds silence{0}; redisGetReply(m_context.get(), &reply) != REDIS_OK;) {
        const Error error = errorOf(*m_context);
        silence += lookEvery;
        if (!m_isCancelled || error.code != ErrorCode::CommandTimeout || silence >= m_patience)
            return tl::unexpected(error);
        if (*m_isCancelled && silence >= cancelledPatience)
            return failure(ErrorCode::Cancelled);
        // Nothing has come so far, and nothing is lost: hiredis goes on once the error is gone.
        m_context->err = 0;
        m_context->errstr[0] = '\0';
    }
    if (reply == nullptr)
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
