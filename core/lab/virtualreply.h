#pragma once

#include "core/lab/labconnection.h"

#include <QByteArray>

#include <functional>
#include <string_view>
#include <vector>

namespace lockstep {

// The words of each of some commands, as they are sent.
std::vector<std::vector<std::string_view>> commandsIn(std::string_view wire);

// Real TTLs differ from those of the virtual clock: puts the latter into a reply to PTTL, TTL, or a
// script whose first line says "-- ttl-reply: N". ttlOf: of a key, in ms; -1: it has none or does
// not exist. source: of the script, where the command has only its hash.
void makeVirtual(redisReply *reply, const std::vector<std::string_view> &words,
    std::string_view source, const std::function<qint64(std::string_view)> &ttlOf);

// A reply in the servers' protocol, and back. reply: may be null, which is nil.
QByteArray encodeReply(const redisReply &reply);
ReplyPtr decodeReply(QByteArrayView wire);

} // namespace lockstep
