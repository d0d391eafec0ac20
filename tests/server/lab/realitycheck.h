#pragma once

#include "freerounds.h"
#include "randomprograms.h"

#include "core/lab/explore/explorer.h"

#include <QStringList>

#include <atomic>
#include <limits>
#include <map>
#include <mutex>

namespace lockstep {

// How the clients of a free run fare.
struct Conditions
{
    const char *name;
    int rounds;
    int delayMs = 0;
    double pause = 0; // of twice the program's duration
    double crash = 0;
    bool exactOrder = false;
};

// A free round showed it, and exploring does not find it.
struct Missing
{
    QByteArray what; // the outcome, or the check that is certainly violated
    Conditions conditions{}; // under which it was seen
    int crashes = 0; // in that round
    int restarts = 0;
    int rounds = 0; // that showed it
    QByteArray found; // by exploring
    std::vector<Unexplored> unexplored; // that the exploration names
};

// Of checks of one kind, one verdict for each round.
struct Verdicts
{
    int all = 0;
    int possible = 0; // a violation cannot be excluded
};

struct Comparison
{
    int rounds = 0;
    int outcomes = 0; // that were compared
    std::map<QByteArray, Verdicts> verdicts; // by the name of the kind
    int leftOut = 0; // were not found, but exploring names what it left out
    bool isTooLarge = false; // to be explored
    QString failure; // it could not be compared: a mistake of the program or of the lab
    std::vector<Missing> missing;
};

constexpr qint64 anyTransitions = std::numeric_limits<qint64>::max();

// Explored, or nothing where that takes too much: more transitions than these, or too much time or
// memory.
Result<std::optional<Exploration>> exploredIfSmall(
    const ScenarioPtr &scenario, ExploreOptions options, qint64 mostTransitions = anyTransitions);

// What a program does in free rounds, against what exploring finds of it. Pauses and a slow network
// need no bound: any client may be slow anywhere. Outcomes of rounds with crashes or a restart are
// looked for with as many.
Comparison compared(FreeRounds &rounds, const RandomProgram &program,
    const std::vector<Conditions> &conditions, qint64 mostTransitions = anyTransitions);

// Many programs, on several threads. What differs is shrunk and printed.
class RealityCheck
{
public:
    // traits: of each program, see randomProgram(). mostTransitions: see exploredIfSmall().
    RealityCheck(quint64 firstSeed, int count, quint8 traits, qint64 mostTransitions);
    void run();

    int programs = 0, rounds = 0, outcomes = 0, tooLarge = 0; // of those that were compared
    int leftOut = 0; // see Comparison
    std::map<QByteArray, Verdicts> verdicts; // by the name of the kind
    int differences = 0, failures = 0;

private:
    void work(FreeRounds &place);
    void add(const RandomProgram &program, const Comparison &result);
    void tell(FreeRounds &place, RandomProgram program, Missing missing, bool isToBeShrunk);

    const quint64 m_firstSeed;
    const int m_count;
    const quint8 m_traits;
    const qint64 m_mostTransitions;
    std::atomic<int> m_next = 0;
    std::mutex m_lock; // of what follows and of the results
    int m_done = 0;
    int m_toBeShrunk;
};

} // namespace lockstep
