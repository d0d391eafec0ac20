// The part of WatchSession that concerns Clusters: it finds out that its server is a node of one,
// and as the watch of such a node it has the others told where slots have gone, and hides what
// nobody tells of.

#include "core/redis/values/coretext.h"
#include "core/redis/values/errorclasses.h"
#include "core/redis/values/redirection.h"
#include "core/watch/link/infotext.h"
#include "core/watch/link/missingpermission.h"
#include "core/watch/session/watchsession.h"

namespace lockstep {

namespace {

constexpr auto findClusterAgain = std::chrono::seconds(1);
// So a node that is idle is asked for less than one command a second, however many keys it has.
constexpr auto pausePerCall = std::chrono::seconds(4);

} // namespace

// A node of a Cluster publishes nothing: what all of them know is published together.
void WatchSession::wireMembership()
{
    m_findAgain.setSingleShot(true);
    connect(&m_findAgain, &QTimer::timeout, this, &WatchSession::findCluster);
    if (!m_membership) {
        connect(&m_ownPace, &PublishPace::due, this, &WatchSession::publish);
        return;
    }
    m_store->setNode(m_membership->node);
    m_passes.setPausePerCall(pausePerCall);
    m_triage.setServes(m_membership->serves);
    connect(&m_heartbeat, &ServerHeartbeat::movedAway, this, &WatchSession::slotsInDoubt);
    connect(&m_heartbeat, &ServerHeartbeat::roleChanged, this, &WatchSession::onRoleChanged);
    connect(&m_links, &WatchLinks::lost, this, &WatchSession::lost);
    connect(&m_links, &WatchLinks::failed, this, &WatchSession::lost);
    connect(&m_reader, &ItemReader::movedAway, this,
        [this](const QByteArray &key, const Error &) { m_movedAway.insert(key); });
    connect(&m_reader, &ItemReader::read, this,
        [this](const QByteArray &key) { m_movedAway.remove(key); });
}

// A node that has become a replica is left for its primary, unless it is the primary again before
// anybody has told who serves its slots.
void WatchSession::onRoleChanged()
{
    if (m_heartbeat.role() == u"slave")
        Q_EMIT slotsInDoubt();
    else if (const auto after = std::exchange(m_replacedAfter, std::nullopt))
        onDataReplaced(*after);
}

void WatchSession::onDataReplaced(Instant after)
{
    if (m_membership && m_heartbeat.role() == u"slave") {
        m_replacedAfter = m_replacedAfter.value_or(after);
        return slotsInDoubt();
    }
    m_store->beginUnseen(after, std::chrono::steady_clock::now(), UnseenCause::DatasetReplaced);
    m_passes.lookAtEverything();
}

bool WatchSession::isOfUnknownCluster() const
{
    const bool isOfCluster = modeOfServer(m_links.server()) == "cluster"
        || infoField(m_links.server(), "server_mode") == "cluster";
    return isOfCluster && !m_membership;
}

void WatchSession::findCluster()
{
    askSlots([this](const Result<ClusterSlots> &slots) { onSlots(slots); });
}

void WatchSession::askSlots(const std::function<void(const Result<ClusterSlots> &)> &done)
{
    m_links.scanner()->send({"CLUSTER", "SLOTS"}, [this, done](const Result<Reply> &reply) {
        done(reply ? ClusterSlots::fromReply(*reply, m_links.scanner()->server())
                   : tl::unexpected(reply.error()));
    });
}

// Without the command, the node is watched alone.
void WatchSession::onSlots(const Result<ClusterSlots> &slots)
{
    using Effect = MissingPermission::Effect;
    if (!m_links.areOpen())
        return; // all begins anew
    if (slots && !slots->shards().empty())
        return Q_EMIT foundCluster(*slots);
    if (slots || isTransient(slots.error().code)) {
        const auto why = slots
            ? Error{ErrorCode::ClusterDown, CoreText::tr("no node serves any slot")}
            : slots.error();
        setTrouble(Trouble::Cluster, why);
        return m_findAgain.start(findClusterAgain);
    }
    beginWatching();
    onDenied(missingFor({"CLUSTER", "SLOTS"}, Effect::NoCluster, slots.error())
                 .value_or(MissingPermission{"CLUSTER SLOTS", Effect::NoCluster,
                     slots.error().detail, MissingPermission::Cause::Unknown, {}}));
}

// A node that has been reached once is at that address, and now away.
Error WatchSession::ofNode(const Error &error) const
{
    if (!m_membership || !m_membership->told || m_report.lostAt())
        return error;
    const Endpoint &endpoint = m_links.scanner()->endpoint();
    return nodeError(error, *m_membership->told, {endpoint.host, endpoint.port});
}

void WatchSession::read(const std::vector<QByteArray> &keys)
{
    if (keys.empty())
        return;
    m_someAreShown = true; // which may have come from another node
    if (isConnected())
        m_rereader.read(keys);
}

WaiterCount::Node WatchSession::waiterNode()
{
    const bool hasShards = m_membership && m_mayAskShards
        && (m_heartbeat.program() == u"valkey"
            || m_heartbeat.version().section(u'.', 0, 0).toInt() >= 7);
    return {m_links.scanner(), m_store.get(), hasShards};
}

// A node that was never reached has told nothing either.
std::optional<Instant> WatchSession::unseenSince() const
{
    if (isConnected() || m_report.lostAt())
        return m_report.status().unseenSince;
    return m_madeAt;
}

void WatchSession::hideUnseenObjects(Instant since)
{
    const auto unseen = unseenSince();
    if (!unseen || *unseen > since || !std::exchange(m_someAreShown, false))
        return;
    m_store->hideAll(std::chrono::steady_clock::now());
    m_someAreHidden = true;
    m_pace->ask();
}

// After a loss of the connection all is read again anyway.
void WatchSession::showHiddenAgain()
{
    if (!isConnected() || unseenSince())
        return;
    m_someAreShown = true;
    if (std::exchange(m_someAreHidden, false))
        m_rereader.read(m_store->hidden());
}

} // namespace lockstep
