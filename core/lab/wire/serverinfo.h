#pragma once

#include "core/redis/values/reply.h"

#include <optional>
#include <string_view>

struct redisReply;

namespace lockstep {

// The number in the field of that name in a reply to INFO; nothing if there is none.
std::optional<qint64> serverFact(std::string_view information, std::string_view name);
// The server's name and version from a reply to INFO: "redis 7.0.15", "valkey 8.0.1".
QByteArray serverName(std::string_view information);
// Whether that server's clock goes on while it executes a script or a transaction, so that two
// deadlines that one of them sets may be apart. From Redis 7.2 on it stands still meanwhile
// (redis/redis#10300). name: as serverName() gives it.
bool clockGoesOnInScripts(QByteArrayView name);

Reply toReply(const redisReply &reply);

} // namespace lockstep
