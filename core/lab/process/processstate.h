#pragma once

#include "core/lab/process/clienthistories.h"

#include <deque>

namespace lockstep {

// Where a thread of a process stands, beside what its program asks for.
struct ThreadState
{
    // ms until its timer ends (of a sleep, of work, or the time-out of a receive). 0: it has ended;
    // -1: there is none.
    qint64 timer = -1;
    qint64 age = 0; // ms since its command was executed; 0 unless the clock is kept
    quint64 dirty = 0; // bit n is set if its open WATCH on node n is dirty: EXEC will fail
    quint32 reply = 0; // number of the reply on its way to it; 0 if none is
    bool isAwake = false; // its wait for a key is over
    bool isOnTime = false; // a timer has fired, and the command after it has not been sent
    bool isInFlight = false; // its process has ended, but its command may still be executed
    bool isPending = false; // its timer has ended and fires with the next step of time
    bool isOverdue = false; // it should have gone on before what ends at the present instant
    quint8 sentWhileDue = 0; // commands sent while some key was due and had not expired yet

    [[nodiscard]] bool hasFired() const { return timer == 0 && !isPending; } // its timer
    [[nodiscard]] bool hasTimer() const { return timer > 0 || isPending; } // that has not fired
};

struct QueuedMessage
{
    quint32 node = 0;
    quint32 channel = 0;
    quint32 payload = 0; // the number of its text among the replies
};

// The state of one process within a state of the state space.
struct ProcessState
{
    quint32 history = 0;
    bool crashed = false;
    bool paused = false;
    bool isStarting = false; // it may still start later: see StepHindrances::canStartLate()
    std::vector<ThreadState> threads; // empty once it is over, unless a command is in flight
    std::vector<QueuedMessage> inbox; // oldest first

    // These follow from the rest and are kept to be looked up quickly.
    bool isOver = false; // crashed, or its main thread has finished
    bool awaits = false; // some thread waits for a key, and has not been woken
    bool watches = false; // some thread has an open WATCH
    bool listens = false; // it has subscriptions
    bool hasTimers = false; // some thread has a timer that has not fired
    bool ages = false; // time makes a difference to it
    bool isAwake = false; // some thread's wait is over, but for mutexes
};

// The states of processes. Each is kept once and has a number. The functions that change a state
// return the number of the changed one.
class ProcessStates
{
public:
    // keepsAges: whether ThreadState::age of replies on their way is kept.
    ProcessStates(const ClientHistories &histories, bool keepsAges)
        : m_histories(histories)
        , m_keepsAges(keepsAges)
    {
    }

    quint32 add(const ProcessState &state);
    [[nodiscard]] const ProcessState &operator[](quint32 number) const { return m_states[number]; }

    // The state of a process that has run up to its first request.
    quint32 begin(quint32 history, bool isStarting);
    quint32 started(quint32 state); // it is too late to start later
    // The state after a thread has gone on; `history` is that of the process then.
    quint32 after(quint32 state, int thread, quint32 history);
    // The state after the thread's command was executed; the reply is on its way.
    quint32 replied(quint32 state, int thread, quint32 reply);
    // The state after a command in flight of an ended process was executed.
    quint32 executedAfterEnd(quint32 state, int thread);
    quint32 sentWhileDue(quint32 state, int thread); // the thread has sent one more command
    quint32 withoutDueKeys(quint32 state); // no key is due any more
    // isPending: timers that end by then do not fire yet. Afterwards no thread is overdue.
    quint32 later(quint32 state, qint64 ms, bool isPending);
    quint32 overdue(quint32 state, int thread); // the thread is overdue
    // keepsCommands: those in flight may still be executed.
    quint32 crashed(quint32 state, bool keepsCommands);
    quint32 paused(quint32 state, bool paused);
    // The state after its connections have changed; `history` is that of the process then.
    quint32 reconnected(quint32 state, quint32 history);
    quint32 received(quint32 state, QueuedMessage message);
    // Wakes the waits for keys that have seen what they wait for.
    quint32 awaited(quint32 state, const std::function<bool(int thread, const KnownWait &)> &seen);
    quint32 dirtied(quint32 state, int thread, int node, bool dirty);
    // For a process that has ended with no command in flight: the first stored state that ended
    // with the same counts, because nothing that follows can tell them apart. For all others the
    // state itself.
    quint32 withoutPast(quint32 state);
    [[nodiscard]] qint64 nextDeadline(quint32 state) const; // ms from now; -1 if there is none
    [[nodiscard]] int firedTimers(quint32 state) const; // of threads that have not gone on since

    [[nodiscard]] qint64 memory() const; // bytes

private:
    void beginWaits(ProcessState *state) const;
    void end(ProcessState *state, bool keepsCommands) const;
    void forgetClosedWatches(ProcessState *state) const;

    const ClientHistories &m_histories;
    const bool m_keepsAges;
    InternedTexts m_encoded;
    std::deque<ProcessState> m_states{1}; // text 0 is empty and no state
    InternedRows m_aged{4};
    std::vector<quint32> m_agedTo;
    std::map<std::tuple<int, bool, std::map<QByteArray, qint64>>, quint32> m_ended; // with counts
    std::vector<quint32> m_withoutPast; // by process state; 0 if it was not asked for yet
};

} // namespace lockstep
