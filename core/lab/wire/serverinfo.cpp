#include "core/lab/wire/serverinfo.h"

#include "core/lab/wire/replywire.h"

#include <QVersionNumber>

#include <hiredis/hiredis.h>

namespace lockstep {

namespace {

QByteArray field(std::string_view information, std::string_view name)
{
    const std::string start = '\n' + std::string(name) + ':';
    const size_t found = information.find(start);
    if (found == std::string_view::npos)
        return {};
    const std::string_view rest = information.substr(found + start.size());
    const std::string_view value = rest.substr(0, rest.find_first_of("\r\n"));
    return QByteArray(value.data(), qsizetype(value.size()));
}

Reply::Kind kindOf(int type)
{
    switch (type) {
    case REDIS_REPLY_STRING:
        return Reply::Kind::Bulk;
    case REDIS_REPLY_STATUS:
        return Reply::Kind::Status;
    case REDIS_REPLY_ERROR:
        return Reply::Kind::Error;
    case REDIS_REPLY_INTEGER:
        return Reply::Kind::Integer;
    case REDIS_REPLY_ARRAY:
        return Reply::Kind::Array;
    default:
        return Reply::Kind::Nil;
    }
}

} // namespace

std::optional<qint64> serverFact(std::string_view information, std::string_view name)
{
    bool isNumber = false;
    const qint64 number = field(information, name).toLongLong(&isNumber);
    return isNumber ? std::optional(number) : std::nullopt;
}

QByteArray serverName(std::string_view information)
{
    const QByteArray valkey = field(information, "valkey_version");
    return valkey.isEmpty() ? "redis " + field(information, "redis_version") : "valkey " + valkey;
}

bool clockGoesOnInScripts(QByteArrayView name)
{
    constexpr QByteArrayView redis = "redis ";
    return name.startsWith(redis)
        && QVersionNumber::fromString(QLatin1StringView(name.sliced(redis.size())))
        < QVersionNumber(7, 2);
}

Reply toReply(const redisReply &reply)
{
    Reply result;
    result.kind = kindOf(reply.type);
    result.integer = reply.integer;
    if (result.isText() || result.isError())
        result.text = bytesOf(reply);
    for (size_t i = 0; result.isArray() && i < reply.elements; ++i)
        result.elements.push_back(toReply(*reply.element[i]));
    return result;
}

} // namespace lockstep
