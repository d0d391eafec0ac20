#pragma once

#include "core/lab/freerun/clients/clientpool.h"
#include "core/lab/freerun/rounds/changesource.h"

namespace lockstep {

// Loses node 0 in the middle of a round: it restarts without its keys, or its replica takes over.
// Belongs to the loop's thread.
//
// Clients do not see a broken command: what is under way is answered before, what comes after waits
// until the node is back. Lost are the keys, or the latest writes.
class ServerFaults
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

    ServerFaults(RunContext &context, ClientPool &pool, Control control, ChangeSource &changes);

    // Seeded: the same moments in every run with the seed.
    void beginRound(quint64 seed);
    void endRound();
    [[nodiscard]] bool isBusy() const { return m_isBusy; }
    // Whether the round left a dead server behind, which restore() has to bring back as a replica.
    [[nodiscard]] bool needsRestoring() const { return m_lostPlace >= 0; }
    // Serves the loop. Errors: CommandTimeout and those of connecting.
    Result<void> restore();

private:
    void failOver();
    void leave(Incident::Kind kind);
    void leaveWhenAnswered();
    void leaveWhenHeard();
    void retryIn(Moment pause, void (ServerFaults::*step)());
    void comeBack(const Result<void> &served);
    void knock();
    void goOn();
    void letIn();

    RunContext &m_context;
    ClientPool &m_pool;
    Control m_control;
    ChangeSource &m_changes;
    ControlConnection m_replica;
    ControlConnection m_door; // asks whether the node answers
    std::optional<RunLoop::Alarm> m_alarm;
    Incident::Kind m_kind = Incident::Kind::Restart;
    Endpoint m_next; // of node 0 afterwards
    Moment m_givesUp = 0;
    int m_lostPlace = -1;
    bool m_isBusy = false;
    bool m_isKnocking = false;
};

} // namespace lockstep
