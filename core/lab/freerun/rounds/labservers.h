#pragma once

#include "core/redis/privateserver/privateserver.h"

#include <functional>
#include <vector>

namespace lockstep {

// The private servers of a free run: its nodes, and the replica of node 0 where there is one.
// (Those of steps and explorations are started in core/lab/node/steppedservers.cpp.) They live on a
// thread of their own that ends with the application, for the reason that PrivateServer gives. No
// function here waits for them: what is asked for is done on that thread, in the order of the
// calls. Created on the application's thread, used from any thread.
class LabServers
{
public:
    struct Wanted
    {
        int nodes = 1;
        bool replica = false;
        int clients = 1;
        bool tcp = false; // whether they also listen on TCP, as they do in any case with a replica
        QString keyEvents = {}; // notify-keyspace-events: which events are published
    };
    using Done = std::function<void(const Result<void> &)>; // called on the servers' thread

    LabServers();
    ~LabServers(); // the servers end a moment later
    Q_DISABLE_COPY_MOVE(LabServers)

    // done is called when all of them answer. Errors: those of PrivateServer.
    void start(const Wanted &wanted, Done done);
    void kill(int place, Done done);
    void killAll(); // whoever waits for one of them is told that it has gone
    void restart(int place, Done done); // it answers a moment after done

    // Known once the start is done. By place: the nodes, then the replica.
    [[nodiscard]] std::vector<Endpoint> endpoints() const;
    [[nodiscard]] std::vector<Endpoint> tcpEndpoints() const; // only with tcp or a replica

private:
    using PrivateServers = std::vector<std::unique_ptr<PrivateServer>>;

    void serve(std::function<Result<void>(PrivateServers &)> task, Done done);

    QObject *m_keeper; // lives in that thread
    std::shared_ptr<PrivateServers> m_privateServers = std::make_shared<PrivateServers>();
};

} // namespace lockstep
