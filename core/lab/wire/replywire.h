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
// Encodes a reply in RESP, and decodes it again. decodeReply() returns a ProtocolError if the bytes
// are not one whole reply, and never null.
QByteArray encodeReply(const redisReply &reply);
Result<ReplyPtr> decodeReply(QByteArrayView wire);

// What is told when hiredis finds no memory for a reply (REDIS_ERR_OOM).
QString noMemoryForReply();

} // namespace lockstep
