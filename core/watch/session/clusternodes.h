#pragma once

#include "core/redis/values/clusterslots.h"
#include "core/redis/values/hashslot.h"
#include "core/watch/session/watchsession.h"

#include <array>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace lockstep {

// The primaries of a Cluster that are watched, each with a session, and which of them serves which
// slot. What is known of a key is kept by the session of the one that serves it.
class ClusterNodes
{
public:
    // Primaries that are watched at once: each takes three connections.
    static constexpr std::size_t most = 256;
    // What is known of keys that no node serves is forgotten after this time.
    static constexpr auto keptWithoutOwner = std::chrono::minutes(10);

    struct Node
    {
        ClusterShard shard;
        QString address; // as the nodes tell it, or the given one where this one does not know it
        HostPort reached; // see NodeStatus
        std::unique_ptr<WatchSession> session;
        int place = 0; // see NodeStatus
    };
    // Makes the session of a node, which goes on with the one before where there is one; it is
    // started later. takenSlots: see ClusterMembership.
    using Begin = std::function<void(Node *node, const QString &takenSlots)>;
    // A session is about to end: from now on nobody needs to hear of it.
    using Leave = std::function<void(WatchSession *session)>;

    // mostObjects: see ItemStore; what is known already may be given with before, or nothing.
    ClusterNodes(const std::shared_ptr<SharedItems> &items, std::size_t mostObjects,
        std::unique_ptr<ItemStore> before, Begin begin, Leave leave);
    ~ClusterNodes(); // ends all sessions

    // Begins and ends sessions as the slots have moved, and hands over what is known of keys.
    void follow(const ClusterSlots &slots);
    // Replaces all sessions by new ones, which continue the histories of the old ones.
    void beginAnew();
    void forgetOwnerless(Instant now);
    // Adds the traffic of a session that has ended without a successor, so that it stays counted.
    void noteEnded(const Traffic &traffic);
    [[nodiscard]] const Traffic &endedTraffic() const { return m_endedTraffic; } // of all of them

    [[nodiscard]] const ClusterSlots &slots() const { return m_slots; } // that are followed
    // Returns the nodes in the order of their first slots.
    [[nodiscard]] const std::vector<std::unique_ptr<Node>> &all() const { return m_nodes; }
    [[nodiscard]] std::vector<WatchSession *> sessions() const;
    // Primaries that are not watched, because there are too many.
    [[nodiscard]] int leftOut() const;
    // The node that serves the key; nullptr if none that is watched does.
    [[nodiscard]] const Node *ownerOf(const QByteArray &key) const
    {
        return m_owners.at(static_cast<std::size_t>(hashSlot(key)));
    }

private:
    using Owners = std::array<Node *, hashSlotCount>;

    // Returns those whose sessions are to be started.
    [[nodiscard]] std::vector<Node *> match(const ClusterSlots &slots);
    [[nodiscard]] Node *successionOf(const ClusterShard &shard, const ClusterSlots &slots) const;
    [[nodiscard]] std::vector<std::unique_ptr<ItemStore>> endSessions(const ClusterSlots &slots);
    void setOwners();
    void handOver(const Owners &before, const std::vector<std::unique_ptr<ItemStore>> &ended);
    void handOver(ItemStore *from);

    Begin m_begin;
    Leave m_leave;
    ClusterSlots m_slots;
    std::vector<std::unique_ptr<Node>> m_nodes;
    Owners m_owners{}; // of each slot; nullptr: nobody who is watched
    std::unique_ptr<ItemStore> m_before; // until it is handed over
    ItemStore m_ownerless; // the keys of slots that nobody serves who is watched
    Traffic m_endedTraffic;
    int m_lastPlace = 0;
};

// Returns the ranges of slots as text, such as "0-5460" or "1 5-9".
QString slotRangesOf(const ClusterShard &shard);

} // namespace lockstep
