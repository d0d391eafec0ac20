#pragma once

#include "core/redis/error.h"

#include <QString>

#include <vector>

namespace lockstep {

// One choice of a stepped run.
struct TraceStep
{
    enum class Kind : quint8 {
        Client, // A3: the third step of A's main thread; A~1: the first of its second thread
        Time, // T
        Crash, // X(A)
        Pause, // P(A)
        Resume, // U(A)
        Restart, // N(0)
        Failover, // F
        LostRequest // L(A): the request that A's main thread would send next; L(A~) its second's
    };

    Kind kind = Kind::Client;
    int client = 0; // index; Restart: the node
    int thread = 0; // one ~ for each after the main one
    int number = 0; // Client: counted from 1 in its thread

    friend bool operator==(const TraceStep &, const TraceStep &) = default;
};

using Trace = std::vector<TraceStep>;

// "A1 A2 T B1 X(A)".
QString traceText(const Trace &trace);
QString traceWord(const TraceStep &step);

// Errors: BadInput, names the word that is none, and says what is possible.
Result<Trace> traceFromText(const QString &text);

} // namespace lockstep
