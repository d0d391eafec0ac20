#pragma once

#include "core/lab/clienthistories.h"

#include <deque>

namespace lockstep {

// What a thread waits for, beside its guards.
struct ThreadWait
{
    qint64 due = -1; // ms until its work or sleep is over; 0: it is; -1: there is none
    qint64 timeout = -1; // ms until its receive() gives up; 0: it does; -1: never
    quint64 woken = 0; // bit i: guard i, an await, has seen its change
    quint64 doomed = 0; // bit n: the EXEC of its open WATCH on node n will fail
};

struct QueuedMessage
{
    quint32 node = 0;
    quint32 channel = 0;
    quint32 text = 0; // among the replies
};

// A process in a state of the world.
struct ProcessState
{
    quint32 history = 0;
    bool crashed = false;
    bool paused = false;
    std::vector<ThreadWait> threads; // empty once it has crashed
    std::vector<QueuedMessage> inbox; // oldest first

    // Follows from the rest.
    bool awaits = false; // some thread has a guard that looks for changes
    bool watches = false; // some thread has an open WATCH
    bool listens = false; // it has subscriptions
};

// Process states, each once, by number.
class ProcessStates
{
public:
    explicit ProcessStates(const ClientHistories &histories)
        : m_histories(histories)
    {
    }

    quint32 add(const ProcessState &state);
    [[nodiscard]] const ProcessState &operator[](quint32 number) const { return m_states[number]; }

    // The process has run to its first command.
    quint32 begin(quint32 history);
    // A thread has taken its step, after which the process has the history.
    quint32 after(quint32 state, int thread, quint32 history);
    quint32 later(quint32 state, qint64 ms);
    quint32 crashed(quint32 state);
    quint32 paused(quint32 state, bool paused);
    // It has other connections now, and the history that goes with them.
    quint32 disconnected(quint32 state, quint32 history);
    quint32 received(quint32 state, QueuedMessage message);
    // Wakes the awaits that have seen their change.
    quint32 awaited(quint32 state, const std::function<bool(int thread, const KnownGuard &)> &seen);
    quint32 doomed(quint32 state, int thread, int node, bool doomed);
    [[nodiscard]] qint64 nextDeadline(quint32 state) const; // ms from now; -1: none

    [[nodiscard]] qint64 memory() const; // bytes

private:
    void beginWaits(ProcessState *state) const;
    void forgetClosedWatches(ProcessState *state) const;

    const ClientHistories &m_histories;
    TextTable m_encoded;
    std::deque<ProcessState> m_states{1}; // text 0 is empty and no state
    WordTable m_aged{3};
    std::vector<quint32> m_agedTo;
};

} // namespace lockstep
