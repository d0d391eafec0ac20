// How a name becomes a row:
//
//     inventory (SCAN) ─┐             ┌─ prober: type, size, a bounded look ─┐
//     feed (new names) ─┴─ keytriage ─┴─ catalogue: what is it? ─────────────┤
//     feed (known names), deadlines, polling ─────────── reader: value and PTTL ── store ──
//     publish

#include "core/watch/session/watchsession.h"

#include "core/watch/link/infotext.h"
#include "core/watch/link/missingpermission.h"
#include "core/watch/readers/reader.h"

namespace lockstep {

namespace {

constexpr int beatsPerPermissionCheck = 2;
// Objects of which an alert is due are read at once, so many for each snapshot; the others wait for
// the budget, which new names may take for as long as they come.
constexpr std::size_t alertReadingsAtOnce = 16;

} // namespace

WatchSession::WatchSession(const Endpoint &endpoint, std::shared_ptr<const Catalogue> catalogue,
    const WatchOptions &options, std::unique_ptr<WatchSession> before,
    std::optional<ClusterMembership> membership)
    : m_catalogue(std::move(catalogue))
    , m_membership(std::move(membership))
    , m_links(endpoint, options.commandTimeout, options.signInPause,
          m_membership ? WatchLinks::Replicas::Redirect : WatchLinks::Replicas::Answer)
    , m_budget(options.serverTimeShare)
    , m_store(before ? before->takeStore()
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
    , m_waiters([this] { return WaiterCount::Nodes{{waiterNode()}}; }, this)
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
    m_reader.setLocksMayRest(options.locksMayRest);
    m_reader.timing().setStalls(&m_silence.stalls());
    if (before)
        goOnFrom(*before);
    setServerTime(m_clockJumps.time());
    m_store->shared()->setAlertRules(m_catalogue->alertRules());
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

// It has ended when its store was taken.
void WatchSession::goOnFrom(const WatchSession &before)
{
    m_report.continueFrom(before.m_report);
    m_clockJumps.continueFrom(before.m_clockJumps);
    const bool hasUntold = before.m_membership && !before.m_membership->takenSlots.isEmpty();
    if (m_membership && m_membership->takenSlots.isEmpty() && hasUntold)
        m_membership->takenSlots = before.m_membership->takenSlots;
}

WatchSession::~WatchSession()
{
    // Closing the connections ends requests with an error, which must not reach deleted parts.
    stopParts();
    m_links.close();
}

void WatchSession::end()
{
    if (isConnected()) {
        m_clockJumps.noteAwake();
        m_report.noteClosed();
    }
    stopParts();
    m_links.close();
}

std::unique_ptr<ItemStore> WatchSession::takeStore()
{
    end();
    m_store->setRelabel([](const Item &, const Reading &) { return std::nullopt; });
    m_store->setClockCheck({});
    m_store->setTaken({});
    return std::move(m_store);
}

std::unique_ptr<ItemStore> WatchSession::takeStoreAfterGap()
{
    const auto now = std::chrono::steady_clock::now();
    if (const auto gap = takeGap())
        m_store->beginUnseen(gap->from, now, m_closedFor, gap->slept);
    return takeStore();
}

// One gap of a clock that has jumped and of the connection.
std::optional<WatchSession::Gap> WatchSession::takeGap()
{
    const auto jump = m_clockJumps.take();
    const auto lostAt = m_report.lostAt();
    if (!lostAt)
        return std::nullopt;
    return jump ? Gap{std::min(*lostAt, jump->since), jump->slept} : Gap{*lostAt, {}};
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
    m_store->shared()->setAlertRules(m_catalogue->alertRules());
    if (m_triage.setCatalogue(m_catalogue))
        m_passes.passNow();
    m_pace->ask(); // objects that the new rules ignore have already been removed
}

void WatchSession::onOpened()
{
    m_report.forgetMissing(); // what is not permitted now is told from here on
    if (isOfUnknownCluster())
        findCluster();
    else
        beginWatching();
}

void WatchSession::beginWatching()
{
    m_isWatching = true;
    m_someAreShown = true; // all is read again
    m_someAreHidden = false;
    m_mayAskShards = true;
    m_toFollowUp.reset();
    m_budget.reset();
    m_evictions.reset();
    const auto now = std::chrono::steady_clock::now();
    const auto gap = takeGap();
    m_passes.begin(gap ? gap->from : now);
    m_clockJumps.forgetServer();
    // After a gap it may be another server, or a new process without its data, or we may be
    // permitted more.
    const auto runId = QString::fromUtf8(infoField(m_links.server(), "run_id"));
    const bool isAnother = m_report.noteOpened(runId, m_links.primary());
    const auto takenSlots = m_membership ? std::exchange(m_membership->takenSlots, {}) : QString();
    if (gap) {
        noteGap(*gap, now, isAnother, takenSlots);
        m_triage.forgetDismissedAndRefused();
    }
    m_silence.start(now);
    m_heartbeat.start(m_links.server());
    m_feed.start();
    if (!m_membership)
        m_waiters.start();
    m_deadlines.start();
    m_pace->ask();
}

void WatchSession::noteGap(const Gap &gap, Instant now, bool isAnother, const QString &takenSlots)
{
    const auto cause = std::exchange(m_closedFor, UnseenCause::ConnectionLost);
    if (!takenSlots.isEmpty())
        return m_store->beginFailover(gap.from, now, takenSlots);
    m_store->beginUnseen(gap.from, now, cause, gap.slept);
    if (isAnother)
        m_store->noteRestart(m_links.primary());
}

void WatchSession::onFailed(const Error &error, Milliseconds nextAttempt)
{
    m_report.noteFailed(ofNode(error), nextAttempt);
    m_pace->ask();
}

void WatchSession::onLost(const Error &error, Milliseconds nextAttempt)
{
    m_clockJumps.noteAwake();
    m_report.noteLost(error, nextAttempt);
    m_closedFor = UnseenCause::ConnectionLost;
    stopParts();
    m_pace->ask();
}

void WatchSession::stopParts()
{
    m_isWatching = false;
    m_replacedAfter.reset();
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
    m_reader.timing().setPolls(m_feed.mode() == WatchMode::Polling);
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

void WatchSession::onChanged(const std::vector<QByteArray> &keys)
{
    m_silence.noteHeard();
    for (const auto &key : keys) {
        alerts().noteMet(key);
        m_triage.announce(key);
    }
    m_feed.setUsefulNames(m_reader.wants());
}

void WatchSession::onRead(const QByteArray &key)
{
    const auto item = m_store->item(key);
    const auto deadline = item ? nextTurn(*item) : std::nullopt;
    m_triage.noteRead(key, item && item->reading.ttl.deadline());
    m_deadlines.note(key, deadline);
}

void WatchSession::onDenied(const MissingPermission &missing)
{
    if (!m_report.noteDenied(missing))
        return;
    m_permissions.note(missing);
    m_pace->ask();
}

void WatchSession::updateStatus(Instant now)
{
    m_report.update(now);
    m_silence.noteShown(m_report.status().unseenSince);
    if (m_membership)
        showHiddenAgain();
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
    if (jump && jump->isSleep()) {
        setServerTime(m_clockJumps.time());
        m_heartbeat.askTime(); // the server's clock went on while ours stood still
        QMetaObject::invokeMethod(
            &m_passes, [this] { m_passes.lookAtEverything(); }, Qt::QueuedConnection);
    }
    return jump;
}

// What a moment alone would change is read again, see AlertEvaluation.
void WatchSession::readForAlerts(Instant now)
{
    readForAlerts(alerts().takeDue(now, [this](const QByteArray &) { return isSeen(); }), now);
}

void WatchSession::readForAlerts(const std::vector<QByteArray> &keys, Instant now)
{
    if (!isConnected() || keys.empty())
        return;
    std::vector<QByteArray> old = m_reader.falling().workOut(keys, now);
    const auto others = old.begin() + std::ptrdiff_t(std::min(old.size(), alertReadingsAtOnce));
    m_rereader.read({others, old.end()});
    old.erase(others, old.end());
    m_reader.readAlso(std::move(old));
}

void WatchSession::publish()
{
    const auto begin = std::chrono::steady_clock::now();
    readForAlerts(begin);
    Snapshot snapshot;
    snapshot.takenAt = begin;
    m_store->publish(snapshot);
    updateStatus(begin);
    snapshot.status = m_report.status();
    snapshot.takenAtUtc = std::chrono::system_clock::now();
    Q_EMIT published(snapshot);
    m_ownPace.note(begin, std::chrono::steady_clock::now() - begin);
    m_ownPace.askAt(alerts().nextDue());
}

} // namespace lockstep
