#pragma once

#include "core/watch/snapshot/snapshot.h"

#include <QObject>
#include <QTimer>

namespace lockstep {

// Whether the node of a Cluster answers, or loads its data and will.
bool isAnswering(const NodeStatus &node);

// How long `watch --once` waits for its snapshot while the server, or a node of the Cluster, is
// away or refuses to answer. A server that loads its data has no limit, because that ends by
// itself.
class SnapshotPatience : public QObject
{
    Q_OBJECT

public:
    explicit SnapshotPatience(QObject *parent = nullptr);

    // hasConnected: whether the server was ever reached.
    void note(const Snapshot &snapshot, bool hasConnected);

Q_SIGNALS:
    void ended(); // a trouble has lasted too long, or the connection was lost again meanwhile

private:
    QTimer m_timer;
    int m_losses = 0; // how often the connection was lost
    int m_lossesBefore = 0; // m_losses when m_timer started
    bool m_isAway = false;
    bool m_isTroubled = false;
};

} // namespace lockstep
