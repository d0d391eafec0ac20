#pragma once

#include "core/lab/freerun/clients/atomicunits.h"
#include "core/lab/freerun/net/controlconnection.h"

#include <QByteArray>

#include <map>

namespace lockstep {

// Watches the keys of one server that clients wait for. Each key is read once, however many clients
// wait for it: when the server says that it was touched, and whenever poll() is called. Belongs to
// the loop's thread.
class KeyWatcher
{
public:
    // How the server tells what happens to keys.
    enum class Notifications : quint8 {
        Events, // keyspace events, as LabServers has its servers publish them
        Tracking // client tracking, which misses a key that is gone and back at once
    };
    // prefix: of the run's keys.
    KeyWatcher(RunLoop &loop, QByteArray prefix, Notifications notifications,
        ControlConnection::Lost lost);

    // Opens both connections. Called again after the server has restarted. Errors: of connecting.
    Result<void> open(const Endpoint &endpoint);
    void close();

    using Wake = std::function<void()>;
    using Ticket = quint64;
    // Calls wake once, from within the loop, when the key does not exist at a moment after this
    // call; with Events, however short that moment is.
    Ticket awaitGone(const QByteArray &key, Wake wake);
    // Likewise, and also when its value has become another one since the first read after this
    // call, even if it is back by now.
    Ticket awaitChanged(const QByteArray &key, Wake wake);
    void forget(const QByteArray &key, Ticket ticket);
    // Whether every wait has begun: nothing that happens from now on is missed.
    [[nodiscard]] bool haveBegun() const;

    // A client's request was sent, or answered. Its events may be those of one moment: see
    // AtomicUnits.
    quint64 unitSent(std::string_view wire, const AtomicUnits::Source &source);
    void unitAnswered(quint64 unit);
    void forgetUnits() { m_units.clear(); } // called while no request is under way

    void poll();
    [[nodiscard]] quint64 polls() const { return m_polls; } // how many were answered
    // From now on each poll also finds out which keys have a TTL whose expiry clients receive.
    void pollReceivers() { m_pollsReceivers = true; }
    // Whether the server has answered listen(): if it announces writes at all, it does from now on.
    [[nodiscard]] bool hasAnsweredListen() const { return m_hasAnsweredListen; }
    // Whether all keys that are waited for, or whose expiry is, have no TTL, as of the last read.
    [[nodiscard]] bool nothingWillChange() const;

    // Called, with Tracking only, with the name of each key under the prefix that somebody wrote
    // to, from the first wait or listen() on. A name may be told more than once.
    std::function<void(const QByteArray &key)> touched;
    // Called when a wait for a change ends although the key has the value that it had: it was
    // written to several times, and may have had another in between.
    std::function<void()> guessed;
    void listen();
    // The connection that reads keys. What it writes is not told by `touched`.
    ControlConnection &queries() { return m_queries; }

private:
    struct Waiter
    {
        Ticket ticket = 0;
        bool awaitsGone = false;
        quint64 firstRead = 0; // the reads before this one do not count
        quint64 fence = 0; // the events before this one do not count; 0: no event counts yet
        std::optional<QByteArray> before = {}; // the value at the first read
        int events = 0; // those that count, and after which the value was the same
        quint64 lastFence =
            0; // once it is passed, all events of that write are in; 0: not asked for
        Wake wake;
    };
    struct Watched
    {
        std::vector<Waiter> waiters;
        quint64 readsBegun = 0;
        bool isBeingRead = false;
        bool readAgain = false; // it was touched while it was being read
        qint64 ttl = 0; // ms, as PTTL says it
    };

    Ticket add(const QByteArray &key, bool awaitsGone, Wake wake);
    void begin(Waiter &waiter);
    void read(const QByteArray &key);
    void onValue(const QByteArray &key, std::optional<QByteArray> value);
    [[nodiscard]] bool wakes(Waiter &waiter, bool isGone, const std::optional<QByteArray> &value);
    void onInvalidation(const redisReply &names);
    void onMessage(const redisReply &message);
    void onEvent(const QByteArray &key, const QByteArray &event);
    void subscribeToEvents(bool changes);
    quint64 nextFence();
    void beginFence();
    void askReceivers();

    QByteArray m_prefix;
    const Notifications m_notifications;
    ControlConnection m_queries;
    ControlConnection m_subscriber;
    std::map<QByteArray, Watched> m_watched;
    Ticket m_tickets = 0;
    quint64 m_polls = 0;
    bool m_isListening = false;
    bool m_hasAnsweredListen = false;

    bool m_hasRemovals = false; // it is subscribed to the events of removals
    bool m_hasAllEvents = false; // it is subscribed to all events
    AtomicUnits m_units;
    quint64 m_fencesBegun = 0;
    quint64 m_fencesPassed = 0;
    bool m_wantsFence = false; // one more is needed once the one under way is passed

    bool m_pollsReceivers = false;
    std::map<QByteArray, qint64> m_received; // TTL in ms of the keys whose expiry somebody receives
    int m_receivedAsked = 0; // how many answers about them are still to come
};

} // namespace lockstep
