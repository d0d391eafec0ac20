#pragma once

#include "core/lab/wire/blockingconnection.h"

#include <QByteArray>

#include <string_view>
#include <vector>

namespace lockstep {

// The words of each of some commands, as they are sent.
std::vector<std::vector<std::string_view>> commandsIn(std::string_view wire);

// A reply in the servers' protocol, and back. reply: may be null, which is nil.
QByteArray encodeReply(const redisReply &reply);
ReplyPtr decodeReply(QByteArrayView wire);

} // namespace lockstep
