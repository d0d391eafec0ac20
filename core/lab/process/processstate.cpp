#include "core/lab/process/processstate.h"

#include <algorithm>

namespace lockstep {

namespace {

template <typename T> void append(QByteArray *bytes, const T &value)
{
    static_assert(std::has_unique_object_representations_v<T>);
    bytes->append(reinterpret_cast<const char *>(&value), sizeof(T));
}

void append(QByteArray *bytes, const ThreadState &thread)
{
    append(bytes, thread.timer);
    append(bytes, thread.age);
    append(bytes, thread.dirty);
    append(bytes, thread.reply);
    append(bytes,
        quint8(thread.isAwake | thread.isOnTime << 1 | thread.isInFlight << 2
            | thread.isPending << 3 | thread.isOverdue << 4));
    append(bytes, thread.sentWhileDue);
}

} // namespace

quint32 ProcessStates::add(const ProcessState &state)
{
    QByteArray bytes;
    append(&bytes, state.history);
    append(&bytes, quint8(state.crashed + 2 * state.paused + 4 * state.isStarting));
    append(&bytes, quint32(state.threads.size()));
    for (const ThreadState &each : state.threads)
        append(&bytes, each);
    for (const QueuedMessage &each : state.inbox)
        append(&bytes, each);
    const quint32 number = m_encoded.add(bytes);
    if (number < m_states.size())
        return number;
    m_states.push_back(state);
    ProcessState &added = m_states.back();
    const ClientHistory &history = m_histories[state.history];
    added.isOver = state.crashed || history.isFinished();
    added.listens = !added.isOver && !history.channels.empty();
    // The state may be a changed copy of another one, so these flags are computed anew.
    added.awaits = added.watches = added.hasTimers = added.ages = added.isAwake = false;
    for (size_t i = 0; i < state.threads.size(); ++i) {
        const KnownRequest &request = history.threads[i];
        const ThreadState &thread = state.threads[i];
        added.watches |= !request.watched.empty();
        added.awaits |= request.kind == Request::Kind::Wait && request.wait.isOfKey()
            && !thread.isAwake && thread.reply == 0;
        added.hasTimers |= thread.hasTimer();
        added.ages |= thread.hasTimer() || thread.isOverdue || (m_keepsAges && thread.reply != 0);
        added.isAwake |= request.kind == Request::Kind::Wait && thread.reply == 0
            && (thread.isAwake || thread.hasFired());
    }
    return number;
}

void ProcessStates::beginWaits(ProcessState *state) const
{
    const ClientHistory &history = m_histories[state->history];
    state->threads.resize(history.threads.size());
    for (const int number : history.newRequests) {
        const KnownRequest &request = history.threads[size_t(number)];
        ThreadState &thread = state->threads[size_t(number)];
        const bool isTimed =
            request.kind == Request::Kind::Wait && request.wait.kind == Wait::Kind::Until;
        thread.timer = isTimed ? request.wait.span : request.timeout;
        thread.isPending = false;
        thread.isAwake = false;
    }
    if (history.isFinished())
        end(state, true);
}

// Ends the process. With keepsCommands, it stays known which threads have a command in flight that
// may still be executed.
void ProcessStates::end(ProcessState *state, bool keepsCommands) const
{
    const ClientHistory &history = m_histories[state->history];
    bool areInFlight = false;
    for (size_t i = 0; i < state->threads.size(); ++i) {
        const bool isInFlight = keepsCommands && state->threads[i].reply == 0
            && history.threads[i].kind == Request::Kind::Command;
        const quint64 dirty = state->threads[i].dirty;
        state->threads[i] = {};
        state->threads[i].isInFlight = isInFlight;
        state->threads[i].dirty = isInFlight ? dirty : 0;
        areInFlight |= isInFlight;
    }
    if (!areInFlight)
        state->threads.clear();
    state->inbox.clear();
    state->paused = false;
    state->isStarting = false;
}

quint32 ProcessStates::begin(quint32 history, bool isStarting)
{
    ProcessState state;
    state.isStarting = isStarting;
    state.history = history;
    beginWaits(&state);
    return add(state);
}

quint32 ProcessStates::started(quint32 number)
{
    if (!m_states[number].isStarting)
        return number;
    ProcessState state = m_states[number];
    state.isStarting = false;
    return add(state);
}

quint32 ProcessStates::after(quint32 number, int thread, quint32 history)
{
    ProcessState state = m_states[number];
    const KnownRequest &taken = m_histories[state.history].threads[size_t(thread)];
    ThreadState &own = state.threads[size_t(thread)];
    const bool isTimed = taken.kind == Request::Kind::Wait && taken.wait.kind == Wait::Kind::Until;
    const bool hasTimedOut = taken.kind == Request::Kind::Receive && own.hasFired();
    own.isOnTime = isTimed || hasTimedOut || (taken.kind == Request::Kind::Wait && own.isOnTime);
    own.reply = 0;
    own.age = 0;
    own.isAwake = false;
    own.isPending = false;
    own.timer = -1;
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

quint32 ProcessStates::replied(quint32 number, int thread, quint32 reply)
{
    ProcessState state = m_states[number];
    state.threads[size_t(thread)].reply = reply;
    state.threads[size_t(thread)].isOnTime = false;
    return add(state);
}

quint32 ProcessStates::executedAfterEnd(quint32 number, int thread)
{
    ProcessState state = m_states[number];
    state.threads[size_t(thread)] = {};
    const bool isLast = std::none_of(state.threads.begin(), state.threads.end(),
        [](const ThreadState &each) { return each.isInFlight; });
    if (isLast)
        state.threads.clear();
    return add(state);
}

quint32 ProcessStates::sentWhileDue(quint32 number, int thread)
{
    ProcessState state = m_states[number];
    if (size_t(thread) >= state.threads.size()) // it has ended
        return number;
    ++state.threads[size_t(thread)].sentWhileDue;
    return add(state);
}

quint32 ProcessStates::withoutDueKeys(quint32 number)
{
    const auto &threads = m_states[number].threads;
    if (std::none_of(threads.begin(), threads.end(),
            [](const ThreadState &each) { return each.sentWhileDue != 0; }))
        return number;
    ProcessState state = m_states[number];
    for (ThreadState &each : state.threads)
        each.sentWhileDue = 0;
    return add(state);
}

void ProcessStates::forgetClosedWatches(ProcessState *state) const
{
    const ClientHistory &history = m_histories[state->history];
    for (size_t i = 0; i < state->threads.size(); ++i) {
        quint64 &dirty = state->threads[i].dirty;
        for (int node = 0; dirty >> node != 0; ++node) {
            if (history.threads[i].watched.count(node) == 0)
                dirty &= ~(quint64(1) << node);
        }
    }
}

quint32 ProcessStates::reconnected(quint32 number, quint32 history)
{
    if (m_states[number].history == history)
        return number;
    ProcessState state = m_states[number];
    state.history = history;
    forgetClosedWatches(&state);
    return add(state);
}

quint32 ProcessStates::later(quint32 number, qint64 ms, bool isPending)
{
    if (!m_states[number].ages)
        return number;
    const quint32 row[4] = {number, quint32(ms), quint32(quint64(ms) >> 32), isPending};
    const auto [place, isNew] = m_aged.add(row);
    if (!isNew)
        return m_agedTo[place];
    ProcessState state = m_states[number];
    for (ThreadState &each : state.threads) {
        const bool wasRunning = each.timer > 0;
        if (wasRunning)
            each.timer = std::max<qint64>(0, each.timer - ms);
        each.isPending = isPending && wasRunning && each.timer == 0;
        each.isOverdue = false;
        if (m_keepsAges && each.reply != 0)
            each.age += ms;
    }
    m_agedTo.push_back(add(state));
    return m_agedTo.back();
}

quint32 ProcessStates::overdue(quint32 number, int thread)
{
    ProcessState state = m_states[number];
    state.threads[size_t(thread)].isOverdue = true;
    return add(state);
}

quint32 ProcessStates::crashed(quint32 number, bool keepsCommands)
{
    ProcessState state = m_states[number];
    state.crashed = true;
    end(&state, keepsCommands);
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
    quint32 number, const std::function<bool(int thread, const KnownWait &)> &seen)
{
    ProcessState state = m_states[number];
    const ClientHistory &history = m_histories[state.history];
    bool changed = false;
    for (size_t i = 0; i < state.threads.size(); ++i) {
        ThreadState &thread = state.threads[i];
        const KnownRequest &request = history.threads[i];
        const bool waits = request.kind == Request::Kind::Wait && request.wait.isOfKey()
            && !thread.isAwake && !thread.isInFlight && thread.reply == 0;
        if (!waits || !seen(int(i), request.wait))
            continue;
        thread.isAwake = true;
        changed = true;
    }
    return changed ? add(state) : number;
}

quint32 ProcessStates::dirtied(quint32 number, int thread, int node, bool dirty)
{
    ProcessState state = m_states[number];
    const quint64 bit = quint64(1) << node;
    quint64 &flags = state.threads[size_t(thread)].dirty;
    flags = dirty ? flags | bit : flags & ~bit;
    return add(state);
}

quint32 ProcessStates::withoutPast(quint32 number)
{
    if (m_withoutPast.size() < m_states.size())
        m_withoutPast.resize(m_states.size());
    quint32 &known = m_withoutPast[number];
    if (known != 0)
        return known;
    const ProcessState &state = m_states[number];
    if (!state.isOver || !state.threads.empty())
        return known = number;
    const ClientHistory &history = m_histories[state.history];
    return known = m_ended.try_emplace({history.client, state.crashed, history.counts}, number)
                       .first->second;
}

qint64 ProcessStates::nextDeadline(quint32 number) const
{
    if (!m_states[number].hasTimers)
        return -1;
    qint64 next = -1;
    for (const ThreadState &each : m_states[number].threads) {
        if (each.hasTimer() && (next < 0 || each.timer < next))
            next = each.timer;
    }
    return next;
}

int ProcessStates::firedTimers(quint32 number) const
{
    const auto &threads = m_states[number].threads;
    return int(std::count_if(
        threads.begin(), threads.end(), [](const ThreadState &each) { return each.hasFired(); }));
}

qint64 ProcessStates::memory() const
{
    return 3 * m_encoded.memory() + qint64(m_states.size() * sizeof(ProcessState)) + m_aged.memory()
        + qint64(m_withoutPast.capacity() * sizeof(quint32));
}

} // namespace lockstep
