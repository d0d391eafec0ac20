// The part of WatchSession that acts before, during and after a pass of the inventory over all
// names.

#include "core/watch/link/missingpermission.h"
#include "core/watch/session/watchsession.h"

namespace lockstep {

namespace {

constexpr auto keepGone = std::chrono::minutes(10);
constexpr auto keepGoneWhenMany = std::chrono::minutes(1);
constexpr std::size_t manyGone = 10'000;
constexpr std::size_t mostNamesWaiting = 8'192; // to be looked at, before the inventory waits

} // namespace

// SCAN finds names faster than the prober can look at them, so it pauses while many wait. Those
// that were announced do not count: there may always be many.
void WatchSession::holdInventory()
{
    const auto waiting = m_prober.normalWaiting();
    if (waiting >= mostNamesWaiting)
        m_inventory.setHeld(true);
    else if (waiting < mostNamesWaiting / 2)
        m_inventory.setHeld(false);
}

void WatchSession::onPassStarting()
{
    forgetLongGone();
    m_gapsBeforePass = alerts().gaps();
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
    const QByteArray &prefix = m_report.status().prefix;
    alerts().finishPass(
        [&](const QByteArray &key) {
            return key.startsWith(prefix) && (!m_membership || m_membership->serves(key));
        },
        m_gapsBeforePass, std::chrono::steady_clock::now());
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

void WatchSession::onPassImpossible(const Error &error)
{
    if (const auto missing =
            missingFor({"SCAN", "0"}, MissingPermission::Effect::NoInventory, error))
        onDenied(*missing);
    checkFirstInventory();
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

// Whether all that the first pass has found was looked at and read. New keys may come faster than
// they are looked at, on a slow server for ever, so what has come after the pass is not waited for.
bool WatchSession::isFirstPassFollowedUp()
{
    if (m_prober.isIdle() && (m_reader.isIdle() || m_store->allRead()))
        m_toFollowUp = std::vector<QByteArray>();
    if (m_toFollowUp && m_toFollowUp->empty())
        return true;
    const PendingProbes &pending = m_triage.pending();
    if (!m_toFollowUp) {
        const auto probed = pending.names();
        m_toFollowUp = m_store->unread();
        m_toFollowUp->insert(m_toFollowUp->end(), probed.begin(), probed.end());
        for (const auto &[key, origin] : pending.undecided())
            m_toFollowUp->push_back(key);
    }
    const auto isDone = [&](const QByteArray &key) {
        const QByteArray object = m_triage.objectOf(key);
        return !pending.contains(key) && !pending.isUndecided(key)
            && (!m_store->contains(object) || m_store->readAt(object));
    };
    while (!m_toFollowUp->empty() && isDone(m_toFollowUp->back()))
        m_toFollowUp->pop_back();
    return m_toFollowUp->empty();
}

void WatchSession::checkFirstInventory()
{
    if (!m_isWatching)
        return; // what was under way has ended with the connection
    if (m_prober.isIdle())
        m_triage.forgetPendingProbes();
    if (!m_passes.isFirstOver() || !isFirstPassFollowedUp())
        return;
    if (!m_rereader.isReadingAll() && m_report.noteCaughtUp())
        m_pace->ask();
    if (m_report.hasFirstInventory())
        return;
    if (!m_membership && m_waiters.countFirst())
        return;
    m_report.noteFirstInventory();
    if (!m_membership)
        publish();
    Q_EMIT inventoryFinished();
}

} // namespace lockstep
