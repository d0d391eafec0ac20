// On the lab's own servers a wait hears the keyspace events, so that an absence or a change is not
// missed however short it is. What happened before the wait began does not count (a client that has
// just taken the lock must not see it as free), so the events are ordered by fences: a PING on the
// connection that hears them. Events before the fence of a wait only make it look again, those
// after it are certain.
//
// An event of a removal is an absence. Any other but that of a deadline says that the key was
// written to, maybe with the same value: so the value is looked at, and where it is the same after
// one event nothing has changed; after several it has changed there and back.
//
// What a transaction or a script does and undoes, nobody sees (AtomicUnits): where one may have
// been at work, only looking tells.
//
// On a server of the user's, which may have events switched off, client tracking in broadcast mode
// names every key under the run's prefix as soon as it is written, expired or evicted. hiredis 0.14
// does not speak RESP3, so the names arrive on a second connection (REDIRECT). Where a server
// refuses tracking (before 6.0, by ACL), polling is all there is: each wait then lasts up to one
// poll longer.
//
// The value is compared as DUMP gives it: works for every type, and a renewal of the TTL does not
// change it. A look that began before a wait says nothing about it.

#include "core/lab/freerun/clients/keywatcher.h"

#include "core/lab/freerun/net/runloop.h"
#include "core/lab/wire/replywire.h"
#include "core/lab/wire/requestwire.h"

#include <algorithm>
#include <array>

namespace lockstep {

namespace {

constexpr std::string_view ofEvents = "__keyevent@0__:";
constexpr std::string_view ofKeys = "__keyspace@0__:";

// https://redis.io/docs/latest/develop/use/keyspace-notifications/
constexpr std::array<std::string_view, 5> removals{
    "del", "expired", "evicted", "rename_from", "move_from"};
constexpr std::array<std::string_view, 2> ofDeadlines{"expire", "persist"};

bool isAmong(const auto &names, const QByteArray &name)
{
    return std::find(
               names.begin(), names.end(), std::string_view(name.constData(), size_t(name.size())))
        != names.end();
}

std::string channelOf(std::string_view event)
{
    return std::string(ofEvents) + std::string(event);
}

} // namespace

KeyWatcher::KeyWatcher(RunLoop &loop, QByteArray prefix, News news, ControlConnection::Lost lost)
    : m_prefix(std::move(prefix))
    , m_news(news)
    , m_asking(loop, lost)
    , m_listening(loop, lost)
{
    m_listening.pushed = [this](const redisReply &message) { told(message); };
}

Result<void> KeyWatcher::open(const Endpoint &endpoint)
{
    if (const auto opened = m_asking.open(endpoint); !opened)
        return opened;
    if (const auto opened = m_listening.open(endpoint); !opened)
        return opened;
    m_fencesPassed = m_fencesBegun;
    m_wantsFence = false;
    m_receivedAsked = 0;
    const bool heardRemovals = std::exchange(m_hearsRemovals, false);
    if (std::exchange(m_hearsAll, false))
        hearOf(true);
    else if (heardRemovals)
        hearOf(false);
    if (std::exchange(m_isListening, false))
        listen();
    for (auto &[key, watched] : m_watched) {
        watched.looking = false;
        for (Waiter &each : watched.waiters)
            begin(each);
    }
    poll();
    return {};
}

void KeyWatcher::close()
{
    m_asking.close();
    m_listening.close();
}

void KeyWatcher::listen()
{
    if (m_news == News::Events || std::exchange(m_isListening, true))
        return;
    m_listening.ask(wireOf({"CLIENT", "ID"}), [this](const redisReply &id) {
        m_asking.ask(wireOf({"CLIENT", "TRACKING", "ON", "REDIRECT", std::to_string(id.integer),
                         "BCAST", "PREFIX", viewOf(m_prefix), "NOLOOP"}),
            [this](const redisReply &) {
                m_isTold = true;
                poll();
            });
    });
    m_listening.ask(wireOf({"SUBSCRIBE", "__redis__:invalidate"}), [](const redisReply &) {});
}

// Subscribes to the events that waits for absence, or for changes as well, need.
void KeyWatcher::hearOf(bool changes)
{
    const auto ignore = [](const redisReply &) {};
    if (changes && !std::exchange(m_hearsAll, true))
        m_listening.ask(wireOf({"PSUBSCRIBE", channelOf("*")}), ignore);
    if (m_hearsAll || std::exchange(m_hearsRemovals, true))
        return;
    for (const std::string_view event : removals)
        m_listening.ask(wireOf({"SUBSCRIBE", channelOf(event)}), ignore);
}

KeyWatcher::Ticket KeyWatcher::awaitGone(const QByteArray &key, Wake wake)
{
    return add(key, true, std::move(wake));
}

KeyWatcher::Ticket KeyWatcher::awaitChanged(const QByteArray &key, Wake wake)
{
    return add(key, false, std::move(wake));
}

KeyWatcher::Ticket KeyWatcher::add(const QByteArray &key, bool gone, Wake wake)
{
    listen();
    if (m_news == News::Events)
        hearOf(!gone);
    Watched &watched = m_watched[key];
    Waiter &waiter = watched.waiters.emplace_back();
    waiter.ticket = ++m_tickets;
    waiter.gone = gone;
    waiter.firstLook = watched.looks + 1;
    waiter.wake = std::move(wake);
    begin(waiter);
    look(key);
    return m_tickets;
}

// The events for a change count once there is a value that they may have changed.
void KeyWatcher::begin(Waiter &waiter)
{
    if (m_news == News::Events && (waiter.gone || waiter.before))
        waiter.fence = nextFence();
}

void KeyWatcher::forget(const QByteArray &key, Ticket ticket)
{
    const auto found = m_watched.find(key);
    if (found == m_watched.end())
        return;
    std::erase_if(found->second.waiters, [&](const Waiter &each) { return each.ticket == ticket; });
    if (found->second.waiters.empty() && !found->second.looking)
        m_watched.erase(found);
}

bool KeyWatcher::haveBegun() const
{
    return m_fencesPassed == m_fencesBegun
        && std::none_of(m_watched.begin(), m_watched.end(),
            [](const auto &each) { return each.second.looking; });
}

// One that the server has not passed yet.
quint64 KeyWatcher::nextFence()
{
    if (m_fencesPassed == m_fencesBegun) {
        beginFence();
        return m_fencesBegun;
    }
    m_wantsFence = true; // that which is under way may have been passed already
    return m_fencesBegun + 1;
}

void KeyWatcher::beginFence()
{
    ++m_fencesBegun;
    m_listening.ask(wireOf({"PING"}), [this](const redisReply &) {
        m_fencesPassed = m_fencesBegun;
        if (std::exchange(m_wantsFence, false))
            beginFence();
    });
}

quint64 KeyWatcher::unitSent(std::string_view wire)
{
    return m_news == News::Events ? m_units.sent(wire) : 0;
}

// Nobody who waits from now on hears of it, so without anybody it need not be remembered.
void KeyWatcher::unitAnswered(quint64 unit)
{
    m_units.answered(unit, m_watched.empty() ? m_fencesPassed : nextFence());
}

void KeyWatcher::look(const QByteArray &key)
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
    m_asking.ask(wireOf({"PTTL", viewOf(key)}), [this, key, wantsValue](const redisReply &ttl) {
        m_watched[key].ttl = ttl.integer;
        if (!wantsValue)
            seen(key, {});
    });
    if (wantsValue)
        m_asking.ask(wireOf({"DUMP", viewOf(key)}), [this, key](const redisReply &value) {
            if (value.type == REDIS_REPLY_NIL)
                m_watched[key].ttl = -2;
            seen(key, bytesOf(value));
        });
}

void KeyWatcher::seen(const QByteArray &key, std::optional<QByteArray> value)
{
    Watched &watched = m_watched[key];
    watched.looking = false;
    std::vector<Wake> woken;
    std::erase_if(watched.waiters, [&](Waiter &each) {
        const bool isWoken =
            each.firstLook <= watched.looks && wakes(each, watched.ttl == -2, value);
        if (isWoken)
            woken.push_back(std::move(each.wake));
        return isWoken;
    });
    if (watched.waiters.empty())
        m_watched.erase(key);
    else if (watched.again)
        look(key);
    for (const Wake &wake : woken)
        wake();
}

// value: nothing, where only absence was looked for.
bool KeyWatcher::wakes(Waiter &waiter, bool isGone, const std::optional<QByteArray> &value)
{
    if (isGone || waiter.gone || !value)
        return isGone;
    if (!waiter.before) {
        waiter.before = value;
        begin(waiter);
        return false;
    }
    if (*waiter.before != *value || waiter.events > 1)
        return true;
    if (waiter.events == 1 && waiter.lastFence == 0)
        waiter.lastFence = nextFence();
    return false;
}

void KeyWatcher::told(const redisReply &message)
{
    // ["message", channel, text] or ["pmessage", pattern, channel, text]
    const size_t count = message.elements;
    if (message.type != REDIS_REPLY_ARRAY || count < 3)
        return;
    if (m_news == News::Tracking)
        return invalidated(*message.element[2]);
    const bool isOfAll = count == 4;
    if (isOfAll != m_hearsAll) // a removal that is told twice
        return;
    const QByteArray event =
        bytesOf(*message.element[count - 2]).sliced(qsizetype(ofEvents.size()));
    happened(bytesOf(*message.element[count - 1]), event);
}

void KeyWatcher::happened(const QByteArray &key, const QByteArray &event)
{
    const auto found = m_watched.find(key);
    if (found == m_watched.end() || isAmong(ofDeadlines, event))
        return;
    const bool isRemoval = isAmong(removals, event);
    m_units.forget(m_fencesPassed);
    const bool isHidden = m_units.mayRestore(key);
    Watched &watched = found->second;
    std::vector<Wake> woken;
    bool isUncertain = false;
    std::erase_if(watched.waiters, [&](Waiter &each) {
        const bool counts = !isHidden && each.fence != 0 && each.fence <= m_fencesPassed;
        const bool isWoken = counts && isRemoval;
        isUncertain |= !isWoken && (!each.gone || (!counts && isRemoval));
        if (isWoken)
            woken.push_back(std::move(each.wake));
        else if (counts && !each.gone) {
            const bool wasAll = each.lastFence != 0 && each.lastFence <= m_fencesPassed;
            each.events = wasAll ? 1 : each.events + 1;
            each.lastFence = wasAll ? 0 : each.lastFence;
        }
        return isWoken;
    });
    if (isUncertain)
        look(key);
    else if (watched.waiters.empty() && !watched.looking)
        m_watched.erase(found);
    for (const Wake &wake : woken)
        wake();
}

void KeyWatcher::invalidated(const redisReply &names)
{
    if (names.type != REDIS_REPLY_ARRAY) // nil: all keys are gone
        return poll();
    for (size_t i = 0; i < names.elements; ++i) {
        const QByteArray key = bytesOf(*names.element[i]);
        if (m_watched.contains(key))
            look(key);
        if (touched)
            touched(key);
    }
}

void KeyWatcher::poll()
{
    std::vector<QByteArray> keys;
    for (const auto &[key, watched] : m_watched)
        keys.push_back(key);
    for (const QByteArray &key : keys)
        look(key);
    if (m_looksForReceivers && m_receivedAsked == 0)
        askReceivers();
    m_asking.ask(wireOf({"PING"}), [this](const redisReply &) { ++m_polls; });
}

// The channels that clients are subscribed to name the keys; the run itself uses others.
void KeyWatcher::askReceivers()
{
    ++m_receivedAsked;
    const std::string all = std::string(ofKeys) + std::string(viewOf(m_prefix)) + '*';
    m_asking.ask(wireOf({"PUBSUB", "CHANNELS", all}), [this](const redisReply &channels) {
        --m_receivedAsked;
        m_received.clear();
        for (size_t i = 0; i < channels.elements; ++i) {
            const QByteArray key = bytesOf(*channels.element[i]).sliced(qsizetype(ofKeys.size()));
            ++m_receivedAsked;
            m_asking.ask(wireOf({"PTTL", viewOf(key)}), [this, key](const redisReply &ttl) {
                --m_receivedAsked;
                m_received[key] = ttl.integer;
            });
        }
    });
}

bool KeyWatcher::nothingWillChange() const
{
    return m_receivedAsked == 0
        && std::all_of(
            m_received.begin(), m_received.end(), [](const auto &each) { return each.second < 0; })
        && std::all_of(m_watched.begin(), m_watched.end(),
            [](const auto &each) { return !each.second.looking && each.second.ttl == -1; });
}

} // namespace lockstep
