#pragma once

#include "core/lab/wire/blockingconnection.h"

#include <QByteArray>

#include <string_view>
#include <vector>

namespace lockstep {

// Decodes encoded commands into their words. The words are views into wire.
std::vector<std::vector<std::string_view>> commandsIn(std::string_view wire);

// The text of a string, status or error, as long as the reply lives.
QByteArrayView textOf(const redisReply &reply);
QByteArray bytesOf(const redisReply &reply);
// Encodes a reply in RESP, and decodes it again. decodeReply() returns null if the bytes are no
// whole reply.
QByteArray encodeReply(const redisReply &reply);
ReplyPtr decodeReply(QByteArrayView wire);

} // namespace lockstep
