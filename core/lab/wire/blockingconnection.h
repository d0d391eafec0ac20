#pragma once

#include "core/redis/values/endpoint.h"
#include "core/redis/values/error.h"

#include <atomic>
#include <chrono>
#include <memory>
#include <string_view>

struct redisContext;
struct redisReply;

namespace lockstep {

struct ReplyDeleter
{
    void operator()(redisReply *reply) const;
};
using ReplyPtr = std::unique_ptr<redisReply, ReplyDeleter>;

// A blocking connection to a server of the lab. Belongs to one thread.
class BlockingConnection
{
public:
    // Signs in as the endpoint says. patience: the longest that it waits for anything. Errors:
    // ConnectionRefused, BadInput for TLS, what the server says to the password.
    static Result<std::unique_ptr<BlockingConnection>> open(
        const Endpoint &endpoint, std::chrono::seconds patience = std::chrono::seconds(10));

    // Ends a read to which nothing has come for half a second, with Cancelled, when this is true or
    // becomes so, at most a tenth of a second later. Set by any thread; outlives this.
    void cancelBy(const std::atomic<bool> &isCancelled);
    // Appends any number of encoded commands. They are sent by the next read() or flush().
    void append(std::string_view wire);
    // Sends what was appended; a failure is reported by the next read().
    void flush();
    // The next reply, never null. Errors: ConnectionLost, CommandTimeout, ProtocolError,
    // Cancelled.
    Result<ReplyPtr> read();
    // As read(), but an error reply is returned as an Error, too.
    Result<ReplyPtr> readPlain();
    Result<void> readPlain(int count); // so many, of no interest

    // The id of this connection as in CLIENT LIST. The first call asks the server and must be made
    // while nothing waits to be sent. Errors: those of read().
    Result<qint64> clientId();

private:
    struct ContextDeleter
    {
        void operator()(redisContext *context) const;
    };

    std::unique_ptr<redisContext, ContextDeleter> m_context;
    std::chrono::milliseconds m_patience{0};
    const std::atomic<bool> *m_isCancelled = nullptr; // none: nobody cancels
    qint64 m_clientId = 0; // 0 if it was not asked for yet
};

} // namespace lockstep
