// The answer is a list of ranges: [first, last, primary, replica…], a node [host, port, id,
// [name, value…]]. Redis before 7.0 leaves the last one out. The host is empty or Nil where the
// node that was asked does not know its own address, or others are to be reached like it; it is "?"
// where host names are preferred and this node has none, and then "ip" is among the names.

#include "core/redis/values/clusterslots.h"

#include "core/redis/values/coretext.h"

#include <algorithm>
#include <map>
#include <optional>

namespace lockstep {

namespace {

QByteArray ipOf(const Reply &node)
{
    if (node.elements.size() < 4)
        return {};
    const auto &fields = node.elements[3].elements;
    for (size_t i = 0; i + 1 < fields.size(); i += 2) {
        if (fields[i].text == "ip")
            return fields[i + 1].text;
    }
    return {};
}

std::optional<ClusterNode> nodeFrom(const Reply &reply, const Endpoint &asked)
{
    if (reply.elements.size() < 3)
        return std::nullopt;
    const auto port = reply.elements[1];
    ClusterNode node{reply.elements[2].text,
        {QString::fromUtf8(reply.elements[0].text), static_cast<quint16>(port.integer)}};
    if (!port.isInteger() || port.integer < 0 || port.integer > 65535 || node.id.isEmpty())
        return std::nullopt;
    if (node.address.host == u"?")
        node.address.host = QString::fromUtf8(ipOf(reply));
    if (node.address.host.isEmpty() && asked.transport != Endpoint::Transport::Unix)
        node.address.host = asked.host;
    return node;
}

std::optional<ClusterShard> shardFrom(const Reply &range, const Endpoint &asked)
{
    const auto &parts = range.elements;
    if (parts.size() < 3 || !parts[0].isInteger() || !parts[1].isInteger())
        return std::nullopt;
    const auto first = parts[0].integer;
    const auto last = parts[1].integer;
    const auto primary = nodeFrom(parts[2], asked);
    if (!primary || first < 0 || last < first || last >= ClusterSlots::all)
        return std::nullopt;
    ClusterShard shard{*primary, {}, {{int(first), int(last)}}};
    for (size_t i = 3; i < parts.size(); ++i) {
        const auto replica = nodeFrom(parts[i], asked);
        if (!replica)
            return std::nullopt;
        shard.replicas.push_back(*replica);
    }
    return shard;
}

} // namespace

Result<ClusterSlots> ClusterSlots::fromReply(const Reply &reply, const Endpoint &asked)
{
    const auto refused =
        failure(ErrorCode::ProtocolError, CoreText::tr("an answer to CLUSTER SLOTS that is none"));
    if (!reply.isArray())
        return refused;
    std::map<QByteArray, ClusterShard> byId;
    for (const Reply &range : reply.elements) {
        auto shard = shardFrom(range, asked);
        if (!shard)
            return refused;
        auto &known = byId.try_emplace(shard->primary.id, *shard).first->second;
        if (known.ranges != shard->ranges)
            known.ranges.push_back(shard->ranges.front());
    }
    ClusterSlots slots;
    for (auto &[id, shard] : byId) {
        std::sort(shard.ranges.begin(), shard.ranges.end(),
            [](const auto &left, const auto &right) { return left.first < right.first; });
        std::sort(shard.replicas.begin(), shard.replicas.end(),
            [](const auto &left, const auto &right) { return left.id < right.id; });
        slots.m_shards.push_back(std::move(shard));
    }
    return slots;
}

const ClusterShard *ClusterSlots::ownerOf(int slot) const
{
    for (const ClusterShard &shard : m_shards) {
        for (const auto &range : shard.ranges) {
            if (slot >= range.first && slot <= range.last)
                return &shard;
        }
    }
    return nullptr;
}

int ClusterSlots::served() const
{
    int count = 0;
    for (const ClusterShard &shard : m_shards) {
        for (const auto &range : shard.ranges)
            count += range.last - range.first + 1;
    }
    return count;
}

} // namespace lockstep
