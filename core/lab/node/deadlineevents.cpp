// Notifications are switched on for one command only, so the others do not cost more and leave no
// events to be read. A message of our own, published after the command, marks the end of its
// events: Redis delivers to one subscriber in the order of publishing.

#include "core/lab/node/deadlineevents.h"

#include "core/lab/wire/replywire.h"
#include "core/lab/wire/requestwire.h"

#include <hiredis/hiredis.h>

namespace lockstep {

namespace {

constexpr std::string_view sets = "__keyevent@0__:expire";
constexpr std::string_view movesFrom = "__keyevent@0__:rename_from";
constexpr std::string_view movesTo = "__keyevent@0__:rename_to";
constexpr char end[] = "lockstep:end"; // programs' channels begin with the run's prefix

void appendNotifications(std::string *wire, std::string_view flags)
{
    appendCommand(wire, {"CONFIG", "SET", "notify-keyspace-events", flags});
}

} // namespace

Result<std::unique_ptr<DeadlineEvents>> DeadlineEvents::open(
    const Endpoint &endpoint, QByteArray notifications)
{
    auto connection = BlockingConnection::open(endpoint);
    if (!connection)
        return tl::unexpected(connection.error());
    std::string wire;
    appendCommand(&wire, {"SUBSCRIBE", sets, movesFrom, movesTo, end});
    (*connection)->append(wire);
    if (const auto subscribed = (*connection)->readPlain(4); !subscribed)
        return tl::unexpected(subscribed.error());
    auto made = std::make_unique<DeadlineEvents>();
    made->m_connection = std::move(*connection);
    made->m_notifications = std::move(notifications);
    return made;
}

int DeadlineEvents::appendBegin(std::string *wire) const
{
    appendNotifications(wire, m_notifications.toStdString() + "Eg");
    return 1;
}

int DeadlineEvents::appendEnd(std::string *wire) const
{
    appendCommand(wire, {"PUBLISH", end, ""});
    appendNotifications(wire, {m_notifications.constData(), size_t(m_notifications.size())});
    return 2;
}

Result<std::vector<DeadlineEvents::Event>> DeadlineEvents::read()
{
    using Kind = Event::Kind;
    std::vector<Event> events;
    for (;;) {
        const auto message = m_connection->readPlain();
        if (!message)
            return tl::unexpected(message.error());
        if ((*message)->elements != 3)
            return events;
        const QByteArrayView channel = textOf(*(*message)->element[1]);
        if (channel == QByteArrayView(end))
            return events;
        const Kind kind = channel == QByteArrayView(sets) ? Kind::Set
            : channel == QByteArrayView(movesFrom)        ? Kind::MovedFrom
                                                          : Kind::MovedTo;
        events.push_back({kind, bytesOf(*(*message)->element[2])});
    }
}

} // namespace lockstep
