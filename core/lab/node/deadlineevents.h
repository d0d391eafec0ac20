#pragma once

#include "core/lab/wire/blockingconnection.h"

#include <string>
#include <vector>

namespace lockstep {

// Tells which keys a command gives a deadline, even where it is the one that they have already. The
// value does not tell that, but the server's keyspace notification "expire" does. Belongs to one
// thread.
class DeadlineEvents
{
public:
    // notifications: what the server's setting notify-keyspace-events is apart from this.
    // Errors: as of BlockingConnection.
    static Result<std::unique_ptr<DeadlineEvents>> open(
        const Endpoint &endpoint, QByteArray notifications);

    // The events of the commands that stand between these two are read, on whichever connection
    // they are sent. Both return the number of replies.
    [[nodiscard]] int appendBegin(std::string *wire) const;
    int appendEnd(std::string *wire) const;
    // The names of the keys. Called when the server has executed what appendEnd() appended.
    Result<std::vector<QByteArray>> read();

private:
    std::unique_ptr<BlockingConnection> m_connection; // it has subscribed to the events
    QByteArray m_notifications;
};

} // namespace lockstep
