// Waiting without keyspace events, which a server may have switched off: client tracking in
// broadcast mode names every key under the run's prefix as soon as it is written, expired or
// evicted. hiredis 0.14 does not speak RESP3, so the names arrive on a second connection
// (REDIRECT). Where a server refuses tracking (before 6.0, by ACL), polling is all there is: each
// wait then lasts up to one poll longer.
//
// The value is compared as DUMP gives it: works for every type, and a renewal of the TTL does not
// change it. A look that began before a wait says nothing about it: a client that has just taken
// the lock must not see it as free.

#include "core/lab/keywaits.h"

#include "core/lab/runloop.h"

#include <algorithm>

namespace lockstep {

namespace {

std::string_view view(const QByteArray &bytes)
{
    return {bytes.constData(), size_t(bytes.size())};
}

QByteArray bytesOf(const redisReply &reply)
{
    return QByteArray(reply.str, qsizetype(reply.len));
}

} // namespace

KeyWaits::KeyWaits(RunLoop &loop, QByteArray prefix, RunQueries::Lost lost)
    : m_prefix(std::move(prefix))
    , m_asking(loop, lost)
    , m_listening(loop, lost)
{
    m_listening.pushed = [this](const redisReply &message) { invalidated(message); };
}

Result<void> KeyWaits::open(const Endpoint &endpoint)
{
    if (const auto opened = m_asking.open(endpoint); !opened)
        return opened;
    if (const auto opened = m_listening.open(endpoint); !opened)
        return opened;
    const bool listened = std::exchange(m_isListening, false);
    if (listened)
        listen();
    for (auto &[key, watched] : m_watched)
        watched.looking = false;
    poll();
    return {};
}

void KeyWaits::close()
{
    m_asking.close();
    m_listening.close();
}

void KeyWaits::listen()
{
    if (std::exchange(m_isListening, true))
        return;
    m_listening.ask(wireOf({"CLIENT", "ID"}), [this](const redisReply &id) {
        m_asking.ask(wireOf({"CLIENT", "TRACKING", "ON", "REDIRECT", std::to_string(id.integer),
                         "BCAST", "PREFIX", view(m_prefix), "NOLOOP"}),
            [this](const redisReply &) {
                m_isTold = true;
                poll();
            });
    });
    m_listening.ask(wireOf({"SUBSCRIBE", "__redis__:invalidate"}), [](const redisReply &) {});
}

KeyWaits::Ticket KeyWaits::awaitGone(const QByteArray &key, Wake wake)
{
    return add(key, true, std::move(wake));
}

KeyWaits::Ticket KeyWaits::awaitChanged(const QByteArray &key, Wake wake)
{
    return add(key, false, std::move(wake));
}

KeyWaits::Ticket KeyWaits::add(const QByteArray &key, bool gone, Wake wake)
{
    listen();
    Watched &watched = m_watched[key];
    watched.waiters.push_back({++m_tickets, gone, watched.looks + 1, {}, std::move(wake)});
    look(key);
    return m_tickets;
}

void KeyWaits::forget(const QByteArray &key, Ticket ticket)
{
    const auto found = m_watched.find(key);
    if (found == m_watched.end())
        return;
    std::erase_if(found->second.waiters, [&](const Waiter &each) { return each.ticket == ticket; });
    if (found->second.waiters.empty() && !found->second.looking)
        m_watched.erase(found);
}

void KeyWaits::look(const QByteArray &key)
{
    Watched &watched = m_watched[key];
    if (watched.looking) {
        watched.again = true;
        return;
    }
    watched.looking = true;
    watched.again = false;
    ++watched.looks;
    const bool wantsValue = std::any_of(watched.waiters.begin(), watched.waiters.end(),
        [](const Waiter &each) { return !each.gone; });
    m_asking.ask(wireOf({"PTTL", view(key)}), [this, key, wantsValue](const redisReply &ttl) {
        m_watched[key].ttl = ttl.integer;
        if (!wantsValue)
            seen(key, {});
    });
    if (wantsValue)
        m_asking.ask(wireOf({"DUMP", view(key)}), [this, key](const redisReply &value) {
            if (value.type == REDIS_REPLY_NIL)
                m_watched[key].ttl = -2;
            seen(key, bytesOf(value));
        });
}

void KeyWaits::seen(const QByteArray &key, std::optional<QByteArray> value)
{
    Watched &watched = m_watched[key];
    watched.looking = false;
    const bool isGone = watched.ttl == -2;
    std::vector<Wake> woken;
    std::erase_if(watched.waiters, [&](Waiter &each) {
        if (each.firstLook > watched.looks)
            return false;
        bool wakes = isGone;
        if (!each.gone && value && !isGone) {
            wakes = each.before && *each.before != *value;
            if (!each.before)
                each.before = value;
        }
        if (wakes)
            woken.push_back(std::move(each.wake));
        return wakes;
    });
    if (watched.waiters.empty())
        m_watched.erase(key);
    else if (watched.again)
        look(key);
    for (const Wake &wake : woken)
        wake();
}

void KeyWaits::invalidated(const redisReply &message)
{
    // ["message", "__redis__:invalidate", [names]]; nil for the names: all keys are gone.
    if (message.type != REDIS_REPLY_ARRAY || message.elements != 3)
        return;
    const redisReply &names = *message.element[2];
    if (names.type != REDIS_REPLY_ARRAY)
        return poll();
    for (size_t i = 0; i < names.elements; ++i) {
        const QByteArray key = bytesOf(*names.element[i]);
        if (m_watched.contains(key))
            look(key);
        if (touched)
            touched(key);
    }
}

void KeyWaits::poll()
{
    std::vector<QByteArray> keys;
    for (const auto &[key, watched] : m_watched)
        keys.push_back(key);
    for (const QByteArray &key : keys)
        look(key);
    m_asking.ask(wireOf({"PING"}), [this](const redisReply &) { ++m_polls; });
}

bool KeyWaits::nothingWillChange() const
{
    return std::all_of(m_watched.begin(), m_watched.end(),
        [](const auto &each) { return !each.second.looking && each.second.ttl == -1; });
}

} // namespace lockstep
