#include "core/lab/node/heldsubscriptions.h"

#include "core/lab/wire/replywire.h"
#include "core/lab/wire/requestwire.h"

#include <hiredis/hiredis.h>

#include <algorithm>

namespace lockstep {

namespace {

// Of the keyspace events, subscribers are told expiries only; the others are published for
// DeadlineEvents.
constexpr QByteArrayView keyspaceChannel("__keyspace@0__:");
constexpr QByteArrayView expired("expired");

} // namespace

void HeldSubscriptions::forget()
{
    m_connections.clear();
    m_open.clear();
}

Result<void> HeldSubscriptions::prepare(
    const Endpoint &endpoint, const std::vector<Subscription> &wanted)
{
    if (m_open == wanted)
        return {};
    const auto change = [&](const char *command, const Subscription &each) -> Result<void> {
        auto &connection = m_connections[each.process];
        if (!connection) {
            auto opened = BlockingConnection::open(endpoint);
            if (!opened)
                return tl::unexpected(opened.error());
            connection = std::move(*opened);
        }
        connection->append(wireOf({command, viewOf(m_channels[each.channel])}));
        if (const auto reply = connection->readPlain(); !reply)
            return tl::unexpected(reply.error());
        return {};
    };
    const auto changeThoseMissingIn = [&](const std::vector<Subscription> &there,
                                          const std::vector<Subscription> &here,
                                          const char *command) -> Result<void> {
        for (const Subscription &each : here) {
            if (std::binary_search(there.begin(), there.end(), each))
                continue;
            if (const auto done = change(command, each); !done)
                return done;
        }
        return {};
    };
    const std::vector<Subscription> present = std::exchange(m_open, wanted);
    if (const auto done = changeThoseMissingIn(wanted, present, "UNSUBSCRIBE"); !done)
        return done;
    return changeThoseMissingIn(present, wanted, "SUBSCRIBE");
}

Result<std::vector<Message>> HeldSubscriptions::drain()
{
    std::vector<Message> messages;
    std::vector<int> processes;
    for (const Subscription &each : m_open) {
        if (processes.empty() || processes.back() != each.process)
            processes.push_back(each.process);
    }
    for (const int process : processes) {
        BlockingConnection &connection = *m_connections[process];
        connection.append(wireOf({"PING"}));
        for (;;) {
            const auto reply = connection.readPlain();
            if (!reply)
                return tl::unexpected(reply.error());
            if ((*reply)->elements != 3) // the pong
                break;
            const QByteArrayView channel = textOf(*(*reply)->element[1]);
            if (channel.startsWith(keyspaceChannel) && textOf(*(*reply)->element[2]) != expired)
                continue;
            messages.push_back({process, m_channels.add(channel),
                m_replies.add(encodeReply(*(*reply)->element[2]))});
        }
    }
    return messages;
}

} // namespace lockstep
