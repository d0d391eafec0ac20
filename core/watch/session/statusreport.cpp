#include "core/watch/session/statusreport.h"

#include "core/redis/values/errorclasses.h"
#include "core/watch/discovery/changefeed.h"
#include "core/watch/discovery/inventory.h"
#include "core/watch/discovery/keytriage.h"
#include "core/watch/discovery/prober.h"
#include "core/watch/link/pacer.h"
#include "core/watch/link/serverheartbeat.h"
#include "core/watch/link/watchlinks.h"
#include "core/watch/reading/itemreader.h"
#include "core/watch/reading/rereader.h"
#include "core/watch/reading/waitercount.h"
#include "core/watch/session/passschedule.h"
#include "core/watch/store/itemstore.h"

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

// A reply may take this long before its delay counts as staleness.
constexpr auto silence = Milliseconds(500);
// After this time without a reply, what was seen last is shown as old, because it may no longer be
// true.
constexpr auto longSilence = std::chrono::seconds(2);

} // namespace

StatusReport::StatusReport(
    const Parts &parts, const QByteArray &user, const QString &address, const QByteArray &prefix)
    : m_parts(parts)
{
    m_status.user = user;
    m_status.address = address;
    m_status.prefix = prefix;
}

void StatusReport::continueFrom(const StatusReport &before)
{
    m_trafficBefore = before.traffic();
    m_wasConnected = before.m_wasConnected;
    m_lostAt = before.m_parts.links->areOpen() ? before.lastSeen() : before.m_lostAt;
    m_status.serverRunId = before.m_status.serverRunId;
    m_status.connections = before.m_status.connections;
    m_status.link = linkBeforeAnAnswer();
}

std::optional<Instant> StatusReport::lostAt() const
{
    return m_wasConnected ? std::optional(m_lostAt) : std::nullopt;
}

bool StatusReport::noteOpened(const QString &runId, const QString &primary)
{
    m_shareMeter.reset();
    m_troubles.clear();
    m_status.link = LinkState::Connected;
    ++m_status.connections;
    m_status.nextAttempt.reset();
    m_status.primary = primary;
    const bool wasConnected = std::exchange(m_wasConnected, true);
    m_isCatchingUp = wasConnected;
    const QString before = std::exchange(m_status.serverRunId, runId);
    return wasConnected && !before.isEmpty() && !runId.isEmpty() && before != runId;
}

void StatusReport::noteClosed()
{
    m_lostAt = lastSeen();
}

void StatusReport::noteLost(const Error &error, Milliseconds nextAttempt)
{
    m_lostAt = lastSeen();
    m_status.link = LinkState::Reconnecting;
    m_status.nextAttempt = std::chrono::steady_clock::now() + nextAttempt;
    m_troubles.clear();
    setTrouble(Troubles::Source::Link, error);
}

void StatusReport::noteFailed(const Error &error, Milliseconds nextAttempt)
{
    setTrouble(Troubles::Source::Link, error);
    m_status.nextAttempt = std::chrono::steady_clock::now() + nextAttempt;
    if (isAboutCredentials(error.code))
        m_status.link = LinkState::Stopped;
    else if (m_status.link == LinkState::Stopped || m_status.link == LinkState::Connected)
        m_status.link = linkBeforeAnAnswer();
}

void StatusReport::noteRetry()
{
    m_status.link = linkBeforeAnAnswer();
    m_status.nextAttempt.reset();
    setTrouble(Troubles::Source::Link, std::nullopt);
}

LinkState StatusReport::linkBeforeAnAnswer() const
{
    return m_wasConnected ? LinkState::Reconnecting : LinkState::Connecting;
}

void StatusReport::setTrouble(Troubles::Source source, const std::optional<Error> &error)
{
    m_troubles.set(source, error, std::chrono::steady_clock::now());
}

bool StatusReport::noteDenied(const MissingPermission &missing)
{
    auto &known = m_status.missing;
    const bool isKnown = std::any_of(known.begin(), known.end(),
        [&](const auto &m) { return m.command == missing.command && m.effect == missing.effect; });
    if (!isKnown)
        known.push_back(missing);
    return !isKnown;
}

void StatusReport::noteFigures()
{
    m_shareMeter.update(std::chrono::steady_clock::now(), m_parts.heartbeat->figures(),
        m_parts.links->commandCounts(), m_parts.feed->messages());
}

void StatusReport::update(Instant now)
{
    updateServer();
    updateCost(now);
    updateTimes(now);
    m_status.trouble = m_troubles.mostSerious();
    m_status.mode = m_parts.feed->mode();
    m_status.modeReason = m_parts.feed->reason();
    m_status.droppedPrefixes = m_parts.feed->dropped();
    m_status.newKeysWithin = m_parts.feed->announcesAll()
        ? std::nullopt
        : std::optional(m_parts.passes->newNamesWithin());
    m_status.keysSeen = m_parts.inventory->keysSeen();
    m_status.inventoryRunning = m_parts.inventory->isRunning();
    m_status.firstInventoryDone = m_firstInventoryDone;
    m_status.isCatchingUp = m_isCatchingUp;
    m_status.objects = m_parts.store->objects();
    m_status.keysTooLarge = m_parts.triage->tooLarge();
    m_status.objectsLeftOut = m_parts.triage->leftOut();
    m_status.keysWatched = m_parts.store->objects() + m_parts.triage->parts();
    m_status.waitersRound = m_parts.waiters->round();
}

void StatusReport::updateServer()
{
    const auto &heartbeat = *m_parts.heartbeat;
    m_status.serverVersion = heartbeat.version();
    m_status.serverProgram = heartbeat.program();
    m_status.serverMode = heartbeat.mode();
    m_status.serverRole = heartbeat.role();
    m_status.latency = heartbeat.latency();
    m_status.keysInDatabase =
        heartbeat.figures().keysIn(m_parts.links->reader()->endpoint().database);
}

void StatusReport::updateCost(Instant now)
{
    const auto total = traffic();
    m_status.commands = total.commands;
    m_status.bytes = total.bytesSent + total.bytesReceived;
    m_cost.update(now,
        {m_status.commands, m_status.bytes,
            m_parts.reader->busy() + m_parts.inventory->busy() + m_parts.prober->busy()});
    const auto rates = m_cost.rates();
    m_status.commandsPerSecond = rates.commandsPerSecond;
    m_status.bytesPerSecond = rates.bytesPerSecond;
    const auto measured = m_shareMeter.serverTimeShare(now);
    m_status.serverTimeShareIsMeasured = measured.has_value();
    m_status.serverTimeShare = measured.value_or(rates.serverTimeShare);
}

void StatusReport::updateTimes(Instant now)
{
    m_status.staleness = staleness(now);
    m_status.unseenSince = unseenSince(now);
    m_status.stalled = m_parts.reader->timing().stalled();
    if (m_wasConnected)
        m_status.lastSeen = m_parts.links->areOpen() ? lastSeen() : m_lostAt;
    m_status.restOfCounters = m_parts.reader->rest(Family::Counter);
    m_status.restOfLocks = m_parts.reader->rest(Family::Lock);
    m_status.expiryLagMedian = m_parts.store->expiryLags().median();
    m_status.expiryLagWorst = m_parts.store->expiryLags().worst();
}

Traffic StatusReport::traffic() const
{
    auto sum = m_parts.links->traffic();
    sum.commands += m_trafficBefore.commands;
    sum.bytesSent += m_trafficBefore.bytesSent;
    sum.bytesReceived += m_trafficBefore.bytesReceived;
    return sum;
}

// A link may have been silent for long before its loss is noticed.
Instant StatusReport::lastSeen() const
{
    auto seen = std::max(
        m_parts.heartbeat->lastAnswer(), m_parts.reader->lastReading().value_or(Instant()));
    if (const auto unseen = m_parts.passes->unseenSince())
        seen = std::min(seen, *unseen); // since the last gap nothing has been read again yet
    if (const auto unheard = m_parts.reader->timing().unheardSince())
        seen = std::min(seen, *unheard);
    return std::min(seen, m_status.unseenSince.value_or(seen));
}

std::optional<Instant> StatusReport::unseenSince(Instant now) const
{
    if (!m_parts.links->areOpen())
        return lostAt();
    // A replica that has lost its primary tells nothing of what happens there.
    if (const auto lost = m_parts.heartbeat->primaryLostSince())
        return lost;
    const auto waiting = m_parts.links->waitingSince();
    return waiting && now - *waiting >= longSilence ? waiting : std::nullopt;
}

std::optional<Milliseconds> StatusReport::staleness(Instant now) const
{
    if (!m_wasConnected)
        return {};
    auto age = now - m_lostAt;
    if (m_parts.links->areOpen()) {
        // Just after a batch nothing waits; the longest wait of the last ones counts as well.
        // Before that, the announcement was on its way.
        age = std::max<Instant::duration>(
            m_parts.reader->longestWait(now) + m_parts.budget->roundTrip(),
            m_parts.rereader->oldestKnown());
        const auto consider = [&](const std::optional<Instant> &since) {
            age = std::max(age, now - since.value_or(now));
        };
        consider(m_parts.reader->waitingSince());
        consider(m_parts.rereader->knownSince());
        consider(m_parts.passes->unseenSince());
        consider(m_troubles.refusedSince());
        consider(m_parts.heartbeat->primaryLostSince());
        if (const auto silent = m_parts.heartbeat->waitingSince();
            silent && now - *silent > silence)
            consider(silent);
    }
    return std::chrono::duration_cast<Milliseconds>(age);
}

} // namespace lockstep
