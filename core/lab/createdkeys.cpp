// The names come from the server itself, which tells every key that is written under the prefix:
// keys of scripts are among them. A server that does not tell (tracking refused) is searched by
// SCAN at the end, which is done in any case: a name told late must not be missed.
//
// A program that writes a key anew takes our TTL off it; it is back within a round trip or two. A
// key that is written without a pause may so be left without one when the run is killed (a TTL
// beside each command was rejected: twice the commands, and only 7.0 knows PEXPIRE … NX).
//
// Whose a deadline is, is known by the deadline itself: a script gives it to a key that has none,
// and on later only if it is still the one that was given. Both in one go, so a program's own can
// never be met in between. By its length alone (what is long is ours) was wrong: a program's TTL of
// an hour was renewed for ever.

#include "core/lab/createdkeys.h"

#include "core/lab/keywaits.h"
#include "core/lab/runloop.h"

#include <hiredis/hiredis.h>

#include <cstdlib>

namespace lockstep {

namespace {

constexpr qint64 netMs = CreatedKeys::net.count();
constexpr auto scanned = "1000"; // keys a call

// Returns the deadline that the key has from here, in ms on the server's clock; 0: it has none from
// here. PTTL and TIME may differ by a millisecond, PEXPIREAT takes what it is told.
constexpr std::string_view secureScript = R"(
local left = redis.call('PTTL', KEYS[1])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local given = tonumber(ARGV[2])
if left == -1 or (left >= 0 and math.abs(now + left - given) <= 2) then
    local deadline = string.format('%.0f', now + ARGV[1])
    redis.call('PEXPIREAT', KEYS[1], deadline)
    return deadline
end
return '0'
)";

// A deadline that PTTL told a moment ago, on the run's clock.
constexpr Moment slack = 1'000'000'000;

std::string_view view(const QByteArray &bytes)
{
    return {bytes.constData(), size_t(bytes.size())};
}

} // namespace

CreatedKeys::CreatedKeys(const RunLoop &loop, KeyWaits &waits, QByteArray prefix)
    : m_loop(loop)
    , m_waits(waits)
    , m_prefix(std::move(prefix))
{
    waits.touched = [this](const QByteArray &key) {
        if (key.startsWith(m_prefix)) // whatever the server says, nothing else is touched
            secure(key);
    };
    waits.listen();
}

void CreatedKeys::secure(const QByteArray &key)
{
    const std::optional<Deadline> &given = m_keys[key];
    const QByteArray before = given ? given->atServer : QByteArray("0");
    m_waits.queries().ask(
        wireOf({"EVAL", secureScript, "1", view(key), std::to_string(netMs), view(before)}),
        [this, key](const redisReply &deadline) {
            const auto known = m_keys.find(key);
            if (known == m_keys.end() || deadline.type != REDIS_REPLY_STRING)
                return;
            known->second.reset();
            const QByteArray atServer(deadline.str, qsizetype(deadline.len));
            if (atServer != "0")
                known->second = {atServer, m_loop.now() + netMs * 1'000'000};
        });
}

void CreatedKeys::renew()
{
    for (const auto &[key, given] : m_keys)
        secure(key);
}

bool CreatedKeys::gaveTtl(const QByteArray &key, qint64 left) const
{
    const auto known = m_keys.find(key);
    return known != m_keys.end() && known->second
        && std::abs(m_loop.now() + left * 1'000'000 - known->second->at) < slack;
}

Result<void> CreatedKeys::remove(bool searching)
{
    std::string cursor = "0";
    const QByteArray pattern = m_prefix + '*'; // "{lab:<run>}:" holds nothing that a glob minds
    while (searching) {
        const auto found = m_waits.queries().wait(
            wireOf({"SCAN", cursor, "MATCH", view(pattern), "COUNT", scanned}));
        if (!found)
            return tl::unexpected(found.error());
        cursor = (*found)->element[0]->str;
        const redisReply &names = *(*found)->element[1];
        for (size_t i = 0; i < names.elements; ++i) {
            const QByteArray key(names.element[i]->str, qsizetype(names.element[i]->len));
            if (key.startsWith(m_prefix))
                m_keys.try_emplace(key);
        }
        searching = cursor != "0";
    }
    for (const auto &[key, given] : m_keys) {
        if (const auto removed = m_waits.queries().wait(wireOf({"DEL", view(key)})); !removed)
            return tl::unexpected(removed.error());
    }
    m_keys.clear();
    return {};
}

} // namespace lockstep
