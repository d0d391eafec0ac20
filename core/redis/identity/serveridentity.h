#pragma once

#include <QStringList>

namespace lockstep {

// Who a server is, whatever name it is reached by. Empty lists mean that it is not known.
struct ServerIdentity
{
    // The process: its run id, and the id of its node in a Cluster, which outlives restarts.
    QStringList ofServer;
    // The data set: the ids of its replication history, which replicas share, and a server that was
    // started from a copy of the data.
    QStringList ofData;

    [[nodiscard]] bool isEmpty() const { return ofServer.isEmpty() && ofData.isEmpty(); }
    friend bool operator==(const ServerIdentity &, const ServerIdentity &) = default;
};

} // namespace lockstep
