// A server executes a command at one moment and its reply arrives at a later one; a wait is over at
// one moment and its thread wakes up at a later one. In between others may step, time may pass,
// faults may strike. Where none of them could tell the difference, both are one step, so that there
// are no more interleavings than there is to see; else the thread's going on is a step of its own
// (TraceStep::goesOn).
//
// What a client enters with a reply it enters at the execution, not at the arrival: it is then
// inside for longer, which is the stricter reading of checks that bound how many are inside. Behind
// a wait that does not hold where a function could tell: in reality a thread wakes up later than
// its wait is over, even if it waited for no time, and is outside until then. So are events, where
// in_order is about them: behind a reply they have the place of its command, behind a wait their
// own.

#include "core/lab/statespace/steps/stepvisibility.h"

#include <algorithm>

namespace lockstep {

bool StepVisibility::goesOn(const quint32 *state, PackedStep step) const
{
    const ProcessState &process = m_tables.process(state, step.client);
    const KnownRequest &request = m_tables.request(state, step);
    if (process.isOver)
        return false;
    if (process.threads[step.thread].reply != 0)
        return true;
    if (!request.isMutexWait())
        return request.kind == Request::Kind::Wait;
    ClientHistories &histories = *m_tables.histories;
    const auto next = histories.after(process.history, step.thread, 0, m_tables.clockOf(state));
    if (!next) // the program makes a mistake here, and the step reports it
        return true;
    const ClientHistory &after = histories[*next];
    const bool isAlone = after.newRequests.size() == 1 && process.threads.size() == 1
        && after.mutexes.size() == histories[process.history].mutexes.size() + 1;
    if (!isAlone || canTellMutex(state) || canTellArrival(state, step, after))
        return true;
    const KnownRequest &behind = after.threads[step.thread];
    return behind.kind == Request::Kind::Receive
        ? behind.timeout != 0 && !m_tables.nextMessage(state, step, behind)
        : behind.kind != Request::Kind::Command && behind.kind != Request::Kind::Subscribe;
}

// Whether somebody could tell that a mutex was taken before the command behind it was executed: a
// crash may come in between, the command may be lost, and who has to do something on time may stand
// before the mutex meanwhile.
bool StepVisibility::canTellMutex(const quint32 *state) const
{
    return m_tables.layout.budget(state, TraceStep::Kind::Crash) > 0
        || m_tables.layout.budget(state, TraceStep::Kind::LostRequest) > 0
        || (m_tables.options.assumes(Assumption::TimersOnTime) && m_tables.timeLeft(state) > 0);
}

// By what the client says, or by when it wakes, unless it may wake late anyway. To be inside early
// is the stricter reading of checks that bound how many are.
bool StepVisibility::canTellStart(const quint32 *state, quint32 history) const
{
    const ClientHistory &started = (*m_tables.histories)[history];
    const bool wakesInTime =
        m_tables.options.assumes(Assumption::TimersOnTime) && m_tables.options.bounds.time > 0;
    // By the time it may do something else, and who has ended cannot start later.
    const bool dependsOnTime = started.hasReadClock && started.isFinished();
    if (dependsOnTime || canTellWords(state, started))
        return true;
    for (size_t i = 0; wakesInTime && i < started.threads.size(); ++i) {
        if (canTellWaits(state, history, int(i)))
            return true;
    }
    return false;
}

// By what the client has said in its last step.
bool StepVisibility::canTellWords(const quint32 *state, const ClientHistory &history) const
{
    const CheckObservations &seen = m_tables.seen;
    return std::any_of(history.marks.begin(), history.marks.end(), [&](const Mark &mark) {
        return mark.kind == Mark::Kind::Enter || mark.kind == Mark::Kind::Leave
            ? seen.outside
            : seen.isEvent(mark) || seen.isOrdered(mark) || canTellMark(state, mark);
    });
}

// Whether somebody could tell when the thread's waits began, of those that come before it sends
// anything, where it has to go on in time from each: it begins a timer, be it of no time, or it
// says something or looks at the clock behind a wait for a key. Otherwise it might as well be slow
// with its first command.
bool StepVisibility::canTellWaits(const quint32 *state, quint32 history, int thread) const
{
    ClientHistories &histories = *m_tables.histories;
    constexpr int mostWaits = 100; // a program may wait again and again
    for (int i = 0; i < mostWaits; ++i) {
        const KnownRequest &request = histories[history].threads[size_t(thread)];
        if (request.kind != Request::Kind::Wait || !request.wait.isOfKey())
            return request.kind == Request::Kind::Wait && request.wait.kind == Wait::Kind::Until;
        const auto next = histories.after(history, thread, 0, 0);
        if (!next) // the program makes a mistake there, which a step reports
            return true;
        history = *next;
        if (histories[history].hasReadClock || canTellWords(state, histories[history]))
            return true;
    }
    return true;
}

bool StepVisibility::canTellMark(const quint32 *state, const Mark &mark) const
{
    switch (mark.kind) {
    case Mark::Kind::Enter:
        return false;
    case Mark::Kind::Leave:
        return m_tables.seen.inside;
    case Mark::Kind::Count: // a crash may come first; less may hide that there were too many
        return m_tables.seen.counts || mark.value < 0
            || m_tables.layout.budget(state, TraceStep::Kind::Crash) > 0;
    case Mark::Kind::Event:
        return m_tables.seen.events;
    }
    return true;
}

bool StepVisibility::canTellArrival(
    const quint32 *state, PackedStep step, const ClientHistory &next) const
{
    // Threads of a process share its variables, so another thread can tell by them.
    const auto &threads = m_tables.history(state, step.client).threads;
    for (size_t i = 0; i < threads.size(); ++i) {
        if (int(i) != step.thread && threads[i].kind != Request::Kind::Finished)
            return true;
    }
    const bool timeMayPass = m_tables.timeLeft(state) > 0 || m_tables.isKeyDue(state);
    if (next.hasReadClock && timeMayPass)
        return true;
    // Who stands still meanwhile keeps those who wait for its mutex from being on time.
    const auto &mutexes = m_tables.history(state, step.client).mutexes;
    const bool givesMutexUp =
        std::any_of(mutexes.begin(), mutexes.end(), [&](const QByteArray &each) {
            return next.isFinished()
                || std::find(next.mutexes.begin(), next.mutexes.end(), each) == next.mutexes.end();
        });
    if (givesMutexUp && timeMayPass && m_tables.options.assumes(Assumption::TimersOnTime)
        && m_tables.layout.budget(state, TraceStep::Kind::Pause) > 0)
        return true;
    const bool isAfterWait = m_tables.request(state, step).kind == Request::Kind::Wait;
    const auto canTell = [&](const Mark &mark) {
        if (mark.kind == Mark::Kind::Enter)
            return isAfterWait && m_tables.seen.outside;
        return (isAfterWait && m_tables.seen.isOrdered(mark)) || canTellMark(state, mark);
    };
    if (std::any_of(next.marks.begin(), next.marks.end(), canTell))
        return true;
    // A wait misses what happens before it begins.
    const bool beginsWait =
        std::any_of(next.newRequests.begin(), next.newRequests.end(), [&](int thread) {
            const KnownRequest &request = next.threads[size_t(thread)];
            const bool isTimed = request.kind == Request::Kind::Receive
                ? request.timeout > 0
                : request.kind == Request::Kind::Wait && request.wait.span > 0;
            return (isTimed && timeMayPass)
                || (request.kind == Request::Kind::Wait && request.wait.isOfKey());
        });
    if (beginsWait)
        return true;
    // Who has only waited for a key so far may as well start later, unless it has ended.
    const bool mayStartLate = m_tables.process(state, step.client).isStarting
        && m_tables.request(state, step).looksAtKey();
    return next.isFinished() && (mayStartLate || canTellEnd(state, step));
}

// The end of a client: it is inside nothing then and its connections close. With that of the last
// one the run is over, and what the keys hold then is the outcome.
bool StepVisibility::canTellEnd(const quint32 *state, PackedStep step) const
{
    const ClientHistory &history = m_tables.history(state, step.client);
    if (!history.channels.empty() || (m_tables.seen.inside && !history.inside.empty()))
        return true;
    for (int client = 0; client < m_tables.clients(); ++client) {
        if (client != step.client && !m_tables.process(state, client).isOver)
            return false;
    }
    for (int node = 0; node < m_tables.nodes(); ++node) {
        if (m_hindrances.ofFault(state, {TraceStep::Kind::Restart, quint8(node)})
            == BlockedBy::None)
            return true;
    }
    return m_hindrances.ofTimeStep(state) == BlockedBy::None
        || m_hindrances.ofFault(state, {TraceStep::Kind::Failover}) == BlockedBy::None;
}

// It is seen only where something else ends with the crash: others get its mutex, are told by
// PUBLISH that nobody listens any more, find it inside nothing, or find that time passes again. To
// all others the crash might as well have come after the execution.
bool StepVisibility::canTellCrash(const quint32 *state, int client) const
{
    const ClientHistory &history = m_tables.history(state, client);
    return !history.mutexes.empty() || !history.channels.empty()
        || (m_tables.seen.outside && m_hindrances.isAtWork(state, client));
}

} // namespace lockstep
