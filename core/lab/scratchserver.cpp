// One server script does a step: lets the keys vanish that were due when the step happened first,
// executes its commands and reads the keys back. The clock stands still inside a script, so a PTTL
// read after a SET … PX 30000 is 30000, and the deadline is exactly that of the first execution.
//
// No deadline may strike by itself while commands of an hour are executed in a second. So after
// each step it is moved ten years away and remembered in a hash beside the keys. A PTTL that is not
// that far away was set by the step, be it to the same instant: that is how a renewal is told from
// a command that left the deadline alone. SET … KEEPTTL, PERSIST, NX and XX need no more than that
// there is a deadline. Commands that compare deadlines or carry them to another key (PEXPIRE GT and
// LT, RENAME, COPY) get the right remaining time back first. Absolute deadlines (PEXPIREAT, PXAT)
// are made relative before.

#include "core/lab/scratchserver.h"

#include <QSet>

#include <hiredis/hiredis.h>

#include <algorithm>

namespace lockstep {

namespace {

constexpr int firstDatabase = 8;
constexpr int mostNodes = 8;
constexpr timeval limit{20, 0};

// KEYS: that the commands name. ARGV: time in ms, 1 if remaining times matter, then for each
// command the number of its words and the words.
const QByteArray stepScript = R"(
local deadlines, far, now = 'lockstep-deadlines', 315360000000, tonumber(ARGV[1])
for _, key in ipairs(KEYS) do
    local due = tonumber(redis.call('HGET', deadlines, key))
    if due and now > due then
        redis.call('DEL', key)
        redis.call('HDEL', deadlines, key)
    elseif due and ARGV[2] == '1' then
        redis.call('PEXPIRE', key, math.max(1, due - now))
    end
end
local at = 3
while at <= #ARGV do
    local count = tonumber(ARGV[at])
    redis.pcall(unpack(ARGV, at + 1, at + count))
    at = at + count + 1
end
local function contents(key, kind)
    if kind == 'string' then
        local value = redis.call('GET', key)
        local digest = #value > 200 and redis.sha1hex(value) or ''
        return #value, string.sub(value, 1, 200), digest
    end
    local size, text, all = 0, '', {}
    if kind == 'hash' then
        size = redis.call('HLEN', key)
        text = redis.call('HSCAN', key, 0, 'COUNT', 1)[2][1]
        if size <= 128 then all = redis.call('HGETALL', key) end
    elseif kind == 'list' then
        size = redis.call('LLEN', key)
        if size <= 128 then all = redis.call('LRANGE', key, 0, -1) end
    elseif kind == 'set' then
        size = redis.call('SCARD', key)
        if size <= 128 then all = redis.call('SMEMBERS', key); table.sort(all) end
    elseif kind == 'zset' then
        size = redis.call('ZCARD', key)
        if size <= 128 then all = redis.call('ZRANGE', key, 0, -1, 'WITHSCORES') end
    elseif kind == 'stream' then
        size = redis.call('XLEN', key)
    end
    return size, text, redis.sha1hex(table.concat(all, '\0'))
end
local result = {}
for _, key in ipairs(KEYS) do
    local kind = redis.call('TYPE', key).ok
    if kind == 'none' then
        redis.call('HDEL', deadlines, key)
        for _, each in ipairs({'none', 0, '', '', -1, 0}) do table.insert(result, each) end
    else
        local size, text, digest = contents(key, kind)
        local left, due, set = redis.call('PTTL', key), -1, 0
        if left < 0 then
            redis.call('HDEL', deadlines, key)
        elseif left < far / 2 then
            due, set = now + left, 1
            redis.call('HSET', deadlines, key, due)
            redis.call('PEXPIRE', key, far)
        else
            due = tonumber(redis.call('HGET', deadlines, key))
        end
        for _, each in ipairs({kind, size, text, digest, due, set}) do table.insert(result, each) end
    end
end
return result
)";
constexpr size_t fieldsOfKey = 6;

struct FreeReply
{
    void operator()(redisReply *reply) const { freeReplyObject(reply); }
};
using ReplyPtr = std::unique_ptr<redisReply, FreeReply>;

tl::unexpected<Error> broken(const redisContext *context)
{
    return failure(ErrorCode::ConnectionLost,
        context == nullptr ? QString() : QString::fromUtf8(context->errstr));
}

void append(redisContext *context, const std::vector<QByteArray> &words)
{
    std::vector<const char *> texts;
    std::vector<size_t> lengths;
    for (const QByteArray &word : words) {
        texts.push_back(word.constData());
        lengths.push_back(size_t(word.size()));
    }
    redisAppendCommandArgv(context, int(words.size()), texts.data(), lengths.data());
}

Result<ReplyPtr> next(redisContext *context)
{
    void *reply = nullptr;
    if (redisGetReply(context, &reply) != REDIS_OK)
        return broken(context);
    ReplyPtr result(static_cast<redisReply *>(reply));
    if (result->type == REDIS_REPLY_ERROR)
        return tl::unexpected(errorFromReply(QByteArray(result->str, qsizetype(result->len))));
    return result;
}

Result<ReplyPtr> run(redisContext *context, const std::vector<QByteArray> &words)
{
    append(context, words);
    return next(context);
}

bool carriesDeadlines(const std::vector<QByteArray> &words)
{
    static const QSet<QByteArray> compare{"EXPIRE", "PEXPIRE", "EXPIREAT", "PEXPIREAT"};
    static const QSet<QByteArray> carry{"RENAME", "RENAMENX", "COPY"};
    const QByteArray name = words.front().toUpper();
    return carry.contains(name) || (compare.contains(name) && words.size() > 3);
}

// The words with relative times in place of absolute ones.
std::vector<QByteArray> relative(std::vector<QByteArray> words, qint64 nowMs)
{
    const QByteArray name = words.front().toUpper();
    if ((name == "EXPIREAT" || name == "PEXPIREAT") && words.size() > 2) {
        const qint64 at = words[2].toLongLong() * (name == "EXPIREAT" ? 1000 : 1);
        words[0] = "PEXPIRE";
        words[2] = QByteArray::number(at - nowMs);
    } else if (name == "SET" || name == "GETEX") {
        for (size_t i = 2; i + 1 < words.size(); ++i) {
            const QByteArray option = words[i].toUpper();
            if ((option != "EXAT" && option != "PXAT") || (name == "SET" && i == 2))
                continue;
            const qint64 at = words[i + 1].toLongLong() * (option == "EXAT" ? 1000 : 1);
            words[i] = "PX";
            words[i + 1] = QByteArray::number(std::max<qint64>(1, at - nowMs));
        }
    }
    return words;
}

QByteArray textOf(const redisReply *reply)
{
    return {reply->str, qsizetype(reply->len)};
}

KeyState stateOf(redisReply *const *fields)
{
    KeyState state;
    const QByteArray kind = textOf(fields[0]);
    state.exists = kind != "none";
    state.number = fields[1]->integer;
    state.text = textOf(fields[2]);
    state.digest = textOf(fields[3]);
    state.deadlineMs = fields[4]->integer;
    state.deadlineSet = fields[5]->integer != 0;
    if (kind == "string" && state.text.size() <= 20) {
        bool isNumber = false;
        const qint64 number = state.text.toLongLong(&isNumber);
        state.isNumber = isNumber && QByteArray::number(number) == state.text;
        if (state.isNumber)
            state.number = number;
    }
    return state;
}

} // namespace

void ScratchServer::FreeContext::operator()(redisContext *context) const
{
    redisFree(context);
}

Result<ScratchServer::Context> ScratchServer::connect(const Endpoint &endpoint, int database)
{
    if (endpoint.transport == Endpoint::Transport::Tls)
        return failure(ErrorCode::BadInput,
            QStringLiteral("The order of execution is found out on a server without TLS."));
    Context context(endpoint.transport == Endpoint::Transport::Unix
            ? redisConnectUnixWithTimeout(endpoint.path.toUtf8().constData(), limit)
            : redisConnectWithTimeout(endpoint.host.toUtf8().constData(), endpoint.port, limit));
    if (!context || context->err != 0)
        return broken(context.get());
    redisSetTimeout(context.get(), limit);
    std::vector<std::vector<QByteArray>> first;
    if (!endpoint.user.isEmpty())
        first.push_back({"AUTH", endpoint.user, endpoint.password});
    else if (!endpoint.password.isEmpty())
        first.push_back({"AUTH", endpoint.password});
    first.push_back({"SELECT", QByteArray::number(database)});
    first.push_back({"FLUSHDB"});
    for (const auto &words : first) {
        if (const auto reply = run(context.get(), words); !reply)
            return tl::unexpected(reply.error());
    }
    return context;
}

Result<std::unique_ptr<ScratchServer>> ScratchServer::open(const Endpoint &endpoint, int nodes)
{
    if (nodes > mostNodes)
        return failure(ErrorCode::BadInput,
            QStringLiteral("The order of execution can be found out for at most %1 servers.")
                .arg(mostNodes));
    std::unique_ptr<ScratchServer> server(new ScratchServer);
    for (int node = 0; node < nodes; ++node) {
        auto context = connect(endpoint, firstDatabase + node);
        if (!context)
            return tl::unexpected(context.error());
        server->m_nodes.push_back(std::move(*context));
    }
    if (nodes > 0) {
        const auto sha = run(server->m_nodes[0].get(), {"SCRIPT", "LOAD", stepScript});
        if (!sha)
            return tl::unexpected(sha.error());
        server->m_script = textOf(sha->get());
    }
    return server;
}

ScratchServer::~ScratchServer()
{
    // Of a server that is gone nothing is left either.
    for (const Context &context : m_nodes)
        (void)run(context.get(), {"FLUSHDB"});
}

Result<bool> ScratchServer::writes(const QByteArray &command)
{
    const auto known = m_writes.find(command);
    if (known != m_writes.end())
        return known->second;
    const auto reply = run(m_nodes[0].get(), {"COMMAND", "INFO", command});
    if (!reply)
        return tl::unexpected(reply.error());
    bool result = false;
    const redisReply *list = reply->get();
    if (list->elements == 1 && list->element[0]->elements > 2) {
        const redisReply *flags = list->element[0]->element[2];
        for (size_t i = 0; i < flags->elements; ++i)
            result |= textOf(flags->element[i]) == "write";
    }
    m_writes[command] = result;
    return result;
}

void ScratchServer::send(const Replay &replay)
{
    std::vector<QByteArray> words{"EVALSHA", m_script, QByteArray::number(replay.keys.size())};
    words.insert(words.end(), replay.keys.begin(), replay.keys.end());
    words.push_back(QByteArray::number(replay.atMs));
    const bool carries =
        std::any_of(replay.commands.begin(), replay.commands.end(), carriesDeadlines);
    words.push_back(carries ? "1" : "0");
    for (const auto &command : replay.commands) {
        words.push_back(QByteArray::number(command.size()));
        for (QByteArray &word : relative(command, replay.atMs))
            words.push_back(std::move(word));
    }
    append(m_nodes[size_t(replay.node)].get(), words);
}

Result<std::vector<KeyState>> ScratchServer::receive(const Replay &replay)
{
    const auto reply = next(m_nodes[size_t(replay.node)].get());
    if (!reply)
        return tl::unexpected(reply.error());
    std::vector<KeyState> states;
    for (size_t i = 0; i + fieldsOfKey <= (*reply)->elements; i += fieldsOfKey)
        states.push_back(stateOf((*reply)->element + i));
    // Whether a deadline was compared and kept, or set anew, cannot be told where it was put back.
    if (std::any_of(replay.commands.begin(), replay.commands.end(), carriesDeadlines)) {
        for (KeyState &state : states)
            state.deadlineSet = false;
    }
    return states;
}

Result<void> ScratchServer::forget(int node)
{
    if (const auto reply = run(m_nodes[size_t(node)].get(), {"FLUSHDB"}); !reply)
        return tl::unexpected(reply.error());
    return {};
}

} // namespace lockstep
