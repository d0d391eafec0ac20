// How a name becomes a row:
//
//     inventory (SCAN) ─┐             ┌─ prober: type, size, a bounded look ─┐
//     feed (new names) ─┴─ keytriage ─┴─ catalogue: what is it? ─────────────┤
//     feed (known names), deadlines, polling ─────────── reader: value and PTTL ── store ──
//     publish

#include "core/watch/session/watchsession.h"

#include "core/redis/values/errorclasses.h"
#include "core/watch/discovery/feedprefixes.h"
#include "core/watch/link/infotext.h"
#include "core/watch/link/missingpermission.h"
#include "core/watch/readers/reader.h"

namespace lockstep {

namespace {

constexpr auto keepGone = std::chrono::minutes(10);
constexpr auto keepGoneWhenMany = std::chrono::minutes(1);
constexpr std::size_t manyGone = 10'000;
constexpr int beatsPerPermissionCheck = 2;
constexpr std::size_t mostNamesWaiting = 8'192; // to be looked at, before the inventory waits
constexpr auto findClusterAgain = std::chrono::seconds(1);

} // namespace

WatchSession::WatchSession(const Endpoint &endpoint, std::shared_ptr<const Catalogue> catalogue,
    const WatchOptions &options, std::unique_ptr<WatchSession> before,
    std::optional<ClusterMembership> membership)
    : m_catalogue(std::move(catalogue))
    , m_membership(std::move(membership))
    , m_links(endpoint, options.commandTimeout, options.signInPause,
          m_membership ? WatchLinks::Replicas::Redirect : WatchLinks::Replicas::Answer)
    , m_budget(options.busyShare)
    , m_store(before ? std::move(before->m_store)
                     : std::make_unique<ItemStore>(options.mostObjects,
                         m_membership ? m_membership->items : std::shared_ptr<SharedItems>()))
    , m_reader(m_links.reader(), m_store.get(), options.refresh, Pacer(&m_budget), this)
    , m_rereader(m_store.get(), &m_reader, Pacer(&m_budget), this)
    , m_prober(m_links.scanner(), Pacer(&m_budget), this)
    , m_inventory(m_links.scanner(), options.prefix, Pacer(&m_budget), this)
    , m_triage(m_catalogue, options.prefix, m_store.get(), &m_prober, &m_reader, this)
    , m_feed(m_links.reader(), m_links.scanner(), m_links.subscriber(), options.prefix,
          options.feedBudget, this)
    , m_heartbeat(
          m_links.scanner(), m_links.reader(), m_links.subscriber(), options.heartbeat, this)
    , m_passes({&m_inventory, &m_triage, m_store.get(), &m_reader, &m_rereader},
          options.inventoryEvery, this)
    , m_deadlines(m_store.get(), &m_reader, this)
    , m_waiters([this] { return std::vector{waiterNode()}; }, this)
    , m_clients(m_links.scanner(), options.mostClients, this)
    , m_ownPace(options.refresh, this)
    , m_pace(m_membership ? m_membership->pace : &m_ownPace)
    , m_report({&m_links, m_store.get(), &m_reader, &m_rereader, &m_prober, &m_inventory, &m_triage,
                   &m_feed, &m_heartbeat, &m_passes, &m_waiters, &m_budget},
          endpoint.user, endpoint.display(), options.prefix)
    , m_permissions(m_links.scanner(), m_links.subscriber(),
          beatsPerPermissionCheck * options.heartbeat, this)
    , m_silence(
          {&m_links, m_store.get(), &m_passes, &m_feed, &m_heartbeat}, options.heartbeat, this)
    , m_widenEvery(options.widenEvery)
{
    if (before)
        m_report.continueFrom(before->m_report);
    setServerTime(m_clockJumps.time());
    m_store->setRelabel([this](const Item &item, const Reading &reading) {
        return m_catalogue->recogniseToken(item.key, reading, m_clockJumps.time());
    });
    m_store->setClockCheck([this] { return takeClockJump(); });
    m_store->setTaken([this](const QByteArray &key) {
        m_triage.forgetGone({key});
        m_deadlines.forget(key);
        m_movedAway.remove(key);
    });
    wireLinks();
    wireFeed();
    wirePasses();
    wireReading();
    wireMembership();
}

WatchSession::~WatchSession()
{
    // Closing the connections ends requests with an error, which must not reach deleted parts.
    m_reader.clear();
    m_prober.clear();
    m_inventory.stop();
    m_feed.stop();
    m_links.close();
}

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
    m_triage.setServes(m_membership->serves);
    connect(&m_heartbeat, &ServerHeartbeat::movedAway, this, &WatchSession::slotsInDoubt);
    connect(&m_heartbeat, &ServerHeartbeat::roleChanged, this, [this] {
        if (m_heartbeat.role() == u"slave")
            Q_EMIT slotsInDoubt();
    });
    connect(&m_links, &WatchLinks::lost, this, &WatchSession::lost);
    connect(&m_links, &WatchLinks::failed, this, &WatchSession::lost);
    connect(&m_reader, &ItemReader::movedAway, this,
        [this](const QByteArray &key, const Error &) { m_movedAway.insert(key); });
    connect(&m_reader, &ItemReader::read, this,
        [this](const QByteArray &key) { m_movedAway.remove(key); });
}

void WatchSession::wireLinks()
{
    connect(&m_links, &WatchLinks::opened, this, &WatchSession::onOpened);
    connect(&m_links, &WatchLinks::failed, this, &WatchSession::onFailed);
    connect(&m_links, &WatchLinks::lost, this, &WatchSession::onLost);
    connect(&m_heartbeat, &ServerHeartbeat::flushed, &m_passes, &PassSchedule::noteFlush);
    connect(&m_heartbeat, &ServerHeartbeat::swapped, this, [this](Instant after) {
        m_silence.noteSwapped(after);
        m_passes.lookAtEverything();
    });
    connect(&m_heartbeat, &ServerHeartbeat::notSwapped, &m_silence, &SilenceGap::noteNotSwapped);
    connect(&m_heartbeat, &ServerHeartbeat::dataReplaced, this, [this](Instant after) {
        if (m_membership) // it has become a replica, and the primary is watched instead
            return slotsInDoubt();
        m_store->beginUnseen(after, std::chrono::steady_clock::now(), UnseenCause::DatasetReplaced);
        m_passes.lookAtEverything();
    });
    // A copy of another server's data is announced as a flush.
    m_passes.setBeforeSample([this](const auto &take) { m_heartbeat.checkDataset(take); });
    connect(&m_heartbeat, &ServerHeartbeat::answered, &m_silence, &SilenceGap::noteHeard);
    connect(&m_silence, &SilenceGap::heardAll, m_pace, &PublishPace::ask);
    connect(&m_heartbeat, &ServerHeartbeat::counted, this, &WatchSession::onServerCounted);
    connect(&m_heartbeat, &ServerHeartbeat::tableTold, this, &WatchSession::onTableTold);
    connect(&m_heartbeat, &ServerHeartbeat::beat, this,
        [this] { m_budget.noteRoundTrip(m_heartbeat.latency().value_or(std::chrono::hours(1))); });
    connect(&m_links, &WatchLinks::denied, this, &WatchSession::onDenied);
    // Not in the middle of what the connection that is closed then has to say.
    connect(&m_permissions, &PermissionCheck::permitted, this, &WatchSession::onPermitted,
        Qt::QueuedConnection);
    m_heartbeat.setSample([this] { return m_store->anyKey(); });
    // A replica lets a lock run out that is renewed on the primary which it has lost.
    m_deadlines.setBefore([this](const auto &read) { m_heartbeat.checkPrimary(read); });
    connect(&m_heartbeat, &ServerHeartbeat::refused, this,
        [this](const auto &error) { setTrouble(Trouble::Answers, error); });
    // In a Cluster the slots have gone elsewhere, or this node serves them for another now.
    if (!m_membership)
        connect(
            &m_heartbeat, &ServerHeartbeat::movedAway, &m_passes, &PassSchedule::lookAtEverything);
    connect(&m_heartbeat, &ServerHeartbeat::primaryLost, this, [this](bool isLost) {
        if (isLost)
            m_silence.notePrimaryLost();
        setTrouble(Trouble::Replication,
            isLost ? std::optional(Error{ErrorCode::MasterDown, {}}) : std::nullopt);
    });
    connect(&m_heartbeat, &ServerHeartbeat::denied, this, &WatchSession::onDenied);
    connect(&m_heartbeat, &ServerHeartbeat::identified, m_pace, &PublishPace::ask);
    connect(&m_heartbeat, &ServerHeartbeat::timeTold, this, &WatchSession::noteServerTime);
}

void WatchSession::wireFeed()
{
    m_feed.setFallback([this](std::size_t most) {
        FeedPrefixes prefixes(m_catalogue->prefixes());
        m_store->forEach([&](const QByteArray &key, const ItemPtr &) { prefixes.count(key); });
        return prefixes.ranked(most);
    });
    connect(&m_feed, &ChangeFeed::modeDecided, this, &WatchSession::onFeedDecided);
    connect(&m_feed, &ChangeFeed::changed, this, &WatchSession::onChanged);
    connect(&m_feed, &ChangeFeed::flushed, &m_passes, &PassSchedule::noteFlush);
    connect(&m_feed, &ChangeFeed::overflowed, &m_passes, &PassSchedule::lookAtEverything);
    connect(&m_feed, &ChangeFeed::droppedChanged, this, &WatchSession::onFeedDecided);
    connect(&m_feed, &ChangeFeed::secondEnded, this, &WatchSession::onFeedChecked);
    connect(&m_feed, &ChangeFeed::denied, this, &WatchSession::onDenied);
    connect(&m_feed, &ChangeFeed::notificationsLost, this, [this](Instant after) {
        m_store->beginUnseen(
            after, std::chrono::steady_clock::now(), UnseenCause::NotificationsOff);
        m_rereader.readAll(after);
        m_passes.lookAtEverything();
    });
    connect(
        &m_feed, &ChangeFeed::notificationsReturned, &m_passes, &PassSchedule::lookAtEverything);
    connect(&m_triage, &KeyTriage::found, &m_feed, &ChangeFeed::noteFoundObject);
}

void WatchSession::wirePasses()
{
    connect(&m_inventory, &Inventory::found, this, [this](const std::vector<Reply> &names) {
        for (const auto &name : names)
            m_triage.meet(name.text);
        holdInventory();
    });
    connect(&m_prober, &Prober::progressed, this, &WatchSession::holdInventory);
    connect(&m_triage, &KeyTriage::missed, &m_passes, &PassSchedule::passSoon);
    connect(&m_passes, &PassSchedule::starting, this, &WatchSession::onPassStarting);
    connect(&m_passes, &PassSchedule::finished, this, &WatchSession::onPassFinished);
    connect(&m_passes, &PassSchedule::delayed, this, &WatchSession::onPassDelayed);
    connect(&m_passes, &PassSchedule::impossible, this, &WatchSession::onPassImpossible);
    connect(&m_prober, &Prober::denied, this, &WatchSession::onDenied);
    connect(&m_prober, &Prober::movedAway, this,
        [this](const QByteArray &, const Error &error) { onMovedAway(error); });
    connect(&m_prober, &Prober::refused, this,
        [this](const auto &error) { setTrouble(Trouble::Look, error); });
    connect(&m_prober, &Prober::idle, this, &WatchSession::checkFirstInventory);
    connect(&m_triage, &KeyTriage::dropped, &m_deadlines, &DeadlineReader::forget);
}

void WatchSession::wireReading()
{
    connect(&m_reader, &ItemReader::answered, &m_silence, &SilenceGap::noteHeard);
    connect(&m_reader, &ItemReader::read, this, &WatchSession::onRead);
    connect(&m_reader, &ItemReader::timeTold, this, &WatchSession::noteServerTime);
    connect(&m_reader, &ItemReader::denied, this, &WatchSession::onDenied);
    connect(&m_reader, &ItemReader::movedAway, this,
        [this](const QByteArray &, const Error &error) { onMovedAway(error); });
    connect(&m_reader, &ItemReader::refused, this,
        [this](const auto &error) { setTrouble(Trouble::Reading, error); });
    connect(&m_reader, &ItemReader::batchDone, m_pace, &PublishPace::ask);
    connect(&m_reader, &ItemReader::batchDone, this, &WatchSession::checkFirstInventory);
    connect(&m_waiters, &WaiterCount::counted, m_pace, &PublishPace::ask);
    connect(&m_waiters, &WaiterCount::counted, this, &WatchSession::checkFirstInventory);
    connect(&m_waiters, &WaiterCount::queuesMayBeOld, &m_rereader, &Rereader::read);
    connect(&m_waiters, &WaiterCount::denied, this, &WatchSession::onDenied);
    connect(&m_clients, &ClientLookup::finished, this, &WatchSession::clientsListed);
}

void WatchSession::listClients()
{
    m_clients.look();
}

// A trouble that is still there after it was tried again is reported again.
void WatchSession::retry()
{
    if (!m_links.retry())
        return;
    m_report.noteRetry();
    m_pace->ask();
}

void WatchSession::start()
{
    if (!m_membership)
        m_ownPace.start();
    m_links.open();
}

void WatchSession::setCatalogue(std::shared_ptr<const Catalogue> catalogue)
{
    m_catalogue = std::move(catalogue);
    if (m_triage.setCatalogue(m_catalogue))
        m_passes.passNow();
    m_pace->ask(); // objects that the new rules ignore have already been removed
}

void WatchSession::onOpened()
{
    const bool isOfCluster = infoField(m_links.server(), "redis_mode") == "cluster"
        || infoField(m_links.server(), "server_mode") == "cluster";
    if (isOfCluster && !m_membership)
        findCluster();
    else
        beginWatching();
}

void WatchSession::findCluster()
{
    askSlots([this](const Result<ClusterSlots> &slots) { onSlots(slots); });
}

void WatchSession::askSlots(const std::function<void(const Result<ClusterSlots> &)> &done)
{
    m_links.scanner()->send({"CLUSTER", "SLOTS"}, [this, done](const Result<Reply> &reply) {
        done(reply ? ClusterSlots::fromReply(*reply, m_links.scanner()->endpoint())
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
    if (slots || willPass(slots.error().code)) {
        const auto why = slots
            ? Error{ErrorCode::ClusterDown, QStringLiteral("no node serves any slot")}
            : slots.error();
        setTrouble(Trouble::Cluster, why);
        return m_findAgain.start(findClusterAgain);
    }
    beginWatching();
    onDenied(missingFor({"CLUSTER", "SLOTS"}, Effect::NoCluster, slots.error())
                 .value_or(MissingPermission{"CLUSTER SLOTS", Effect::NoCluster,
                     slots.error().detail, MissingPermission::Cause::Unknown, {}}));
}

void WatchSession::beginWatching()
{
    m_isWatching = true;
    m_objectsAreHidden = false; // all is read again
    m_budget.reset();
    m_evictions.reset();
    const auto now = std::chrono::steady_clock::now();
    auto lostAt = m_report.lostAt();
    if (const auto jump = m_clockJumps.take(); jump && lostAt)
        lostAt = std::min(*lostAt, jump->since); // one gap with that of the connection
    m_passes.begin(lostAt.value_or(now));
    m_clockJumps.forgetServer();
    // After a gap it may be another server, or a new process without its data, or we may be
    // permitted more.
    const auto runId = QString::fromUtf8(infoField(m_links.server(), "run_id"));
    const bool isAnother = m_report.noteOpened(runId, m_links.primary());
    if (lostAt) {
        noteGap(*lostAt, now, isAnother);
        m_triage.forgetDismissed();
    }
    m_silence.start(now);
    m_heartbeat.start(m_links.server());
    m_feed.start();
    if (!m_membership)
        m_waiters.start();
    m_deadlines.start();
    m_pace->ask();
}

void WatchSession::noteGap(Instant lostAt, Instant now, bool isAnother)
{
    const auto cause = std::exchange(m_closedFor, UnseenCause::ConnectionLost);
    const auto taken = m_membership ? std::exchange(m_membership->takenSlots, {}) : QString();
    if (!taken.isEmpty())
        return m_store->beginFailover(lostAt, now, taken);
    m_store->beginUnseen(lostAt, now, cause);
    if (isAnother)
        m_store->noteRestart(m_links.primary());
}

void WatchSession::onFailed(const Error &error, Milliseconds nextAttempt)
{
    m_report.noteFailed(error, nextAttempt);
    m_pace->ask();
}

void WatchSession::onLost(const Error &error, Milliseconds nextAttempt)
{
    m_report.noteLost(error, nextAttempt);
    m_closedFor = UnseenCause::ConnectionLost;
    stopParts();
    m_pace->ask();
}

void WatchSession::stopParts()
{
    m_isWatching = false;
    m_objectsAreHidden = false;
    m_findAgain.stop();
    m_silence.stop();
    m_permissions.stop();
    m_feed.stop();
    m_heartbeat.stop();
    m_passes.stop();
    m_reader.clear();
    m_prober.clear();
    m_inventory.setHeld(false);
    m_triage.stop();
    m_deadlines.stop();
    m_waiters.stop();
}

// Nothing tells what the permission hid so far, so all begins anew.
void WatchSession::onPermitted()
{
    if (!m_links.areOpen())
        return;
    m_report.noteClosed();
    m_closedFor = UnseenCause::NotPermitted;
    stopParts();
    m_links.openAnew();
}

void WatchSession::onFeedDecided()
{
    m_triage.setAllAnnounced(m_feed.announcesAll());
    m_reader.setPolls(m_feed.mode() == WatchMode::Polling);
    m_passes.goOn(m_feed.mode() == WatchMode::Polling, m_feed.announcesAll());
    m_pace->ask();
}

void WatchSession::onFeedChecked()
{
    m_reader.updatePace(std::chrono::steady_clock::now());
    const auto announced = m_reader.announcements();
    if (m_evictions.update(announced.read, announced.inVain))
        m_heartbeat.askTable();
}

void WatchSession::onTableTold(std::optional<qint64> limit)
{
    const auto others = m_report.othersPerSecond(std::chrono::steady_clock::now());
    if (!m_evictions.isFull(m_heartbeat.figures().trackedKeys(), limit, others))
        return;
    if (!m_feed.dropped().isEmpty())
        m_passes.expectOldNames(); // without its table, the server announces every name again
    m_feed.giveUpTable();
}

void WatchSession::onServerCounted()
{
    m_report.noteFigures();
    const auto others = m_report.othersPerSecond(std::chrono::steady_clock::now());
    m_reader.setOthers(others);
    m_feed.setServerLoad(others);
    m_triage.setSharesServer(
        m_heartbeat.figures().hasKeysOutside(m_links.reader()->endpoint().database).value_or(true));
}

// SCAN finds names faster than the prober can look at them, so it pauses while many wait.
void WatchSession::holdInventory()
{
    const auto waiting = m_prober.waiting();
    if (waiting >= mostNamesWaiting)
        m_inventory.setHeld(true);
    else if (waiting < mostNamesWaiting / 2)
        m_inventory.setHeld(false);
}

void WatchSession::onPassStarting()
{
    forgetLongGone();
    const auto now = std::chrono::steady_clock::now();
    if (now - m_widenedAt < m_widenEvery)
        return;
    m_widenedAt = now;
    if (!m_feed.dropped().isEmpty())
        m_passes.expectOldNames(); // under the prefixes that were dropped
    m_feed.announceAllAgain();
}

void WatchSession::onPassFinished()
{
    setTrouble(Trouble::Pass, std::nullopt);
    if (std::exchange(m_someMovedAway, false))
        m_passes.passSoon();
    else
        setTrouble(Trouble::Cluster, std::nullopt);
    // They may have been switched off and on again between two looks at the setting.
    if (m_feed.mode() == WatchMode::Notifications)
        m_rereader.readAll();
    checkFirstInventory();
    m_pace->ask();
}

void WatchSession::onPassDelayed(const Error &error)
{
    setTrouble(Trouble::Pass, error);
}

void WatchSession::onMovedAway(const Error &error)
{
    if (m_membership)
        return slotsInDoubt();
    m_someMovedAway = true;
    m_passes.passSoon(); // a pass that meets no such key ends the trouble
    // Each such error names its own slot and node; the first one is shown for all of them.
    if (!m_report.hasTrouble(Trouble::Cluster))
        setTrouble(Trouble::Cluster, error);
}

void WatchSession::setTrouble(Trouble source, const std::optional<Error> &error)
{
    m_report.setTrouble(source, error);
    if (m_membership && error
        && (error->code == ErrorCode::ClusterDown || error->code == ErrorCode::TryAgain))
        Q_EMIT slotsInDoubt();
    m_pace->ask();
}

void WatchSession::onPassImpossible(const Error &error)
{
    if (const auto missing =
            missingFor({"SCAN", "0"}, MissingPermission::Effect::NoInventory, error))
        onDenied(*missing);
    checkFirstInventory();
}

void WatchSession::onChanged(const std::vector<QByteArray> &keys)
{
    m_silence.noteHeard();
    for (const auto &key : keys)
        m_triage.announce(key);
    m_feed.setUsefulNames(m_reader.wants());
}

void WatchSession::onRead(const QByteArray &key)
{
    const auto item = m_store->item(key);
    const auto deadline = item ? nextTurn(*item) : std::nullopt;
    m_triage.noteRead(key, deadline.has_value());
    m_deadlines.note(key, deadline);
}

void WatchSession::onDenied(const MissingPermission &missing)
{
    if (!m_report.noteDenied(missing))
        return;
    m_permissions.note(missing);
    m_pace->ask();
}

void WatchSession::forgetLongGone()
{
    const auto gone = m_store->entries() - static_cast<std::size_t>(m_store->objects());
    const auto keep = gone > manyGone ? keepGoneWhenMany : keepGone;
    const auto forgotten = m_store->forgetGoneBefore(std::chrono::steady_clock::now() - keep);
    if (forgotten.empty())
        return;
    for (const auto &key : forgotten)
        m_deadlines.forget(key);
    m_triage.forgetGone(forgotten);
}

void WatchSession::checkFirstInventory()
{
    if (m_prober.isIdle())
        m_triage.forgetPendingProbes();
    if (m_report.hasFirstInventory() || !m_passes.isFirstOver() || !m_prober.isIdle())
        return;
    if (!m_reader.isIdle() && !m_store->allRead())
        return;
    if (!m_membership && m_waiters.countFirst())
        return;
    m_report.noteFirstInventory();
    if (!m_membership)
        publish();
    Q_EMIT inventoryFinished();
}

void WatchSession::read(const std::vector<QByteArray> &keys)
{
    if (isConnected())
        m_rereader.read(keys);
}

WaiterCount::Node WatchSession::waiterNode()
{
    const bool hasShards = m_membership
        && (m_heartbeat.program() == u"valkey"
            || m_heartbeat.version().section(u'.', 0, 0).toInt() >= 7);
    return {m_links.scanner(), m_store.get(), hasShards};
}

std::unique_ptr<ItemStore> WatchSession::takeStore()
{
    stopParts();
    m_store->setRelabel([](const Item &, const Reading &) { return std::nullopt; });
    m_store->setClockCheck({});
    m_store->setTaken({});
    return std::move(m_store);
}

void WatchSession::hideObjects()
{
    if (std::exchange(m_objectsAreHidden, true))
        return;
    m_store->makeUnreadable(std::chrono::steady_clock::now());
    m_pace->ask();
}

void WatchSession::updateStatus(Instant now)
{
    m_report.update(now);
    const auto &unseenSince = m_report.status().unseenSince;
    m_silence.noteShown(unseenSince);
    // After a loss of the connection all is read again anyway.
    if (!unseenSince && std::exchange(m_objectsAreHidden, false))
        m_rereader.read(m_store->unreadable());
}

void WatchSession::setServerTime(const ServerTime &time)
{
    m_reader.setServerTime(time);
    m_triage.setServerTime(time);
    m_store->setServerTime(time);
    m_heartbeat.setServerTime(time);
}

// What comes with it is understood by it.
void WatchSession::noteServerTime(const ServerTime &told)
{
    const bool isSet = m_clockJumps.noteServerTime(told);
    setServerTime(m_clockJumps.time());
    if (isSet)
        m_passes.lookAtEverything();
}

// Whatever jumped, all deadlines that were read before are wrong, so everything is read again: when
// it was the server's clock, that has begun already.
std::optional<ClockJump> WatchSession::takeClockJump()
{
    const auto jump = m_clockJumps.take();
    if (jump && jump->slept) {
        setServerTime(m_clockJumps.time());
        m_heartbeat.askTime(); // the server's clock went on while ours stood still
        QMetaObject::invokeMethod(
            &m_passes, [this] { m_passes.lookAtEverything(); }, Qt::QueuedConnection);
    }
    return jump;
}

void WatchSession::publish()
{
    const auto begin = std::chrono::steady_clock::now();
    Snapshot snapshot;
    snapshot.takenAt = begin;
    m_store->publish(snapshot);
    updateStatus(begin);
    snapshot.status = m_report.status();
    snapshot.takenAtUtc = std::chrono::system_clock::now();
    Q_EMIT published(snapshot);
    m_ownPace.note(begin, std::chrono::steady_clock::now() - begin);
}

} // namespace lockstep
