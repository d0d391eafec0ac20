#include "core/lab/statespace/steps/faultsteps.h"

namespace lockstep {

Result<void> FaultSteps::take(PackedStep step, quint32 *after)
{
    const StateLayout &layout = m_tables.layout;
    const bool isOfClient = step.client < m_tables.clients();
    quint32 &process = layout.process(after, isOfClient ? step.client : 0);
    switch (step.kind) {
    case TraceStep::Kind::Crash:
        layout.spend(after, TraceStep::Kind::Crash);
        process =
            m_tables.processes->crashed(process, m_visibility.canTellCrash(after, step.client));
        return {};
    case TraceStep::Kind::Pause:
        layout.spend(after, TraceStep::Kind::Pause);
        process = m_tables.processes->paused(process, true);
        return {};
    case TraceStep::Kind::Resume:
        process = m_tables.processes->paused(process, false);
        return {};
    case TraceStep::Kind::Restart:
        layout.spend(after, TraceStep::Kind::Restart);
        after[step.client] = 0;
        loseConnections(step.client, after);
        return m_tables.servers->restart(step.client, m_tables.clockOf(after));
    default:
        layout.spend(after, TraceStep::Kind::Failover);
        m_unexplored.noteReplica(m_tables.isWatched(after, 0) && after[0] != layout.replica(after));
        after[0] = layout.replica(after);
        loseConnections(0, after);
        return m_tables.servers->failOver(after[0], m_tables.clockOf(after));
    }
}

// Connections die with the process that they lead to. The clients' libraries open others, as those
// of a free run do, before anything else is sent: they subscribe again, so nothing that is
// published later is missed, and what was received before is the client's already. But no library
// can watch again: whether a key has changed since the program looked at it, nobody knows. So the
// EXEC that follows has nothing that could fail it, as with every library that reconnects silently.
// An error that reaches the program, as others raise it, was rejected: a free run has none, and
// every lesson would have to deal with it.
void FaultSteps::loseConnections(int node, quint32 *after)
{
    for (int client = 0; client < m_tables.clients(); ++client) {
        quint32 &number = m_tables.layout.process(after, client);
        const ProcessState &process = (*m_tables.processes)[number];
        if (!process.watches)
            continue;
        const quint32 history = m_tables.histories->disconnected(process.history, node);
        if (history != process.history)
            number = m_tables.processes->reconnected(number, history);
    }
}

} // namespace lockstep
