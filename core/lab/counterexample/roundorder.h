#pragma once

#include "core/lab/history/run.h"
#include "core/lab/statespace/state/trace.h"

namespace lockstep {

// A process that took part in a round of a free run. Each repeat of a client is a process.
struct RanProcess
{
    quint32 client = 0;
    int role = 0; // place among the scenario's roles
    int server = 0; // app server
    bool crashed = false;
    size_t first = 0; // its first step; past the last step of the round where it has none
    size_t last = 0; // its last step, likewise; for one that crashed, the last step of the round
};

// Something that was done in a round, or that happened in it.
struct RanStep
{
    TraceStep::Kind kind = TraceStep::Kind::Client; // Time: the key expired
    size_t process = 0; // Client, Crash, Pause, Resume
    quint8 thread = 0;
    quint8 node = 0; // Time, Restart
    int line = 0; // Client: of the file
    quint32 operation = none; // of the round, from 0; Time: the one that had made the key
    QByteArray key; // Time
};

// A round of a free run in the order in which its servers executed it.
struct RoundOrder
{
    std::vector<RanProcess> processes; // in the order in which they began
    std::vector<RanStep> steps;
    std::vector<size_t> processOf; // by operation: its process
    std::vector<size_t> stepOf; // by operation: its step; past the last step where it has none
};

// The run's order must be known (OrderKind::Exact). Operations that have no place in it are left
// out: they were never executed, or they are not commands about keys.
RoundOrder roundOrder(const Run &run, int round);

} // namespace lockstep
