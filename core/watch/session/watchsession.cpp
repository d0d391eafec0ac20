#include "core/watch/session/watchsession.h"

#include "core/watch/discovery/feedprefixes.h"
#include "core/watch/link/infotext.h"
#include "core/watch/link/refused.h"
#include "core/watch/readers/reader.h"

// How a name becomes a row:
//
//     inventory (SCAN) ─┐             ┌─ prober: type, size, a bounded look ─┐
//     feed (new names) ─┴─ namesieve ─┴─ catalogue: what is it? ─────────────┤
//     feed (known names), deadlines, polling ─────────── reader: value and PTTL ── ledger ──
//     publish

namespace lockstep {

namespace {

constexpr auto keepGone = std::chrono::minutes(10);
constexpr auto keepGoneWhenMany = std::chrono::minutes(1);
constexpr std::size_t manyGone = 10'000;
constexpr std::size_t mostNamesWaiting = 8'192; // to be looked at, before the inventory waits
constexpr auto silence = Milliseconds(500); // longer than an answer may take unremarked
constexpr auto longSilence = std::chrono::seconds(2); // what was seen last is no longer shown as it
                                                      // is

} // namespace

WatchSession::WatchSession(const Endpoint &endpoint, std::shared_ptr<const Catalogue> catalogue,
    const WatchOptions &options, std::unique_ptr<WatchSession> before)
    : m_catalogue(std::move(catalogue))
    , m_links(endpoint, options.commandTimeout)
    , m_budget(options.busyShare)
    , m_ledger(before ? std::move(before->m_ledger) : Ledger(options.mostObjects))
    , m_reader(m_links.reader(), &m_ledger, options.refresh, Pacer(&m_budget), this)
    , m_rereader(&m_ledger, &m_reader, Pacer(&m_budget), this)
    , m_prober(m_links.scout(), Pacer(&m_budget), this)
    , m_inventory(m_links.scout(), options.prefix, Pacer(&m_budget), this)
    , m_sieve(m_catalogue, options.prefix, &m_ledger, &m_prober, &m_reader, this)
    , m_feed(m_links.reader(), m_links.scout(), m_links.ears(), options.prefix, options.feedBudget,
          this)
    , m_pulse(m_links.scout(), m_links.reader(), m_links.ears(), options.heartbeat, this)
    , m_passes(
          {&m_inventory, &m_sieve, &m_ledger, &m_reader, &m_rereader}, options.inventoryEvery, this)
    , m_deadlines(&m_ledger, &m_reader, this)
    , m_waiters(m_links.scout(), &m_ledger, this)
    , m_clients(m_links.scout(), options.mostClients, this)
    , m_pace(options.refresh, this)
    , m_widenEvery(options.widenEvery)
{
    if (before) {
        m_trafficBefore = before->traffic();
        m_wasConnected = before->m_wasConnected;
        m_lostAt = before->m_lostAt;
        m_status.serverRunId = before->m_status.serverRunId;
        m_status.link = m_wasConnected ? LinkState::Reconnecting : LinkState::Connecting;
    }
    m_status.user = endpoint.user;
    m_status.address = endpoint.display();
    m_status.prefix = options.prefix;
    m_ledger.setServerTime(m_pulse.time()); // ours, until the server has told its own
    m_ledger.setRelabel([this](const Item &item, const Reading &reading) {
        return m_catalogue->recogniseToken(item.key, reading, m_pulse.time());
    });
    m_ledger.setClockCheck([this] { return takeClockJump(); });
    wireLinks();
    wireFeed();
    wirePasses();
    wireReading();
    connect(&m_pace, &PublishPace::due, this, &WatchSession::publish);
}

WatchSession::~WatchSession()
{
    // The last words of the connections must not reach parts that are gone already.
    m_reader.clear();
    m_prober.clear();
    m_inventory.stop();
    m_feed.stop();
    m_links.close();
}

void WatchSession::wireLinks()
{
    connect(&m_links, &WatchLinks::opened, this, &WatchSession::onOpened);
    connect(&m_links, &WatchLinks::failed, this, &WatchSession::onFailed);
    connect(&m_links, &WatchLinks::lost, this, &WatchSession::onLost);
    connect(&m_pulse, &ServerPulse::flushed, &m_passes, &PassSchedule::noteFlush);
    connect(&m_pulse, &ServerPulse::swapped, &m_passes, &PassSchedule::lookAtEverything);
    connect(&m_pulse, &ServerPulse::counted, this, &WatchSession::onServerCounted);
    connect(&m_pulse, &ServerPulse::tableTold, this, &WatchSession::onTableTold);
    connect(&m_pulse, &ServerPulse::beat, this,
        [this] { m_budget.noteRoundTrip(m_pulse.latency().value_or(std::chrono::hours(1))); });
    connect(&m_links, &WatchLinks::denied, this, &WatchSession::onDenied);
    m_pulse.setSample([this] { return m_ledger.anyKey(); });
    connect(&m_pulse, &ServerPulse::refused, this,
        [this](const auto &error) { setTrouble(Trouble::Answers, error); });
    // In a Cluster the slots have gone elsewhere, or this node serves them for another now.
    connect(&m_pulse, &ServerPulse::movedAway, &m_passes, &PassSchedule::lookAtEverything);
    connect(&m_pulse, &ServerPulse::denied, this, &WatchSession::onDenied);
    connect(&m_pulse, &ServerPulse::identified, &m_pace, &PublishPace::ask);
    connect(&m_pulse, &ServerPulse::timeChanged, this, [this] {
        m_reader.setServerTime(m_pulse.time());
        m_sieve.setServerTime(m_pulse.time());
        m_ledger.setServerTime(m_pulse.time());
        if (m_clockJumps.noteServerTime(m_pulse.time()))
            m_passes.lookAtEverything();
    });
}

void WatchSession::wireFeed()
{
    m_feed.setFallback([this](std::size_t most) {
        FeedPrefixes prefixes(m_catalogue->prefixes());
        m_ledger.forEach([&](const QByteArray &key, const ItemPtr &) { prefixes.count(key); });
        return prefixes.ranked(most);
    });
    connect(&m_feed, &ChangeFeed::decided, this, &WatchSession::onFeedDecided);
    connect(&m_feed, &ChangeFeed::changed, this, &WatchSession::onChanged);
    connect(&m_feed, &ChangeFeed::flushed, &m_passes, &PassSchedule::noteFlush);
    connect(&m_feed, &ChangeFeed::overflowed, &m_passes, &PassSchedule::lookAtEverything);
    connect(&m_feed, &ChangeFeed::narrowed, this, &WatchSession::onFeedNarrowed);
    connect(&m_feed, &ChangeFeed::checked, this, &WatchSession::onFeedChecked);
    connect(&m_feed, &ChangeFeed::denied, this, &WatchSession::onDenied);
}

void WatchSession::wirePasses()
{
    connect(&m_inventory, &Inventory::found, this, [this](const std::vector<Reply> &names) {
        for (const auto &name : names)
            m_sieve.meet(name.text);
        holdInventory();
    });
    connect(&m_prober, &Prober::progressed, this, &WatchSession::holdInventory);
    connect(&m_sieve, &NameSieve::missed, &m_passes, &PassSchedule::passSoon);
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
    connect(&m_sieve, &NameSieve::dropped, &m_deadlines, &DeadlineReader::forget);
}

void WatchSession::wireReading()
{
    connect(&m_reader, &ItemReader::read, this, &WatchSession::onRead);
    connect(&m_reader, &ItemReader::denied, this, &WatchSession::onDenied);
    connect(&m_reader, &ItemReader::movedAway, this,
        [this](const QByteArray &, const Error &error) { onMovedAway(error); });
    connect(&m_reader, &ItemReader::refused, this,
        [this](const auto &error) { setTrouble(Trouble::Reading, error); });
    connect(&m_reader, &ItemReader::batchDone, &m_pace, &PublishPace::ask);
    connect(&m_reader, &ItemReader::batchDone, this, &WatchSession::checkFirstInventory);
    connect(&m_waiters, &WaiterCount::counted, &m_pace, &PublishPace::ask);
    connect(&m_waiters, &WaiterCount::denied, this, &WatchSession::onDenied);
    connect(&m_clients, &ClientLookup::finished, this, &WatchSession::clientsListed);
}

void WatchSession::listClients()
{
    m_clients.look();
}

void WatchSession::start()
{
    m_pace.start();
    m_links.open();
}

void WatchSession::setCatalogue(std::shared_ptr<const Catalogue> catalogue)
{
    m_catalogue = std::move(catalogue);
    if (m_sieve.setCatalogue(m_catalogue))
        m_passes.passNow();
    m_pace.ask(); // what is ignored now has gone already
}

void WatchSession::onOpened()
{
    m_budget.reset();
    m_evictions.reset();
    m_shareMeter.reset();
    m_passes.begin(m_wasConnected ? m_lostAt : std::chrono::steady_clock::now());
    m_status.link = LinkState::Connected;
    m_clockJumps.forgetServer();
    m_troubles.clear();
    m_status.nextAttempt.reset();
    m_status.missing.clear();
    noteServer();
    m_pulse.start(m_links.server());
    m_feed.start();
    m_waiters.start();
    m_deadlines.start();
    m_pace.ask();
}

// After a gap it may be another server, or a new process without its data, or we may be permitted
// more.
void WatchSession::noteServer()
{
    const auto runId = QString::fromUtf8(infoField(m_links.server(), "run_id"));
    const auto before = std::exchange(m_status.serverRunId, runId);
    if (!std::exchange(m_wasConnected, true))
        return;
    m_ledger.beginUnseen(m_lostAt, std::chrono::steady_clock::now());
    if (!before.isEmpty() && !runId.isEmpty() && before != runId)
        m_ledger.noteRestart();
    m_sieve.forgetNothings();
}

void WatchSession::onFailed(const Error &error, std::optional<Milliseconds> nextAttempt)
{
    setTrouble(Trouble::Link, error);
    if (nextAttempt) {
        m_status.nextAttempt = std::chrono::steady_clock::now() + *nextAttempt;
    } else {
        m_status.nextAttempt.reset();
        m_status.link = LinkState::Stopped;
    }
    m_pace.ask();
}

void WatchSession::onLost(const Error &error, Milliseconds nextAttempt)
{
    // A link may have been silent for long before it is given up, or known to be cut.
    m_lostAt = std::max(m_pulse.lastAnswer(), m_reader.lastReading().value_or(Instant()));
    if (const auto unseen = m_passes.unseenSince())
        m_lostAt = std::min(m_lostAt, *unseen); // nothing was read since the gap before
    m_lostAt = std::min(m_lostAt, m_status.unseenSince.value_or(m_lostAt));
    m_status.link = LinkState::Reconnecting;
    m_status.nextAttempt = std::chrono::steady_clock::now() + nextAttempt;
    m_troubles.clear();
    setTrouble(Trouble::Link, error);
    m_feed.stop();
    m_pulse.stop();
    m_passes.stop();
    m_reader.clear();
    m_prober.clear();
    m_inventory.hold(false);
    m_sieve.stop();
    m_deadlines.stop();
    m_waiters.stop();
    m_pace.ask();
}

void WatchSession::onFeedDecided()
{
    m_sieve.setAllAnnounced(m_feed.announcesAll());
    m_passes.goOn(m_feed.mode() == WatchMode::Polling, m_feed.announcesAll());
    m_pace.ask();
}

void WatchSession::onFeedNarrowed()
{
    onFeedDecided();
}

void WatchSession::onFeedChecked()
{
    m_reader.updatePace(std::chrono::steady_clock::now());
    const auto announced = m_reader.announcements();
    if (m_evictions.update(announced.read, announced.inVain))
        m_pulse.askTable();
}

void WatchSession::onTableTold(std::optional<qint64> limit)
{
    const auto others = m_shareMeter.othersPerSecond(std::chrono::steady_clock::now());
    if (!m_evictions.isFull(m_pulse.figures().trackedKeys(), limit, others))
        return;
    if (!m_feed.dropped().isEmpty())
        m_passes.expectOldNames(); // it announces everything again
    m_feed.giveUpTable();
}

void WatchSession::onServerCounted()
{
    const auto &figures = m_pulse.figures();
    const auto now = std::chrono::steady_clock::now();
    m_shareMeter.update(now, figures, m_links.commandCounts(), m_feed.messages());
    const auto others = m_shareMeter.othersPerSecond(now);
    m_reader.setOthers(others);
    m_feed.setOthers(others);
    m_sieve.setSharesServer(
        figures.hasKeysOutside(m_links.reader()->endpoint().database).value_or(true));
}

// SCAN finds names faster than they can be looked at.
void WatchSession::holdInventory()
{
    const auto waiting = m_prober.waiting();
    if (waiting >= mostNamesWaiting)
        m_inventory.hold(true);
    else if (waiting < mostNamesWaiting / 2)
        m_inventory.hold(false);
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
    m_feed.widen();
}

void WatchSession::onPassFinished()
{
    setTrouble(Trouble::Pass, std::nullopt);
    if (!std::exchange(m_someMovedAway, false))
        setTrouble(Trouble::Cluster, std::nullopt);
    checkFirstInventory();
    m_pace.ask();
}

void WatchSession::onPassDelayed(const Error &error)
{
    setTrouble(Trouble::Pass, error);
}

void WatchSession::onMovedAway(const Error &error)
{
    m_someMovedAway = true;
    // Each names its own slot and node; the first is told for all.
    if (!m_troubles.isSet(Trouble::Cluster))
        setTrouble(Trouble::Cluster, error);
}

void WatchSession::setTrouble(Trouble source, const std::optional<Error> &error)
{
    m_troubles.set(source, error, std::chrono::steady_clock::now());
    m_pace.ask();
}

void WatchSession::onPassImpossible(const Error &error)
{
    if (const auto missing = missingFor("SCAN", MissingPermission::Effect::NoInventory, error))
        onDenied(*missing);
    checkFirstInventory();
}

void WatchSession::onChanged(const std::vector<QByteArray> &keys)
{
    for (const auto &key : keys)
        m_sieve.announce(key);
    m_feed.setUseful(m_reader.wants());
}

void WatchSession::onRead(const QByteArray &key)
{
    const auto item = m_ledger.item(key);
    const auto deadline = item ? nextTurn(*item) : std::nullopt;
    m_sieve.noteRead(key, deadline.has_value());
    m_deadlines.note(key, deadline);
}

void WatchSession::onDenied(const MissingPermission &missing)
{
    auto &known = m_status.missing;
    const bool isKnown = std::any_of(known.begin(), known.end(),
        [&](const auto &m) { return m.command == missing.command && m.effect == missing.effect; });
    if (isKnown)
        return;
    known.push_back(missing);
    m_pace.ask();
}

void WatchSession::forgetLongGone()
{
    const auto gone = m_ledger.entries() - static_cast<std::size_t>(m_ledger.objects());
    const auto keep = gone > manyGone ? keepGoneWhenMany : keepGone;
    const auto forgotten = m_ledger.forgetGoneBefore(std::chrono::steady_clock::now() - keep);
    if (forgotten.empty())
        return;
    for (const auto &key : forgotten)
        m_deadlines.forget(key);
    m_sieve.forgetGone(forgotten);
}

void WatchSession::checkFirstInventory()
{
    if (m_prober.isIdle())
        m_sieve.forgetOrigins();
    if (m_firstInventoryDone || !m_passes.isFirstOver() || !m_prober.isIdle())
        return;
    if (!m_reader.isIdle() && !m_ledger.allRead())
        return;
    m_firstInventoryDone = true;
    publish();
    Q_EMIT inventoryFinished();
}

// Whatever jumped, all deadlines that were read before are wrong, so everything is read again: when
// it was the server's clock, that has begun already.
std::optional<Instant> WatchSession::takeClockJump()
{
    const auto jump = m_clockJumps.take();
    if (!jump)
        return {};
    if (jump->slept)
        QMetaObject::invokeMethod(
            &m_passes, [this] { m_passes.lookAtEverything(); }, Qt::QueuedConnection);
    return jump->since;
}

void WatchSession::publish()
{
    const auto begin = std::chrono::steady_clock::now();
    fillStatus(begin);
    Snapshot snapshot;
    snapshot.takenAt = begin;
    m_ledger.publish(snapshot);
    snapshot.status = m_status;
    snapshot.takenAtUtc = std::chrono::system_clock::now();
    Q_EMIT published(snapshot);
    m_pace.note(begin, std::chrono::steady_clock::now() - begin);
}

void WatchSession::fillStatus(Instant now)
{
    fillCost(now);
    m_status.trouble = m_troubles.gravest();
    m_status.serverVersion = m_pulse.version();
    m_status.serverProgram = m_pulse.program();
    m_status.serverMode = m_pulse.mode();
    m_status.serverRole = m_pulse.role();
    m_status.latency = m_pulse.latency();
    m_status.mode = m_feed.mode();
    m_status.modeReason = m_feed.reason();
    m_status.droppedPrefixes = m_feed.dropped();
    m_status.keysSeen = m_inventory.keysSeen();
    m_status.inventoryRunning = m_inventory.isRunning();
    m_status.objects = m_ledger.objects();
    m_status.keysTooLarge = m_sieve.tooLarge();
    m_status.objectsLeftOut = m_sieve.leftOut();
    m_status.waitersRound = m_waiters.round();
    m_status.firstInventoryDone = m_firstInventoryDone;
    m_status.keysInDatabase = m_pulse.figures().keysIn(m_links.reader()->endpoint().database);
    m_status.keysWatched = m_ledger.objects() + m_sieve.parts();
    m_status.staleness = staleness(now);
    m_status.unseenSince = unseenSince(now);
    if (m_status.unseenSince && m_links.areOpen())
        m_ledger.noteSilence(*m_status.unseenSince);
    m_status.restOfCounters = m_reader.rest(Family::Counter);
    m_status.restOfLocks = m_reader.rest(Family::Lock);
    m_status.expiryLagMedian = m_ledger.expiryLags().median();
    m_status.expiryLagWorst = m_ledger.expiryLags().worst();
}

void WatchSession::fillCost(Instant now)
{
    const auto total = traffic();
    m_status.commands = total.commands;
    m_status.bytes = total.bytesSent + total.bytesReceived;
    m_cost.update(now,
        {m_status.commands, m_status.bytes,
            m_reader.busy() + m_inventory.busy() + m_prober.busy()});
    const auto rates = m_cost.rates();
    m_status.commandsPerSecond = rates.commandsPerSecond;
    m_status.bytesPerSecond = rates.bytesPerSecond;
    const auto measured = m_shareMeter.share(now);
    m_status.busyShareIsMeasured = measured.has_value();
    m_status.busyShare = measured.value_or(rates.busyShare);
}

Traffic WatchSession::traffic() const
{
    auto sum = m_links.traffic();
    sum.commands += m_trafficBefore.commands;
    sum.bytesSent += m_trafficBefore.bytesSent;
    sum.bytesReceived += m_trafficBefore.bytesReceived;
    return sum;
}

std::optional<Instant> WatchSession::unseenSince(Instant now) const
{
    if (!m_links.areOpen())
        return m_wasConnected ? std::optional(m_lostAt) : std::nullopt;
    const auto waiting = m_links.waitingSince();
    return waiting && now - *waiting >= longSilence ? waiting : std::nullopt;
}

std::optional<Milliseconds> WatchSession::staleness(Instant now)
{
    if (!m_wasConnected)
        return {};
    auto age = now - m_lostAt;
    if (m_links.areOpen()) {
        // Just after a batch nothing waits, but what comes next will wait as long as that did.
        age = m_reader.longestWait(now);
        const auto consider = [&](const std::optional<Instant> &since) {
            age = std::max(age, now - since.value_or(now));
        };
        consider(m_reader.waitingSince());
        consider(m_rereader.knownSince());
        consider(m_passes.unseenSince());
        consider(m_troubles.refusedSince());
        if (const auto silent = m_pulse.waitingSince(); silent && now - *silent > silence)
            consider(silent);
    }
    return std::chrono::duration_cast<Milliseconds>(age);
}

} // namespace lockstep
