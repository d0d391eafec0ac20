#pragma once

#include "core/watch/session/clusterclients.h"
#include "core/watch/session/clusterlook.h"
#include "core/watch/session/clusternodes.h"
#include "core/watch/session/publishpace.h"
#include "core/watch/session/watchsession.h"

#include <QObject>

#include <memory>
#include <vector>

namespace lockstep {

// Watches a Cluster on the thread it lives on: a session for each primary, each with its own pace,
// cost and mode, and one set of tables and one journal of all. Follows the slots wherever they go.
class ClusterWatch : public QObject
{
    Q_OBJECT

public:
    // given: the address of one of the nodes, with what is needed to sign in at all of them. slots:
    // as that one tells them. before: what is known already, from a watch of one node alone;
    // nullptr: nothing. trafficBefore: what that watch has spent.
    ClusterWatch(const Endpoint &given, const ClusterSlots &slots,
        std::shared_ptr<const Catalogue> catalogue, const WatchOptions &options,
        std::unique_ptr<ItemStore> before = nullptr, const Traffic &trafficBefore = {});
    ~ClusterWatch() override;

    void start();
    // These do what those of WatchSession do.
    void listClients() { m_clients.ask(m_nodes.sessions()); }
    void retry();
    void setCatalogue(std::shared_ptr<const Catalogue> catalogue);
    // Signs in anew with the user and the password of this address. What is known is kept.
    void signIn(const Endpoint &given);

Q_SIGNALS:
    void published(const lockstep::Snapshot &snapshot); // at most once a turn
    void inventoryFinished(); // of all nodes
    void clientsListed(const lockstep::ClientList &list); // of all nodes

private:
    using Node = ClusterNodes::Node;
    using Spans = std::shared_ptr<const std::vector<UnseenSpan>>;

    void wireLook();
    void wireWaiters();
    void follow(const ClusterSlots &slots);
    void beginSession(Node *node, const QString &takenSlots);
    void leaveSession(WatchSession *session);
    [[nodiscard]] WatchSession *sessionBy(const Connection *scanner) const;
    void askForMoved();
    void checkFirstInventory();
    [[nodiscard]] WaiterCount::Nodes waiterNodes() const;
    void hideUnseen(Instant now);
    void readForAlerts(Instant now);
    void takeUnseen(std::vector<Spans> ofNodes);
    void publish();

    Endpoint m_given;
    std::shared_ptr<const Catalogue> m_catalogue;
    WatchOptions m_options;
    std::shared_ptr<SharedItems> m_items;
    PublishPace m_pace;
    WaiterCount m_waiters;
    ClusterClients m_clients;
    ClusterLook m_look;
    bool m_hasFirstInventory = false;
    Instant m_askedForMoved{};
    Spans m_unseenBefore; // by the watch of one node alone; nullptr: there was none
    // What the spans that are published were put together from.
    std::vector<Spans> m_unseenOfNodes;
    Spans m_unseen = std::make_shared<const std::vector<UnseenSpan>>();
    // Goes first: what the others have asked its sessions for ends with these.
    ClusterNodes m_nodes;
};

} // namespace lockstep
