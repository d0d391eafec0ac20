#pragma once

#include "core/lab/freerun/clients/clientlink.h"
#include "core/lab/freerun/clients/runcontext.h"

namespace lockstep {

// The connections of one client to the nodes: one for each thread and node, made when it is first
// needed, and one for each node that subscribes. Belongs to the loop's thread.
//
// A connection is kept from process to process. It is closed where something would stay on it:
// subscriptions, an open WATCH, a reply that is still to come.
class ClientLinks
{
public:
    ClientLinks(RunContext &context, ClientLink::Owner &owner, int client);

    ClientLink &at(int thread, int node, bool subscribes);
    // Opens the main thread's connection to that node if it is closed. Errors: those of
    // LoopConnection::open().
    Result<LoopConnection::Opening> connect(int node);
    // Opens any connection. False: try again in a moment, or the run has failed.
    [[nodiscard]] bool open(ClientLink &link);
    // Tells the observer which connections are open.
    void announceOpen();
    void flush();

    enum class Kept : quint8 {
        Reusable, // those without subscriptions and without an open WATCH
        Quiet, // those of them that await no reply
        None
    };
    // Closes the other connections; their commands under way are lost.
    void closeAllBut(Kept kept);

    [[nodiscard]] bool hasFlights(int node) const;
    void disconnect(int node);
    [[nodiscard]] bool reconnect(int node); // false: try again in a moment

private:
    void drop(ClientLink &link);

    RunContext &m_context;
    ClientLink::Owner &m_owner;
    const int m_client;
    std::vector<std::unique_ptr<ClientLink>> m_links;
};

} // namespace lockstep
