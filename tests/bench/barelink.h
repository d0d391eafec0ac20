#pragma once

#include "tests/support/servers/testserver.h"

#include <hiredis/hiredis.h>

#include <memory>

namespace lockstep {

// The bare library: a blocking context on the server's unix socket, as the floor of a figure and as
// the writer of a load.
struct ContextDeleter
{
    void operator()(redisContext *context) const { redisFree(context); }
};
using BareLink = std::unique_ptr<redisContext, ContextDeleter>;

struct ReplyDeleter
{
    void operator()(redisReply *reply) const { freeReplyObject(reply); }
};
using BareReply = std::unique_ptr<redisReply, ReplyDeleter>;

inline BareLink bareLink(const QString &socketPath)
{
    BareLink link(redisConnectUnix(socketPath.toUtf8().constData()));
    if (!link || link->err != 0)
        qFatal("No connection to %s", qPrintable(socketPath));
    return link;
}

inline BareReply nextReply(const BareLink &link)
{
    void *reply = nullptr;
    if (redisGetReply(link.get(), &reply) != REDIS_OK)
        qFatal("The connection broke: %s", link->errstr);
    return BareReply(static_cast<redisReply *>(reply));
}

} // namespace lockstep
