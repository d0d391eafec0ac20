// When one of the three connections is lost, all are opened anew: the invalidations
// are redirected to the subscriber and end with it, and what one connection reports means nothing
// without the others.
//
// A peer may accept every connection and close it a moment later: a proxy that does not like a
// command, a server whose output buffers are too small for us. So the pause before the next attempt
// grows until connections have lasted for a while; that a handshake succeeded says nothing. After
// connections that lasted, the next attempt is made at once.
//
// Behind a balancer the three may reach different servers. A redirection to a client of another
// server is accepted when that number is taken there, and no word ever comes. So each is asked for
// the run_id of its server, and opened again until it is that of the first. Rejected: to go on with
// what there is and poll, because names would be listed on one server and read on the other.
//
// Sentinels find the primary for all three together, and all of them are listened to as long as the
// server is watched: the old primary may keep its connections open, and one Sentinel that stands
// still or is cut off would not tell. They take seconds to replace a primary, and the pauses have
// grown by then, so the next attempt is made when they name another one.

#include "core/watch/link/watchlinks.h"

#include "core/redis/values/coretext.h"
#include "core/redis/values/errorclasses.h"
#include "core/watch/link/allowlist.h"
#include "core/watch/link/infotext.h"
#include "core/watch/link/notouch.h"

#include <QRandomGenerator>

#include <algorithm>

namespace lockstep {

namespace {

constexpr qint64 largestReply = 64LL * 1024 * 1024;
constexpr auto firstReconnectPause = Milliseconds(100);
constexpr auto longestReconnectPause = Milliseconds(5000);
constexpr auto stableAfter = std::chrono::seconds(10);
// Connections are opened again at most this often in one attempt. In trials with ten servers behind
// a balancer, in turn or at random, that was enough to reach the right one.
constexpr int mostReopened = 64;

using Counts = std::map<QByteArray, qint64>;

// "get", "memory|usage".
QByteArray nameInStatistics(const Command &command)
{
    const auto &words = command.words();
    const auto name = words.first().toLower();
    for (const char *container : {"client", "cluster", "config", "memory", "pubsub"}) {
        if (name == container && words.size() > 1)
            return name + '|' + words.at(1).toLower();
    }
    return name;
}

std::unique_ptr<Connection> makeConnection(const Endpoint &endpoint, const char *name,
    Milliseconds commandTimeout, const std::shared_ptr<Counts> &counts,
    const std::shared_ptr<SentinelLookup> &sentinels)
{
    ConnectionOptions options;
    options.clientName = name;
    options.commandTimeout = commandTimeout;
    options.maxReplyBytes = largestReply;
    options.sentinels = sentinels;
    options.permit = [counts](const Command &command) {
        const bool isAllowed = isAllowedForWatching(command);
        if (isAllowed)
            ++(*counts)[nameInStatistics(command)];
        return isAllowed;
    };
    return std::make_unique<Connection>(endpoint, options);
}

std::shared_ptr<SentinelLookup> makeLookup(const Endpoint &endpoint)
{
    return endpoint.isFoundBySentinels()
        ? std::make_shared<SentinelLookup>(endpoint, SentinelLookup::Subscribe::ToAll)
        : nullptr;
}

} // namespace

WatchLinks::WatchLinks(const Endpoint &endpoint, Milliseconds commandTimeout,
    Milliseconds signInPause, Replicas replicas)
    : m_endpoint(endpoint)
    , m_lookup(makeLookup(endpoint))
    , m_counts(std::make_shared<Counts>())
    , m_reader(makeConnection(endpoint, "lockstep-reader", commandTimeout, m_counts, m_lookup))
    , m_scanner(makeConnection(endpoint, "lockstep-scanner", commandTimeout, m_counts, m_lookup))
    , m_subscriber(
          makeConnection(endpoint, "lockstep-subscriber", commandTimeout, m_counts, m_lookup))
    , m_replicas(replicas)
    , m_backoff(firstReconnectPause, longestReconnectPause, QRandomGenerator::global()->generate())
    , m_signInBackoff(signInPause, 20 * signInPause, QRandomGenerator::global()->generate())
{
    m_next.setSingleShot(true);
    connect(&m_next, &QTimer::timeout, this, &WatchLinks::attempt);
    if (m_lookup)
        connect(m_lookup.get(), &SentinelLookup::found, this, &WatchLinks::onFound);
    for (auto *link : all()) {
        connect(link, &Connection::opened, this, [this, link] { onOpened(link); });
        connect(link, &Connection::failed, this, &WatchLinks::fail);
        connect(link, &Connection::lost, this, &WatchLinks::onLost);
    }
}

std::array<Connection *, 3> WatchLinks::all() const
{
    return {m_reader.get(), m_scanner.get(), m_subscriber.get()};
}

void WatchLinks::open()
{
    attempt();
}

bool WatchLinks::retry()
{
    if (m_state != State::Waiting)
        return false;
    m_next.stop();
    attempt();
    return true;
}

void WatchLinks::openAnew()
{
    closeAll();
    attempt();
}

// Sentinels are asked anew, because they tell of no primary that an administrator has given them,
// but not after they have told of one: whoever knows it may be the last to answer.
void WatchLinks::attempt()
{
    if (m_lookup && !std::exchange(m_isFollowing, false))
        m_lookup->ask();
    openAll();
}

void WatchLinks::openAll()
{
    m_state = State::Opening;
    m_isCompared = {};
    m_server.clear();
    m_reopened = 0;
    for (auto *link : all())
        link->keepOpen();
}

void WatchLinks::close()
{
    for (auto *link : all())
        link->disconnect(this);
    m_next.stop();
    if (m_lookup) {
        m_lookup->disconnect(this);
        m_lookup->stop();
    }
    closeAll();
}

void WatchLinks::closeAll()
{
    m_state = State::Closed;
    for (auto *link : all())
        link->close();
}

Traffic WatchLinks::traffic() const
{
    Traffic sum;
    for (const auto *link : all()) {
        const auto one = link->traffic();
        sum.commands += one.commands;
        sum.bytesSent += one.bytesSent;
        sum.bytesReceived += one.bytesReceived;
    }
    return sum;
}

std::optional<Instant> WatchLinks::waitingSince() const
{
    std::optional<Instant> oldest;
    for (const auto *link : all()) {
        if (const auto since = link->waitingSince())
            oldest = std::min(oldest.value_or(*since), *since);
    }
    return oldest;
}

void WatchLinks::onOpened(Connection *link)
{
    link->send({"INFO", "server"}, [this, link](const Result<Reply> &info) {
        if (m_state == State::Opening && link->state() == Connection::State::Open)
            onAnswered(link, info);
    });
}

void WatchLinks::onAnswered(Connection *link, const Result<Reply> &info)
{
    if (!info && isTransient(info.error().code))
        return fail(info.error()); // as with BUSY: no other command would be answered either
    const auto text = info ? info->text : QByteArray();
    if (modeOfServer(text) == "sentinel")
        return fail({ErrorCode::IsSentinel, {}});
    if (m_server.isEmpty())
        m_server = text;
    else if (infoField(text, "run_id") != infoField(m_server, "run_id"))
        return reopen(link);
    const auto links = all();
    const auto place = std::find(links.begin(), links.end(), link) - links.begin();
    m_isCompared.at(static_cast<std::size_t>(place)) = true;
    if (std::all_of(m_isCompared.begin(), m_isCompared.end(), [](bool isSame) { return isSame; }))
        begin();
}

void WatchLinks::reopen(Connection *link)
{
    if (++m_reopened > mostReopened)
        return fail({ErrorCode::ServerError,
            CoreText::tr("each connection to this address reaches another server")});
    link->close();
    link->keepOpen();
}

void WatchLinks::begin()
{
    m_state = State::Open;
    m_signInBackoff.reset();
    m_openedAt = std::chrono::steady_clock::now();
    const auto mode = modeOfServer(m_server);
    const bool mayBeCluster =
        m_replicas == Replicas::Answer && (mode.isEmpty() || mode == "cluster");
    for (auto *link : {m_reader.get(), m_scanner.get()}) {
        // So that our reading does not count as use of a key. Servers before 7.2 refuse it, and
        // the watch does without.
        if (supportsNoTouch(m_server))
            link->send({"CLIENT", "NO-TOUCH", "ON"}, [](const Result<Reply> &) {});
        // A replica of a Cluster, also one that was a primary a moment ago, answers only then.
        if (mayBeCluster) {
            link->send({"READONLY"}, [this, mode](const Result<Reply> &reply) {
                if (mode.isEmpty() || reply || reply.error().code != ErrorCode::NoPerm)
                    return;
                Q_EMIT denied({"READONLY", MissingPermission::Effect::NoReplica,
                    reply.error().detail, MissingPermission::Cause::NotPermitted, {"READONLY"}});
            });
        }
    }
    Q_EMIT opened();
    if (const auto refusal = m_lookup ? m_lookup->epochRefusal() : std::nullopt)
        Q_EMIT denied({"SENTINEL MASTER", MissingPermission::Effect::NoEpoch, refusal->detail,
            MissingPermission::Cause::NotPermitted, {}}); // not to be asked of the server
}

void WatchLinks::onLost(const Error &error)
{
    if (m_state == State::Opening)
        return fail(error);
    if (m_state != State::Open)
        return;
    Milliseconds pause(0);
    if (std::chrono::steady_clock::now() - m_openedAt < stableAfter)
        pause = m_backoff.next();
    else
        m_backoff.reset();
    closeAll();
    m_state = State::Waiting;
    m_isFollowing = error.code == ErrorCode::PrimaryReplaced;
    m_next.start(pause);
    Q_EMIT lost(error, pause);
}

void WatchLinks::fail(const Error &error)
{
    if (m_state != State::Opening)
        return;
    closeAll();
    // A wrong password does not become right by trying, and trying may lock the account. But an
    // administrator may set it right.
    auto &backoff = isAboutCredentials(error.code) ? m_signInBackoff : m_backoff;
    const auto pause = backoff.next();
    m_state = State::Waiting;
    m_isFollowing = error.code == ErrorCode::PrimaryReplaced;
    m_next.start(pause);
    Q_EMIT failed(error, pause);
}

// Connections to the former one end by themselves.
void WatchLinks::onFound(const HostPort &primary)
{
    const QString before = std::exchange(m_named, primary.display());
    if (before.isEmpty() || before == m_named)
        return;
    m_backoff.reset();
    if (m_state != State::Waiting)
        return;
    m_next.stop();
    openAll();
}

} // namespace lockstep
