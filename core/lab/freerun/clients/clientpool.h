#pragma once

#include "core/lab/freerun/clients/runclient.h"
#include "core/lab/scenario/scenario.h"

namespace lockstep {

// The clients of a free run, and whoever runs the setup function before them. Hands what the
// program asks for to the client whose process it is. Belongs to the loop's thread.
class ClientPool
{
public:
    // record: of the run. nodes: outlive this.
    ClientPool(RunContext &context, const Scenario &scenario);
    ~ClientPool();

    // Opens all connections that are closed; serves the loop meanwhile.
    // Errors: of connecting; Cancelled when the run was stopped.
    Result<void> open();
    // Runs the setup function; serves the loop meanwhile. Errors: likewise, CommandTimeout.
    Result<void> setUp();
    void beginRound();
    void endRound();

    [[nodiscard]] bool isOver() const; // nobody runs any more
    [[nodiscard]] int unfinished() const; // clients that still run
    [[nodiscard]] int left() const; // those of them that wait for others
    void count(RunProgress &progress) const; // who has finished, waits, has crashed
    // Everybody left waits for what only another client could bring about.
    [[nodiscard]] bool waitsForOthers() const;
    // Grows with everything a client does.
    [[nodiscard]] quint64 moves() const { return m_moves; }

    [[nodiscard]] bool hasFlights(int node) const;
    void disconnect(int node);
    [[nodiscard]] bool reconnect(int node); // false: not everybody yet
    void release(int node);

    [[nodiscard]] const QString &mistake() const { return m_mistake; }
    [[nodiscard]] std::vector<Participant> participants() const;

private:
    void moved();
    void handOut();
    void takeMarks();
    [[nodiscard]] RunClient *ownerOf(int process);

    RunContext &m_context;
    const Scenario &m_scenario;
    History m_setupHistory; // nobody's: the setup is no part of the round
    RunRecord m_setupRecord;
    RunOptions m_setupOptions; // without faults
    RunContext m_setupContext;
    bool m_setUpHasFailed = false;
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
