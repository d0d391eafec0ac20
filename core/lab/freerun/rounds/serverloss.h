#pragma once

#include "core/lab/freerun/clients/clientpool.h"
#include "core/lab/freerun/rounds/changesource.h"

namespace lockstep {

// Loses node 0 in the middle of a round: it restarts without its keys, or its replica takes over.
// Belongs to the loop's thread.
//
// Clients do not see a broken command: what is under way is answered before the node is lost, and
// what comes after it waits until the node is back. What is lost are the keys, or the latest
// writes.
class ServerLoss
{
public:
    using Done = std::function<void(const Result<void> &)>; // called on this thread
    struct Control // what only the owner of the servers can do
    {
        std::function<void(int place, Done done)> restart;
        std::function<void(int place, Done done)> kill;
        Endpoint replica = {}; // of node 0
        int primaryPlace = 0;
        int replicaPlace = 0;
    };

    ServerLoss(RunContext &context, ClientPool &pool, Control control, ChangeSource &changes);

    // Where the replica may take over: serves the loop until it holds what node 0 does, so that
    // nothing of a round before comes back. Errors: CommandTimeout and those of connecting.
    Result<void> awaitReplica();
    // seed: the moments of the faults are the same in every run with the same seed.
    void beginRound(quint64 seed);
    void endRound();
    [[nodiscard]] bool isBusy() const { return m_isBusy; }
    // Whether the round left a dead server behind, which restore() has to bring back as a replica.
    [[nodiscard]] bool needsRestoring() const { return m_lostPlace >= 0; }
    // Serves the loop. Errors: CommandTimeout and those of connecting.
    Result<void> restore();

private:
    void failOver();
    void takeDown(Incident::Kind kind);
    void takeDownWhenAnswered();
    void takeDownWhenMonitored();
    void retryIn(Moment pause, void (ServerLoss::*step)());
    void onServed(const Result<void> &served);
    void askUntilReady();
    void reopen();
    void releaseWhenReady();

    RunContext &m_context;
    ClientPool &m_pool;
    Control m_control;
    ChangeSource &m_changes;
    ControlConnection m_replica;
    ControlConnection m_probe; // asks whether node 0 answers again
    std::optional<RunLoop::Alarm> m_alarm;
    Incident::Kind m_kind = Incident::Kind::Restart;
    Endpoint m_next; // where node 0 is afterwards
    Moment m_deadline = 0; // the run fails if the node is not back by then
    int m_lostPlace = -1;
    bool m_isBusy = false;
    bool m_isProbing = false;
};

} // namespace lockstep
