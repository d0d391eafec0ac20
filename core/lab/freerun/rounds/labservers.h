#pragma once

#include "core/redis/privateserver/privateserver.h"

#include <functional>
#include <vector>

namespace lockstep {

class WorkerThread;

// The private servers of a free run: its nodes, and the replica of node 0 if it has one. (Those of
// steps and explorations are started in core/lab/node/steppedservers.cpp.) They belong to a thread
// of their own that ends with the application, because a server dies with the thread that started
// it. No function here waits for them: what is asked for is done on that thread, in the order of
// the calls. An object has to be created on the application's thread, and may be used from any
// thread.
class LabServers
{
public:
    struct Wanted
    {
        int nodes = 1;
        bool replica = false;
        int clients = 1;
        bool tcp = false; // they also listen on TCP; with a replica they do in any case
        QString keyEvents = {}; // the value of notify-keyspace-events
    };
    using Done = std::function<void(const Result<void> &)>; // called on the servers' thread

    LabServers();
    ~LabServers(); // the servers end a moment later
    Q_DISABLE_COPY_MOVE(LabServers)

    // done is called when all of them answer. Errors: those of PrivateServer.
    void start(const Wanted &wanted, Done done);
    // place: the number of a node; the replica comes after the last node.
    void kill(int place, Done done);
    void killAll(); // their connections break, so that nobody waits for a reply any longer
    void restart(int place, Done done); // the server answers a moment after done was called

    // The addresses by place. They are known once start() is done.
    [[nodiscard]] std::vector<Endpoint> endpoints() const;
    [[nodiscard]] std::vector<Endpoint> tcpEndpoints() const; // only with tcp or a replica

private:
    using PrivateServers = std::vector<std::unique_ptr<PrivateServer>>;

    void serve(std::function<Result<void>(PrivateServers &)> task, Done done);

    WorkerThread *m_thread; // of all servers of free runs
    std::shared_ptr<PrivateServers> m_privateServers = std::make_shared<PrivateServers>();
};

} // namespace lockstep
