#pragma once

#include "core/redis/values/clusterslots.h"
#include "core/redis/values/hashslot.h"
#include "core/watch/session/clusterlook.h"
#include "core/watch/session/publishpace.h"
#include "core/watch/session/watchsession.h"

#include <QObject>

#include <array>
#include <memory>
#include <vector>

namespace lockstep {

// Watches a Cluster on the thread it lives on: a session for each primary, each with its own pace,
// cost and mode, and one set of tables and one journal of all. Follows the slots wherever they go.
class ClusterWatch : public QObject
{
    Q_OBJECT

public:
    // Primaries that are watched at once: each takes three connections.
    static constexpr std::size_t mostNodes = 256;

    // given: the address of one of the nodes, with what is needed to sign in at all of them. slots:
    // as that one tells them.
    ClusterWatch(const Endpoint &given, const ClusterSlots &slots,
        std::shared_ptr<const Catalogue> catalogue, const WatchOptions &options);
    ~ClusterWatch() override;

    void start();
    // As of WatchSession.
    void listClients();
    void retry();
    void setCatalogue(std::shared_ptr<const Catalogue> catalogue);
    // From now on with the user and the password of this address. What was seen stays known.
    void signIn(const Endpoint &given);

Q_SIGNALS:
    void published(const lockstep::Snapshot &snapshot); // at most once a turn
    void inventoryFinished(); // of all nodes
    void clientsListed(const lockstep::ClientList &list); // of all nodes

private:
    struct Node;

    void follow(const ClusterSlots &slots);
    [[nodiscard]] static bool isPrimaryIn(const ClusterSlots &slots, const Node &node);
    [[nodiscard]] Node *successionOf(const ClusterShard &shard, const ClusterSlots &slots) const;
    [[nodiscard]] bool areServedBy(const Node &node, const ClusterSlots &slots) const;
    std::vector<std::unique_ptr<ItemStore>> endSessions(const ClusterSlots &slots);
    [[nodiscard]] Node *ownerOf(const QByteArray &key) const;
    // before: which store had each slot; nullptr: none.
    void handOverMoved(const std::array<ItemStore *, hashSlotCount> &before);
    void handOver(ItemStore *from, Node *to);
    void beginSession(Node *node, const QString &takenSlots);
    void askForMoved();
    void checkFirstInventory();
    void onClientsListed(const ClientList &list);
    [[nodiscard]] std::vector<WaiterCount::Node> waiterNodes() const;
    void hideUnseen(Instant now);
    void publish();
    [[nodiscard]] std::vector<WatchSession *> sessions() const;

    Endpoint m_given;
    std::shared_ptr<const Catalogue> m_catalogue;
    WatchOptions m_options;
    std::shared_ptr<SharedItems> m_items;
    PublishPace m_pace;
    WaiterCount m_waiters;
    ClusterSlots m_slots; // as they are followed
    std::vector<std::unique_ptr<Node>> m_nodes; // in the order of their first slots
    std::array<Node *, hashSlotCount> m_owners{}; // of each slot; nullptr: nobody who is watched
    ClusterLook m_look;
    ClientList m_clients; // of the nodes that have told theirs
    int m_clientsAwaited = 0; // nodes
    bool m_hasFirstInventory = false;
    Instant m_askedForMoved{};
    // What the spans that are published were put together from.
    std::vector<std::shared_ptr<const std::vector<UnseenSpan>>> m_unseenOfNodes;
    std::shared_ptr<const std::vector<UnseenSpan>> m_unseen =
        std::make_shared<const std::vector<UnseenSpan>>();
};

} // namespace lockstep
