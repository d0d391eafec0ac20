#pragma once

#include "core/redis/values/command.h"
#include "core/redis/values/reply.h"

#include <QString>

#include <memory>
#include <vector>

struct redisContext;

namespace lockstep {

// Talks to a test's server over its unix socket and blocks until it has answered: for preparing and
// inspecting, never the thing that is tested. Connects when first used, and again after a loss.
class BlockingClient
{
public:
    explicit BlockingClient(QString socketPath);

    // An error of the server is a Reply of kind Error. So is a broken connection, with the word
    // CONNECTION before the reason.
    Reply run(const Command &command);
    std::vector<Reply> runAll(const std::vector<Command> &commands); // pipelined
    void close();

private:
    struct ContextDeleter
    {
        void operator()(redisContext *context) const;
    };

    bool connectOnce();

    QString m_socketPath;
    std::unique_ptr<redisContext, ContextDeleter> m_context;
};

} // namespace lockstep
