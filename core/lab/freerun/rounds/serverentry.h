#pragma once

#include "core/lab/wire/commandtable.h"

#include <optional>

namespace lockstep {

class RunQueries;

// What a run has to know of a server before it begins.
struct ServerEntry
{
    QByteArray name; // "redis 7.0.15"
    CommandTable commands;

    // Serves the loop. clients: that are to be connected, where the server is not the lab's own.
    // Errors: BadInput, it accepts fewer; those of RunQueries::wait().
    static Result<ServerEntry> ask(RunQueries &queries, std::optional<int> clients);
};

} // namespace lockstep
