#pragma once

#include <QByteArray>

#include <string>

struct redisReply;

namespace lockstep {

// A reply as people write it: OK, 1, (nil), (error) …, [1, OK, (nil)]; at most some hundred bytes,
// without the prefix of the run's keys. Replaces the contents of out.
void writeReplyText(const redisReply &reply, QByteArrayView prefix, std::string &out);
// Returns the same text for a reply that is still encoded. Bytes that are no reply become
// (unreadable: …).
std::string encodedReplyText(QByteArrayView wire, QByteArrayView prefix);

// A key or channel as programs name it. Redis' own channels have the key at their end.
QByteArray withoutPrefix(QByteArrayView name, QByteArrayView prefix);

} // namespace lockstep
