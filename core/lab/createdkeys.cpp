// The names come from the server itself, which tells every key that is written under the prefix:
// keys of scripts are among them. A server that does not tell (tracking refused) is searched by
// SCAN at the end, which is done in any case: a name told late must not be missed.
//
// A program that writes a key anew takes our TTL off it; it is back within a round trip or two. A
// key that is written without a pause may so be left without one when the run is killed (a TTL
// beside each command was rejected: twice the commands, and only 7.0 knows PEXPIRE … NX).
//
// A TTL above half of the net counts as ours and is renewed; a shorter one is a program's, and
// stays.

#include "core/lab/createdkeys.h"

#include "core/lab/keywaits.h"

namespace lockstep {

namespace {

constexpr qint64 netMs = std::chrono::milliseconds(CreatedKeys::net).count();
constexpr auto scanned = "1000"; // keys a call

std::string_view view(const QByteArray &bytes)
{
    return {bytes.constData(), size_t(bytes.size())};
}

} // namespace

CreatedKeys::CreatedKeys(KeyWaits &waits, QByteArray prefix)
    : m_waits(waits)
    , m_prefix(std::move(prefix))
{
    waits.touched = [this](const QByteArray &key) {
        if (!key.startsWith(m_prefix)) // whatever the server says, nothing else is touched
            return;
        m_keys.insert(key);
        secure(key);
    };
    waits.listen();
}

void CreatedKeys::secure(const QByteArray &key)
{
    m_waits.queries().ask(wireOf({"PTTL", view(key)}), [this, key](const redisReply &ttl) {
        // Without one, or with ours, which is longer than a program's: it is set to the full net.
        constexpr qint64 lowest = netMs / 2;
        if (ttl.type == REDIS_REPLY_INTEGER && (ttl.integer == -1 || ttl.integer > lowest))
            m_waits.queries().ask(
                wireOf({"PEXPIRE", view(key), std::to_string(netMs)}), [](const redisReply &) {});
    });
}

void CreatedKeys::renew()
{
    for (const QByteArray &key : m_keys)
        secure(key);
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
                m_keys.insert(key);
        }
        searching = cursor != "0";
    }
    for (const QByteArray &key : m_keys) {
        if (const auto removed = m_waits.queries().wait(wireOf({"DEL", view(key)})); !removed)
            return tl::unexpected(removed.error());
    }
    m_keys.clear();
    return {};
}

} // namespace lockstep
