#include "core/watch/watchsession.h"

#include "core/watch/allowlist.h"
#include "core/watch/feedprefixes.h"
#include "core/watch/passing.h"

// How a name becomes a row:
//
//     inventory (SCAN) ─┐             ┌─ prober: type, size, a bounded look ─┐
//     feed (new names) ─┴─ namesieve ─┴─ catalogue: what is it? ─────────────┤
//     feed (known names), deadlines, polling ─────────── reader: value and PTTL ── ledger ──
//     publish
//
// When one of the three connections is lost, all are opened anew: the redirection of the
// invalidations dies with the listening one, and what was said on one of them means nothing without
// the others.

namespace lockstep {

namespace {

constexpr auto afterDeadline = Milliseconds(1); // PTTL is rounded; a look too early is repeated
// Of what is due later only the readings know. They are gone through in time: an entry for each of
// a million locks that last for an hour would take more memory than the rest of what is known.
constexpr auto soon = std::chrono::seconds(20);
constexpr auto keepGone = std::chrono::minutes(10);
constexpr auto keepGoneWhenMany = std::chrono::minutes(1);
constexpr std::size_t manyGone = 10'000;
constexpr auto pollEvery = Milliseconds(200);
constexpr qint64 pollsPerSecond = 5'000; // objects
constexpr auto waitersEvery = std::chrono::seconds(5);
constexpr std::size_t mostWaiterChannels = 256;
constexpr auto widenAgain = std::chrono::minutes(5);
constexpr int publishShare = 20; // publishing takes at most a twentieth of our time
constexpr auto flushPause = Milliseconds(1000);
constexpr auto silence = Milliseconds(500); // longer than an answer may take unremarked
constexpr qint64 largestReply = 64LL * 1024 * 1024;

} // namespace

WatchSession::WatchSession(const Endpoint &endpoint, std::shared_ptr<const Catalogue> catalogue,
    const WatchOptions &options)
    : m_endpoint(endpoint)
    , m_catalogue(std::move(catalogue))
    , m_options(options)
    , m_readerLink(makeConnection("lockstep-reader"))
    , m_scoutLink(makeConnection("lockstep-scout"))
    , m_earsLink(makeConnection("lockstep-ears"))
    , m_reader(m_readerLink.get(), &m_ledger, options.refresh, this)
    , m_prober(m_scoutLink.get(), Pacer(options.busyShare), this)
    , m_inventory(m_scoutLink.get(), options.prefix, Pacer(options.busyShare), this)
    , m_sieve(m_catalogue, options.prefix, &m_ledger, &m_prober, &m_reader, this)
    , m_feed(m_readerLink.get(), m_scoutLink.get(), m_earsLink.get(), options.prefix,
          options.feedBudget, this)
    , m_pulse(m_scoutLink.get(), {m_readerLink.get(), m_earsLink.get()}, options.heartbeat, this)
    , m_publishEvery(options.refresh / 2)
{
    m_status.user = endpoint.user;
    wire();
}

WatchSession::~WatchSession()
{
    // Their last words must not reach parts that are gone already.
    for (auto *link : links())
        link->disconnect(this);
    m_reader.clear();
    m_prober.clear();
    m_inventory.stop();
    m_feed.stop();
    for (auto *link : links())
        link->close();
}

std::unique_ptr<Connection> WatchSession::makeConnection(const char *name) const
{
    ConnectionOptions options;
    options.clientName = name;
    options.commandTimeout = m_options.commandTimeout;
    options.maxReplyBytes = largestReply;
    options.permit = isAllowedForWatching;
    return std::make_unique<Connection>(m_endpoint, options);
}

std::array<Connection *, 3> WatchSession::links() const
{
    return {m_readerLink.get(), m_scoutLink.get(), m_earsLink.get()};
}

void WatchSession::wire()
{
    for (auto *link : links()) {
        connect(link, &Connection::opened, this, &WatchSession::onOpened);
        connect(link, &Connection::failed, this, &WatchSession::onFailed);
        connect(link, &Connection::lost, this, &WatchSession::onLost);
    }
    m_feed.setFallback([this] {
        FeedPrefixes prefixes;
        m_ledger.forEach([&](const QByteArray &key, const ItemPtr &) { prefixes.count(key); });
        return prefixes.ranked(m_catalogue->prefixes());
    });
    connect(&m_feed, &ChangeFeed::decided, this, &WatchSession::onFeedDecided);
    connect(&m_feed, &ChangeFeed::changed, this, &WatchSession::onChanged);
    connect(&m_feed, &ChangeFeed::flushed, this, &WatchSession::onFlushed);
    connect(&m_feed, &ChangeFeed::narrowed, this, &WatchSession::publishSoon);
    connect(&m_feed, &ChangeFeed::denied, this, &WatchSession::onDenied);
    connect(&m_pulse, &ServerPulse::swept, this, &WatchSession::onFlushed);
    connect(&m_pulse, &ServerPulse::denied, this, &WatchSession::onDenied);
    connect(&m_pulse, &ServerPulse::identified, this, &WatchSession::publishSoon);
    connect(&m_pulse, &ServerPulse::timeChanged, this, [this] {
        m_reader.setServerTime(m_pulse.time());
        m_sieve.setServerTime(m_pulse.time());
    });
    connect(&m_inventory, &Inventory::found, this, [this](const std::vector<Reply> &names) {
        for (const auto &name : names)
            m_sieve.meet(name.text);
    });
    connect(&m_inventory, &Inventory::passFinished, this, &WatchSession::onPassFinished);
    connect(&m_inventory, &Inventory::failed, this, &WatchSession::onPassFailed);
    connect(&m_prober, &Prober::denied, this, &WatchSession::onDenied);
    connect(&m_sieve, &NameSieve::dropped, this,
        [this](const QByteArray &key) { m_deadlines.remove(key); });
    connect(&m_prober, &Prober::idle, this, &WatchSession::checkFirstInventory);
    connect(&m_reader, &ItemReader::read, this, &WatchSession::onRead);
    connect(&m_reader, &ItemReader::denied, this, &WatchSession::onDenied);
    connect(&m_reader, &ItemReader::batchDone, this, &WatchSession::publishSoon);
    connect(&m_reader, &ItemReader::batchDone, this, &WatchSession::checkFirstInventory);

    const auto every = [this](QTimer &timer, void (WatchSession::*slot)(), bool once) {
        timer.setSingleShot(once);
        timer.setTimerType(Qt::PreciseTimer);
        connect(&timer, &QTimer::timeout, this, slot);
    };
    every(m_deadlineTimer, &WatchSession::onDeadline, true);
    every(m_lookAheadTimer, &WatchSession::lookAhead, false);
    every(m_flushTimer, &WatchSession::lookAtEverything, true);
    every(m_publishTimer, &WatchSession::publish, true);
    every(m_passTimer, &WatchSession::startPass, true);
    every(m_pollTimer, &WatchSession::wantAll, false);
    every(m_waitersTimer, &WatchSession::askWaiters, false);
    every(m_retryTimer, &WatchSession::retryPass, true);
    every(m_statusTimer, &WatchSession::publishSoon, false);
}

void WatchSession::start()
{
    m_statusTimer.start(std::chrono::seconds(1));
    for (auto *link : links())
        link->keepOpen();
    publishSoon();
}

void WatchSession::onOpened()
{
    const auto all = links();
    if (std::all_of(all.begin(), all.end(),
            [](auto *link) { return link->state() == Connection::State::Open; }))
        begin();
}

void WatchSession::onFailed(const Error &error, Milliseconds nextAttempt)
{
    m_status.trouble = error;
    m_status.nextAttempt = std::chrono::steady_clock::now() + nextAttempt;
    // A wrong password does not become right by trying, but trying may lock the account.
    if (error.code == ErrorCode::NoAuth || error.code == ErrorCode::WrongPass) {
        for (auto *link : links())
            link->close();
        m_status.link = LinkState::Stopped;
        m_status.nextAttempt.reset();
    }
    publishSoon();
}

void WatchSession::onLost(const Error &error)
{
    if (!m_running)
        return; // one of three while others are opened again
    m_running = false;
    m_lostAt = std::chrono::steady_clock::now();
    m_status.link = LinkState::Reconnecting;
    m_status.trouble = error;
    m_feed.stop();
    m_pulse.stop();
    m_inventory.stop();
    m_reader.clear();
    m_prober.clear();
    m_sieve.stop();
    for (auto *timer : {&m_deadlineTimer, &m_lookAheadTimer, &m_passTimer, &m_pollTimer,
             &m_waitersTimer, &m_retryTimer, &m_flushTimer})
        timer->stop();
    for (auto *link : links()) {
        link->close();
        link->keepOpen();
    }
    publishSoon();
}

void WatchSession::begin()
{
    m_running = true;
    setPassDone(false);
    m_passAgain = false;
    m_status.link = LinkState::Connected;
    m_status.trouble.reset();
    m_status.nextAttempt.reset();
    m_status.missing.clear();
    if (std::exchange(m_wasConnected, true)) {
        m_ledger.beginUnseen();
        // It may be another server now, or we may be permitted more.
        m_sieve.forgetNothings();
    }
    for (auto *link : {m_readerLink.get(), m_scoutLink.get()})
        link->send(
            {"CLIENT", "NO-TOUCH", "ON"}, [](const Result<Reply> &) {}); // from 7.2; a courtesy
    m_pulse.start();
    m_feed.start();
    m_waitersTimer.start(waitersEvery);
    m_lookAheadTimer.start(soon / 2);
    publishSoon();
}

void WatchSession::setPassDone(bool done)
{
    m_passDone = done;
    m_sieve.setFirstPassOver(done);
}

void WatchSession::onFeedDecided()
{
    if (m_feed.mode() == WatchMode::Polling)
        m_pollTimer.start(pollEvery);
    else
        m_pollTimer.stop();
    if (!m_passDone && !m_inventory.isRunning()) {
        wantAll();
        startPass();
    }
    publishSoon();
}

void WatchSession::startPass()
{
    forgetLongGone();
    const auto now = std::chrono::steady_clock::now();
    if (now - m_widenedAt >= widenAgain) {
        m_widenedAt = now;
        m_feed.widen();
    }
    m_sieve.startPass();
    m_passTimer.stop();
    m_inventory.startPass();
}

// What was loaded meanwhile was not announced.
void WatchSession::retryPass()
{
    wantAll();
    startPass();
}

void WatchSession::onPassFailed(const Error &error)
{
    if (!m_running)
        return;
    if (!willPass(error.code)) {
        onDenied({"SCAN", MissingPermission::Effect::NoInventory, error.detail});
        setPassDone(true);
        checkFirstInventory();
        return;
    }
    m_status.trouble = error; // LOADING, MASTERDOWN, BUSY: it will pass
    m_retryTimer.start(Milliseconds(500));
    publishSoon();
}

void WatchSession::onPassFinished()
{
    setPassDone(true);
    m_status.trouble.reset();
    for (const auto &key : m_ledger.notMet(m_sieve.pass()))
        m_reader.want(key);
    if (std::exchange(m_passAgain, false))
        m_passTimer.start(flushPause);
    else if (m_options.inventoryEvery > Milliseconds(0))
        m_passTimer.start(m_options.inventoryEvery);
    checkFirstInventory();
    publishSoon();
}

void WatchSession::onFlushed()
{
    if (!m_running || m_flushTimer.isActive())
        return;
    const auto since = std::chrono::steady_clock::now() - m_flushedAt;
    m_flushTimer.start(since >= flushPause ? Milliseconds(0)
                                           : std::chrono::ceil<Milliseconds>(flushPause - since));
}

// Somebody may flush some database many times a second, and a pass that always begins anew never
// ends. So flushes that follow each other count as one, and a running pass is finished first.
void WatchSession::lookAtEverything()
{
    m_flushedAt = std::chrono::steady_clock::now();
    m_sieve.forgetNothings();
    m_sieve.forgetTooLarge();
    wantAll();
    m_passAgain = m_inventory.isRunning();
    if (!m_passAgain)
        startPass();
}

void WatchSession::wantAll()
{
    if (m_feed.mode() == WatchMode::Polling && m_pollTimer.isActive()) {
        const auto pace = Milliseconds(m_ledger.objects() * 1000 / pollsPerSecond);
        m_pollTimer.setInterval(std::max(pollEvery, pace));
    }
    m_ledger.forEach([this](const QByteArray &key, const ItemPtr &) { m_reader.want(key); });
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
    const auto deadline = item ? item->reading.ttl.deadline() : std::nullopt;
    m_sieve.noteRead(key, deadline.has_value());
    if (!deadline || *deadline - std::chrono::steady_clock::now() > soon)
        return m_deadlines.remove(key);
    m_deadlines.set(key, *deadline + afterDeadline);
    armDeadline();
}

void WatchSession::lookAhead()
{
    const auto until = std::chrono::steady_clock::now() + soon;
    m_ledger.forEach([this, until](const QByteArray &key, const ItemPtr &item) {
        const auto deadline = item ? item->reading.ttl.deadline() : std::nullopt;
        if (deadline && *deadline <= until)
            m_deadlines.set(key, *deadline + afterDeadline);
    });
    armDeadline();
}

void WatchSession::onDenied(const MissingPermission &missing)
{
    auto &known = m_status.missing;
    const bool isKnown = std::any_of(known.begin(), known.end(),
        [&](const auto &m) { return m.command == missing.command && m.effect == missing.effect; });
    if (isKnown)
        return;
    known.push_back(missing);
    publishSoon();
}

void WatchSession::onDeadline()
{
    for (const auto &key : m_deadlines.takeDue(std::chrono::steady_clock::now()))
        m_reader.want(key);
    armDeadline();
}

void WatchSession::armDeadline()
{
    const auto next = m_deadlines.next();
    if (!next)
        return m_deadlineTimer.stop();
    const auto wait = std::chrono::ceil<Milliseconds>(*next - std::chrono::steady_clock::now());
    const auto bounded = std::clamp(wait, Milliseconds(0), Milliseconds(3'600'000));
    if (!m_deadlineTimer.isActive() || m_deadlineTimer.remainingTimeAsDuration() > bounded)
        m_deadlineTimer.start(bounded);
}

void WatchSession::askWaiters()
{
    std::vector<QByteArray> keys;
    Command command{"PUBSUB", "NUMSUB"};
    m_ledger.forEach([&](const QByteArray &key, const ItemPtr &item) {
        if (!item || item->format->family() != Family::Lock || keys.size() >= mostWaiterChannels)
            return;
        const auto channel = item->format->waitersChannel(key);
        if (channel.isEmpty())
            return;
        keys.push_back(key);
        command << channel;
    });
    if (keys.empty())
        return;
    m_scoutLink->send(command, [this, keys](const Result<Reply> &reply) {
        if (!reply) {
            if (reply.error().code == ErrorCode::NoPerm)
                onDenied(
                    {"PUBSUB NUMSUB", MissingPermission::Effect::NoWaiters, reply.error().detail});
            return;
        }
        for (std::size_t i = 0; i < keys.size() && 2 * i + 1 < reply->elements.size(); ++i)
            m_ledger.setWaiters(keys[i], static_cast<int>(reply->elements[2 * i + 1].integer));
        publishSoon();
    });
}

void WatchSession::forgetLongGone()
{
    const auto gone = m_ledger.entries() - static_cast<std::size_t>(m_ledger.objects());
    const auto keep = gone > manyGone ? keepGoneWhenMany : keepGone;
    const auto forgotten = m_ledger.forgetGoneBefore(std::chrono::steady_clock::now() - keep);
    if (forgotten.empty())
        return;
    for (const auto &key : forgotten)
        m_deadlines.remove(key);
    m_sieve.forgetGone(forgotten);
}

void WatchSession::checkFirstInventory()
{
    if (m_prober.isIdle())
        m_sieve.forgetOrigins();
    if (m_firstInventoryDone || !m_passDone || !m_prober.isIdle())
        return;
    if (!m_reader.isIdle() && !m_ledger.allRead())
        return;
    m_firstInventoryDone = true;
    publish();
    Q_EMIT inventoryFinished();
}

void WatchSession::publishSoon()
{
    if (m_publishTimer.isActive())
        return;
    const auto due = m_lastPublish + m_publishEvery - std::chrono::steady_clock::now();
    m_publishTimer.start(std::max(std::chrono::ceil<Milliseconds>(due), Milliseconds(0)));
}

void WatchSession::publish()
{
    const auto begin = m_lastPublish = std::chrono::steady_clock::now();
    fillStatus(begin);
    Snapshot snapshot;
    m_ledger.publish(snapshot);
    snapshot.status = m_status;
    snapshot.takenAt = begin;
    snapshot.takenAtUtc = std::chrono::system_clock::now();
    Q_EMIT published(snapshot);
    const auto cost = std::chrono::steady_clock::now() - begin;
    // Half a turn, because the reader keeps the pace: two equal periods would wait for each other.
    // The smaller of two costs, because one may have been somebody else's turn on the processor.
    const auto usual = std::min(cost, std::exchange(m_publishCost, cost));
    m_publishEvery =
        std::max(m_options.refresh / 2, std::chrono::ceil<Milliseconds>(publishShare * usual));
}

void WatchSession::fillStatus(Instant now)
{
    CostMeter::Totals totals;
    for (const auto *link : links()) {
        totals.commands += link->traffic().commands;
        totals.bytes += link->traffic().bytesSent + link->traffic().bytesReceived;
    }
    totals.busy = m_reader.busy() + m_inventory.busy() + m_prober.busy();
    m_cost.update(now, totals);
    const auto rates = m_cost.rates();
    m_status.commands = totals.commands;
    m_status.bytes = totals.bytes;
    m_status.commandsPerSecond = rates.commandsPerSecond;
    m_status.bytesPerSecond = rates.bytesPerSecond;
    m_status.busyShare = rates.busyShare;

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
    m_status.keysWatched = m_ledger.objects() + m_sieve.parts();
    if (m_running) {
        auto since = m_reader.waitingSince();
        if (m_feed.mode() == WatchMode::Polling) // whatever changed since the last round is unknown
            since = std::min(since.value_or(now), now - m_pollTimer.intervalAsDuration());
        if (const auto silent = m_pulse.waitingSince(); silent && now - *silent > silence)
            since = since ? std::min(*since, *silent) : *silent;
        m_status.staleness =
            std::chrono::duration_cast<Milliseconds>(since ? now - *since : Instant::duration{});
    } else {
        m_status.staleness = m_wasConnected
            ? std::optional(std::chrono::duration_cast<Milliseconds>(now - m_lostAt))
            : std::nullopt;
    }
    fillLags();
}

void WatchSession::fillLags()
{
    auto lags = m_ledger.expiryLags();
    if (lags.empty())
        return;
    const auto middle = lags.begin() + static_cast<std::ptrdiff_t>(lags.size() / 2);
    std::nth_element(lags.begin(), middle, lags.end());
    m_status.expiryLagMedian = *middle;
    m_status.expiryLagWorst = *std::max_element(middle, lags.end());
}

} // namespace lockstep
