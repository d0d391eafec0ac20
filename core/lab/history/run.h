#pragma once

#include "core/lab/history/history.h"
#include "core/lab/history/markednames.h"
#include "core/lab/history/verdict.h"
#include "core/lab/loader/scenariofile.h"
#include "core/redis/values/error.h"

#include <chrono>
#include <memory>
#include <optional>

namespace lockstep {

// The settings of a free run.
struct RunOptions
{
    Settings settings; // complete: see Scenario::freeDefaults()
    int rounds = 1;
    int repeats = 1; // how often each client runs its program in a round
    // If this is set, rounds are run for so long, whatever `rounds` says.
    std::optional<std::chrono::milliseconds> duration;
    quint64 seed = 0; // of the random numbers; 0: one is chosen, which Run::options has
    struct Fault
    {
        double probability = 0; // at each command, 0 … 1
        int line = 0; // or whenever this line of the file is about to be sent; 0: none

        bool operator==(const Fault &) const = default;
    };
    Fault crash; // the connection closes, the program never goes on
    Fault pause; // the whole process stands still
    std::chrono::milliseconds pauseLength{0};
    std::chrono::milliseconds delay{0}; // of the network, at most; drawn for each command
    std::chrono::milliseconds work{0}; // before each command while inside something
    // In scenarios with a replica: how long after the beginning of each round the primary is lost,
    // if the round lasts so long. The time is drawn between half and one and a half of this. What
    // the primary wrote in its last milliseconds never reaches the replica. 0: it is not lost.
    std::chrono::milliseconds failoverAfter{0};
    // How long after the beginning of each round node 0 restarts without its keys, drawn likewise.
    // 0: it does not restart. Only on the lab's own servers.
    std::chrono::milliseconds restartAfter{0};
    std::chrono::milliseconds roundLimit{30'000}; // then the round is cut off
    // How large the history may be, in bytes. Beyond that the records of rounds in which nothing
    // was found are forgotten, the oldest first. One round alone may be larger.
    qint64 historyMemory = 256LL * 1024 * 1024;
    // Whether the order of execution is found out by MONITOR, on the lab's own servers over TCP.
    bool exactOrder = true;

    static RunOptions of(const Scenario &scenario); // what the file says of free runs
    bool operator==(const RunOptions &) const = default;
};

// How far a free run has come.
struct RunProgress
{
    int round = 0; // the one that is running, from 0
    qint64 operations = 0; // in all rounds so far
    std::chrono::nanoseconds elapsed{};
    std::map<QByteArray, qint64> counts; // what programs have counted by count(), by name
    int finished = 0; // clients in this round, as the next two
    int waiting = 0;
    int crashed = 0;
    bool judging = false; // the round is over and being judged
    int violatedRounds = 0;
};

// A free run with its history and its results.
struct Run
{
    ScenarioPtr scenario;
    RunOptions options; // with the seed that was used
    History history;
    std::vector<CheckResult> results; // in the order of the scenario's checks
    std::map<QByteArray, qint64> counts; // by count(), over all rounds
    MarkedNames marked; // in all rounds that were judged
    int violatedRounds = 0; // in which at least one check is certainly violated
    std::chrono::nanoseconds busy{}; // the length of all rounds, without setup and evaluation
    QByteArray server; // "redis 7.0.15", of one of the nodes
    bool isOfOthers = false; // it ran on a server of the user's, who consented
    bool stopped = false; // by the user
    // Why the server did not answer any more, so that the run ended before it was over. What had
    // been found until then is here.
    std::optional<Error> serverLoss;
    // A mistake in the file, "FILE:LINE: …", by which the run ended. Empty: there was none.
    QString mistake;
};
using RunPtr = std::shared_ptr<const Run>;

} // namespace lockstep
