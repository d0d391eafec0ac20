#pragma once

#include "core/coordination/locks/lock.h"

#include <QCoroTask>

namespace lockstep {

inline ConnectionOptions quickToReconnect()
{
    ConnectionOptions options;
    options.firstRetry = std::chrono::milliseconds(5);
    options.longestRetry = std::chrono::milliseconds(50);
    options.commandTimeout = std::chrono::seconds(30); // some replies are held for a whole lease
    return options;
}

// A client of locks as a process of its own would be: its two connections and its channel.
struct LockClient
{
    explicit LockClient(const Endpoint &endpoint)
        : LockClient(endpoint, endpoint)
    {
    }
    LockClient(const Endpoint &commandsAt, const Endpoint &listensAt)
        : commands(commandsAt, quickToReconnect())
        , listening(listensAt, quickToReconnect())
        , channel(&commands, &listening)
    {
        commands.keepOpen();
        listening.keepOpen();
    }

    [[nodiscard]] bool isReady() const
    {
        return commands.state() == Connection::State::Open && channel.isActive();
    }

    Connection commands;
    Connection listening;
    WakeChannel channel;
};

} // namespace lockstep
