#include "core/lab/virtualreply.h"

#include <hiredis/hiredis.h>

#include <algorithm>
#include <charconv>

namespace lockstep {

namespace {

bool isSame(std::string_view word, std::string_view upperCase)
{
    return std::equal(word.begin(), word.end(), upperCase.begin(), upperCase.end(),
        [](char a, char b) { return (a >= 'a' && a <= 'z' ? a - 'a' + 'A' : a) == b; });
}

size_t numberAt(std::string_view wire, size_t *at) // after the type's letter, to the line's end
{
    size_t number = 0;
    const auto end = std::from_chars(wire.data() + *at + 1, wire.data() + wire.size(), number);
    *at = size_t(end.ptr - wire.data()) + 2;
    return number;
}

// Which of the keys of a script its positive integer reply speaks of; 0: none.
size_t keyOfReply(std::string_view source)
{
    constexpr std::string_view mark = "-- ttl-reply: ";
    size_t number = 0;
    if (source.substr(0, mark.size()) == mark)
        std::from_chars(source.data() + mark.size(), source.data() + source.size(), number);
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

void makeVirtual(redisReply *reply, const std::vector<std::string_view> &words,
    std::string_view source, const std::function<qint64(std::string_view)> &ttlOf)
{
    if (reply->type != REDIS_REPLY_INTEGER || reply->integer < 0 || words.size() < 2)
        return;
    const bool isScript = isSame(words[0], "EVAL") || isSame(words[0], "EVALSHA");
    const bool isSeconds = isSame(words[0], "TTL");
    std::string_view key;
    if (isSeconds || isSame(words[0], "PTTL")) {
        key = words[1];
    } else if (isScript && reply->integer > 0) {
        const size_t place = keyOfReply(isSame(words[0], "EVAL") ? words[1] : source);
        if (place > 0 && place + 2 < words.size())
            key = words[place + 2];
    }
    const qint64 ttl = key.empty() ? -1 : ttlOf(key);
    if (ttl >= 0) // TTL rounds: expire.c, ttlGenericCommand
        reply->integer = isSeconds ? (ttl + 500) / 1000 : ttl;
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

ReplyPtr decodeReply(QByteArrayView wire)
{
    const std::unique_ptr<redisReader, decltype(&redisReaderFree)> reader(
        redisReaderCreate(), &redisReaderFree);
    redisReaderFeed(reader.get(), wire.data(), size_t(wire.size()));
    void *reply = nullptr;
    redisReaderGetReply(reader.get(), &reply);
    return ReplyPtr(static_cast<redisReply *>(reply));
}

} // namespace lockstep
