#pragma once

#include "core/lab/freerun/clients/runclient.h"
#include "core/lab/scenario/scenario.h"

#include <set>

namespace lockstep {

// The clients of a free run, and one more client that runs the setup function before them. Passes
// each request of the Program to the client whose process made it. Belongs to the loop's thread.
class ClientPool
{
public:
    // Everything in the context has to outlive this object. The context's observer has to pass its
    // calls of processBegun(), programMoved() and mistaken() on to the functions of the same name.
    ClientPool(RunContext &context, const Scenario &scenario);
    ~ClientPool();

    // Opens all main connections that are closed, and serves the loop meanwhile.
    // Errors: those of connecting; Cancelled when the run was stopped.
    Result<void> open();
    // Runs the setup function, and serves the loop meanwhile. Errors: those of open(),
    // CommandTimeout.
    Result<void> setUp();
    // doWaitersComeLast: clients that begin with a wait for a key or a mutex begin after the first
    // commands of the others were sent, instead of before. In the first round nobody does.
    void beginRound(bool doWaitersComeLast);
    void endRound();

    [[nodiscard]] bool isOver() const; // all clients have finished or crashed
    [[nodiscard]] int unfinished() const; // how many clients still run
    [[nodiscard]] int waitingForOthers() const; // how many of them wait for other clients
    // Sets how many clients have finished, wait, and have crashed.
    void fillProgress(RunProgress &progress) const;
    // Whether all clients that still run wait for what only another client could bring about.
    [[nodiscard]] bool waitsForOthers() const;
    // Grows with everything that a client does: as long as it is the same, nobody has moved.
    [[nodiscard]] quint64 activityCount() const { return m_activityCount; }

    // For a node that goes away and comes back; see RunClient.
    [[nodiscard]] bool hasFlights(int node) const;
    void disconnect(int node);
    [[nodiscard]] bool reconnect(int node); // false: not all clients are connected yet
    void release(int node);

    void processBegun(int process, int client);
    void programMoved();
    void mistaken(const QString &mistake);
    // The first mistake in the file that the run has met; empty: there was none.
    [[nodiscard]] const QString &mistake() const { return m_mistake; }
    [[nodiscard]] std::vector<Participant> participants() const;

private:
    void begin(const std::vector<RunClient *> &clients);
    [[nodiscard]] bool waits(const RunClient &client) const;
    void handOut();
    void takeMarks();
    [[nodiscard]] bool areEntersOnArrival(const std::vector<Mark> &marks) const;
    [[nodiscard]] RunClient *ownerOf(int process);

    RunContext &m_context;
    const Scenario &m_scenario;
    History m_setupHistory; // nobody reads it, because the setup is no part of the round
    HistoryWriter m_setupRecord;
    RunOptions m_setupOptions; // without faults
    RunContext m_setupContext;
    std::vector<std::unique_ptr<RunClient>> m_clients;
    std::unique_ptr<RunClient> m_setup;
    std::set<int> m_waitFirst; // the indexes of clients that have begun a process with a wait
    std::vector<int> m_owners; // the client of each process, by the process's number
    std::deque<Program::ThreadRef> m_changed; // threads whose requests are to be passed on
    bool m_isHandingOut = false;
    RunLoop::Alarm m_again; // calls handOut() again for the rest of m_changed
    quint64 m_activityCount = 0;
    QString m_mistake;
};

} // namespace lockstep
