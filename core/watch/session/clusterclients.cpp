#include "core/watch/session/clusterclients.h"

#include "core/watch/session/watchsession.h"

#include <utility>

namespace lockstep {

void ClusterClients::ask(const std::vector<WatchSession *> &sessions)
{
    if (!m_awaited.isEmpty())
        return;
    m_sum = {};
    for (const WatchSession *session : sessions)
        m_awaited.insert(session);
    for (WatchSession *session : sessions) // one that is not connected answers at once
        session->listClients();
}

// Each node numbers its clients by itself, so a number tells nothing of which one is meant.
void ClusterClients::take(const WatchSession *from, const ClientList &list)
{
    if (!m_awaited.remove(from))
        return;
    m_sum.connected += list.connected;
    m_sum.tooMany |= list.tooMany;
    if (list.trouble && !m_sum.trouble) {
        m_sum.trouble = list.trouble;
        m_sum.refused = list.refused;
    }
    for (ClientEntry client : list.clients) {
        client.id = -1;
        m_sum.clients.push_back(std::move(client));
    }
    if (!m_awaited.isEmpty())
        return;
    if (m_sum.tooMany || m_sum.trouble)
        m_sum.clients.clear();
    Q_EMIT listed(std::exchange(m_sum, {}));
}

void ClusterClients::forget(const WatchSession *session)
{
    take(session, {{}, 0, false, Error{ErrorCode::ConnectionLost, {}}, "CLIENT LIST"});
}

} // namespace lockstep
