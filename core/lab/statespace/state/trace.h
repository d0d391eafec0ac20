#pragma once

#include "core/redis/values/error.h"

#include <QString>

#include <vector>

namespace lockstep {

// One choice of a stepped run.
struct TraceStep
{
    enum class Kind : quint8 {
        Client, // A3, see `number`
        Time, // T
        Crash, // X(A)
        Pause, // P(A)
        Resume, // U(A)
        Restart, // N(0)
        Failover, // F
        LostRequest // L(A): the request that A's main thread would send next; L(A~) its second's
    };

    Kind kind = Kind::Client;
    int client = 0; // index of the client; the node if this is a Restart
    int thread = 0; // 0: the main one; written as so many ~
    // A3 is the third step of A's main thread, A~1 the first of its second thread. A2=3 is a
    // choice. A0: the client starts only now. A2': the thread goes on after its second step, but
    // sends nothing yet, because the reply has arrived or a wait is over.
    int number = 0; // counted from 1 in its thread; 0: before its first one
    bool goesOn = false;
    int choice = 0; // of random(n), from 1; 0: the step chooses nothing

    friend bool operator==(const TraceStep &, const TraceStep &) = default;
};

using Trace = std::vector<TraceStep>;

// The steps as text, such as "A1 A2 T B1 X(A)".
QString traceText(const Trace &trace);
QString traceWord(const TraceStep &step);

// Errors: BadInput, names the word that is not a step.
Result<Trace> traceFromText(const QString &text);

} // namespace lockstep
