#pragma once

#include "core/lab/node/steppedservers.h"
#include "core/lab/process/processstate.h"
#include "core/lab/program/observations.h"
#include "core/lab/statespace/state/checkobservations.h"
#include "core/lab/statespace/state/eventtable.h"
#include "core/lab/statespace/state/exploreoptions.h"
#include "core/lab/statespace/state/packedstep.h"
#include "core/lab/statespace/state/statelayout.h"

#include <memory>

namespace lockstep {

// The tables of one state space, into which its states hold numbers, and what is read from a state
// with them. A state is a row of layout.words() numbers. Belongs to one thread.
struct StateTables
{
    StateTables(ScenarioPtr steppedScenario, ExploreOptions exploreOptions);
    Q_DISABLE_COPY_MOVE(StateTables)

    const ScenarioPtr scenario;
    const ExploreOptions options;
    const Observations observations; // by programs
    const CheckObservations seen; // by checks
    const QByteArray prefix{"{lab}:"}; // of the name of each key and channel on the servers

    DatasetTable datasets;
    InternedTexts channels;
    InternedTexts replies;
    EventTable events;
    // These three are set before the first state is made. The servers use the tables above and are
    // asked by the histories.
    std::unique_ptr<SteppedServers> servers;
    std::unique_ptr<ClientHistories> histories;
    std::unique_ptr<ProcessStates> processes;
    StateLayout layout;
    std::vector<quint32> beginnings; // the history that each client begins with

    [[nodiscard]] int nodes() const { return scenario->nodes; }
    [[nodiscard]] int clients() const { return int(histories->clients().size()); }
    [[nodiscard]] QByteArray plainKey(QByteArrayView name) const; // without the prefix

    // The clients.
    [[nodiscard]] const ProcessState &process(const quint32 *state, int client) const
    {
        return (*processes)[layout.process(state, client)];
    }
    [[nodiscard]] const ClientHistory &history(const quint32 *state, int client) const
    {
        return (*histories)[process(state, client).history];
    }
    // What the thread asks for next, or has asked for where its reply is on its way.
    [[nodiscard]] const KnownRequest &request(const quint32 *state, PackedStep step) const
    {
        return history(state, step.client).threads[step.thread];
    }
    [[nodiscard]] bool isOver(const quint32 *state) const; // only main threads must finish
    // Whether the thread waits for a key or a time, and need not wait any more.
    [[nodiscard]] bool isWaitOver(const quint32 *state, PackedStep step) const;
    // Nullptr if no message of the channel that is asked for is in the client's inbox.
    [[nodiscard]] const QueuedMessage *nextMessage(
        const quint32 *state, PackedStep step, const KnownRequest &request) const;
    // The clients that are inside the lock; an empty name stands for any lock.
    [[nodiscard]] std::vector<int> inside(const quint32 *state, const QByteArray &lock) const;

    // The connections.
    [[nodiscard]] bool isWatched(const quint32 *state, int node) const; // a WATCH is open
    // The node with its connections, for a command that the caller puts in.
    [[nodiscard]] Execution executionOf(const quint32 *state, int node) const;

    // These tell the time.
    [[nodiscard]] qint64 clockOf(const quint32 *state) const { return layout.clock(state); }
    // How many steps that move the clock the bound still allows.
    [[nodiscard]] int timeLeft(const quint32 *state) const
    {
        return layout.budget(state, TraceStep::Kind::Time);
    }
    [[nodiscard]] bool isKeyDue(const quint32 *state) const; // it expires before time passes
    [[nodiscard]] qint64 longestTimer(const quint32 *state) const; // ms; -1: none runs
    // The deadline or timer that a time step goes to, in ms from now; -1: there is none.
    [[nodiscard]] qint64 nextDeadline(const quint32 *state) const;
    [[nodiscard]] qint64 nextExpiry(const quint32 *state) const; // of keys only

    [[nodiscard]] qint64 memory() const; // bytes
};

} // namespace lockstep
