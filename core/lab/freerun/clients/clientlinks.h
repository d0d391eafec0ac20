#pragma once

#include "core/lab/freerun/clients/clientlink.h"
#include "core/lab/freerun/clients/runcontext.h"

namespace lockstep {

// The connections of one client to the nodes: one for each thread and node, made when it is first
// needed, and one for the subscriptions at each node. Belongs to the loop's thread.
//
// The client's next process uses the connections of the one before. A connection is closed in
// between if it has subscriptions, an open WATCH, or a reply that is still to come.
class ClientLinks
{
public:
    ClientLinks(RunContext &context, ClientLink::Owner &owner, int client);

    // Returns that connection, which may be closed. subscribes: the one for subscriptions.
    ClientLink &at(int thread, int node, bool subscribes);
    // Opens the main thread's connection to that node if it is closed. Errors: those of
    // LoopConnection::open().
    Result<LoopConnection::Opening> connect(int node);
    // Opens the connection. Returns false if it has to be tried again in a moment, or the run has
    // failed.
    [[nodiscard]] bool open(ClientLink &link);
    // Tells the observer which connections are open.
    void announceOpen();
    void flush(); // sends what was kept back on all connections

    enum class Kept : quint8 {
        Reusable, // connections without subscriptions and without an open WATCH
        Quiet, // those of the reusable ones that await no reply
        None
    };
    // Closes all connections except the kept ones. Their commands under way are lost.
    void closeAllBut(Kept kept);

    [[nodiscard]] bool hasFlights(int node) const; // whether a reply of the node is awaited
    void disconnect(int node);
    // Opens all connections to the node, and subscribes again. False: try again in a moment.
    [[nodiscard]] bool reconnect(int node);

private:
    void drop(ClientLink &link);

    RunContext &m_context;
    ClientLink::Owner &m_owner;
    const int m_client;
    std::vector<std::unique_ptr<ClientLink>> m_links;
};

} // namespace lockstep
