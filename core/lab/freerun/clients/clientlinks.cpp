// Opens, keeps and closes the connections of one client of a free run to all nodes.

#include "core/lab/freerun/clients/clientlinks.h"

#include <algorithm>

namespace lockstep {

ClientLinks::ClientLinks(RunContext &context, ClientLink::Owner &owner, int client)
    : m_context(context)
    , m_owner(owner)
    , m_client(client)
{
}

ClientLink &ClientLinks::at(int thread, int node, bool subscribes)
{
    for (const auto &each : m_links) {
        if (each->node == node && each->subscribes == subscribes
            && (subscribes || each->thread == thread))
            return *each;
    }
    m_links.push_back(
        std::make_unique<ClientLink>(m_context.loop, m_owner, thread, node, subscribes));
    return *m_links.back();
}

Result<LoopConnection::Opening> ClientLinks::connect(int node)
{
    ClientLink &link = at(0, node, false);
    if (link.isOpen())
        return LoopConnection::Opening::Begun;
    return link.open(m_context.nodes[size_t(node)].endpoint);
}

bool ClientLinks::open(ClientLink &link)
{
    if (link.isOpen())
        return true;
    const Result<LoopConnection::Opening> opening =
        link.open(m_context.nodes[size_t(link.node)].endpoint);
    if (!opening) {
        m_context.observer.failed(opening.error());
        return false;
    }
    if (*opening == LoopConnection::Opening::QueueFull)
        return false;
    m_context.observer.connected(
        link.node, link.address(), m_client, link.thread, int(link.subscriptions.size()));
    return true;
}

void ClientLinks::announceOpen()
{
    for (const auto &link : m_links) {
        if (link->isOpen())
            m_context.observer.connected(link->node, link->address(), m_client, link->thread, 0);
    }
}

void ClientLinks::flush()
{
    for (const auto &link : m_links)
        link->flush();
}

void ClientLinks::closeAllBut(Kept kept)
{
    for (const auto &link : m_links) {
        const bool isQuiet = link->flights().empty();
        if (kept == Kept::None || link->subscribes || link->isWatching
            || (kept == Kept::Quiet && !isQuiet))
            drop(*link);
    }
}

void ClientLinks::drop(ClientLink &link)
{
    for (const ClientLink::Flight &each : link.flights())
        m_context.record.addLost(each.operation);
    link.forgetFlights();
    link.subscriptions.clear();
    link.close();
}

bool ClientLinks::hasFlights(int node) const
{
    return std::any_of(m_links.begin(), m_links.end(),
        [&](const auto &each) { return each->node == node && each->awaitsReply(); });
}

void ClientLinks::disconnect(int node)
{
    for (const auto &link : m_links) {
        if (link->node == node)
            link->close();
    }
}

bool ClientLinks::reconnect(int node)
{
    for (const auto &link : m_links) {
        if (link->node != node || link->isOpen()
            || (link->subscribes && link->subscriptions.empty()))
            continue;
        if (!open(*link))
            return false;
        link->repeat(link->subscriptions);
    }
    return true;
}

} // namespace lockstep
