// On the lab's own servers, keyspace events are received for the waits, so that an absence or a
// change is not missed however short it is. What happened before a wait began must not end it (a
// client that has just acquired the lock must not see it as free). So the events are divided by
// fences (EventFences). An event before the fence of a wait only has the key read again; an event
// after it is certain.
//
// The event of a removal proves an absence. All others, except those of deadlines, say that the key
// was written to, maybe with the same value. So the value is read. If it is the same after one
// event, nothing has changed. If it is the same after several events, either the same value was
// written each time, or it was changed and restored: then the wait ends, and violations of the
// round are only possible.
//
// What a transaction or a script changes and restores, nobody sees (AtomicUnits). If one may have
// done that, events prove nothing, and only reading the key counts.
//
// On a server of the user's, which may have events switched off, client tracking in broadcast mode
// names every key under the run's prefix as soon as it is written, expired or evicted. hiredis 0.14
// does not speak RESP3, so the names arrive on a second connection (REDIRECT). If the server
// refuses tracking (before 6.0, or by an ACL), keys are only read by poll(), so each wait lasts
// until the next poll.
//
// Values are compared by their contents (readContents()), which do not change when a TTL is
// renewed. A read that began before a wait says nothing about it.

#include "core/lab/freerun/clients/keywatcher.h"

#include "core/lab/freerun/net/keycontents.h"
#include "core/lab/freerun/net/runloop.h"
#include "core/lab/wire/replywire.h"
#include "core/lab/wire/requestwire.h"

#include <algorithm>
#include <array>

namespace lockstep {

namespace {

constexpr std::string_view ofEvents = "__keyevent@0__:";

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

std::chrono::seconds patienceWith(KeyWatcher::Notifications notifications)
{
    return notifications == KeyWatcher::Notifications::Events
        ? ControlConnection::patienceWithOurs
        : ControlConnection::patienceWithOthers;
}

std::string channelOf(std::string_view event)
{
    return std::string(ofEvents) + std::string(event);
}

} // namespace

KeyWatcher::KeyWatcher(
    RunLoop &loop, QByteArray prefix, Notifications notifications, ControlConnection::Lost lost)
    : m_prefix(std::move(prefix))
    , m_notifications(notifications)
    , m_queries(loop, lost, patienceWith(notifications))
    , m_subscriber(loop, lost, patienceWith(notifications))
    , m_fences(m_subscriber)
    , m_receivers(m_queries, m_prefix)
{
    m_subscriber.pushed = [this](const redisReply &message) { onMessage(message); };
}

Result<void> KeyWatcher::open(const Endpoint &endpoint)
{
    if (const auto opened = m_queries.open(endpoint); !opened)
        return opened;
    if (const auto opened = m_subscriber.open(endpoint); !opened)
        return opened;
    m_fences.passAll();
    m_receivers.forgetPoll();
    const bool hadRemovals = std::exchange(m_hasRemovals, false);
    if (std::exchange(m_hasAllEvents, false))
        subscribeToEvents(true);
    else if (hadRemovals)
        subscribeToEvents(false);
    if (std::exchange(m_isListening, false))
        listen();
    for (auto &[key, watched] : m_watched) {
        watched.isBeingRead = false;
        for (Waiter &each : watched.waiters)
            begin(each);
    }
    poll();
    return {};
}

void KeyWatcher::close()
{
    m_queries.close();
    m_subscriber.close();
}

void KeyWatcher::listen()
{
    if (m_notifications == Notifications::Events || std::exchange(m_isListening, true))
        return;
    m_subscriber.ask(wireOf({"CLIENT", "ID"}), [this](const redisReply &id) {
        m_queries.ask(wireOf({"CLIENT", "TRACKING", "ON", "REDIRECT", std::to_string(id.integer),
                          "BCAST", "PREFIX", viewOf(m_prefix), "NOLOOP"}),
            [this](const redisReply &) {
                m_hasAnsweredListen = true;
                poll();
            });
    });
    m_subscriber.ask(wireOf({"SUBSCRIBE", "__redis__:invalidate"}), [](const redisReply &) {});
}

// Subscribes to the events that waits for absence need; changes: also those for waits for changes.
void KeyWatcher::subscribeToEvents(bool changes)
{
    const auto ignore = [](const redisReply &) {};
    if (changes && !std::exchange(m_hasAllEvents, true))
        m_subscriber.ask(wireOf({"PSUBSCRIBE", channelOf("*")}), ignore);
    if (m_hasAllEvents || std::exchange(m_hasRemovals, true))
        return;
    for (const std::string_view event : removals)
        m_subscriber.ask(wireOf({"SUBSCRIBE", channelOf(event)}), ignore);
}

KeyWatcher::Ticket KeyWatcher::awaitGone(const QByteArray &key, Wake wake)
{
    return add(key, true, std::move(wake));
}

KeyWatcher::Ticket KeyWatcher::awaitChanged(const QByteArray &key, Wake wake)
{
    return add(key, false, std::move(wake));
}

KeyWatcher::Ticket KeyWatcher::add(const QByteArray &key, bool awaitsGone, Wake wake)
{
    listen();
    if (m_notifications == Notifications::Events)
        subscribeToEvents(!awaitsGone);
    Watched &watched = m_watched[key];
    Waiter &waiter = watched.waiters.emplace_back();
    waiter.ticket = ++m_tickets;
    waiter.awaitsGone = awaitsGone;
    waiter.firstRead = watched.readsBegun + 1;
    waiter.wake = std::move(wake);
    begin(waiter);
    read(key);
    return m_tickets;
}

// Events count from the next fence on. For a change they only count once the first value was read.
void KeyWatcher::begin(Waiter &waiter)
{
    if (m_notifications == Notifications::Events && (waiter.awaitsGone || waiter.before))
        waiter.fence = m_fences.next();
}

void KeyWatcher::forget(const QByteArray &key, Ticket ticket)
{
    const auto found = m_watched.find(key);
    if (found == m_watched.end())
        return;
    std::erase_if(found->second.waiters, [&](const Waiter &each) { return each.ticket == ticket; });
    if (found->second.waiters.empty() && !found->second.isBeingRead)
        m_watched.erase(found);
}

bool KeyWatcher::haveBegun() const
{
    return m_fences.areAllPassed()
        && std::none_of(m_watched.begin(), m_watched.end(),
            [](const auto &each) { return each.second.isBeingRead; });
}

quint64 KeyWatcher::unitSent(std::string_view wire, const AtomicUnits::Source &source)
{
    return m_notifications == Notifications::Events ? m_units.sent(wire, source) : 0;
}

// Waits that begin from now on do not count the unit's events. So if nobody waits, it can be
// forgotten at once: its fence is one that is already passed.
void KeyWatcher::unitAnswered(quint64 unit)
{
    m_units.answered(unit, m_watched.empty() ? m_fences.passed() : m_fences.next());
}

void KeyWatcher::read(const QByteArray &key)
{
    Watched &watched = m_watched[key];
    if (watched.isBeingRead) {
        watched.readAgain = true;
        return;
    }
    watched.isBeingRead = true;
    watched.readAgain = false;
    ++watched.readsBegun;
    const bool wantsValue = std::any_of(watched.waiters.begin(), watched.waiters.end(),
        [](const Waiter &each) { return !each.awaitsGone; });
    m_queries.ask(wireOf({"PTTL", viewOf(key)}), [this, key, wantsValue](const redisReply &ttl) {
        m_watched[key].ttl = ttl.integer;
        if (!wantsValue)
            onValue(key, {});
    });
    if (!wantsValue)
        return;
    readContents(m_queries, key, [this, key](const std::optional<QByteArray> &contents) {
        if (!contents)
            m_watched[key].ttl = -2;
        onValue(key, contents.value_or(QByteArray()));
    });
}

void KeyWatcher::onValue(const QByteArray &key, std::optional<QByteArray> value)
{
    Watched &watched = m_watched[key];
    watched.isBeingRead = false;
    std::vector<Wake> woken;
    std::erase_if(watched.waiters, [&](Waiter &each) {
        const bool isWoken =
            each.firstRead <= watched.readsBegun && wakes(each, watched.ttl == -2, value);
        if (isWoken)
            woken.push_back(std::move(each.wake));
        return isWoken;
    });
    if (watched.waiters.empty())
        m_watched.erase(key);
    else if (watched.readAgain)
        read(key);
    for (const Wake &wake : woken)
        wake();
}

// value: nothing if only the existence of the key was read.
bool KeyWatcher::wakes(Waiter &waiter, bool isGone, const std::optional<QByteArray> &value)
{
    if (isGone || waiter.awaitsGone || !value)
        return isGone;
    if (!waiter.before) {
        waiter.before = value;
        begin(waiter);
        return false;
    }
    if (*waiter.before != *value)
        return true;
    if (waiter.events > 1) {
        if (waitEndedUncertainly)
            waitEndedUncertainly();
        return true;
    }
    if (waiter.events == 1 && waiter.lastFence == 0)
        waiter.lastFence = m_fences.next();
    return false;
}

void KeyWatcher::onMessage(const redisReply &message)
{
    // The message is ["message", channel, text] or ["pmessage", pattern, channel, text].
    const size_t count = message.elements;
    if (message.type != REDIS_REPLY_ARRAY || count < 3)
        return;
    if (m_notifications == Notifications::Tracking)
        return onInvalidation(*message.element[2]);
    const bool isOfAll = count == 4;
    if (isOfAll != m_hasAllEvents) // with both subscriptions, a removal is announced twice
        return;
    const QByteArray event =
        bytesOf(*message.element[count - 2]).sliced(qsizetype(ofEvents.size()));
    onEvent(bytesOf(*message.element[count - 1]), event);
}

void KeyWatcher::onEvent(const QByteArray &key, const QByteArray &event)
{
    const auto found = m_watched.find(key);
    if (found == m_watched.end() || isAmong(ofDeadlines, event))
        return;
    const bool isRemoval = isAmong(removals, event);
    m_units.forget(m_fences.passed());
    const bool isHidden = m_units.mayRestore(key);
    Watched &watched = found->second;
    std::vector<Wake> woken;
    bool isUncertain = false;
    std::erase_if(watched.waiters, [&](Waiter &each) {
        const bool counts = !isHidden && each.fence != 0 && each.fence <= m_fences.passed();
        const bool isWoken = counts && isRemoval;
        isUncertain |= !isWoken && (!each.awaitsGone || (!counts && isRemoval));
        if (isWoken)
            woken.push_back(std::move(each.wake));
        else if (counts && !each.awaitsGone) {
            const bool wasAll = each.lastFence != 0 && each.lastFence <= m_fences.passed();
            each.events = wasAll ? 1 : each.events + 1;
            each.lastFence = wasAll ? 0 : each.lastFence;
        }
        return isWoken;
    });
    if (isUncertain)
        read(key);
    else if (watched.waiters.empty() && !watched.isBeingRead)
        m_watched.erase(found);
    for (const Wake &wake : woken)
        wake();
}

void KeyWatcher::onInvalidation(const redisReply &names)
{
    if (names.type != REDIS_REPLY_ARRAY) // nil: all keys are gone
        return poll();
    for (size_t i = 0; i < names.elements; ++i) {
        const QByteArray key = bytesOf(*names.element[i]);
        if (m_watched.contains(key))
            read(key);
        if (keyWritten)
            keyWritten(key);
    }
}

void KeyWatcher::poll()
{
    std::vector<QByteArray> keys;
    for (const auto &[key, watched] : m_watched)
        keys.push_back(key);
    for (const QByteArray &key : keys)
        read(key);
    if (m_pollsReceivers)
        m_receivers.poll();
    m_queries.ask(wireOf({"PING"}), [this](const redisReply &) { ++m_polls; });
}

bool KeyWatcher::noKeyCanExpire() const
{
    return m_receivers.noKeyCanExpire()
        && std::all_of(m_watched.begin(), m_watched.end(),
            [](const auto &each) { return !each.second.isBeingRead && each.second.ttl == -1; });
}

} // namespace lockstep
