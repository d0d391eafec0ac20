#pragma once

#include "core/redis/values/endpoint.h"
#include "core/redis/values/error.h"

#include <chrono>
#include <memory>
#include <string_view>

struct redisContext;
struct redisReply;

namespace lockstep {

struct FreeReply
{
    void operator()(redisReply *reply) const;
};
using ReplyPtr = std::unique_ptr<redisReply, FreeReply>;

// A blocking connection to a server of the lab. Belongs to one thread.
class BlockingConnection
{
public:
    // Signs in as the endpoint says. patience: the longest that it waits for anything. Errors:
    // ConnectionRefused, BadInput for TLS, what the server says to the password.
    static Result<std::unique_ptr<BlockingConnection>> open(
        const Endpoint &endpoint, std::chrono::seconds patience = std::chrono::seconds(10));

    // Commands as they are sent, any number. They leave with the next read().
    void append(std::string_view wire);
    // They leave now; a failure is told by the next read().
    void flush();
    // The next reply, never null. Errors: ConnectionLost, CommandTimeout, ProtocolError.
    Result<ReplyPtr> read();
    // The same, for a command of ours that cannot fail. Errors: also what the server says.
    Result<ReplyPtr> readPlain();
    Result<void> readPlain(int count); // so many, of no interest

    // As in CLIENT LIST; asked for once, before anything waits to be sent. Errors: as of read().
    Result<qint64> clientId();

private:
    struct FreeContext
    {
        void operator()(redisContext *context) const;
    };

    std::unique_ptr<redisContext, FreeContext> m_context;
    qint64 m_clientId = 0; // 0: not asked for yet
};

} // namespace lockstep
