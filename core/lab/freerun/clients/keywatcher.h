#pragma once

#include "core/lab/freerun/clients/atomicunits.h"
#include "core/lab/freerun/clients/expiryreceivers.h"
#include "core/lab/freerun/net/controlconnection.h"
#include "core/lab/freerun/net/eventfences.h"

#include <QByteArray>

#include <map>

namespace lockstep {

// Watches the keys of one server that clients wait for. A key is read when the server says that it
// was written to, and whenever poll() is called; once, however many clients wait for it. Belongs to
// the loop's thread.
class KeyWatcher
{
public:
    // How the server announces what happens to keys.
    enum class Notifications : quint8 {
        Events, // by keyspace events, as the servers of LabServers publish them
        Tracking // by client tracking, which misses a key that is deleted and at once created again
    };
    // prefix: of the run's keys.
    KeyWatcher(RunLoop &loop, QByteArray prefix, Notifications notifications,
        ControlConnection::Lost lost);

    // Opens both connections. To be called again after the server has restarted. Errors: those of
    // connecting.
    Result<void> open(const Endpoint &endpoint);
    void close();

    using Wake = std::function<void()>;
    using Ticket = quint64;
    // Calls wake once, from within the loop, when the key does not exist at a moment after this
    // call; with Events, however short that moment is. Returns what forget() takes.
    Ticket awaitGone(const QByteArray &key, Wake wake);
    // Likewise, and also when the value has changed since the first read after this call; with
    // Events, even if the old value has been restored.
    Ticket awaitChanged(const QByteArray &key, Wake wake);
    void forget(const QByteArray &key, Ticket ticket);
    // Whether all waits have begun, so that nothing that happens from now on is missed.
    [[nodiscard]] bool haveBegun() const;

    // A client's request was sent, or answered. unitSent() returns the number for unitAnswered();
    // 0: it is no transaction or script that matters, see AtomicUnits.
    quint64 unitSent(std::string_view wire, const AtomicUnits::Source &source);
    void unitAnswered(quint64 unit);
    void forgetUnits() { m_units.clear(); } // called while no request is under way

    void poll(); // reads all keys that are waited for
    [[nodiscard]] quint64 polls() const { return m_polls; } // how many polls were answered
    // From now on each poll also reads the TTLs of the keys whose expiry clients have subscribed
    // to.
    void pollReceivers() { m_pollsReceivers = true; }
    // Whether the server has answered listen(): if it announces writes at all, it does from now on.
    [[nodiscard]] bool hasAnsweredListen() const { return m_hasAnsweredListen; }
    // Whether no key that is waited for, and none whose expiry is, had a TTL when it was read last:
    // none of them will change by itself.
    [[nodiscard]] bool noKeyCanExpire() const;

    // Called with the name of each key under the prefix that somebody wrote to, from the first wait
    // or listen() on, perhaps more than once for the same write. Only with Tracking.
    std::function<void(const QByteArray &key)> keyWritten;
    // Called when a wait for a change ends although the key has the same value as before, because
    // the key was written to several times and may have had another value in between.
    std::function<void()> waitEndedUncertainly;
    // Makes the server announce writes, if it does not yet.
    void listen();
    // The connection that reads keys. `keyWritten` is not called for what is written on it.
    ControlConnection &queries() { return m_queries; }

private:
    struct Waiter
    {
        Ticket ticket = 0;
        bool awaitsGone = false;
        quint64 firstRead = 0; // the number of the first read that counts
        quint64 fence = 0; // events before this fence do not count; 0: no event counts yet
        std::optional<QByteArray> before = {}; // the value at the first read
        int events = 0; // how many events counted after which the value was the same
        // Once this fence is passed, all events of the last write have arrived; 0: there is none.
        quint64 lastFence = 0;
        Wake wake;
    };
    struct Watched
    {
        std::vector<Waiter> waiters;
        quint64 readsBegun = 0;
        bool isBeingRead = false;
        bool readAgain = false; // it was written to while it was being read
        qint64 ttl = 0; // as PTTL replies: ms; -1: no TTL; -2: no such key
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

    QByteArray m_prefix;
    const Notifications m_notifications;
    ControlConnection m_queries;
    ControlConnection m_subscriber;
    std::map<QByteArray, Watched> m_watched;
    Ticket m_tickets = 0;
    quint64 m_polls = 0;
    bool m_isListening = false;
    bool m_hasAnsweredListen = false;

    bool m_hasRemovals = false; // m_subscriber has subscribed to the events of removals
    bool m_hasAllEvents = false; // m_subscriber has subscribed to all events
    AtomicUnits m_units;
    EventFences m_fences; // on m_subscriber

    ExpiryReceivers m_receivers;
    bool m_pollsReceivers = false;
};

} // namespace lockstep
