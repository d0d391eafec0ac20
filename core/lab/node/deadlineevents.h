#pragma once

#include "core/lab/wire/blockingconnection.h"

#include <string>
#include <vector>

namespace lockstep {

// Finds out which keys a command gives a deadline, even one that is the same as before, and which
// take over that of another key. Reading the keys cannot show that, but the server's keyspace
// notifications do. Belongs to one thread.
class DeadlineEvents
{
public:
    struct Event
    {
        enum class Kind { Set, MovedFrom, MovedTo }; // MovedTo follows its MovedFrom at once
        Kind kind = Kind::Set;
        QByteArray key;
    };

    // notifications: the value of notify-keyspace-events that appendEnd() sets again.
    // Errors: those of BlockingConnection.
    static Result<std::unique_ptr<DeadlineEvents>> open(
        const Endpoint &endpoint, QByteArray notifications);

    // Appended before and after the commands whose events are wanted, on whichever connection those
    // are sent. Both return the number of replies that they cause.
    [[nodiscard]] int appendBegin(std::string *wire) const;
    int appendEnd(std::string *wire) const;
    // In the order in which they happened. A key without a deadline may be moved as well. Blocks
    // until the server has executed what appendEnd() appended. Errors: those of BlockingConnection.
    Result<std::vector<Event>> read();

private:
    std::unique_ptr<BlockingConnection> m_connection; // it has subscribed to the events
    QByteArray m_notifications;
};

} // namespace lockstep
