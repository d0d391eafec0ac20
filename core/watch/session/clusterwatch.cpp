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
//
// Rejected: a watch for each node whose snapshots are merged afterwards. A key that moves would be
// in two of them for a while, or in none, and no one of them could tell that from an event.

#include "core/watch/session/clusterwatch.h"

#include "core/watch/session/clusterstatus.h"

#include <algorithm>
#include <set>
#include <utility>

namespace lockstep {

namespace {

// For so long the objects of a node that answers nothing are shown as they were, if other nodes
// answer.
constexpr auto unseenBeforeHiding = std::chrono::seconds(2);
constexpr auto betweenQuestions = std::chrono::seconds(2); // about keys that have moved

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

// In the order of their first slots, and no more than are watched at once.
std::vector<ClusterShard> watchedShards(const ClusterSlots &slots)
{
    auto shards = slots.shards();
    std::sort(
        shards.begin(), shards.end(), [](const ClusterShard &left, const ClusterShard &right) {
            return left.ranges.front().first < right.ranges.front().first;
        });
    if (shards.size() > ClusterWatch::mostNodes)
        shards.resize(ClusterWatch::mostNodes);
    return shards;
}

} // namespace

struct ClusterWatch::Node
{
    ClusterShard shard;
    QString address; // as the nodes tell it, or the given one where this node does not know its own
    std::unique_ptr<WatchSession> session;
};

ClusterWatch::ClusterWatch(const Endpoint &given, const ClusterSlots &slots,
    std::shared_ptr<const Catalogue> catalogue, const WatchOptions &options)
    : m_given(given)
    , m_catalogue(std::move(catalogue))
    , m_options(options)
    , m_items(std::make_shared<SharedItems>(SharedItems::Of::Cluster))
    , m_pace(options.refresh, this)
    , m_waiters([this] { return waiterNodes(); }, this)
    , m_slots(slots)
    , m_look(given, this)
{
    m_look.setSessions([this] { return sessions(); });
    // Not while a session is in the middle of what it does with an answer.
    connect(&m_look, &ClusterLook::changed, this, &ClusterWatch::follow, Qt::QueuedConnection);
    connect(
        &m_look, &ClusterLook::confirmed, this, &ClusterWatch::askForMoved, Qt::QueuedConnection);
    connect(&m_pace, &PublishPace::due, this, &ClusterWatch::publish);
    connect(&m_waiters, &WaiterCount::counted, &m_pace, &PublishPace::ask);
    connect(&m_waiters, &WaiterCount::counted, this, &ClusterWatch::checkFirstInventory);
    connect(&m_waiters, &WaiterCount::queuesMayBeOld, this,
        [this](const std::vector<QByteArray> &locks) {
            for (WatchSession *session : sessions()) {
                std::vector<QByteArray> own;
                std::copy_if(locks.begin(), locks.end(), std::back_inserter(own),
                    [session](const QByteArray &key) { return session->store()->contains(key); });
                session->read(own);
            }
        });
    connect(&m_waiters, &WaiterCount::denied, this, [this](const MissingPermission &missing) {
        for (WatchSession *session : sessions())
            session->noteDenied(missing);
    });
}

ClusterWatch::~ClusterWatch()
{
    // What waits for answers ends with the sessions: while it is still there, but nobody else is
    // told.
    m_waiters.disconnect();
    m_look.disconnect();
    for (const auto &node : m_nodes)
        node->session->disconnect();
    m_nodes.clear();
}

void ClusterWatch::start()
{
    m_pace.start();
    follow(m_slots);
    m_waiters.start();
}

ClusterWatch::Node *ClusterWatch::ownerOf(const QByteArray &key) const
{
    return m_owners.at(static_cast<std::size_t>(hashSlot(key)));
}

std::vector<WatchSession *> ClusterWatch::sessions() const
{
    std::vector<WatchSession *> all;
    for (const auto &node : m_nodes) {
        if (node->session) // none while one takes the place of another
            all.push_back(node->session.get());
    }
    return all;
}

void ClusterWatch::follow(const ClusterSlots &slots)
{
    std::array<ItemStore *, hashSlotCount> before{};
    std::transform(m_owners.begin(), m_owners.end(), before.begin(),
        [](const Node *node) { return node ? node->session->store() : nullptr; });
    std::vector<std::pair<Node *, QString>> begins; // with the slots that it takes over
    for (const ClusterShard &shard : watchedShards(slots)) {
        const auto known = std::find_if(m_nodes.begin(), m_nodes.end(),
            [&shard](const auto &node) { return node->shard.primary.id == shard.primary.id; });
        Node *node = known != m_nodes.end() ? known->get() : successionOf(shard, slots);
        if (!node)
            node = m_nodes.emplace_back(std::make_unique<Node>()).get();
        const bool isNew = !node->session;
        const bool isFailover = !isNew && node->shard.primary.id != shard.primary.id;
        const bool isElsewhere = !isNew && node->shard.primary.address != shard.primary.address;
        node->shard = shard;
        if (isNew || isFailover || isElsewhere)
            begins.emplace_back(node, isFailover ? slotRangesOf(shard) : QString());
    }
    m_slots = slots;
    const auto ended = endSessions(slots);
    std::sort(m_nodes.begin(), m_nodes.end(), [](const auto &left, const auto &right) {
        return left->shard.ranges.front().first < right->shard.ranges.front().first;
    });
    m_owners.fill(nullptr);
    // Those that have lost slots to nobody keep these only.
    for (const bool areServing : {false, true}) {
        for (const auto &node : m_nodes) {
            if (isPrimaryIn(slots, *node) != areServing)
                continue;
            for (const auto &range : node->shard.ranges)
                std::fill(
                    m_owners.begin() + range.first, m_owners.begin() + range.last + 1, node.get());
        }
    }
    for (const auto &[node, taken] : begins)
        beginSession(node, taken);
    handOverMoved(before);
    m_look.setKnown(slots);
    m_pace.ask();
}

bool ClusterWatch::isPrimaryIn(const ClusterSlots &slots, const Node &node)
{
    return std::any_of(slots.shards().begin(), slots.shards().end(),
        [&node](const ClusterShard &each) { return each.primary.id == node.shard.primary.id; });
}

// The node whose place the shard's primary has taken; nullptr: none.
ClusterWatch::Node *ClusterWatch::successionOf(
    const ClusterShard &shard, const ClusterSlots &slots) const
{
    for (const auto &node : m_nodes) {
        if (!isPrimaryIn(slots, *node) && overlap(node->shard, shard))
            return node.get();
    }
    return nullptr;
}

// Whether others serve all that the node has served.
bool ClusterWatch::areServedBy(const Node &node, const ClusterSlots &slots) const
{
    for (const auto &range : node.shard.ranges) {
        for (int slot = range.first; slot <= range.last; ++slot) {
            const ClusterShard *const owner = slots.ownerOf(slot);
            if (!owner || owner->primary.id == node.shard.primary.id)
                return false;
        }
    }
    return true;
}

// What they know is returned. A node that has lost its slots to nobody is waited for.
std::vector<std::unique_ptr<ItemStore>> ClusterWatch::endSessions(const ClusterSlots &slots)
{
    std::vector<std::unique_ptr<ItemStore>> stores;
    std::erase_if(m_nodes, [&](const std::unique_ptr<Node> &node) {
        if (!node->session || !areServedBy(*node, slots))
            return false;
        node->session->disconnect();
        stores.push_back(node->session->takeStore());
        return true;
    });
    return stores;
}

void ClusterWatch::handOverMoved(const std::array<ItemStore *, hashSlotCount> &before)
{
    std::set<std::pair<ItemStore *, Node *>> moves;
    for (std::size_t slot = 0; slot < before.size(); ++slot) {
        Node *const to = m_owners.at(slot);
        if (before.at(slot) && to && to->session->store() != before.at(slot))
            moves.emplace(before.at(slot), to);
    }
    std::set<Node *> gained;
    for (const auto &[from, to] : moves) {
        handOver(from, to);
        gained.insert(to);
    }
    for (const Node *node : gained)
        node->session->lookForMovedKeys();
}

void ClusterWatch::handOver(ItemStore *from, Node *to)
{
    to->session->read(from->handOver(
        to->session->store(), [&](const QByteArray &key) { return ownerOf(key) == to; }));
}

void ClusterWatch::beginSession(Node *node, const QString &takenSlots)
{
    const HostPort &told = node->shard.primary.address;
    const Endpoint endpoint = told.host.isEmpty() ? m_given : m_given.at(m_given.reached(told));
    node->address = told.host.isEmpty() ? m_given.display() : told.display();
    auto before = std::move(node->session);
    if (before)
        before->disconnect();
    const auto serves = [this, node](const QByteArray &key) { return ownerOf(key) == node; };
    node->session = std::make_unique<WatchSession>(endpoint, m_catalogue, m_options,
        std::move(before), ClusterMembership{m_items, &m_pace, serves, node->address, takenSlots});
    WatchSession *const session = node->session.get();
    connect(session, &WatchSession::slotsInDoubt, &m_look, &ClusterLook::lookSoon);
    connect(session, &WatchSession::lost, &m_look, &ClusterLook::lookSoon);
    connect(session, &WatchSession::inventoryFinished, this, &ClusterWatch::checkFirstInventory);
    connect(session, &WatchSession::clientsListed, this, &ClusterWatch::onClientsListed);
    session->start();
}

// Those whose slot is still being moved, or was moved before it was known. While it is, only its
// node knows of each key whether it has left.
void ClusterWatch::askForMoved()
{
    const auto now = Instant::clock::now();
    if (now - m_askedForMoved < betweenQuestions)
        return;
    for (const auto &node : m_nodes) {
        std::vector<QByteArray> keys;
        for (const QByteArray &key : node->session->movedAway()) {
            if (node->session->store()->contains(key) && ownerOf(key) == node.get())
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
    const auto all = sessions();
    if (m_hasFirstInventory || !std::all_of(all.begin(), all.end(), [](const auto *session) {
            return session->hasFirstInventory();
        }))
        return;
    if (m_waiters.countFirst())
        return; // counted() follows
    m_hasFirstInventory = true;
    publish();
    Q_EMIT inventoryFinished();
}

void ClusterWatch::listClients()
{
    if (m_clientsAwaited > 0)
        return; // its answer is everybody's
    const auto all = sessions();
    m_clients = {};
    m_clientsAwaited = static_cast<int>(all.size());
    for (WatchSession *session : all)
        session->listClients();
}

// Each node numbers its clients by itself, so a number tells nothing of which one is meant.
void ClusterWatch::onClientsListed(const ClientList &list)
{
    m_clients.connected += list.connected;
    m_clients.tooMany |= list.tooMany;
    if (list.trouble && !m_clients.trouble) {
        m_clients.trouble = list.trouble;
        m_clients.refused = list.refused;
    }
    for (ClientEntry client : list.clients) {
        client.id = -1;
        m_clients.clients.push_back(std::move(client));
    }
    if (--m_clientsAwaited > 0)
        return;
    if (m_clients.tooMany || m_clients.trouble)
        m_clients.clients.clear();
    Q_EMIT clientsListed(std::exchange(m_clients, {}));
}

void ClusterWatch::retry()
{
    for (WatchSession *session : sessions())
        session->retry();
}

void ClusterWatch::setCatalogue(std::shared_ptr<const Catalogue> catalogue)
{
    m_catalogue = std::move(catalogue);
    for (WatchSession *session : sessions())
        session->setCatalogue(m_catalogue);
}

void ClusterWatch::signIn(const Endpoint &given)
{
    m_given = given;
    m_look.setGiven(given);
    m_clientsAwaited = 0;
    for (const auto &node : m_nodes)
        beginSession(node.get(), {});
}

std::vector<WaiterCount::Node> ClusterWatch::waiterNodes() const
{
    std::vector<WaiterCount::Node> nodes;
    for (WatchSession *session : sessions()) {
        if (session->isConnected())
            nodes.push_back(session->waiterNode());
    }
    return nodes;
}

// While no node is seen, everything is shown as of the moment when one was seen last.
void ClusterWatch::hideUnseen(Instant now)
{
    const auto all = sessions();
    const bool isAnySeen = std::any_of(all.begin(), all.end(), [](const WatchSession *session) {
        return session->isConnected() && !session->status().unseenSince;
    });
    if (!isAnySeen)
        return;
    for (WatchSession *session : all) {
        const auto &unseenSince = session->status().unseenSince;
        if (unseenSince && now - *unseenSince >= unseenBeforeHiding)
            session->hideObjects();
    }
}

void ClusterWatch::publish()
{
    const auto begin = Instant::clock::now();
    auto nodes = std::make_shared<std::vector<NodeStatus>>();
    std::vector<std::shared_ptr<const std::vector<UnseenSpan>>> unseenOfNodes;
    for (WatchSession *session : sessions())
        session->updateStatus(begin);
    hideUnseen(begin);
    for (const auto &node : m_nodes) {
        const auto &unseen = node->session->store()->unseen();
        NodeStatus status{
            node->address, slotRangesOf(node->shard), {}, node->session->status(), unseen};
        for (const auto &range : node->shard.ranges)
            status.slotBounds.emplace_back(range.first, range.last);
        nodes->push_back(std::move(status));
        unseenOfNodes.push_back(unseen);
    }
    if (unseenOfNodes != m_unseenOfNodes) {
        m_unseen = std::make_shared<const std::vector<UnseenSpan>>(unseenOfAny(unseenOfNodes));
        m_unseenOfNodes = std::move(unseenOfNodes);
    }
    Snapshot snapshot;
    snapshot.takenAt = begin;
    m_items->publish(snapshot);
    snapshot.unseen = m_unseen;
    const auto leftOut =
        static_cast<int>(m_slots.shards().size() - std::min(m_slots.shards().size(), mostNodes));
    snapshot.status = clusterStatus(*nodes, leftOut, m_given.display());
    snapshot.status.waitersRound = m_waiters.round();
    snapshot.nodes = std::move(nodes);
    snapshot.takenAtUtc = std::chrono::system_clock::now();
    Q_EMIT published(snapshot);
    m_pace.note(begin, Instant::clock::now() - begin);
}

} // namespace lockstep
