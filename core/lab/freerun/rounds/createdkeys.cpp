// The names come from the server, which announces every key that is written under the prefix, those
// that scripts write among them. At the end the server is searched by SCAN in any case, because it
// may have refused to announce names (client tracking), and a name may be announced late.
//
// When a program overwrites a key, the key loses the TTL that it was given here; it is given again
// within a round trip or two. So a key that is overwritten all the time may be left without a TTL
// when the run is killed. Sending a TTL with each command was rejected: it doubles the commands,
// and PEXPIRE … NX needs Redis 7.0.
//
// A script sets a deadline where a key has none, and extends a deadline only if it is still the one
// that was set here. It compares and sets atomically, so it never changes a deadline that a program
// sets in between. To recognise our own TTL by its length (the long ones) was wrong: a program's
// TTL of an hour was renewed for ever. WATCH was rejected: the deadline of a key that is written
// all the time could never be extended.

#include "core/lab/freerun/rounds/createdkeys.h"

#include "core/lab/freerun/clients/keywatcher.h"
#include "core/lab/freerun/net/runloop.h"
#include "core/lab/wire/replywire.h"
#include "core/lab/wire/requestwire.h"

#include <hiredis/hiredis.h>

#include <cstdlib>

namespace lockstep {

namespace {

constexpr qint64 safetyTtlMs = CreatedKeys::safetyTtl.count();
constexpr auto scanned = "1000"; // the COUNT of SCAN

// Returns the deadline that the key has from this object, in ms on the server's clock; 0: it has
// none, or one from a program. A deadline that is computed from PTTL and TIME may be wrong by a
// millisecond; PEXPIREAT sets it exactly. If an ACL refuses a command, the error names it, as
// outside of a script.
constexpr std::string_view giveTtlScript = R"(
local function refused(name)
    return redis.error_reply("NOPERM this user has no permissions to run the '" .. name .. "' command")
end
local left = redis.pcall('PTTL', KEYS[1])
if type(left) == 'table' then
    return refused('pttl')
end
local time = redis.pcall('TIME')
if time.err then
    return refused('time')
end
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if left ~= -1 and (left < 0 or math.abs(now + left - ARGV[2]) > 2) then
    return '0'
end
local deadline = string.format('%.0f', now + ARGV[1])
local given = redis.pcall('PEXPIREAT', KEYS[1], deadline)
return type(given) == 'table' and refused('pexpireat') or deadline
)";

// How far a deadline that is computed from a reply to PTTL, on the run's clock, may lie from
// Deadline::at to be taken for the same.
constexpr Moment ttlTolerance = 1'000'000'000; // ns

} // namespace

CreatedKeys::CreatedKeys(const RunLoop &loop, KeyWatcher &watcher, QByteArray prefix)
    : m_loop(loop)
    , m_watcher(watcher)
    , m_prefix(std::move(prefix))
{
    watcher.keyWritten = [this](const QByteArray &key) {
        if (key.startsWith(m_prefix)) // whatever the server says, nothing else is touched
            ensureTtl(key);
    };
    watcher.listen();
}

void CreatedKeys::ensureTtl(const QByteArray &key)
{
    m_keys.try_emplace(key);
    m_watcher.queries().ask(wireOf({"PTTL", viewOf(key)}), [this, key](const redisReply &left) {
        if (left.type == REDIS_REPLY_INTEGER && left.integer == -1)
            giveTtl(key);
    });
}

void CreatedKeys::renew()
{
    for (const auto &[key, given] : m_keys) {
        if (given)
            giveTtl(key);
    }
}

void CreatedKeys::giveTtl(const QByteArray &key)
{
    const std::optional<Deadline> &given = m_keys[key];
    const std::string before = std::to_string(given ? given->atServer : 0);
    m_watcher.queries().ask(
        wireOf({"EVAL", giveTtlScript, "1", viewOf(key), std::to_string(safetyTtlMs), before}),
        [this, key](const redisReply &deadline) {
            const auto known = m_keys.find(key);
            if (known == m_keys.end() || deadline.type != REDIS_REPLY_STRING)
                return;
            const qint64 atServer = bytesOf(deadline).toLongLong();
            if (atServer > 0) // 0 may be because another giveTtl() has just set its deadline
                known->second = {atServer, m_loop.now() + safetyTtlMs * 1'000'000};
        });
}

bool CreatedKeys::gaveTtl(const QByteArray &key, qint64 left) const
{
    const auto known = m_keys.find(key);
    return known != m_keys.end() && known->second
        && std::abs(m_loop.now() + left * 1'000'000 - known->second->at) < ttlTolerance;
}

Result<void> CreatedKeys::remove(bool searching)
{
    std::string cursor = "0";
    const QByteArray pattern = m_prefix + '*'; // "{lab:<run>}:" holds nothing that a glob minds
    while (searching) {
        const auto found = m_watcher.queries().wait(
            wireOf({"SCAN", cursor, "MATCH", viewOf(pattern), "COUNT", scanned}));
        if (!found)
            return tl::unexpected(found.error());
        cursor = (*found)->element[0]->str;
        const redisReply &names = *(*found)->element[1];
        for (size_t i = 0; i < names.elements; ++i) {
            const QByteArray key = bytesOf(*names.element[i]);
            if (key.startsWith(m_prefix))
                m_keys.try_emplace(key);
        }
        searching = cursor != "0";
    }
    for (const auto &[key, given] : m_keys) {
        if (const auto removed = m_watcher.queries().wait(wireOf({"DEL", viewOf(key)})); !removed)
            return tl::unexpected(removed.error());
    }
    m_keys.clear();
    return {};
}

} // namespace lockstep
