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

    // Serves the loop. clients: on a server of the user's, how many clients are to be connected;
    // nothing: the server is the lab's own. Errors: BadInput, the server accepts fewer; those of
    // ControlConnection::wait().
    static Result<ServerProbe> ask(ControlConnection &queries, std::optional<int> clients);
};

} // namespace lockstep
