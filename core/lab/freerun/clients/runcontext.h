#pragma once

#include "core/lab/freerun/clients/keywatcher.h"
#include "core/lab/freerun/clients/runrecord.h"
#include "core/lab/freerun/net/runloop.h"
#include "core/lab/history/run.h"
#include "core/lab/program/program.h"

namespace lockstep {

// What the clients of a run act on. Outlives them.
struct RunContext
{
    struct Node
    {
        Endpoint endpoint;
        std::unique_ptr<KeyWatcher> waits = {};
        bool isHeld = false; // nothing is sent to it: it is about to restart, or does so
    };

    RunLoop &loop;
    Program &program;
    RunRecord &record;
    const RunOptions &options;
    std::vector<Node> &nodes;

    // A connection of a client was opened, and begins with so many commands that it has sent
    // before; the address is empty on a unix socket.
    std::function<void(int node, const QByteArray &address, int client, int thread, int repeats)>
        connected;
    // A process was begun by that client; some requests of the program have changed:
    // Program::changed(); the file has a mistake.
    std::function<void(int process, int client)> processBegun;
    std::function<void()> programMoved;
    std::function<void(const QString &)> mistaken;
    std::function<void(const Error &)> fail; // ends the run
};

} // namespace lockstep
