#pragma once

#include "core/lab/wire/commandtable.h"

#include <optional>

namespace lockstep {

class ControlConnection;

// What a run has to know of a server before the first round.
struct ServerProbe
{
    QByteArray name; // "redis 7.0.15"
    CommandTable commands;

    // Serves the loop. clients: that are to be connected, where the server is not the lab's own.
    // Errors: BadInput, it accepts fewer; those of ControlConnection::wait().
    static Result<ServerProbe> ask(ControlConnection &queries, std::optional<int> clients);
};

} // namespace lockstep
