#pragma once

#include "core/lab/node/execution.h"
#include "core/lab/wire/blockingconnection.h"

#include <map>

namespace lockstep {

// The subscriptions that are open on the server of a stepped run. Each process that has some has
// one connection for them.
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
    // Subscribes and unsubscribes on the server at endpoint so that exactly the wanted
    // subscriptions are open. wanted has to be sorted. Errors: those of BlockingConnection.
    Result<void> prepare(const Endpoint &endpoint, const std::vector<Subscription> &wanted);
    // The messages that have been published since the last call, by process. Of keyspace events
    // only expiries are among them. Errors: those of BlockingConnection.
    Result<std::vector<Message>> drain();

private:
    InternedTexts &m_channels;
    InternedTexts &m_replies;
    std::map<int, std::unique_ptr<BlockingConnection>> m_connections; // by process
    std::vector<Subscription> m_open;
};

} // namespace lockstep
