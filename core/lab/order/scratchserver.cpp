// The server on which the commands of a free run are executed once more, one after the other in the
// order that MONITOR told, so that the value after each of them is known and not only sampled.
//
// The commands are sent as they are, and their keys are read back: by GET if nothing but a string
// can be there, else by a script that looks at the type. Commands that may find something else than
// strings may also be ones that block, so they stand in a MULTI, where none blocks.

#include "core/lab/order/scratchserver.h"

#include "core/lab/history/valuenumber.h"
#include "core/lab/wire/commandtable.h"
#include "core/lab/wire/replywire.h"
#include "core/lab/wire/requestwire.h"

#include <hiredis/hiredis.h>

#include <algorithm>
#include <array>

namespace lockstep {

namespace {

constexpr int firstDatabase = 1; // a server has sixteen, and a scenario at most nine nodes
constexpr std::chrono::seconds replyTimeout(20); // far longer than any command of a lesson takes

// Returns what a key holds, without its deadline, because Lua's numbers have only 53 bits. Sets and
// hashes list the same elements in different orders.
const QByteArray readScript = R"(
local key, most = KEYS[1], tonumber(ARGV[2])
local kind = redis.call('TYPE', key).ok
local size, text, all = 0, '', {}
if kind == 'none' then
    return {kind, 0, '', ''}
elseif kind == 'string' then
    text = redis.call('GET', key)
    size = #text
    if size > tonumber(ARGV[1]) then return {kind, size, string.sub(text, 1, 200), redis.sha1hex(text)} end
    return {kind, size, text, ''}
elseif kind == 'hash' then
    size = redis.call('HLEN', key)
    local listed = size <= most and redis.call('HGETALL', key) or {}
    local fields, values = {}, {}
    for i = 1, #listed, 2 do
        fields[#fields + 1] = listed[i]
        values[listed[i]] = listed[i + 1]
    end
    table.sort(fields)
    for i, field in ipairs(fields) do all[2 * i - 1], all[2 * i] = field, values[field] end
    text = #fields > 0 and table.concat(fields, ', ') or redis.call('HSCAN', key, 0, 'COUNT', 1)[2][1]
elseif kind == 'list' then
    size = redis.call('LLEN', key)
    if size <= most then all = redis.call('LRANGE', key, 0, -1) end
elseif kind == 'set' then
    size = redis.call('SCARD', key)
    if size <= most then all = redis.call('SMEMBERS', key); table.sort(all) end
elseif kind == 'zset' then
    size = redis.call('ZCARD', key)
    if size <= most then all = redis.call('ZRANGE', key, 0, -1, 'WITHSCORES') end
elseif kind == 'stream' then
    size = redis.call('XLEN', key)
    if size <= most then all = redis.call('XRANGE', key, '-', '+') end
end
local digest = #all > 0 and redis.sha1hex(cmsgpack.pack({kind, all})) or ''
return {kind, size, string.sub(text, 1, 200), digest}
)";

// The commands with Effect::Text. All others count as Effect::Any, which is slower but never wrong.
constexpr std::array onStrings{"SET", "SETNX", "SETEX", "PSETEX", "GETSET", "GETDEL", "GETEX",
    "MSET", "MSETNX", "INCR", "DECR", "INCRBY", "DECRBY", "INCRBYFLOAT", "DEL", "UNLINK", "EXPIRE",
    "PEXPIRE", "EXPIREAT", "PEXPIREAT", "PERSIST"};

// row: the reply to COMMAND INFO for that command. name: in capitals.
bool canChangeKeys(QByteArrayView name, const redisReply &row)
{
    if (isReaderThatWrites(viewOf(name)))
        return true;
    if (row.elements < 3)
        return false;
    const redisReply &flags = *row.element[2];
    return std::any_of(flags.element, flags.element + flags.elements,
        [](const redisReply *each) { return bytesOf(*each) == "write"; });
}

void setText(KeyState &state, QByteArray text)
{
    state.exists = true;
    state.isString = true;
    state.text = std::move(text);
    if (const auto number = wholeNumber(state.text)) {
        state.isNumber = true;
        state.number = *number;
    }
}

} // namespace

Result<ReplyPtr> ScratchServer::run(int node, std::initializer_list<std::string_view> words)
{
    m_nodes[size_t(node)]->append(wireOf(words));
    return m_nodes[size_t(node)]->readPlain();
}

Result<std::unique_ptr<ScratchServer>> ScratchServer::open(const Endpoint &endpoint, int nodes)
{
    std::unique_ptr<ScratchServer> server(new ScratchServer);
    for (int node = 0; node < nodes; ++node) {
        auto connection = BlockingConnection::open(endpoint, replyTimeout);
        if (!connection)
            return tl::unexpected(connection.error());
        (*connection)->append(wireOf({"SELECT", std::to_string(firstDatabase + node)}));
        if (const auto chosen = (*connection)->readPlain(); !chosen)
            return tl::unexpected(chosen.error());
        server->m_nodes.push_back(std::move(*connection));
        if (const auto emptied = server->emptyDatabase(node); !emptied)
            return tl::unexpected(emptied.error());
    }
    if (nodes > 0) {
        const auto sha = server->run(0, {"SCRIPT", "LOAD", viewOf(readScript)});
        if (!sha)
            return tl::unexpected(sha.error());
        server->m_script = bytesOf(**sha);
        server->m_tellsDeadlines = server->run(0, {"PEXPIRETIME", "none"}).has_value();
    }
    return server;
}

ScratchServer::~ScratchServer()
{
    // Errors do not matter: if the server is gone, its keys are gone, too.
    for (size_t node = 0; node < m_nodes.size(); ++node)
        (void)emptyDatabase(int(node));
}

bool ScratchServer::knows(QByteArrayView name) const
{
    return m_effects.find(name) != m_effects.end();
}

Result<ScratchServer::Effect> ScratchServer::effect(QByteArrayView name)
{
    const auto known = m_effects.find(name);
    if (known != m_effects.end())
        return known->second;
    const auto reply = run(0, {"COMMAND", "INFO", viewOf(name)});
    if (!reply)
        return tl::unexpected(reply.error());
    const redisReply *list = reply->get();
    const bool writes = list->elements == 1 && canChangeKeys(name, *list->element[0]);
    const bool onString = std::find(onStrings.begin(), onStrings.end(), name) != onStrings.end();
    const Effect result = !writes ? Effect::None : onString ? Effect::Text : Effect::Any;
    m_effects[name.toByteArray()] = result;
    return result;
}

void ScratchServer::append(int node, const std::vector<QByteArrayView> &words)
{
    m_wire.clear();
    appendHeader(&m_wire, int(words.size()));
    for (const QByteArrayView word : words)
        appendWord(&m_wire, {}, viewOf(word));
    m_nodes[size_t(node)]->append(m_wire);
}

int ScratchServer::send(int node, const std::vector<QByteArrayView> &words, Effect effect)
{
    if (effect == Effect::Text) {
        append(node, words);
        return 1;
    }
    append(node, {"MULTI"});
    append(node, words);
    append(node, {"EXEC"});
    return 3;
}

void ScratchServer::askText(int node, QByteArrayView key)
{
    append(node, {"GET", key});
}

void ScratchServer::askAny(int node, QByteArrayView key)
{
    static const QByteArray longest = QByteArray::number(LongValueBudget::most);
    static const QByteArray largest = QByteArray::number(mostElementsCompared);
    append(node, {"EVALSHA", m_script, "1", key, longest, largest});
}

void ScratchServer::askDeadline(int node, QByteArrayView key)
{
    if (m_tellsDeadlines) {
        append(node, {"PEXPIRETIME", key});
        return;
    }
    append(node, {"TIME"});
    append(node, {"PTTL", key});
}

void ScratchServer::flush()
{
    for (const auto &connection : m_nodes)
        connection->flush();
}

Result<void> ScratchServer::skip(int node, int replies)
{
    for (; replies > 0; --replies) {
        // An error of the server is a reply like any other.
        if (const auto reply = m_nodes[size_t(node)]->read(); !reply)
            return tl::unexpected(reply.error());
    }
    return {};
}

Result<KeyState> ScratchServer::receiveText(int node)
{
    const auto text = m_nodes[size_t(node)]->readPlain();
    if (!text)
        return tl::unexpected(text.error());
    KeyState state;
    if ((*text)->type == REDIS_REPLY_STRING) {
        state.number = qint64((*text)->len);
        setText(state, bytesOf(*text->get()));
    }
    return state;
}

Result<KeyState> ScratchServer::receiveAny(int node)
{
    const auto reply = m_nodes[size_t(node)]->readPlain();
    if (!reply)
        return tl::unexpected(reply.error());
    redisReply *const *fields = (*reply)->element;
    const QByteArray kind = bytesOf(*fields[0]);
    KeyState state;
    if (kind == "none")
        return state;
    state.exists = true;
    state.number = fields[1]->integer;
    state.isHash = kind == "hash";
    state.isStream = kind == "stream";
    state.isCut = kind == "string" && size_t(state.number) > fields[2]->len;
    state.digest = bytesOf(*fields[3]);
    if (kind == "string")
        setText(state, bytesOf(*fields[2]));
    else
        state.text = bytesOf(*fields[2]);
    return state;
}

Result<qint64> ScratchServer::receiveDeadline(int node)
{
    BlockingConnection &connection = *m_nodes[size_t(node)];
    qint64 now = 0;
    if (!m_tellsDeadlines) {
        const auto time = connection.readPlain();
        if (!time)
            return tl::unexpected(time.error());
        now = bytesOf(*(*time)->element[0]).toLongLong() * 1000
            + bytesOf(*(*time)->element[1]).toLongLong() / 1000;
    }
    const auto deadline = connection.readPlain();
    if (!deadline)
        return tl::unexpected(deadline.error());
    return (*deadline)->integer < 0 ? -1 : now + (*deadline)->integer;
}

Result<void> ScratchServer::emptyDatabase(int node)
{
    if (const auto reply = run(node, {"FLUSHDB"}); !reply)
        return tl::unexpected(reply.error());
    return {};
}

} // namespace lockstep
