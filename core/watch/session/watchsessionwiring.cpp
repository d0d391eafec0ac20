// The part of WatchSession that connects the signals of its members. A reaction that is more than
// one call is a slot in watchsession.cpp, or in watchsessionnode.cpp if only a node of a Cluster
// has it.

#include "core/watch/discovery/feedprefixes.h"
#include "core/watch/session/watchsession.h"

namespace lockstep {

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
    connect(&m_heartbeat, &ServerHeartbeat::notSwapped, &m_silence, &SilenceGap::confirmNoSwap);
    connect(&m_heartbeat, &ServerHeartbeat::dataReplaced, this, &WatchSession::onDataReplaced);
    // A copy of another server's data is announced as a flush.
    m_passes.setDataCheck([this](const auto &read) { m_heartbeat.checkData(read); });
    connect(&m_heartbeat, &ServerHeartbeat::answered, &m_silence, &SilenceGap::noteHeard);
    connect(&m_heartbeat, &ServerHeartbeat::answered, this, [this] { m_clockJumps.noteAwake(); });
    connect(&m_silence, &SilenceGap::heardAll, m_pace, &PublishPace::ask);
    connect(&m_heartbeat, &ServerHeartbeat::counted, this, &WatchSession::onServerCounted);
    connect(&m_heartbeat, &ServerHeartbeat::tableTold, this, &WatchSession::onTableTold);
    connect(&m_heartbeat, &ServerHeartbeat::beat, this,
        [this] { m_budget.noteRoundTrip(m_heartbeat.latency().value_or(std::chrono::hours(1))); });
    connect(&m_links, &WatchLinks::denied, this, &WatchSession::onDenied);
    // This call is queued, so that it does not come in the middle of what the connection that is
    // closed then has to say.
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
        for (const auto &name : names) {
            alerts().noteMet(name.text);
            m_triage.meet(name.text);
        }
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
    connect(&m_prober, &Prober::progressed, this, &WatchSession::checkFirstInventory);
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
    connect(&m_reader.falling(), &FallingLimits::fell, m_pace, &PublishPace::ask);
    connect(&m_reader.falling(), &FallingLimits::oldReadings, &m_rereader, &Rereader::read);
    connect(&m_reader.unreadPermits(), &UnreadPermits::counted, m_pace, &PublishPace::ask);
    connect(&m_rereader, &Rereader::idle, this, &WatchSession::checkFirstInventory);
    connect(&m_waiters, &WaiterCount::counted, m_pace, &PublishPace::ask);
    connect(&m_waiters, &WaiterCount::counted, this, &WatchSession::checkFirstInventory);
    connect(&m_waiters, &WaiterCount::queuesMayBeOld, &m_rereader, &Rereader::read);
    connect(&m_waiters, &WaiterCount::denied, this, &WatchSession::onDenied);
    connect(&m_clients, &ClientLookup::finished, this, &WatchSession::clientsListed);
}

} // namespace lockstep
