// A key belongs to the slot that its name tells, and a slot to the node that the others say serves
// it. So where a key is looked for follows from the slots alone, and what is found where from the
// sessions. Between the two lies time, in which nothing is concluded:
//
//     a session meets MOVED or ASK      the key stays in its store as it was known last, and it is
//                                       looked who serves the slots now
//     another one finds the key         it takes the key over from that store, as after a gap
//     slots have come to a node         what is known of their keys is handed over to it, as after
//                                       a gap, and it is asked for each of them: only its answer
//                                       says that a key is gone
//     another node serves all slots     a failover: the session goes on at that node, as after a
//     of a primary that is none now     gap
//     nobody serves a slot              its keys are unknown, until somebody does or, after long,
//                                       they are forgotten
//
// Closing a connection ends what was asked of it, and who has asked looks at the nodes then. So a
// node is taken out of them before its session ends, and a session whose place another one takes
// ends before it leaves its node.

#include "core/watch/session/clusternodes.h"

#include <algorithm>
#include <set>

namespace lockstep {

namespace {

bool isPrimaryIn(const ClusterSlots &slots, const ClusterShard &shard)
{
    return std::any_of(slots.shards().begin(), slots.shards().end(),
        [&shard](const ClusterShard &each) { return each.primary.id == shard.primary.id; });
}

bool overlap(const ClusterShard &left, const ClusterShard &right)
{
    for (const auto &one : left.ranges) {
        for (const auto &other : right.ranges) {
            if (one.first <= other.last && other.first <= one.last)
                return true;
        }
    }
    return false;
}

bool beginsBefore(const ClusterShard &left, const ClusterShard &right)
{
    return left.ranges.front().first < right.ranges.front().first;
}

// The shards that are watched, in the order of their first slots, and no more than can be watched
// at once.
std::vector<ClusterShard> watchedShards(const ClusterSlots &slots)
{
    auto shards = slots.shards();
    std::sort(shards.begin(), shards.end(), beginsBefore);
    if (shards.size() > ClusterNodes::most)
        shards.resize(ClusterNodes::most);
    return shards;
}

} // namespace

QString slotRangesOf(const ClusterShard &shard)
{
    QStringList texts;
    for (const auto &range : shard.ranges) {
        const QString first = QString::number(range.first);
        texts << (range.first == range.last
                ? first
                : first + QLatin1Char('-') + QString::number(range.last));
    }
    return texts.join(QLatin1Char(' '));
}

ClusterNodes::ClusterNodes(const std::shared_ptr<SharedItems> &items, std::size_t mostObjects,
    std::unique_ptr<ItemStore> before, Begin begin, Leave leave)
    : m_begin(std::move(begin))
    , m_leave(std::move(leave))
    , m_before(std::move(before))
    , m_ownerless(mostObjects, items)
{
}

ClusterNodes::~ClusterNodes()
{
    const auto ended = std::exchange(m_nodes, {});
    for (const auto &node : ended)
        m_leave(node->session.get());
}

std::vector<WatchSession *> ClusterNodes::sessions() const
{
    std::vector<WatchSession *> all;
    all.reserve(m_nodes.size());
    for (const auto &node : m_nodes)
        all.push_back(node->session.get());
    return all;
}

int ClusterNodes::leftOut() const
{
    return static_cast<int>(m_slots.shards().size() - std::min(m_slots.shards().size(), most));
}

void ClusterNodes::follow(const ClusterSlots &slots)
{
    const Owners before = m_owners;
    const auto begun = match(slots);
    m_slots = slots;
    auto ended = endSessions(slots);
    if (m_before)
        ended.push_back(std::move(m_before));
    std::sort(m_nodes.begin(), m_nodes.end(), [](const auto &left, const auto &right) {
        return beginsBefore(left->shard, right->shard);
    });
    setOwners();
    for (const Node *node : begun)
        node->session->start();
    handOver(before, ended);
}

// Gives each node its shard as it is now, and makes the sessions of those that are new, or are
// elsewhere.
std::vector<ClusterNodes::Node *> ClusterNodes::match(const ClusterSlots &slots)
{
    std::vector<Node *> begun;
    for (const ClusterShard &shard : watchedShards(slots)) {
        const auto known = std::find_if(m_nodes.begin(), m_nodes.end(),
            [&shard](const auto &node) { return node->shard.primary.id == shard.primary.id; });
        Node *node = known != m_nodes.end() ? known->get() : successionOf(shard, slots);
        if (node && node->shard.primary == shard.primary) {
            node->shard = shard;
            continue;
        }
        const bool isFailover = node && node->shard.primary.id != shard.primary.id;
        const QString takenSlots = isFailover ? slotRangesOf(shard) : QString();
        std::unique_ptr<Node> added;
        if (!node) {
            added = std::make_unique<Node>();
            added->place = ++m_lastPlace;
            node = added.get();
        }
        node->shard = shard;
        m_begin(node, takenSlots);
        begun.push_back(node);
        if (added)
            m_nodes.push_back(std::move(added));
    }
    return begun;
}

// The node whose place the shard's primary has taken; nullptr if there is none.
ClusterNodes::Node *ClusterNodes::successionOf(
    const ClusterShard &shard, const ClusterSlots &slots) const
{
    for (const auto &node : m_nodes) {
        if (!isPrimaryIn(slots, node->shard) && overlap(node->shard, shard))
            return node.get();
    }
    return nullptr;
}

// Ends the sessions of nodes that serve nothing that is watched any more, and returns their stores.
std::vector<std::unique_ptr<ItemStore>> ClusterNodes::endSessions(const ClusterSlots &slots)
{
    const auto shards = watchedShards(slots);
    const auto isServing = [&shards](const std::unique_ptr<Node> &node) {
        return std::any_of(shards.begin(), shards.end(), [&node](const ClusterShard &shard) {
            return shard.primary.id == node->shard.primary.id;
        });
    };
    const auto firstEnded = std::stable_partition(m_nodes.begin(), m_nodes.end(), isServing);
    const std::vector<std::unique_ptr<Node>> ended(
        std::make_move_iterator(firstEnded), std::make_move_iterator(m_nodes.end()));
    m_nodes.erase(firstEnded, m_nodes.end());
    std::vector<std::unique_ptr<ItemStore>> stores;
    for (const auto &node : ended) {
        m_leave(node->session.get());
        stores.push_back(node->session->takeStore());
        noteEnded(node->session->traffic());
    }
    return stores;
}

void ClusterNodes::noteEnded(const Traffic &traffic)
{
    m_endedTraffic.commands += traffic.commands;
    m_endedTraffic.bytesSent += traffic.bytesSent;
    m_endedTraffic.bytesReceived += traffic.bytesReceived;
}

void ClusterNodes::setOwners()
{
    m_owners.fill(nullptr);
    for (const auto &node : m_nodes) {
        for (const auto &range : node->shard.ranges)
            std::fill(
                m_owners.begin() + range.first, m_owners.begin() + range.last + 1, node.get());
    }
}

// Moves what is known of keys to the nodes that serve them now. before: who had each slot. Each
// store is gone through once, wherever its keys go.
void ClusterNodes::handOver(
    const Owners &before, const std::vector<std::unique_ptr<ItemStore>> &ended)
{
    std::set<Node *> losing;
    std::set<Node *> gaining;
    for (std::size_t slot = 0; slot < m_owners.size(); ++slot) {
        if (before.at(slot) == m_owners.at(slot))
            continue;
        losing.insert(before.at(slot));
        gaining.insert(m_owners.at(slot));
    }
    handOver(&m_ownerless);
    for (const auto &store : ended)
        handOver(store.get());
    for (const auto &node : m_nodes) {
        if (losing.contains(node.get()))
            handOver(node->session->store());
    }
    m_ownerless.hideAll(Instant::clock::now());
    // Of some keys that have come to a node nothing may be known.
    for (const auto &node : m_nodes) {
        if (gaining.contains(node.get()))
            node->session->lookForMovedKeys();
    }
}

void ClusterNodes::handOver(ItemStore *from)
{
    const auto keys = from->handOver([this](const QByteArray &key) {
        const Node *const owner = ownerOf(key);
        return owner ? owner->session->store() : &m_ownerless;
    });
    for (const auto &node : m_nodes) {
        if (const auto own = keys.find(node->session->store()); own != keys.end())
            node->session->read(own->second);
    }
}

void ClusterNodes::beginAnew()
{
    for (const auto &node : m_nodes) {
        m_begin(node.get(), {});
        node->session->start();
    }
}

void ClusterNodes::forgetOwnerless(Instant now)
{
    m_ownerless.forgetOlderThan(now - keptWithoutOwner);
}

} // namespace lockstep
