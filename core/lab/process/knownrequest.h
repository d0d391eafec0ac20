#pragma once

#include "core/lab/node/dataset.h"
#include "core/lab/program/program.h"

#include <map>
#include <string_view>

namespace lockstep {

// A Wait as it is stored: its key is a number of the DatasetTable.
struct KnownWait
{
    Wait::Kind kind = Wait::Kind::Until;
    int node = 0;
    quint32 key = 0; // Gone, Changed
    QByteArray name; // Mutex
    qint64 span = 0; // Until: ms from the call

    [[nodiscard]] bool isOfKey() const
    {
        return kind == Wait::Kind::Gone || kind == Wait::Kind::Changed;
    }
};

// A Request as it is stored: its wire, channel and keys are numbers in the tables.
struct KnownRequest
{
    Request::Kind kind = Request::Kind::Finished;
    int node = 0;
    int line = 0;
    int replies = 1;
    quint32 command = 0; // number of its wire among the commands
    QByteArray words;
    QByteArray scriptWire;
    quint32 channel = 0;
    qint64 timeout = -1; // Receive: ms from the call; -1 if it waits for ever
    KnownWait wait; // Wait
    int choices = 0; // Choice
    bool setsMoments = false; // it may set deadlines as moments, as EXPIREAT does
    bool setsSpans = false; // it may set them as so many ms or s from now, as PEXPIRE does
    bool changesConnection = false; // it begins or ends a WATCH, or subscribes
    int steps = 0; // steps that the thread has taken; waits are not counted
    std::map<int, std::vector<quint32>> watched; // keys of its open WATCHes, by node

    // The tables in which the texts and keys of requests have their numbers.
    struct Tables
    {
        DatasetTable &datasets;
        InternedTexts &channels;
        InternedTexts &commands;
    };
    // scriptWire: the EVAL of a script's call; empty if it is none.
    static KnownRequest of(const Request &request, QByteArray scriptWire, const Tables &tables);
    // The thread's commands were executed on its node: a WATCH among them begins to watch, and EXEC
    // and UNWATCH (as which DISCARD is sent) end all of this node.
    void noteWatches(std::string_view wire, DatasetTable &datasets);

    [[nodiscard]] bool isMutexWait() const
    {
        return kind == Request::Kind::Wait && wait.kind == Wait::Kind::Mutex;
    }
    [[nodiscard]] bool looksAtKey() const { return kind == Request::Kind::Wait && wait.isOfKey(); }
};

} // namespace lockstep
