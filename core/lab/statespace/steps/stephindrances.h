#pragma once

#include "core/lab/statespace/state/statetables.h"
#include "core/lab/statespace/steps/blockedby.h"

namespace lockstep {

// Says what hinders a step that a state could have: a client's, a step of time, or a fault. Whether
// there is such a step at all is for the caller to know. `name`, which may be null, is set where
// the reason comes with one.
class StepHindrances
{
public:
    explicit StepHindrances(const StateTables &tables) // the tables outlive this
        : m_tables(tables)
    {
    }

    [[nodiscard]] BlockedBy ofClient(const quint32 *state, PackedStep step, QByteArray *name) const;
    // Says what hinders time from passing: ofTimeStep() also minds the bound on time steps,
    // ofTime() does not.
    [[nodiscard]] BlockedBy ofTimeStep(const quint32 *state) const;
    [[nodiscard]] BlockedBy ofTime(const quint32 *state) const;
    // Says what hinders a crash, a pause, a resume, a restart or a failover.
    [[nodiscard]] BlockedBy ofFault(const quint32 *state, PackedStep step) const;

    // Whether the client can start only now: it has not started, or it has made no step and would
    // find something else than it did.
    [[nodiscard]] bool canStartLate(const quint32 *state, int client) const;
    // Whether the client is inside something, or about to be.
    [[nodiscard]] bool isAtWork(const quint32 *state, int client) const;
    // Whether the thread would come too late if time passed now.
    [[nodiscard]] bool isLate(const quint32 *state, PackedStep step) const;
    // Whether some thread would send more commands if no key were due (BlockedBy::KeyDue).
    [[nodiscard]] bool isCutShort(const quint32 *state) const;

private:
    [[nodiscard]] BlockedBy ofWait(const quint32 *state, PackedStep step, QByteArray *name) const;
    [[nodiscard]] bool isMutexTaken(const quint32 *state, int server, const QByteArray &name) const;

    const StateTables &m_tables;
};

} // namespace lockstep
