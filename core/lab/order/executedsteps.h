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
    quint32 client = none; // none: the setup
    quint32 operation = none; // set when it is matched
    Moment at = 0; // on the run's clock; set by placeInTime()
    Kind kind = Kind::Command;
    quint8 thread = 0;
    quint8 node = 0;
    QByteArray name; // of the command, in capitals
    QByteArrayView script; // the words of EVAL or EVALSHA, quoted
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
        int repeats = 0; // how many of its first lines belong to no operation
    };

    QByteArray bytes;
    std::vector<qsizetype> restarts; // places in bytes
    // By address, in the order in which they were opened: the system may give the address of a
    // closed connection to a later one.
    QHash<QByteArray, std::vector<Connection>> connections;
};

// prefix: of the run's keys. shouldContinue: asked now and then; false ends it early.
std::vector<ExecutedStep> executedSteps(const MonitorStream &stream, quint8 node,
    const QByteArray &prefix, const std::function<bool()> &shouldContinue);

} // namespace lockstep
