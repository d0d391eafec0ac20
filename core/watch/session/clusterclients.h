#pragma once

#include "core/watch/link/clientlist.h"

#include <QObject>
#include <QSet>

#include <vector>

namespace lockstep {

class WatchSession;

// Puts the lists of the clients of all nodes of a Cluster together into one.
class ClusterClients : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    // Ends with listed(). While it goes on, its answer is everybody's.
    void ask(const std::vector<WatchSession *> &sessions);
    void take(const WatchSession *from, const ClientList &list);
    // The session ends; if its list is waited for, it does not come any more.
    void forget(const WatchSession *session);

Q_SIGNALS:
    // Where the list of one node is missing there is none, and the list says why.
    void listed(const lockstep::ClientList &list);

private:
    ClientList m_sum; // of the nodes that have told theirs
    QSet<const WatchSession *> m_awaited;
};

} // namespace lockstep
