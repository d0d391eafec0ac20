#pragma once

#include "core/watch/link/clientlist.h"

#include <QObject>

namespace lockstep {

class Connection;

// Reads CLIENT LIST when somebody asks for it, never by itself: the server puts the whole list
// together while everybody else waits. So their number is asked for first.
class ClientLookup : public QObject
{
    Q_OBJECT

public:
    // connection: borrowed. most: the number of connections above which the list is not asked for.
    ClientLookup(Connection *connection, int most, QObject *parent);

    void look(); // finished() follows, also if there is no connection

Q_SIGNALS:
    void finished(const lockstep::ClientList &list);

private:
    void list(qint64 connected);

    Connection *m_connection;
    int m_most;
    bool m_isLooking = false;
};

} // namespace lockstep
