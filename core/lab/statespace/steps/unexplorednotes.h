#pragma once

#include "core/lab/statespace/state/deadlineranks.h"
#include "core/lab/statespace/state/statetables.h"
#include "core/lab/statespace/steps/unexplored.h"

#include <functional>
#include <set>

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

    // A command has set deadlines. timeMayPass: the bound on time steps is not used up.
    void noteDeadlines(const EarlierDeadlines &earlier, bool timeMayPass);
    // Deadlines were set, which has led to this state.
    void noteServerClocks(const quint32 *state, bool timeMayPass);
    // A client takes the step in this state.
    void noteStep(const quint32 *state, PackedStep step);
    // The command of the request is executed.
    void noteCommand(const KnownRequest &request);
    // A process has gone on, and may have begun timers.
    void noteNewTimers(const quint32 *state, int client);
    void noteMessage(int node); // one was received from that server
    // Time has passed. cutShort: a thread would have sent more while a key was due.
    void noteTime(bool cutShort)
    {
        m_hasTimePassed = true;
        m_wasCutShort |= cutShort;
    }
    // lags: a replica might take over that lacks two writes, or none although a WATCH is open
    // (without one nobody could tell).
    void noteReplica(bool lags) { m_lagsOtherwise |= lags; }

    void noteLoss() { m_hasLosses = true; } // of a request
    // With what the scenario's file tells, in the order of the enumeration. clockGoesOnInScripts:
    // on the server that is stepped.
    [[nodiscard]] std::vector<Unexplored> all(bool clockGoesOnInScripts) const;

private:
    void noteScript(const QByteArray &source);
    [[nodiscard]] bool hasDeadlineOn(
        const quint32 *state, int node, const std::function<bool(const KeyHeld &)> &isMeant) const;
    [[nodiscard]] bool hasDeadline(
        const quint32 *state, const std::function<bool(const KeyHeld &)> &isMeant) const;
    // Whether a server may be away for a while, and somebody late who has to be on time.
    [[nodiscard]] bool mayHaveOutages() const;
    // Whether a timer of another client runs, or a deadline that this one has not set.
    [[nodiscard]] bool runsBesideOthers(const quint32 *state, int client) const;
    // Whether a timer of another thread of the client runs, or a deadline that the client has set.
    [[nodiscard]] bool runsBesideOwn(const quint32 *state, int client, int thread) const;

    const StateTables &m_tables;
    EarlierDeadlines m_overlaps;
    bool m_hasMessages = false;
    bool m_hasTimePassed = false;
    bool m_wasCutShort = false;
    bool m_lagsOtherwise = false;
    bool m_hasPhases = false; // of clients, beside others
    // Clients that made a step when they liked, and those that began a timer after time had passed,
    // while something ran that the client had begun before.
    std::set<int> m_freeBesideOwn, m_timedBesideOwn;
    std::vector<bool> m_looked; // by number of the command: whether it was looked at
    std::set<QByteArray> m_scripts; // that were looked at
    bool m_comparesTimes = false;
    bool m_goesThroughTables = false;
    bool m_mayMissMessages = false; // behind a restart or a failover
    bool m_needsOneClock = false; // of all servers
    bool m_hasLosses = false;
};

} // namespace lockstep
