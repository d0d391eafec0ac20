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

    // The address, whatever user, database or way of encryption.
    [[nodiscard]] static QString addressOf(const Endpoint &endpoint);

    [[nodiscard]] bool containAddress(const Endpoint &endpoint) const;
    // By its address or by who it is.
    [[nodiscard]] bool containServer(
        const Endpoint &endpoint, const ServerIdentity &identity) const;
    // A replica of that server, or a copy of its data, too.
    [[nodiscard]] bool containData(const ServerIdentity &identity) const;
    // Of who it is only the present is kept; of how it is reached everything that was seen. An
    // empty identity is not known, and replaces nothing. Returns whether anything is new.
    bool learn(const Endpoint &endpoint, const ServerIdentity &identity);

    [[nodiscard]] const QStringList &names() const { return m_names; }

private:
    [[nodiscard]] static QStringList addressesOf(const Endpoint &endpoint);

    QStringList m_names; // addresses as they are, ids with their kind before them
};

} // namespace lockstep
