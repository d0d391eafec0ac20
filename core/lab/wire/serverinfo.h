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

Reply toReply(const redisReply &reply);

} // namespace lockstep
