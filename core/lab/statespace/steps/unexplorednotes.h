#pragma once

#include "core/lab/statespace/state/deadlineranks.h"
#include "core/lab/statespace/state/statetables.h"
#include "core/lab/statespace/steps/unexplored.h"

namespace lockstep {

// What the steps that were taken so far came to, of that which real clients may see although no
// step stands for it.
class UnexploredNotes
{
public:
    explicit UnexploredNotes(const StateTables &tables) // the tables outlive this
        : m_tables(tables)
    {
    }

    // first: the state that setup leaves.
    void noteSetup(const quint32 *first);
    // A command has set deadlines. timeMayPass: the bound on time steps is not used up.
    void noteDeadlines(const EarlierDeadlines &earlier, bool timeMayPass);
    // A process has gone on, and may have begun timers.
    void noteNewTimers(const quint32 *state, int client);
    void noteMessage() { m_hasMessages = true; } // one was received
    // cutShort: a thread would have sent more while a key was due.
    void noteTime(bool cutShort) { m_wasCutShort |= cutShort; }
    // lags: a replica might take over that lacks two writes, or none although a WATCH is open
    // (without one nobody could tell).
    void noteReplica(bool lags) { m_lagsOtherwise |= lags; }

    void noteOutage(const quint32 *state); // a server has restarted or failed over
    // With what the scenario's file tells, in the order of the enumeration. clockGoesOnInScripts:
    // on the server that is stepped.
    [[nodiscard]] std::vector<Unexplored> all(bool clockGoesOnInScripts) const;

private:
    [[nodiscard]] bool hasDeadline(const quint32 *state, int node, quint32 key) const;

    const StateTables &m_tables;
    EarlierDeadlines m_overlaps;
    bool m_hasMessages = false;
    bool m_wasCutShort = false;
    bool m_lagsOtherwise = false;
    bool m_hasPhases = false;
    std::vector<std::pair<int, quint32>> m_setupDeadlines; // node and key
    bool m_hasOutages = false;
};

} // namespace lockstep
