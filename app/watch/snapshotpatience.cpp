#include "app/watch/snapshotpatience.h"

#include <algorithm>

namespace lockstep {

namespace {

constexpr auto mostTimeAway = std::chrono::seconds(10);
constexpr auto mostTimeRefusing = std::chrono::seconds(30);

// Loading ends by itself.
bool isTroubled(const WatchStatus &status)
{
    return status.trouble && status.trouble->code != ErrorCode::Loading;
}

bool isAway(const WatchStatus &status)
{
    const bool isLoading = status.trouble && !isTroubled(status);
    return status.link != LinkState::Connected && !isLoading;
}

} // namespace

bool isAnswering(const NodeStatus &node)
{
    return !isAway(node.status) && !isTroubled(node.status);
}

SnapshotPatience::SnapshotPatience(QObject *parent)
    : QObject(parent)
{
    m_timer.setSingleShot(true);
    m_timer.callOnTimeout(this, [this] {
        if (m_isTroubled || m_losses > m_lossesBefore)
            Q_EMIT ended();
    });
}

void SnapshotPatience::note(const Snapshot &snapshot, bool hasConnected)
{
    const bool wasAway = m_isAway;
    const auto &nodes = *snapshot.nodes;
    m_isAway = hasConnected
        && (snapshot.status.link != LinkState::Connected
            || std::any_of(nodes.begin(), nodes.end(),
                [](const NodeStatus &node) { return isAway(node.status); }));
    m_losses += m_isAway && !wasAway ? 1 : 0;
    m_isTroubled = m_isAway || isTroubled(snapshot.status);
    if (m_isTroubled && !m_timer.isActive()) {
        m_lossesBefore = m_losses;
        m_timer.start(m_isAway ? mostTimeAway : mostTimeRefusing);
    }
}

} // namespace lockstep
