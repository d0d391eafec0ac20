#pragma once

#include "core/lab/freerun/clients/clientpool.h"
#include "core/lab/freerun/rounds/changesource.h"

namespace lockstep {

// Loses node 0 in the middle of a round: it restarts without its keys, or its replica takes over.
// Belongs to the loop's thread.
//
// No command of a client is interrupted: commands under way are answered before the node is lost,
// and later ones are not sent before the node is back. A restart loses all keys, a failover the
// latest writes.
class ServerLoss
{
public:
    using Done = std::function<void(const Result<void> &)>; // called on this thread
    // What only the owner of the servers can do. Servers are identified by their place in it.
    struct Control
    {
        std::function<void(int place, Done done)> restart;
        std::function<void(int place, Done done)> kill;
        Endpoint replica = {}; // the replica of node 0
        int primaryPlace = 0; // of node 0
        int replicaPlace = 0;
    };

    ServerLoss(RunContext &context, ClientPool &pool, Control control, ChangeSource &changes);

    // If the replica may take over: serves the loop until it holds what node 0 holds, so that no
    // key of an earlier round comes back. Errors: CommandTimeout and those of connecting.
    Result<void> awaitReplica();
    // seed: the moments of the faults are the same in every run with the same seed.
    void beginRound(quint64 seed);
    void endRound();
    [[nodiscard]] bool isBusy() const { return m_isBusy; } // the node is being lost or restored
    // Whether a loss is still to come in this round. It may end waits, so until then no deadlock is
    // certain.
    [[nodiscard]] bool isToCome() const { return m_isToCome; }
    // Whether the round left a dead server behind, which restore() has to bring back as a replica.
    [[nodiscard]] bool needsRestoring() const { return m_lostPlace.has_value(); }
    // Serves the loop. Errors: CommandTimeout and those of connecting.
    Result<void> restore();

private:
    void failOver();
    void takeDown(Incident::Kind kind);
    void takeDownWhenAnswered();
    void takeDownWhenMonitored();
    void retryIn(Moment pause, void (ServerLoss::*step)());
    [[nodiscard]] Error copyMissing() const; // or Cancelled, if the loop was stopped
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
    Endpoint m_next; // where node 0 will be reached afterwards
    Moment m_deadline = 0; // the run fails if the node is not back by then
    std::optional<int> m_lostPlace; // of the server that restore() has to make a replica
    bool m_isToCome = false;
    bool m_isBusy = false;
    bool m_isProbing = false;
};

} // namespace lockstep
