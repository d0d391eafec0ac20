#pragma once

#include "core/redis/identity/serveridentity.h"
#include "core/redis/values/endpoint.h"

namespace lockstep {

// The names by which one server is known: its addresses, its process (run id), its node of a
// Cluster, and its data (replication ids). An address is only a way to a server, and there are
// many: sockets, host names, tunnels. The run id and, without a saved data set, the replication id
// change with a restart; the address then still counts, and whoever comes by it tells the new ids.
class ServerNames
{
public:
    ServerNames() = default;
    // names: as names() gave them, maybe in an earlier version.
    explicit ServerNames(const QStringList &names);

    // The address as it is stored, which leaves out user, database and encryption.
    [[nodiscard]] static QString addressOf(const Endpoint &endpoint);

    [[nodiscard]] bool containAddress(const Endpoint &endpoint) const;
    // Whether this is the server, by its address or by its identity.
    [[nodiscard]] bool containServer(
        const Endpoint &endpoint, const ServerIdentity &identity) const;
    // Whether it has the server's data, which a replica or a copy has, too.
    [[nodiscard]] bool containData(const ServerIdentity &identity) const;
    [[nodiscard]] bool containAll(const ServerNames &others) const;
    // Who the server said it is; empty if that was not learnt.
    [[nodiscard]] ServerIdentity identity() const;
    // Adds the address and replaces the identity, unless the given one is empty, which means
    // unknown. Addresses are never removed. earlierIds: how many ids that the identity no longer
    // has are kept with it, the latest. Returns whether a name came or went.
    bool learn(const Endpoint &endpoint, const ServerIdentity &identity, qsizetype earlierIds = 0);

    [[nodiscard]] const QStringList &names() const { return m_names; }

private:
    [[nodiscard]] static QStringList addressesOf(const Endpoint &endpoint);

    QStringList m_names; // addresses, and ids with their kind before them
};

} // namespace lockstep
