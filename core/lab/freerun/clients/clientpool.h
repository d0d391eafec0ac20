#pragma once

#include "core/lab/freerun/clients/runclient.h"
#include "core/lab/scenario/scenario.h"

namespace lockstep {

// The clients of a free run, and whoever runs the setup function before them. Hands what the
// program asks for to the client whose process it is. Belongs to the loop's thread.
class ClientPool
{
public:
    // Everything in the context has to outlive this. The context's observer has to pass on what it
    // is told by processBegun(), programMoved() and mistaken().
    ClientPool(RunContext &context, const Scenario &scenario);
    ~ClientPool();

    // Opens all connections that are closed, and serves the loop meanwhile.
    // Errors: of connecting; Cancelled when the run was stopped.
    Result<void> open();
    // Runs the setup function, and serves the loop meanwhile. Errors: those of open(),
    // CommandTimeout.
    Result<void> setUp();
    void beginRound();
    void endRound();

    [[nodiscard]] bool isOver() const; // no client runs any more
    [[nodiscard]] int unfinished() const; // how many clients still run
    [[nodiscard]] int waitingForOthers() const; // how many of them wait for other clients
    void count(RunProgress &progress) const; // who has finished, waits, has crashed
    // Whether all clients that still run wait for what only another client could bring about.
    [[nodiscard]] bool waitsForOthers() const;
    // Grows with everything that a client does.
    [[nodiscard]] quint64 moves() const { return m_moves; }

    [[nodiscard]] bool hasFlights(int node) const;
    void disconnect(int node);
    [[nodiscard]] bool reconnect(int node); // false: not all clients are connected yet
    void release(int node);

    void processBegun(int process, int client);
    void programMoved();
    void mistaken(const QString &mistake);
    // The first mistake of the file that the run has met; empty: there was none.
    [[nodiscard]] const QString &mistake() const { return m_mistake; }
    [[nodiscard]] std::vector<Participant> participants() const;

private:
    void handOut();
    void takeMarks();
    [[nodiscard]] RunClient *ownerOf(int process);

    RunContext &m_context;
    const Scenario &m_scenario;
    History m_setupHistory; // read by nobody, for the setup is no part of the round
    RunRecord m_setupRecord;
    RunOptions m_setupOptions; // without faults
    RunContext m_setupContext;
    std::vector<std::unique_ptr<RunClient>> m_clients;
    std::unique_ptr<RunClient> m_setup;
    std::vector<int> m_owners; // client by process
    std::deque<Program::ThreadRef> m_changed;
    bool m_isHandingOut = false;
    RunLoop::Alarm m_again; // to hand out the rest
    quint64 m_moves = 0;
    QString m_mistake;
};

} // namespace lockstep
