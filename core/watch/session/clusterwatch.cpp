// Rejected: one Watch for each node whose snapshots are merged afterwards. A key that moves would
// be in two of them for a while, or in none, and no one of them could tell that from an event.

#include "core/watch/session/clusterwatch.h"

#include "core/watch/session/clusterstatus.h"

#include <algorithm>
#include <map>
#include <utility>

namespace lockstep {

namespace {

constexpr auto betweenQuestions = std::chrono::seconds(2); // about keys that have moved

std::shared_ptr<SharedItems> itemsOf(const std::unique_ptr<ItemStore> &before)
{
    if (!before)
        return std::make_shared<SharedItems>(SharedItems::Of::Cluster);
    before->shared()->becomeOfCluster();
    return before->shared();
}

} // namespace

ClusterWatch::ClusterWatch(const Endpoint &given, const ClusterSlots &slots,
    std::shared_ptr<const Catalogue> catalogue, const WatchOptions &options,
    std::unique_ptr<ItemStore> before, const Traffic &trafficBefore)
    : m_given(given)
    , m_catalogue(std::move(catalogue))
    , m_options(options)
    , m_items(itemsOf(before))
    , m_pace(options.refresh, this)
    , m_waiters([this] { return waiterNodes(); }, this)
    , m_clients(this)
    , m_look(given, this)
    , m_unseenBefore(before ? before->unseen() : nullptr)
    , m_nodes(
          m_items, options.mostObjects, std::move(before),
          [this](Node *node, const QString &takenSlots) { beginSession(node, takenSlots); },
          [this](WatchSession *session) { leaveSession(session); })
{
    connect(&m_pace, &PublishPace::due, this, &ClusterWatch::publish);
    connect(&m_clients, &ClusterClients::listed, this, &ClusterWatch::clientsListed);
    m_nodes.noteEnded(trafficBefore);
    wireLook();
    wireWaiters();
    m_look.setKnown(slots);
}

ClusterWatch::~ClusterWatch()
{
    m_waiters.disconnect();
    m_look.disconnect();
}

void ClusterWatch::wireLook()
{
    m_look.setSessions([this] { return m_nodes.sessions(); });
    // These calls are queued, so that none comes while a session is in the middle of what it does
    // with an answer.
    connect(&m_look, &ClusterLook::changed, this, &ClusterWatch::follow, Qt::QueuedConnection);
    connect(
        &m_look, &ClusterLook::confirmed, this, &ClusterWatch::askForMoved, Qt::QueuedConnection);
}

// What a count leads to waits for the next turn: it may have ended because a session does.
void ClusterWatch::wireWaiters()
{
    connect(&m_waiters, &WaiterCount::counted, &m_pace, &PublishPace::ask);
    connect(&m_waiters, &WaiterCount::counted, this, &ClusterWatch::checkFirstInventory,
        Qt::QueuedConnection);
    connect(&m_waiters, &WaiterCount::queuesMayBeOld, this,
        [this](const std::vector<QByteArray> &locks) {
            for (WatchSession *session : m_nodes.sessions()) {
                std::vector<QByteArray> own;
                std::copy_if(locks.begin(), locks.end(), std::back_inserter(own),
                    [session](const QByteArray &key) { return session->store()->contains(key); });
                session->read(own);
            }
        });
    connect(&m_waiters, &WaiterCount::denied, this,
        [this](const MissingPermission &missing, const Connection *by) {
            if (WatchSession *const session = sessionBy(by))
                session->noteDenied(missing);
        });
    connect(&m_waiters, &WaiterCount::shardedRefused, this, [this](const Connection *by) {
        if (WatchSession *const session = sessionBy(by))
            session->noteShardedRefused();
    });
}

void ClusterWatch::start()
{
    m_pace.start();
    follow(m_look.known());
    m_waiters.start();
}

// A node that was waited for may have been taken out, so that all others have done their first
// inventory.
void ClusterWatch::follow(const ClusterSlots &slots)
{
    m_nodes.follow(slots);
    m_look.setKnown(slots);
    m_pace.ask();
    QMetaObject::invokeMethod(this, &ClusterWatch::checkFirstInventory, Qt::QueuedConnection);
}

WatchSession *ClusterWatch::sessionBy(const Connection *scanner) const
{
    const auto all = m_nodes.sessions();
    const auto found = std::find_if(all.begin(), all.end(),
        [scanner](WatchSession *session) { return session->waiterNode().connection == scanner; });
    return found == all.end() ? nullptr : *found;
}

void ClusterWatch::beginSession(Node *node, const QString &takenSlots)
{
    const HostPort &told = node->shard.primary.address;
    node->reached = m_given.reached(told);
    const Endpoint endpoint = told.host.isEmpty() ? m_given : m_given.at(node->reached);
    node->address = told.host.isEmpty() ? m_given.display() : told.display();
    if (node->session) {
        leaveSession(node->session.get());
        node->session->end();
    }
    const auto serves = [this, node](
                            const QByteArray &key) { return m_nodes.ownerOf(key) == node; };
    node->session =
        std::make_unique<WatchSession>(endpoint, m_catalogue, m_options, std::move(node->session),
            ClusterMembership{m_items, &m_pace, serves, node->address,
                told.host.isEmpty() ? std::nullopt : std::optional(told), takenSlots});
    WatchSession *const session = node->session.get();
    connect(session, &WatchSession::slotsInDoubt, &m_look, &ClusterLook::lookSoon);
    connect(session, &WatchSession::lost, &m_look, &ClusterLook::lookSoon);
    connect(session, &WatchSession::inventoryFinished, this, &ClusterWatch::checkFirstInventory);
    connect(session, &WatchSession::clientsListed, &m_clients,
        [this, session](const ClientList &list) { m_clients.take(session, list); });
}

void ClusterWatch::leaveSession(WatchSession *session)
{
    session->disconnect();
    m_clients.forget(session);
}

// Those whose slot is still being moved, or was moved before it was known. While it is, only its
// node knows of each key whether it has left.
void ClusterWatch::askForMoved()
{
    const auto now = Instant::clock::now();
    m_nodes.forgetOwnerless(now);
    if (now - m_askedForMoved < betweenQuestions)
        return;
    for (const auto &node : m_nodes.all()) {
        std::vector<QByteArray> keys;
        for (const QByteArray &key : node->session->movedAway()) {
            if (node->session->store()->contains(key) && m_nodes.ownerOf(key) == node.get())
                keys.push_back(key);
        }
        if (keys.empty())
            continue;
        m_askedForMoved = now;
        node->session->read(keys);
    }
}

void ClusterWatch::checkFirstInventory()
{
    const auto all = m_nodes.sessions();
    if (m_hasFirstInventory || !std::all_of(all.begin(), all.end(), [](const auto *session) {
            return session->hasFirstInventory();
        }))
        return m_pace.ask(); // so that each node is seen to have done its own
    if (m_waiters.countFirst())
        return; // counted() follows
    m_hasFirstInventory = true;
    publish();
    Q_EMIT inventoryFinished();
}

void ClusterWatch::retry()
{
    for (WatchSession *session : m_nodes.sessions())
        session->retry();
}

void ClusterWatch::setCatalogue(std::shared_ptr<const Catalogue> catalogue)
{
    m_catalogue = std::move(catalogue);
    for (WatchSession *session : m_nodes.sessions())
        session->setCatalogue(m_catalogue);
}

void ClusterWatch::signIn(const Endpoint &given)
{
    m_given = given;
    m_look.setGiven(given);
    m_nodes.beginAnew();
}

WaiterCount::Nodes ClusterWatch::waiterNodes() const
{
    WaiterCount::Nodes nodes;
    nodes.areAll = m_nodes.leftOut() == 0;
    for (WatchSession *session : m_nodes.sessions()) {
        if (session->isConnected())
            nodes.connected.push_back(session->waiterNode());
        else
            nodes.areAll = false;
    }
    return nodes;
}

// While no node is seen, everything is shown as of the moment when one was seen last.
void ClusterWatch::hideUnseen(Instant now)
{
    const auto all = m_nodes.sessions();
    const bool isAnySeen = std::any_of(all.begin(), all.end(), [](const WatchSession *session) {
        return session->isConnected() && !session->status().unseenSince;
    });
    if (!isAnySeen)
        return;
    for (WatchSession *session : all)
        session->hideUnseenObjects(now - unseenBeforeHiding);
}

// See WatchSession::readForAlerts(): the node that has a key reads it.
void ClusterWatch::readForAlerts(Instant now)
{
    const auto isSeen = [this](const QByteArray &key) {
        const Node *const owner = m_nodes.ownerOf(key);
        return owner && owner->session && owner->session->isSeen();
    };
    std::map<WatchSession *, std::vector<QByteArray>> keys;
    for (const QByteArray &key : m_items->alerts.takeDue(now, isSeen))
        keys[m_nodes.ownerOf(key)->session.get()].push_back(key);
    for (const auto &[session, own] : keys)
        session->readForAlerts(own, now);
}

void ClusterWatch::takeUnseen(std::vector<Spans> ofNodes)
{
    if (m_unseenBefore)
        ofNodes.push_back(m_unseenBefore);
    if (ofNodes == m_unseenOfNodes)
        return;
    m_unseen = std::make_shared<const std::vector<UnseenSpan>>(unseenOfAny(ofNodes));
    m_unseenOfNodes = std::move(ofNodes);
}

void ClusterWatch::publish()
{
    const auto begin = Instant::clock::now();
    auto nodes = std::make_shared<std::vector<NodeStatus>>();
    std::vector<Spans> unseen;
    for (WatchSession *session : m_nodes.sessions())
        session->updateStatus(begin);
    hideUnseen(begin);
    readForAlerts(begin);
    for (const auto &node : m_nodes.all()) {
        NodeStatus status{node->address, node->reached, slotRangesOf(node->shard), {},
            node->session->status(), node->session->store()->unseen()};
        status.place = node->place;
        for (const auto &range : node->shard.ranges)
            status.slotBounds.emplace_back(range.first, range.last);
        unseen.push_back(status.unseen);
        if (m_unseenBefore && !m_unseenBefore->empty())
            status.unseen = std::make_shared<const std::vector<UnseenSpan>>(
                unseenOfAny({m_unseenBefore, status.unseen}));
        nodes->push_back(std::move(status));
    }
    takeUnseen(std::move(unseen));
    Snapshot snapshot;
    snapshot.takenAt = begin;
    m_items->publish(snapshot);
    snapshot.unseen = m_unseen;
    snapshot.status = clusterStatus(*nodes, m_nodes.leftOut(), m_given.display());
    const Traffic &ended = m_nodes.endedTraffic();
    snapshot.status.commands += ended.commands;
    snapshot.status.bytes += ended.bytesSent + ended.bytesReceived;
    snapshot.status.waitersRound = m_waiters.round();
    snapshot.nodes = std::move(nodes);
    snapshot.takenAtUtc = std::chrono::system_clock::now();
    Q_EMIT published(snapshot);
    m_pace.note(begin, Instant::clock::now() - begin);
    m_pace.askAt(m_items->alerts.nextDue());
}

} // namespace lockstep
