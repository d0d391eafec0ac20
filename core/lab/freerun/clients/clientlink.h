#pragma once

#include "core/lab/freerun/net/loopconnection.h"
#include "core/lab/history/history.h"

#include <QByteArray>

#include <deque>
#include <functional>

namespace lockstep {

// One connection of a client to one server, with the commands under way on it. A connection that
// subscribes is used for nothing else: RESP2 does not allow it.
class ClientLink : private LoopConnection::Listener
{
public:
    // A command under way: it was sent and its reply has not come yet.
    struct Flight
    {
        Operation operation;
        int process = 0; // the one that sent it, which may have ended meanwhile
        int repliesLeft = 1;
        quint64 unit = 0; // see AtomicUnits
    };
    class Owner
    {
    public:
        virtual ~Owner() = default;
        // Returns the number that the command has in AtomicUnits; 0: none.
        virtual quint64 commandSent(const ClientLink &link, std::string_view wire) = 0;
        virtual void replyArrived(ClientLink &link, const Flight &flight, RunReply reply) = 0;
        virtual void messageArrived(
            const ClientLink &link, const QByteArray &channel, const QByteArray &message) = 0;
        // line: of the command whose reply was awaited, in the file; 0: none was awaited.
        virtual void connectionLost(const Error &error, int line) = 0;
    };

    ClientLink(RunLoop &loop, Owner &owner, int thread, int node, bool subscribes);

    Result<LoopConnection::Opening> open(const Endpoint &endpoint) { return m_link.open(endpoint); }
    // The commands under way get no reply any more, but stay in flights().
    void close();
    [[nodiscard]] bool isOpen() const { return m_link.isOpen(); }
    [[nodiscard]] QByteArray address() const { return m_link.address(); }

    void send(std::string_view wire, const Flight &flight, bool flushed);
    void flush() { m_link.flush(); }
    // Sends commands that were sent before, after the connection was opened again. Their replies
    // are dropped.
    void repeat(const std::vector<std::string> &wires);
    [[nodiscard]] bool awaitsReply() const { return m_repeated > 0 || !m_flights.empty(); }

    [[nodiscard]] const std::deque<Flight> &flights() const { return m_flights; }
    void forgetFlights() { m_flights.clear(); }

    const int thread;
    const int node;
    const bool subscribes;
    bool isWatching = false; // a WATCH was sent, and no EXEC or UNWATCH since
    std::vector<std::string> subscriptions = {}; // the SUBSCRIBE commands that were sent, in RESP

private:
    void replied(LoopConnection &link, RunReply reply) override;
    void lost(LoopConnection &link, const Error &error) override;
    bool takeMessage(const redisReply &reply);

    LoopConnection m_link;
    Owner &m_owner;
    std::deque<Flight> m_flights;
    int m_repeated = 0; // how many of the next replies are dropped
};

} // namespace lockstep
