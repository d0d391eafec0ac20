#pragma once

#include "core/lab/history/history.h"
#include "core/lab/history/marked.h"
#include "core/lab/history/verdict.h"
#include "core/lab/loader/scenariofile.h"

#include <chrono>
#include <memory>
#include <optional>

namespace lockstep {

// How a scenario is run freely.
struct RunOptions
{
    Settings settings; // complete: see Scenario::freeDefaults()
    int rounds = 1;
    int repeats = 1; // how often each client runs its program in a round
    std::optional<std::chrono::milliseconds> duration; // rounds go on until then, whatever `rounds`
    quint64 seed = 0; // 0: one is chosen, and told in Run
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
    // Scenarios with a replica: the primary is lost about then in each round that lasts so long
    // (half to one and a half of it, drawn); what it wrote in its last milliseconds never reached
    // the replica. 0: never.
    std::chrono::milliseconds failoverAfter{0};
    // On the lab's own servers: node 0 restarts empty about then, drawn likewise. 0: never.
    std::chrono::milliseconds restartAfter{0};
    std::chrono::milliseconds roundLimit{30'000}; // then the round is cut off
    // How large the history may be, in bytes. Beyond that the records of rounds in which nothing
    // was found are forgotten, the oldest first. One round alone may be larger.
    qint64 historyMemory = 256LL * 1024 * 1024;
    bool exactOrder = true; // MONITOR on the private server over TCP

    static RunOptions of(const Scenario &scenario); // its defaults of a free run
};

// How far a free run is.
struct RunProgress
{
    int round = 0; // that is running, from 0
    qint64 operations = 0; // so far
    std::chrono::nanoseconds elapsed{};
    std::map<QByteArray, qint64> counts;
    int finished = 0; // clients, in this round
    int waiting = 0;
    int crashed = 0;
    bool judging = false; // the round is over and being judged
    int violatedRounds = 0;
};

// What a finished, stopped or running free run is known to have done.
struct Run
{
    ScenarioPtr scenario;
    RunOptions options; // with the seed that was used
    History history;
    std::vector<CheckResult> results; // in the order of the scenario's checks
    std::map<QByteArray, qint64> counts; // outcome counts, over all rounds
    Marked marked; // in all rounds that were judged
    int violatedRounds = 0; // in which at least one check is certainly violated
    std::chrono::nanoseconds busy{}; // rounds alone, without setup and evaluation
    QByteArray server; // "redis 7.0.15", one of several nodes
    bool isOfOthers = false; // the server, which was allowed
    bool stopped = false; // by the user
    QString mistake; // the file's: "FILE:LINE: …"; the run ended there. Empty: none
};
using RunPtr = std::shared_ptr<const Run>;

} // namespace lockstep
