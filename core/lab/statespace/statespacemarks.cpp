// Part of StateSpace. What follows from a step: awaits that wake, events, owners of keys.

#include "core/lab/statespace/statespace.h"

#include "core/lab/wire/replytext.h"

namespace lockstep {

QByteArray StateSpace::plainKey(QByteArrayView name) const
{
    return withoutPrefix(name, m_prefix);
}

void StateSpace::contentsChanged(const quint32 *before, quint32 *after, int node)
{
    if (before[node] == after[node])
        return;
    for (int client = 0; client < clients(); ++client) {
        quint32 &process = m_layout.process(after, client);
        if (!(*m_processes)[process].awaits)
            continue;
        process = m_processes->awaited(process, [&](int, const KnownWait &wait) {
            if (wait.node != node)
                return false;
            const quint32 now = m_datasets.valueOf(after[node], wait.key);
            return now == 0
                || (wait.kind == Wait::Kind::Changed
                    && now != m_datasets.valueOf(before[node], wait.key));
        });
    }
}

void StateSpace::wakeFresh(quint32 *after, int client)
{
    quint32 &process = m_layout.process(after, client);
    if (!(*m_processes)[process].awaits)
        return;
    process = m_processes->awaited(process, [&](int, const KnownWait &wait) {
        return m_datasets.valueOf(after[wait.node], wait.key) == 0;
    });
}

std::vector<int> StateSpace::inside(const quint32 *state, const QByteArray &lock) const
{
    std::vector<int> clients;
    for (int client = 0; client < this->clients(); ++client) {
        const ProcessState &process = this->process(state, client);
        const auto &inside = (*m_histories)[process.history].inside;
        if (!process.isOver && !inside.empty() && (lock.isEmpty() || inside.count(lock) != 0))
            clients.push_back(client);
    }
    return clients;
}

void StateSpace::noteMarks(quint32 *after, int client, qint64 at)
{
    if (!m_seen.events)
        return;
    for (const Mark &mark : history(after, client).marks) {
        if (!m_seen.isEvent(mark))
            continue;
        std::vector<int> inside = this->inside(after, mark.name);
        if (inside.empty())
            inside = this->inside(after, {});
        quint32 &last = m_layout.event(after);
        last = m_events.add({last, at, client, mark.value, mark.kind == Mark::Kind::Count,
            mark.name, mark.text, std::move(inside)});
    }
}

quint32 StateSpace::noteOwners(const quint32 *before, quint32 *after, PackedStep step, int node,
    const std::vector<quint32> &deadlines)
{
    quint32 violated = 0;
    const quint32 actor = step.kind == TraceStep::Kind::Client ? step.client : none;
    quint32 &owners = m_layout.owners(after);
    owners = m_owners.after(owners, {node, before[node], after[node], deadlines, actor}, &violated);
    return violated;
}

} // namespace lockstep
