#include "app/watch/snapshotpatience.h"

namespace lockstep {

namespace {

constexpr auto mostTimeAway = std::chrono::seconds(10);
constexpr auto mostTimeRefusing = std::chrono::seconds(30);

} // namespace

SnapshotPatience::SnapshotPatience(QObject *parent)
    : QObject(parent)
{
    m_timer.setSingleShot(true);
    m_timer.callOnTimeout(this, [this] {
        if (m_isTroubled || m_losses > m_lossesBefore)
            Q_EMIT ended();
    });
}

void SnapshotPatience::note(const WatchStatus &status, bool hasConnected)
{
    const bool wasAway = m_isAway;
    m_isAway = hasConnected && status.link != LinkState::Connected;
    m_losses += m_isAway && !wasAway ? 1 : 0;
    m_isTroubled = m_isAway || (status.trouble && status.trouble->code != ErrorCode::Loading);
    if (m_isTroubled && !m_timer.isActive()) {
        m_lossesBefore = m_losses;
        m_timer.start(m_isAway ? mostTimeAway : mostTimeRefusing);
    }
}

} // namespace lockstep
