#include "core/lab/wire/replywire.h"

#include "core/redis/values/coretext.h"

#include <hiredis/hiredis.h>

#include <charconv>

namespace lockstep {

namespace {

// Reads from behind the type's letter; moves *at behind the line.
size_t numberAt(std::string_view wire, size_t *at)
{
    size_t number = 0;
    const auto end = std::from_chars(wire.data() + *at + 1, wire.data() + wire.size(), number);
    *at = size_t(end.ptr - wire.data()) + 2;
    return number;
}

} // namespace

std::vector<std::vector<std::string_view>> commandsIn(std::string_view wire)
{
    std::vector<std::vector<std::string_view>> commands;
    for (size_t at = 0; at < wire.size();) {
        auto &words = commands.emplace_back(numberAt(wire, &at));
        for (std::string_view &word : words) {
            const size_t length = numberAt(wire, &at);
            word = wire.substr(at, length);
            at += length + 2;
        }
    }
    return commands;
}

QByteArrayView textOf(const redisReply &reply)
{
    return {reply.str, qsizetype(reply.len)};
}

QByteArray bytesOf(const redisReply &reply)
{
    return {reply.str, qsizetype(reply.len)};
}

QByteArray encodeReply(const redisReply &reply)
{
    const auto line = [](char type, const QByteArray &text) { return type + text + "\r\n"; };
    const QByteArray text(reply.str ? reply.str : "", reply.str ? qsizetype(reply.len) : 0);
    switch (reply.type) {
    case REDIS_REPLY_INTEGER:
        return line(':', QByteArray::number(reply.integer));
    case REDIS_REPLY_STATUS:
        return line('+', text);
    case REDIS_REPLY_ERROR:
        return line('-', text);
    case REDIS_REPLY_STRING:
        return line('$', QByteArray::number(text.size())) + text + "\r\n";
    case REDIS_REPLY_ARRAY: {
        QByteArray wire = line('*', QByteArray::number(qint64(reply.elements)));
        for (size_t i = 0; i < reply.elements; ++i)
            wire += encodeReply(*reply.element[i]);
        return wire;
    }
    default:
        return QByteArrayLiteral("$-1\r\n");
    }
}

Result<ReplyPtr> decodeReply(QByteArrayView wire)
{
    const std::unique_ptr<redisReader, decltype(&redisReaderFree)> reader(
        redisReaderCreate(), &redisReaderFree);
    if (!reader)
        return failure(ErrorCode::BadInput, noMemoryForReply());
    redisReaderFeed(reader.get(), wire.data(), size_t(wire.size()));
    void *read = nullptr;
    const bool isRead = redisReaderGetReply(reader.get(), &read) == REDIS_OK;
    if (!isRead && reader->err == REDIS_ERR_OOM)
        return failure(ErrorCode::BadInput, noMemoryForReply());
    if (!isRead)
        return failure(ErrorCode::ProtocolError, QString::fromUtf8(reader->errstr));
    ReplyPtr reply(static_cast<redisReply *>(read));
    if (!reply)
        return failure(ErrorCode::ProtocolError, CoreText::tr("a part of a reply"));
    if (reader->pos != reader->len)
        return failure(ErrorCode::ProtocolError, CoreText::tr("more than one reply"));
    return reply;
}

QString noMemoryForReply()
{
    return CoreText::tr("the memory ran out while a reply of a server was read; give the program "
                        "more, or let fewer clients do less");
}

} // namespace lockstep
