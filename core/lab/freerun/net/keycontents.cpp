#include "core/lab/freerun/net/keycontents.h"

#include "core/lab/wire/replywire.h"
#include "core/lab/wire/requestwire.h"

#include <QByteArrayList>

#include <algorithm>
#include <memory>

namespace lockstep {

namespace {

// The command that reads the elements of a key of that type; empty if DUMP tells all there is.
std::string elementsCommand(const QByteArray &type, std::string_view key)
{
    if (type == "hash")
        return wireOf({"HGETALL", key});
    if (type == "set")
        return wireOf({"SMEMBERS", key});
    if (type == "zset")
        return wireOf({"ZRANGE", key, "0", "-1", "WITHSCORES"});
    if (type == "list")
        return wireOf({"LRANGE", key, "0", "-1"});
    return {};
}

// Equal for equal elements, whatever the order of a hash's or a set's. Empty if the reply is an
// error: the key has got another type meanwhile, which is a change.
QByteArray elementsOf(const QByteArray &type, const redisReply &reply)
{
    if (reply.type != REDIS_REPLY_ARRAY)
        return {};
    const size_t ofOne = type == "hash" ? 2 : 1; // a field and its value belong together
    QByteArrayList elements;
    for (size_t i = 0; i + ofOne <= reply.elements; i += ofOne) {
        QByteArray element;
        for (size_t part = i; part < i + ofOne; ++part) {
            const QByteArray text = bytesOf(*reply.element[part]);
            element += QByteArray::number(text.size()) + ' ' + text;
        }
        elements << element;
    }
    if (type == "hash" || type == "set")
        std::sort(elements.begin(), elements.end());
    return type + ' ' + elements.join();
}

} // namespace

std::string sizeCommand(const QByteArray &type, std::string_view key)
{
    if (type == "hash")
        return wireOf({"HGETALL", key});
    if (type == "list")
        return wireOf({"LLEN", key});
    if (type == "set")
        return wireOf({"SCARD", key});
    if (type == "zset")
        return wireOf({"ZCARD", key});
    if (type == "stream")
        return wireOf({"XLEN", key});
    return wireOf({"GET", key});
}

void readContents(ControlConnection &server, const QByteArray &key, ContentsRead done)
{
    const auto type = std::make_shared<QByteArray>();
    server.ask(
        wireOf({"TYPE", viewOf(key)}), [type](const redisReply &reply) { *type = bytesOf(reply); });
    const auto onDump = [&server, key, type, done = std::move(done)](const redisReply &value) {
        if (value.type == REDIS_REPLY_NIL)
            return done(std::nullopt);
        const std::string command = elementsCommand(*type, viewOf(key));
        if (command.empty())
            return done(bytesOf(value));
        server.ask(command, [type, done](const redisReply &reply) {
            const bool isGone = reply.type == REDIS_REPLY_ARRAY && reply.elements == 0;
            done(isGone ? std::nullopt : std::optional(elementsOf(*type, reply)));
        });
    };
    server.ask(wireOf({"DUMP", viewOf(key)}), onDump);
}

} // namespace lockstep
