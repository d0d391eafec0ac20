#pragma once

#include "core/watch/link/clientlist.h"

#include <QObject>
#include <QSet>

#include <vector>

namespace lockstep {

class WatchSession;

// Merges the client lists of all nodes of a Cluster into one.
class ClusterClients : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    // Asks all nodes; listed() follows. Further calls until then are answered by the same listed().
    void ask(const std::vector<WatchSession *> &sessions);
    void take(const WatchSession *from, const ClientList &list);
    // The session ends; if its list is waited for, it does not come any more.
    void forget(const WatchSession *session);

Q_SIGNALS:
    // If the list of any node is missing, the list is empty and says why.
    void listed(const lockstep::ClientList &list);

private:
    ClientList m_sum; // of the nodes that have told theirs
    QSet<const WatchSession *> m_awaited;
};

} // namespace lockstep
