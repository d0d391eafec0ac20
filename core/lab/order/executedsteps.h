#pragma once

#include "core/lab/history/history.h"

#include <QByteArray>
#include <QHash>

#include <functional>
#include <vector>

namespace lockstep {

// What a server executed without interruption: a command, a script with all that it called, or a
// transaction. Its texts are views into the MONITOR stream.
struct ExecutedStep
{
    enum class Kind : quint8 { Command, Script, Transaction, Refused, Restart };

    qint64 micros = 0; // of the server's clock
    quint32 client = none; // none for the setup
    quint32 operation = none; // set by StepMatcher
    Moment at = 0; // on the run's clock; set by placeInTime()
    Kind kind = Kind::Command;
    quint8 thread = 0;
    quint8 node = 0;
    QByteArray name; // of the command, in capitals
    QByteArrayView words; // of the line that it is, as MONITOR wrote them; of EXEC its own
    // The commands to be executed again, as MONITOR wrote them; for a script, those that it called.
    // Commands that name no key are left out, unless they reach others than they name.
    std::vector<QByteArrayView> commands;
};

// One node's MONITOR stream.
struct MonitorStream
{
    struct Connection
    {
        quint32 client = none;
        quint8 thread = 0;
        int repeats = 0; // number of its first lines that belong to no operation
    };

    QByteArray bytes;
    // At these places in the stream, counted in bytes, the server restarted.
    std::vector<qsizetype> restarts;
    // By address, in the order in which they were opened: the system may give the address of a
    // closed connection to a later one.
    QHash<QByteArray, std::vector<Connection>> connections;
};

// The steps of one node's stream, in their order. prefix: that of the run's keys. shouldContinue:
// called now and then; when it returns false, the result is incomplete.
std::vector<ExecutedStep> executedSteps(const MonitorStream &stream, quint8 node,
    const QByteArray &prefix, const std::function<bool()> &shouldContinue);

} // namespace lockstep
