#pragma once

#include "core/lab/node/execution.h"
#include "core/lab/wire/blockingconnection.h"

#include <map>

namespace lockstep {

// The subscriptions that are open on a server, on one connection for each process that has some.
class HeldSubscriptions
{
public:
    // The tables outlive this object.
    HeldSubscriptions(InternedTexts &channels, InternedTexts &replies)
        : m_channels(channels)
        , m_replies(replies)
    {
    }

    void forget(); // closes the connections
    // Subscribes and unsubscribes until the open subscriptions are those wanted, which are sorted.
    // Errors: those of BlockingConnection.
    Result<void> prepare(const Endpoint &endpoint, const std::vector<Subscription> &wanted);
    // The messages that have been published since the last call.
    Result<std::vector<Message>> drain();

private:
    InternedTexts &m_channels;
    InternedTexts &m_replies;
    std::map<int, std::unique_ptr<BlockingConnection>> m_connections; // by process
    std::vector<Subscription> m_open;
};

} // namespace lockstep
