// The part of StateSpace that executes faults: crashes and pauses of clients, lost requests,
// restarts and failovers of servers.

#include "core/lab/statespace/statespace.h"

namespace lockstep {

// A lost request never reaches the server. The client gives up waiting and goes on with nil, as of
// a key that does not exist. An error in its place was rejected: every command of a lesson would
// have to be called under protection for the sake of one fault.
Result<StateSpace::Effect> StateSpace::takeLoss(
    const quint32 *state, PackedStep step, quint32 *after)
{
    const KnownRequest &request = this->request(state, step);
    Effect effect;
    effect.words = request.words;
    effect.line = request.line;
    effect.node = request.node;
    m_layout.spend(after, TraceStep::Kind::LostRequest);
    if (const auto answered = answerThread(step, m_replies.add("$-1\r\n"), after); !answered)
        return tl::unexpected(answered.error());
    return effect;
}

// That a command was in flight when its client crashed is seen only where something else ends with
// the crash: others get its mutex, are told by PUBLISH that nobody listens any more, find it inside
// nothing, or find that time passes again. To all others the crash might as well have come after
// the execution.
bool StateSpace::isCrashSeen(const quint32 *state, int client) const
{
    const ClientHistory &history = this->history(state, client);
    return !history.mutexes.empty() || !history.channels.empty()
        || (m_seen.outside && isAtWork(state, client));
}

Result<void> StateSpace::takeFault(PackedStep step, quint32 *after)
{
    quint32 &process = m_layout.process(after, step.client < clients() ? step.client : 0);
    switch (step.kind) {
    case TraceStep::Kind::Crash:
        m_layout.spend(after, TraceStep::Kind::Crash);
        process = m_processes->crashed(process, isCrashSeen(after, step.client));
        return {};
    case TraceStep::Kind::Pause:
        m_layout.spend(after, TraceStep::Kind::Pause);
        process = m_processes->paused(process, true);
        return {};
    case TraceStep::Kind::Resume:
        process = m_processes->paused(process, false);
        return {};
    case TraceStep::Kind::Restart:
        m_layout.spend(after, TraceStep::Kind::Restart);
        after[step.client] = 0;
        loseConnections(step.client, after);
        return m_servers->restart(step.client, clockOf(after));
    default:
        m_layout.spend(after, TraceStep::Kind::Failover);
        m_lagsOtherwise |= isWatched(after, 0) && after[0] != m_layout.replica(after);
        after[0] = m_layout.replica(after);
        loseConnections(0, after);
        return m_servers->failOver(after[0], clockOf(after));
    }
}

// Connections die with the process that they lead to. The clients' libraries open others, as those
// of a free run do, before anything else is sent: they subscribe again, so nothing that is
// published later is missed, and what was received before is the client's already. But no library
// can watch again: whether a key has changed since the program looked at it, nobody knows. So the
// EXEC that follows has nothing that could fail it, as with every library that reconnects silently.
// An error that reaches the program, as others raise it, was rejected: a free run has none, and
// every lesson would have to deal with it.
void StateSpace::loseConnections(int node, quint32 *after)
{
    for (int client = 0; client < clients(); ++client) {
        quint32 &number = m_layout.process(after, client);
        const ProcessState &process = (*m_processes)[number];
        if (!process.watches)
            continue;
        const quint32 history = m_histories->disconnected(process.history, node);
        if (history != process.history)
            number = m_processes->reconnected(number, history);
    }
}

} // namespace lockstep
