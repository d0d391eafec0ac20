#pragma once

#include "core/lab/wire/blockingconnection.h"

#include <string>
#include <vector>

namespace lockstep {

// Tells which keys a command gives a deadline, be it the one that they have: the value does not
// tell, the server's keyspace notification "expire" does. Belongs to one thread.
class DeadlineEvents
{
public:
    // notifications: of the server otherwise, as its setting notify-keyspace-events has them.
    // Errors: as of BlockingConnection.
    static Result<std::unique_ptr<DeadlineEvents>> open(
        const Endpoint &endpoint, QByteArray notifications);

    // What stands between these two is listened to, on whichever connection it is sent. Return the
    // number of replies.
    [[nodiscard]] int appendBegin(std::string *wire) const;
    int appendEnd(std::string *wire) const;
    // The names of the keys, once the server has executed the end.
    Result<std::vector<QByteArray>> read();

private:
    std::unique_ptr<BlockingConnection> m_connection; // has subscribed
    QByteArray m_notifications;
};

} // namespace lockstep
