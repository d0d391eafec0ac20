// Asks a server how many connections it has, and then for the list of them if they are few enough.

#include "core/watch/link/clientlookup.h"

#include "core/redis/connection/connection.h"
#include "core/watch/link/infotext.h"

#include <utility>

namespace lockstep {

ClientLookup::ClientLookup(Connection *connection, int most, QObject *parent)
    : QObject(parent)
    , m_connection(connection)
    , m_most(most)
{
}

void ClientLookup::look()
{
    if (std::exchange(m_isLooking, true))
        return; // the answer that is awaited serves this call, too
    m_connection->send(Command{"INFO", "clients"}, [this](const Result<Reply> &reply) {
        if (reply)
            return list(infoField(reply->text, "connected_clients").toLongLong());
        m_isLooking = false;
        Q_EMIT finished({{}, 0, false, reply.error(), "INFO"});
    });
}

void ClientLookup::list(qint64 connected)
{
    if (connected > m_most) {
        m_isLooking = false;
        Q_EMIT finished({{}, connected, true, {}, {}});
        return;
    }
    m_connection->send(Command{"CLIENT", "LIST"}, [this, connected](const Result<Reply> &reply) {
        m_isLooking = false;
        if (!reply)
            Q_EMIT finished({{}, connected, false, reply.error(), "CLIENT LIST"});
        else
            Q_EMIT finished({clientsFrom(reply->text), connected, false, {}, {}});
    });
}

} // namespace lockstep
