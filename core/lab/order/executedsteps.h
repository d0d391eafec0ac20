#pragma once

#include "core/lab/history/history.h"

#include <QByteArray>
#include <QHash>

#include <functional>
#include <vector>

namespace lockstep {

// What a server executed in one go: a command, a script with all it called, a transaction. Views
// into the MONITOR stream.
struct ExecutedStep
{
    enum class Kind : quint8 { Command, Script, Transaction, Restart };

    qint64 micros = 0; // of the server's clock
    quint32 client = none; // none: the setup
    quint32 operation = none; // once it is matched
    Moment at = 0; // on the run's clock, once that is known
    Kind kind = Kind::Command;
    quint8 thread = 0;
    quint8 node = 0;
    QByteArray name; // of the command, in capitals
    QByteArrayView script; // the words of EVAL or EVALSHA, quoted
    // To be executed again, as written: scripts by what they called. Only what names a key.
    std::vector<QByteArrayView> commands;
};

// One node's MONITOR stream.
struct MonitorStream
{
    struct Connection
    {
        quint32 client = none;
        quint8 thread = 0;
        int repeats = 0; // lines that it begins with and that are nobody's operation
    };

    QByteArray bytes;
    std::vector<qsizetype> restarts; // places in bytes
    // By address, in the order of opening: the system gives an address once more to whoever comes
    // later.
    QHash<QByteArray, std::vector<Connection>> connections;
};

// prefix: of the run's keys. goOn: asked now and then; false ends it early.
std::vector<ExecutedStep> executedSteps(const MonitorStream &stream, quint8 node,
    const QByteArray &prefix, const std::function<bool()> &goOn);

} // namespace lockstep
