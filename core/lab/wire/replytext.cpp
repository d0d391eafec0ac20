#include "core/lab/wire/replytext.h"

#include "core/lab/wire/replywire.h"

#include <hiredis/hiredis.h>

namespace lockstep {

namespace {

constexpr size_t longest = 400; // bytes

void append(const redisReply &reply, std::string &out)
{
    switch (reply.type) {
    case REDIS_REPLY_NIL:
        out += "(nil)";
        return;
    case REDIS_REPLY_INTEGER:
        out += std::to_string(reply.integer);
        return;
    case REDIS_REPLY_ERROR:
        out += "(error) ";
        break;
    case REDIS_REPLY_ARRAY:
        out += '[';
        for (size_t i = 0; i < reply.elements && out.size() < longest; ++i) {
            if (i > 0)
                out += ", ";
            append(*reply.element[i], out);
        }
        out += ']';
        return;
    default:
        break;
    }
    out.append(reply.str, std::min(reply.len, longest));
}

} // namespace

void writeReplyText(const redisReply &reply, QByteArrayView prefix, std::string &out)
{
    out.clear();
    append(reply, out);
    if (out.size() > longest) {
        out.resize(longest);
        out += "…";
    }
    const std::string_view hidden(prefix.data(), size_t(prefix.size()));
    if (hidden.empty())
        return;
    for (size_t at = out.find(hidden); at != std::string::npos; at = out.find(hidden, at))
        out.erase(at, hidden.size());
}

std::string encodedReplyText(QByteArrayView wire, QByteArrayView prefix)
{
    const Result<ReplyPtr> reply = decodeReply(wire);
    if (!reply)
        return "(unreadable: " + reply.error().detail.toStdString() + ')';
    std::string text;
    writeReplyText(**reply, prefix, text);
    return text;
}

QByteArray withoutPrefix(QByteArrayView name, QByteArrayView prefix)
{
    const qsizetype at = name.indexOf(prefix);
    QByteArray plain = name.toByteArray();
    return at < 0 ? plain : plain.remove(at, prefix.size());
}

} // namespace lockstep
