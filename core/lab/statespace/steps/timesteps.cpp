// Time moves from one deadline to the next, and all timers that are due then fire. Keys that are
// due at one instant expire one after the other, in the order in which their deadlines were set,
// for in reality time passes between two commands. Each is a step of its own; all but the one that
// moves the clock are free.
//
// Where a timer fires at the instant at which a key is due, the clients that it wakes may be faster
// than the key's end: the key is still there, and its end is the next step. How many commands fit
// in between is bounded by mostSentWhileDue in stephindrances.cpp.

#include "core/lab/statespace/steps/timesteps.h"

#include <algorithm>

namespace lockstep {

TimeSteps::TimeSteps(StateTables &tables, const StepHindrances &hindrances, CommandAnswers &answers,
    ClientNotifications &notifications, UnexploredNotes &unexplored)
    : m_tables(tables)
    , m_hindrances(hindrances)
    , m_answers(answers)
    , m_notifications(notifications)
    , m_unexplored(unexplored)
{
}

void TimeSteps::moveClock(qint64 ms, quint32 *after)
{
    const StateLayout &layout = m_tables.layout;
    for (int client = 0; client < m_tables.clients(); ++client)
        layout.process(after, client) =
            m_tables.processes->later(layout.process(after, client), ms);
    for (int node = 0; node < m_tables.nodes(); ++node)
        after[node] = m_tables.datasets.later(after[node], ms);
    if (layout.hasReplica())
        layout.replica(after) = m_tables.datasets.later(layout.replica(after), ms);
    if (layout.keepsClock())
        layout.setClock(after, m_tables.clockOf(after) + ms);
}

Result<void> TimeSteps::take(const quint32 *state, quint32 *after)
{
    const StateLayout &layout = m_tables.layout;
    m_unexplored.noteTime(m_hindrances.isCutShort(state));
    if (!m_tables.isKeyDue(state)) {
        layout.spend(after, TraceStep::Kind::Time);
        moveClock(m_tables.nextDeadline(after), after);
        const quint32 *const first = layout.processes(after);
        const bool hasTimerFired = !std::equal(
            first, first + m_tables.clients(), layout.processes(state), [&](quint32 a, quint32 b) {
                return m_tables.processes->firedTimers(a) == m_tables.processes->firedTimers(b);
            });
        if (hasTimerFired || !m_tables.isKeyDue(after))
            return {};
    }
    return letExpire(after);
}

// Lets the keys expire that are due first. A key lives through the whole millisecond of its
// deadline, so once the last one is gone the clock is past it.
Result<void> TimeSteps::letExpire(quint32 *after)
{
    const StateLayout &layout = m_tables.layout;
    quint32 first = none;
    for (int node = 0; node < m_tables.nodes(); ++node) {
        for (const KeyHeld &key : m_tables.datasets[after[node]])
            first = key.ttl == 0 ? std::min(first, key.rank) : first;
    }
    for (int node = 0; node < m_tables.nodes(); ++node) {
        const quint32 left = m_tables.datasets.expired(after[node], first);
        if (left == after[node])
            continue;
        const Execution execution = m_tables.executionOf(after, node);
        if (layout.hasReplica() && node == 0)
            layout.replica(after) =
                m_tables.datasets.expiredWith(layout.replica(after), after[0], left);
        after[node] = left;
        // Where nobody looks, the server need not execute anything.
        const bool isTold = m_tables.scenario->expiredEvents && !execution.subscriptions.empty();
        if (execution.watches.empty() && !isTold)
            continue;
        const auto answer = m_answers.expire(node, execution, left);
        if (!answer)
            return tl::unexpected(answer.error());
        m_notifications.markDirtyWatches(*answer, execution, node, after);
        m_notifications.deliverMessages(*answer, node, after);
    }
    for (int client = 0; !m_tables.isKeyDue(after) && client < m_tables.clients(); ++client)
        layout.process(after, client) =
            m_tables.processes->withoutDueKeys(layout.process(after, client));
    // What ends in that very millisecond ends by a time step, where one could be taken.
    const bool isPast = !m_tables.isKeyDue(after)
        && (m_tables.nextDeadline(after) != 1 || m_hindrances.ofTime(after) == BlockedBy::None);
    if (isPast)
        moveClock(1, after);
    return {};
}

} // namespace lockstep
