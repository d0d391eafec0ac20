#pragma once

#include "core/redis/values/endpoint.h"
#include "core/redis/values/reply.h"

#include <vector>

namespace lockstep {

struct ClusterNode
{
    QByteArray id; // outlives restarts and changes of address
    HostPort address; // as the nodes report it; no host if the node was asked by a unix socket

    friend bool operator==(const ClusterNode &, const ClusterNode &) = default;
};

// A primary with its slots and replicas.
struct ClusterShard
{
    struct Range
    {
        int first = 0;
        int last = 0; // included

        friend bool operator==(const Range &, const Range &) = default;
    };

    ClusterNode primary;
    std::vector<ClusterNode> replicas; // those that are up and have data, by id
    std::vector<Range> ranges; // ascending

    friend bool operator==(const ClusterShard &, const ClusterShard &) = default;
};

// Which nodes of a Cluster serve which slots, from one node's answer to CLUSTER SLOTS. That is
// preferred to CLUSTER SHARDS because all versions know it, it names the port of the connection's
// own kind (TLS or plain), and tells a slot's owner also while that is down. Primaries without
// slots are not in it: they have no keys.
class ClusterSlots
{
public:
    static constexpr int all = 16384;

    // asked: the node's address; its host stands in where a node's own is not known.
    // Errors: ProtocolError, it is no such answer.
    static Result<ClusterSlots> fromReply(const Reply &reply, const Endpoint &asked);

    [[nodiscard]] const std::vector<ClusterShard> &shards() const { return m_shards; } // by id
    // The shard that serves the slot; nullptr if none does.
    [[nodiscard]] const ClusterShard *ownerOf(int slot) const;
    [[nodiscard]] int served() const; // number of slots that are served

    friend bool operator==(const ClusterSlots &, const ClusterSlots &) = default;

private:
    std::vector<ClusterShard> m_shards;
};

} // namespace lockstep
