#pragma once

#include "core/lab/freerun/clients/historywriter.h"
#include "core/lab/freerun/clients/keywatcher.h"
#include "core/lab/freerun/clients/programclock.h"
#include "core/lab/freerun/clients/runobserver.h"
#include "core/lab/freerun/net/runloop.h"
#include "core/lab/history/run.h"
#include "core/lab/program/program.h"

namespace lockstep {

// What all clients of a run share. It has to outlive them.
struct RunContext
{
    // One of the servers that clients send commands to.
    struct Node
    {
        Endpoint endpoint;
        std::unique_ptr<KeyWatcher> waits = {};
        bool isHeld = false; // nothing may be sent to it, because it is being lost or restarted
    };

    RunLoop &loop;
    ProgramClock &clock;
    Program &program;
    HistoryWriter &record;
    const RunOptions &options;
    std::vector<Node> &nodes;
    RunObserver &observer;
};

} // namespace lockstep
