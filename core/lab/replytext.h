#pragma once

#include <QByteArrayView>

#include <string>

struct redisReply;

namespace lockstep {

// A reply as people write it: OK, 1, (nil), (error) …, [1, OK, (nil)]; at most some hundred bytes,
// without the prefix of the run's keys. Replaces what is in out.
void writeReplyText(const redisReply &reply, QByteArrayView prefix, std::string &out);

} // namespace lockstep
