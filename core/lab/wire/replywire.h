#pragma once

#include "core/lab/wire/blockingconnection.h"

#include <QByteArray>

#include <string_view>
#include <vector>

namespace lockstep {

// The words of each of some commands, as they are sent.
std::vector<std::vector<std::string_view>> commandsIn(std::string_view wire);

// The text of a string, status or error, as long as the reply lives.
QByteArrayView textOf(const redisReply &reply);
QByteArray bytesOf(const redisReply &reply);
// A reply in the servers' protocol, and back. reply: may be null, which is nil.
QByteArray encodeReply(const redisReply &reply);
ReplyPtr decodeReply(QByteArrayView wire);

} // namespace lockstep
