#pragma once

#include "core/lab/freerun/clients/atomicunits.h"
#include "core/lab/freerun/net/controlconnection.h"

#include <QByteArray>

#include <map>

namespace lockstep {

// Watches the keys of one server that clients wait for: each is asked for once, however many wait
// for it, when the server says that it was touched and whenever poll() is called. Belongs to the
// loop's thread.
class KeyWatcher
{
public:
    // How the server tells what happens to keys.
    enum class News : quint8 {
        Events, // keyspace events, as LabServers has its servers publish them
        Tracking // client tracking: a key that is back at once is missed
    };
    // prefix: of the run's keys.
    KeyWatcher(RunLoop &loop, QByteArray prefix, News news, ControlConnection::Lost lost);

    // Both connections; again after the server has restarted. Errors: of connecting.
    Result<void> open(const Endpoint &endpoint);
    void close();

    using Wake = std::function<void()>;
    using Ticket = quint64;
    // Wakes once, from within the loop, when the key does not exist at a moment after this call.
    // With events: be the moment ever so short.
    Ticket awaitGone(const QByteArray &key, Wake wake);
    // Likewise, or when its value has become another one, for a moment too, since the first look
    // after this call.
    Ticket awaitChanged(const QByteArray &key, Wake wake);
    void forget(const QByteArray &key, Ticket ticket);
    // Whether every wait has begun: nothing that happens from now on is missed.
    [[nodiscard]] bool haveBegun() const;

    // Clients' requests, whose events may be those of one moment: see AtomicUnits.
    quint64 unitSent(std::string_view wire);
    void unitAnswered(quint64 unit);
    void forgetUnits() { m_units.clear(); } // none is under way

    void poll();
    [[nodiscard]] quint64 polls() const { return m_polls; } // that are answered
    // Polls find out, too, which keys expire whose events clients receive.
    void lookForReceivers() { m_looksForReceivers = true; }
    // The server has answered listen(): from now on it tells, if it does at all.
    [[nodiscard]] bool isTold() const { return m_isTold; }
    // Whether all keys that are waited for, or whose expiry is, have no TTL, as of the last look.
    [[nodiscard]] bool nothingWillChange() const;

    // Names of keys under the prefix that somebody wrote to, more than once if need be; begins with
    // the first wait or with listen(). With tracking only.
    std::function<void(const QByteArray &key)> touched;
    void listen();
    // The connection that asks: what it writes is not told by touched.
    ControlConnection &queries() { return m_asking; }

private:
    struct Waiter
    {
        Ticket ticket = 0;
        bool gone = false;
        quint64 firstLook = 0; // earlier looks do not count
        quint64 fence = 0; // events before it do not count; 0: none do yet
        std::optional<QByteArray> before = {}; // the value at the first look
        int events = 0; // that count, and after which the value was the same
        quint64 lastFence = 0; // once it is passed, that was all of them; 0: not asked for
        Wake wake;
    };
    struct Watched
    {
        std::vector<Waiter> waiters;
        quint64 looks = 0; // begun
        bool looking = false;
        bool again = false; // touched while the server was being asked
        qint64 ttl = 0; // ms, as PTTL says it
    };

    Ticket add(const QByteArray &key, bool gone, Wake wake);
    void begin(Waiter &waiter);
    void look(const QByteArray &key);
    void seen(const QByteArray &key, std::optional<QByteArray> value);
    [[nodiscard]] bool wakes(Waiter &waiter, bool isGone, const std::optional<QByteArray> &value);
    void invalidated(const redisReply &names);
    void told(const redisReply &message);
    void happened(const QByteArray &key, const QByteArray &event);
    void hearOf(bool changes);
    quint64 nextFence();
    void beginFence();
    void askReceivers();

    QByteArray m_prefix;
    const News m_news;
    ControlConnection m_asking;
    ControlConnection m_listening;
    std::map<QByteArray, Watched> m_watched;
    Ticket m_tickets = 0;
    quint64 m_polls = 0;
    bool m_isListening = false;
    bool m_isTold = false;

    bool m_hearsRemovals = false; // is subscribed to the events
    bool m_hearsAll = false;
    AtomicUnits m_units;
    quint64 m_fencesBegun = 0;
    quint64 m_fencesPassed = 0;
    bool m_wantsFence = false; // one more, when that which is under way is passed

    bool m_looksForReceivers = false;
    std::map<QByteArray, qint64> m_received; // TTL in ms of keys whose expiry somebody receives
    int m_receivedAsked = 0; // answers that are to come
};

} // namespace lockstep
