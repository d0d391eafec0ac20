#pragma once

#include "core/lab/freerun/clients/keywatcher.h"
#include "core/lab/freerun/clients/runobserver.h"
#include "core/lab/freerun/clients/runrecord.h"
#include "core/lab/freerun/net/runloop.h"
#include "core/lab/history/run.h"
#include "core/lab/program/program.h"

namespace lockstep {

// What all clients of a run share. Outlives them.
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
    RunObserver &observer;
};

} // namespace lockstep
