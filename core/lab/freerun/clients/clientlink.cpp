// Sends the commands of a client on one connection, and matches the replies with them in order.

#include "core/lab/freerun/clients/clientlink.h"

#include "core/lab/wire/labacl.h"
#include "core/lab/wire/replywire.h"

namespace lockstep {

ClientLink::ClientLink(RunLoop &loop, Owner &owner, int itsThread, int itsNode, bool itSubscribes)
    : thread(itsThread)
    , node(itsNode)
    , subscribes(itSubscribes)
    , m_link(loop, *this)
    , m_owner(owner)
{
}

void ClientLink::send(std::string_view wire, const Flight &flight, bool flushed)
{
    m_flights.push_back(flight);
    m_flights.back().unit = m_owner.commandSent(*this, wire);
    if (subscribes)
        subscriptions.emplace_back(wire);
    m_link.send(wire, flushed);
}

// The server ends a WATCH with its connection, so it is not open either when the connection is
// opened again.
void ClientLink::close()
{
    m_link.close();
    m_repeated = 0;
    isWatching = false;
}

void ClientLink::repeat(const std::vector<std::string> &wires)
{
    for (const std::string &wire : wires) {
        ++m_repeated;
        m_link.send(wire);
    }
}

void ClientLink::replied(LoopConnection &link, RunReply reply)
{
    if (subscribes && takeMessage(*reply))
        return;
    if (m_repeated > 0) {
        --m_repeated;
        return;
    }
    if (m_flights.empty()) { // nothing was asked: "max number of clients reached"
        link.close();
        return m_owner.connectionLost(reply->type == REDIS_REPLY_ERROR
                ? errorFromReply(bytesOf(*reply))
                : Error{ErrorCode::ProtocolError, {}},
            0);
    }
    // Of a transaction, only the last reply is passed on. It does not say which command an ACL
    // refused, so that is taken from the earlier replies.
    if (--m_flights.front().repliesLeft > 0) {
        if (reply->type == REDIS_REPLY_ERROR) {
            if (const auto lack = lackOfRights({}, {reply->str, reply->len}))
                m_owner.connectionLost(*lack, m_flights.front().operation.line);
        }
        return;
    }
    const Flight flight = m_flights.front();
    m_flights.pop_front();
    m_owner.replyArrived(*this, flight, std::move(reply));
}

bool ClientLink::takeMessage(const redisReply &reply)
{
    if (reply.type != REDIS_REPLY_ARRAY || reply.elements != 3
        || std::string_view(reply.element[0]->str, reply.element[0]->len) != "message")
        return false;
    const auto bytes = [&](size_t place) {
        const redisReply &each = *reply.element[place];
        return bytesOf(each);
    };
    const QByteArray channel = bytes(1);
    const QByteArray message = bytes(2);
    // Of the keyspace events, clients are given expiries only. The server publishes more of them,
    // for the waits of the run.
    if (!channel.startsWith("__keyspace@") || message == "expired")
        m_owner.messageArrived(*this, channel, message);
    return true;
}

void ClientLink::lost(LoopConnection &, const Error &error)
{
    m_owner.connectionLost(error, m_flights.empty() ? 0 : m_flights.front().operation.line);
}

} // namespace lockstep
