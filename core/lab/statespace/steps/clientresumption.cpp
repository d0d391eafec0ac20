#include "core/lab/statespace/steps/clientresumption.h"

namespace lockstep {

ClientResumption::ClientResumption(StateTables &tables, const StepVisibility &visibility,
    ClientNotifications &notifications, EventWriter &events, UnexploredNotes &unexplored)
    : m_tables(tables)
    , m_visibility(visibility)
    , m_notifications(notifications)
    , m_events(events)
    , m_unexplored(unexplored)
{
}

Result<quint32> ClientResumption::next(const quint32 *state, PackedStep step, quint32 reply)
{
    return m_tables.histories->after(
        m_tables.process(state, step.client).history, step.thread, reply, m_tables.clockOf(state));
}

Result<void> ClientResumption::resume(PackedStep step, quint32 reply, quint32 *after)
{
    quint32 &process = m_tables.layout.process(after, step.client);
    const qint64 age = (*m_tables.processes)[process].threads[step.thread].age;
    const qint64 clock = m_tables.clockOf(after);
    const quint32 row[5] = {
        process, step.thread, reply, quint32(clock), quint32(quint64(clock) >> 32)};
    const auto [place, isNew] = m_resumed.add(row);
    if (isNew)
        m_resumedTo.push_back(0);
    if (m_resumedTo[place] == 0) {
        const auto history = next(after, step, reply);
        if (!history)
            return tl::unexpected(history.error());
        m_resumedTo[place] = m_tables.processes->after(process, step.thread, *history);
    }
    process = m_resumedTo[place];
    m_unexplored.noteNewTimers(after, step.client);
    m_events.note(step, age, after);
    m_notifications.wakeFresh(after, step.client);
    return {};
}

Result<void> ClientResumption::answer(PackedStep step, quint32 reply, quint32 *after)
{
    const auto next = this->next(after, step, reply);
    if (!next)
        return tl::unexpected(next.error());
    const ClientHistory &history = (*m_tables.histories)[*next];
    if (!m_visibility.canTellArrival(after, step, history))
        return resume(step, reply, after);
    m_events.keepPlace(step, history, after);
    quint32 &process = m_tables.layout.process(after, step.client);
    process = m_tables.processes->replied(process, step.thread, reply);
    return {};
}

Result<void> ClientResumption::passWaits(quint32 *after)
{
    for (int client = 0; client < m_tables.clients(); ++client) {
        for (bool hasPassed = true; hasPassed;) {
            hasPassed = false;
            const ProcessState &process = m_tables.process(after, client);
            if (!process.isAwake || process.paused)
                break;
            for (size_t i = 0; i < process.threads.size() && !hasPassed; ++i) {
                const PackedStep step{TraceStep::Kind::Client, quint8(client), quint8(i)};
                if (!m_tables.isWaitOver(after, step))
                    continue;
                const auto next = this->next(after, step, 0);
                if (!next)
                    return tl::unexpected(next.error());
                if (m_visibility.canTellArrival(after, step, (*m_tables.histories)[*next]))
                    continue;
                if (const auto resumed = resume(step, 0, after); !resumed)
                    return resumed;
                hasPassed = true;
            }
        }
    }
    return {};
}

Result<void> ClientResumption::startLate(int client, quint32 *after)
{
    const auto history = m_tables.histories->begin(client, m_tables.clockOf(after));
    if (!history)
        return tl::unexpected(history.error());
    const bool hasStarted = m_tables.history(after, client).hasStarted;
    m_tables.layout.process(after, client) = m_tables.processes->begin(*history, hasStarted);
    m_events.forget(after, client);
    m_unexplored.noteNewTimers(after, client);
    m_events.note({TraceStep::Kind::Client, quint8(client)}, 0, after);
    m_notifications.wakeFresh(after, client);
    return {};
}

qint64 ClientResumption::memory() const
{
    return m_resumed.memory() + qint64(m_resumedTo.capacity() * sizeof(quint32));
}

} // namespace lockstep
