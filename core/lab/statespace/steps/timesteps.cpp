// Time moves from one deadline to the next, and all timers that are due then fire. Keys that are
// due at one instant expire one after the other, in the order in which their deadlines were set,
// for in reality time passes between two commands. Each is a step of its own; all but the one that
// moves the clock are free.
//
// Where a timer fires at the instant at which a key is due, the clients that it wakes may be faster
// than the key's end: the key is still there, and its end is the next step. How many commands fit
// in between is bounded by mostSentWhileDue in stephindrances.cpp.
//
// A key lives through the whole millisecond of its deadline, so once it is gone the clock is past
// it. What ends in the very millisecond that the clock shows then ends with it, unless an
// assumption keeps time from passing: then these ends are pending until the next step of time. So
// nobody finds a key gone at its deadline, and who has to be on time still comes before the ends.

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

// arePending: what ends then does so only with the next step of time.
void TimeSteps::moveClock(qint64 ms, bool arePending, quint32 *after)
{
    const StateLayout &layout = m_tables.layout;
    layout.setPendingEnds(after, arePending);
    for (int client = 0; client < m_tables.clients(); ++client)
        layout.process(after, client) =
            m_tables.processes->later(layout.process(after, client), ms, arePending);
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
        moveClock(m_tables.nextDeadline(after), false, after);
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

// Lets the keys expire that are due first.
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
    if (!m_tables.isKeyDue(after))
        passDeadline(after);
    return {};
}

// The last of the keys that were due is gone.
void TimeSteps::passDeadline(quint32 *after)
{
    const StateLayout &layout = m_tables.layout;
    for (int client = 0; client < m_tables.clients(); ++client)
        layout.process(after, client) =
            m_tables.processes->withoutDueKeys(layout.process(after, client));
    const bool arePending =
        m_tables.nextDeadline(after) == 1 && m_hindrances.ofTime(after) != BlockedBy::None;
    moveClock(1, arePending, after);
    for (int client = 0; arePending && client < m_tables.clients(); ++client) {
        const size_t threads = m_tables.process(after, client).threads.size();
        for (size_t i = 0; i < threads; ++i) {
            quint32 &process = layout.process(after, client);
            if (m_hindrances.isLate(after, {TraceStep::Kind::Client, quint8(client), quint8(i)}))
                process = m_tables.processes->overdue(process, int(i));
        }
    }
}

} // namespace lockstep
