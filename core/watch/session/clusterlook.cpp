// One node in turn is asked, and where it tells something else than is known, all are: while slots
// or roles change the nodes learn of it one after the other, and a node that is cut off from the
// others may tell what was true long ago. Most of them decide, without those that say themselves
// that the Cluster is down. CLUSTER SLOTS tells no epochs, by which it could be told who is right.

#include "core/watch/session/clusterlook.h"

#include "core/watch/link/allowlist.h"
#include "core/watch/session/watchsession.h"

#include <algorithm>
#include <map>

namespace lockstep {

namespace {

constexpr auto usualPause = std::chrono::seconds(5);
constexpr auto pauseInDoubt = Milliseconds(500);
constexpr auto doubtLasts = std::chrono::seconds(10);
// A node that is gone for long comes back some time, or another one takes its place.
constexpr auto pauseInLongDoubt = Milliseconds(1500);
constexpr auto longDoubt = std::chrono::minutes(1);

// A text that is equal for two answers if the same primaries serve the same slots at the same
// addresses. Replicas are left out, because nodes may disagree about them for long.
QByteArray outlineOf(const ClusterSlots &slots)
{
    QByteArray outline;
    for (const ClusterShard &shard : slots.shards()) {
        outline += shard.primary.id + ' ' + shard.primary.address.display().toUtf8();
        for (const auto &range : shard.ranges)
            outline += ' ' + QByteArray::number(range.first) + '-' + QByteArray::number(range.last);
        outline += '\n';
    }
    return outline;
}

} // namespace

// The answers of nodes that were asked together.
struct ClusterLook::Vote
{
    std::vector<ClusterSlots> answers;
    std::size_t pending = 0;
};

ClusterLook::ClusterLook(const Endpoint &given, QObject *parent)
    : QObject(parent)
{
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &ClusterLook::look);
    setGiven(given);
}

void ClusterLook::setGiven(const Endpoint &given)
{
    m_given = given;
    ConnectionOptions options;
    options.clientName = "lockstep-scanner";
    options.permit = isAllowedForWatching;
    m_seed = std::make_unique<Connection>(given, options);
    connect(m_seed.get(), &Connection::opened, this, &ClusterLook::lookByGiven);
}

void ClusterLook::setKnown(const ClusterSlots &slots)
{
    m_known = slots;
    m_lastLook = Instant::clock::now();
    ++m_run;
    arm();
}

void ClusterLook::lookSoon()
{
    m_doubtedAt = Instant::clock::now();
    arm();
}

void ClusterLook::arm()
{
    const auto now = Instant::clock::now();
    const auto all = m_sessions();
    const bool isInDoubt = now - m_doubtedAt < doubtLasts || connected().size() < all.size();
    if (!isInDoubt)
        m_inDoubtSince.reset();
    else if (!m_inDoubtSince)
        m_inDoubtSince = now;
    // Each attempt to reach a node that is gone doubts anew, for as long as it is gone.
    const bool isLong = isInDoubt && now - *m_inDoubtSince > longDoubt;
    const Milliseconds pause = !isInDoubt ? usualPause : isLong ? pauseInLongDoubt : pauseInDoubt;
    const auto wait = std::chrono::ceil<Milliseconds>(m_lastLook + pause - now);
    m_timer.start(std::max(wait, Milliseconds(0)));
}

std::vector<WatchSession *> ClusterLook::connected() const
{
    auto sessions = m_sessions();
    std::erase_if(sessions, [](const WatchSession *session) { return !session->isConnected(); });
    return sessions;
}

void ClusterLook::look()
{
    m_lastLook = Instant::clock::now();
    arm();
    const auto sessions = connected();
    if (sessions.empty())
        return lookByGiven();
    m_seed->close();
    sessions[m_turn++ % sessions.size()]->askSlots(
        [this, run = m_run](const Result<ClusterSlots> &slots) {
            if (run == m_run)
                take(slots);
        });
}

// Asks by the given address, unless a password was refused: trying again may lock the account.
void ClusterLook::lookByGiven()
{
    const auto sessions = m_sessions();
    if (std::any_of(sessions.begin(), sessions.end(), [](const WatchSession *session) {
            return session->status().link == LinkState::Stopped;
        }))
        return m_seed->close();
    if (m_seed->state() == Connection::State::Closed)
        return m_seed->keepOpen();
    if (m_seed->state() != Connection::State::Open)
        return;
    m_seed->send({"CLUSTER", "SLOTS"}, [this, run = m_run](const Result<Reply> &reply) {
        const auto slots = reply ? ClusterSlots::fromReply(*reply, m_seed->server())
                                 : tl::unexpected(reply.error());
        if (run != m_run || !slots || slots->shards().empty() || !connected().empty())
            return;
        if (outlineOf(*slots) != outlineOf(m_known))
            Q_EMIT changed(*slots);
    });
}

// An error, or a node that knows of no slots, tells nothing: the next look is armed already.
void ClusterLook::take(const Result<ClusterSlots> &slots)
{
    if (!slots || slots->shards().empty())
        return;
    if (outlineOf(*slots) == outlineOf(m_known))
        Q_EMIT confirmed();
    else
        askAll();
}

void ClusterLook::askAll()
{
    lookSoon();
    auto sessions = connected();
    const auto isDown = [](const WatchSession *session) {
        const auto &trouble = session->status().trouble;
        return trouble && trouble->code == ErrorCode::ClusterDown;
    };
    if (!std::all_of(sessions.begin(), sessions.end(), isDown))
        std::erase_if(sessions, isDown);
    const auto vote = std::make_shared<Vote>();
    vote->pending = sessions.size();
    for (WatchSession *session : sessions) {
        session->askSlots([this, vote, run = m_run](const Result<ClusterSlots> &slots) {
            if (slots && !slots->shards().empty())
                vote->answers.push_back(*slots);
            if (--vote->pending == 0 && run == m_run)
                count(*vote);
        });
    }
}

void ClusterLook::count(const Vote &vote)
{
    std::map<QByteArray, std::vector<const ClusterSlots *>> told;
    for (const ClusterSlots &answer : vote.answers)
        told[outlineOf(answer)].push_back(&answer);
    for (const auto &[outline, answers] : told) {
        if (answers.size() * 2 > vote.answers.size() && outline != outlineOf(m_known))
            Q_EMIT changed(*answers.front());
    }
}

} // namespace lockstep
