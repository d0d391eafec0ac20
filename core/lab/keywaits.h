#pragma once

#include "core/lab/runqueries.h"

#include <QByteArray>

#include <map>

namespace lockstep {

// Who waits for the keys of one server: each key is asked for once, however many wait for it, when
// the server says that it was touched and whenever poll() is called. Belongs to the loop's thread.
class KeyWaits
{
public:
    // prefix: of the run's keys.
    KeyWaits(RunLoop &loop, QByteArray prefix, RunQueries::Lost lost);

    // Both connections; again after the server has restarted. Errors: of connecting.
    Result<void> open(const Endpoint &endpoint);
    void close();

    using Wake = std::function<void()>;
    using Ticket = quint64;
    // Wakes once, from within the loop, when the key does not exist at a moment after this call.
    Ticket awaitGone(const QByteArray &key, Wake wake);
    // Likewise, or when its value is another one than at the first look after this call.
    Ticket awaitChanged(const QByteArray &key, Wake wake);
    void forget(const QByteArray &key, Ticket ticket);

    void poll();
    [[nodiscard]] quint64 polls() const { return m_polls; } // that are answered
    // The server has answered listen(): from now on it tells, if it does at all.
    [[nodiscard]] bool isTold() const { return m_isTold; }
    // Whether all keys waited for exist and have no TTL, as of the last look.
    [[nodiscard]] bool nothingWillChange() const;

    // Names of keys under the prefix that somebody wrote to, more than once if need be; begins with
    // the first wait or with listen().
    std::function<void(const QByteArray &key)> touched;
    void listen();
    // The connection that asks: what it writes is not told by touched.
    RunQueries &queries() { return m_asking; }

private:
    struct Waiter
    {
        Ticket ticket = 0;
        bool gone = false;
        quint64 firstLook = 0; // earlier looks do not count
        std::optional<QByteArray> before = {}; // the value then
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
    void look(const QByteArray &key);
    void seen(const QByteArray &key, std::optional<QByteArray> value);
    void invalidated(const redisReply &message);

    QByteArray m_prefix;
    RunQueries m_asking;
    RunQueries m_listening;
    std::map<QByteArray, Watched> m_watched;
    Ticket m_tickets = 0;
    quint64 m_polls = 0;
    bool m_isListening = false;
    bool m_isTold = false;
};

} // namespace lockstep
