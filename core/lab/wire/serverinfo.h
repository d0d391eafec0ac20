#pragma once

#include "core/redis/values/reply.h"

#include <optional>
#include <string_view>

struct redisReply;

namespace lockstep {

// What the reply to INFO says under that name, where it is a number.
std::optional<qint64> serverFact(std::string_view information, std::string_view name);
// "redis 7.0.15", "valkey 8.0.1".
QByteArray serverName(std::string_view information);

Reply toReply(const redisReply &reply);

} // namespace lockstep
