#include "core/lab/statespace/steps/clientnotifications.h"

namespace lockstep {

void ClientNotifications::deliverMessages(const Answer &answer, int node, quint32 *after)
{
    for (const Message &message : answer.messages) {
        quint32 &receiver = m_tables.layout.process(after, message.process);
        if (!(*m_tables.processes)[receiver].listens)
            continue;
        receiver = m_tables.processes->received(
            receiver, {quint32(node), message.channel, message.payload});
        m_unexplored.noteMessage(node);
    }
}

void ClientNotifications::markDirtyWatches(
    const Answer &answer, const Execution &executed, int node, quint32 *after)
{
    ProcessStates &processes = *m_tables.processes;
    for (size_t i = 0; i < answer.dirty.size(); ++i) {
        const OpenWatch &watch = executed.watches[i];
        quint32 &process = m_tables.layout.process(after, watch.process);
        const auto &threads = (*m_tables.histories)[processes[process].history].threads;
        if (threads[size_t(watch.thread)].watched.count(node) != 0)
            process = processes.dirtied(process, watch.thread, node, answer.dirty[i]);
    }
}

void ClientNotifications::wakeWaiting(const quint32 *before, quint32 *after, int node)
{
    if (before[node] == after[node])
        return;
    for (int client = 0; client < m_tables.clients(); ++client) {
        quint32 &process = m_tables.layout.process(after, client);
        if (!(*m_tables.processes)[process].awaits)
            continue;
        process = m_tables.processes->awaited(process, [&](int, const KnownWait &wait) {
            if (wait.node != node)
                return false;
            const quint32 now = m_tables.datasets.valueOf(after[node], wait.key);
            return now == 0
                || (wait.kind == Wait::Kind::Changed
                    && now != m_tables.datasets.valueOf(before[node], wait.key));
        });
    }
}

void ClientNotifications::wakeFresh(quint32 *after, int client)
{
    quint32 &process = m_tables.layout.process(after, client);
    if (!(*m_tables.processes)[process].awaits)
        return;
    process = m_tables.processes->awaited(process, [&](int, const KnownWait &wait) {
        return m_tables.datasets.valueOf(after[wait.node], wait.key) == 0;
    });
}

} // namespace lockstep
