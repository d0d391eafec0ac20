#include "core/lab/processstate.h"

#include <algorithm>

namespace lockstep {

namespace {

template <typename T> void append(QByteArray *bytes, const T &value)
{
    bytes->append(reinterpret_cast<const char *>(&value), sizeof(T));
}

} // namespace

quint32 ProcessStates::add(const ProcessState &state)
{
    QByteArray bytes;
    append(&bytes, state.history);
    append(&bytes, quint8(state.crashed + 2 * state.paused));
    append(&bytes, quint32(state.threads.size()));
    for (const ThreadWait &each : state.threads)
        append(&bytes, each);
    for (const QueuedMessage &each : state.inbox)
        append(&bytes, each);
    const quint32 number = m_encoded.add(bytes);
    if (number < m_states.size())
        return number;
    m_states.push_back(state);
    ProcessState &added = m_states.back();
    const ClientHistory &history = m_histories[state.history];
    added.listens = !state.crashed && !history.channels.empty() && !history.isOver();
    for (size_t i = 0; i < state.threads.size(); ++i) {
        const KnownRequest &request = history.threads[i];
        added.watches |= !request.watched.empty();
        for (const KnownGuard &guard : request.guards)
            added.awaits |= guard.kind == Guard::Kind::Changed;
    }
    return number;
}

void ProcessStates::beginWaits(ProcessState *state) const
{
    const ClientHistory &history = m_histories[state->history];
    state->threads.resize(history.threads.size());
    for (const int thread : history.fresh) {
        ThreadWait &wait = state->threads[size_t(thread)];
        wait.due = history.threads[size_t(thread)].pause;
        wait.timeout = history.threads[size_t(thread)].timeout;
        wait.woken = 0;
    }
    if (history.isOver())
        state->inbox.clear();
}

quint32 ProcessStates::begin(quint32 history)
{
    ProcessState state;
    state.history = history;
    beginWaits(&state);
    return add(state);
}

quint32 ProcessStates::after(quint32 number, int thread, quint32 history)
{
    ProcessState state = m_states[number];
    const KnownRequest &taken = m_histories[state.history].threads[size_t(thread)];
    if (taken.kind == Request::Kind::Receive) {
        const auto message =
            std::find_if(state.inbox.begin(), state.inbox.end(), [&](const QueuedMessage &each) {
                return int(each.node) == taken.node && each.channel == taken.channel;
            });
        if (message != state.inbox.end())
            state.inbox.erase(message);
    }
    state.history = history;
    beginWaits(&state);
    forgetClosedWatches(&state);
    return add(state);
}

void ProcessStates::forgetClosedWatches(ProcessState *state) const
{
    const ClientHistory &history = m_histories[state->history];
    for (size_t i = 0; i < state->threads.size(); ++i) {
        quint64 &doomed = state->threads[i].doomed;
        for (int node = 0; doomed >> node != 0; ++node) {
            if (history.threads[i].watched.count(node) == 0)
                doomed &= ~(quint64(1) << node);
        }
    }
}

quint32 ProcessStates::disconnected(quint32 number, quint32 history)
{
    ProcessState state = m_states[number];
    state.history = history;
    forgetClosedWatches(&state);
    return add(state);
}

quint32 ProcessStates::later(quint32 number, qint64 ms)
{
    const quint32 row[3] = {number, quint32(ms), quint32(quint64(ms) >> 32)};
    const auto [place, isNew] = m_aged.add(row);
    if (!isNew)
        return m_agedTo[place];
    ProcessState state = m_states[number];
    for (ThreadWait &each : state.threads) {
        if (each.due > 0)
            each.due = std::max<qint64>(0, each.due - ms);
        if (each.timeout > 0)
            each.timeout = std::max<qint64>(0, each.timeout - ms);
    }
    m_agedTo.push_back(add(state));
    return m_agedTo.back();
}

quint32 ProcessStates::crashed(quint32 number)
{
    ProcessState state;
    state.history = m_states[number].history;
    state.crashed = true;
    return add(state);
}

quint32 ProcessStates::paused(quint32 number, bool paused)
{
    ProcessState state = m_states[number];
    state.paused = paused;
    return add(state);
}

quint32 ProcessStates::received(quint32 number, QueuedMessage message)
{
    ProcessState state = m_states[number];
    state.inbox.push_back(message);
    return add(state);
}

quint32 ProcessStates::awaited(
    quint32 number, const std::function<bool(int thread, const KnownGuard &)> &seen)
{
    ProcessState state = m_states[number];
    const ClientHistory &history = m_histories[state.history];
    bool changed = false;
    for (size_t i = 0; i < state.threads.size(); ++i) {
        const auto &guards = history.threads[i].guards;
        for (size_t k = 0; k < guards.size(); ++k) {
            const quint64 bit = quint64(1) << k;
            if (guards[k].kind != Guard::Kind::Changed || (state.threads[i].woken & bit) != 0
                || !seen(int(i), guards[k]))
                continue;
            state.threads[i].woken |= bit;
            changed = true;
        }
    }
    return changed ? add(state) : number;
}

quint32 ProcessStates::doomed(quint32 number, int thread, int node, bool doomed)
{
    ProcessState state = m_states[number];
    const quint64 bit = quint64(1) << node;
    quint64 &flags = state.threads[size_t(thread)].doomed;
    flags = doomed ? flags | bit : flags & ~bit;
    return add(state);
}

qint64 ProcessStates::nextDeadline(quint32 number) const
{
    qint64 next = -1;
    for (const ThreadWait &each : m_states[number].threads) {
        for (const qint64 time : {each.due, each.timeout}) {
            if (time > 0 && (next < 0 || time < next))
                next = time;
        }
    }
    return next;
}

qint64 ProcessStates::memory() const
{
    return 3 * m_encoded.memory() + qint64(m_states.size() * sizeof(ProcessState))
        + m_aged.memory();
}

} // namespace lockstep
