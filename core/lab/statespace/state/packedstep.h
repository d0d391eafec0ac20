#pragma once

#include "core/lab/statespace/state/trace.h"

namespace lockstep {

// A step as a state space takes it, in as many bytes as an edge of a graph can spare.
struct PackedStep
{
    TraceStep::Kind kind = TraceStep::Kind::Client;
    quint8 client = 0; // Restart: the node
    quint8 thread = 0;
    quint8 choice = 0; // of random(n), from 1; 0: the thread does not choose

    static constexpr quint8 lateStart = 255; // as choice: the client starts only now

    [[nodiscard]] bool isEnvironment() const { return kind != TraceStep::Kind::Client; }

    friend bool operator==(const PackedStep &, const PackedStep &) = default;
};

} // namespace lockstep
