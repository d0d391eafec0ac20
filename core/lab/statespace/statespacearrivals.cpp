// The part of StateSpace that decides when a client starts and when a thread goes on. A server
// executes a command at one moment and its reply arrives at a later one; a wait is over at one
// moment and its thread wakes up at a later one. In between others may step, time may pass, faults
// may strike. Where none of them could tell the difference, both are one step, so that there are no
// more interleavings than there is to see; else the thread's going on is a step of its own
// (TraceStep::goesOn).
//
// What a client enters with a reply it enters at the execution, not at the arrival: it is then
// inside for longer, which is the stricter reading of checks that bound how many are inside. Behind
// a wait that does not hold where a function could tell: in reality a thread wakes up later than
// its wait is over, even if it waited for no time, and is outside until then. So are events, where
// in_order is about them: behind a reply they have the place of its command, behind a wait their
// own.

#include "core/lab/statespace/statespace.h"

#include <algorithm>

namespace lockstep {

Result<void> StateSpace::answerThread(PackedStep step, quint32 reply, quint32 *after)
{
    const auto next = this->next(after, step, reply);
    if (!next)
        return tl::unexpected(next.error());
    if (!canTell(after, step, (*m_histories)[*next]))
        return resume(step, reply, after);
    keepPlaceOfEvents(step, (*m_histories)[*next], after);
    quint32 &process = m_layout.process(after, step.client);
    process = m_processes->replied(process, step.thread, reply);
    return {};
}

Result<void> StateSpace::passWaits(quint32 *after)
{
    for (int client = 0; client < clients(); ++client) {
        for (bool hasPassed = true; hasPassed;) {
            hasPassed = false;
            const ProcessState &process = this->process(after, client);
            if (!process.isAwake || process.paused)
                break;
            for (size_t i = 0; i < process.threads.size() && !hasPassed; ++i) {
                const PackedStep step{TraceStep::Kind::Client, quint8(client), quint8(i)};
                if (!isWaitOver(after, step))
                    continue;
                const auto next = this->next(after, step, 0);
                if (!next)
                    return tl::unexpected(next.error());
                if (canTell(after, step, (*m_histories)[*next]))
                    continue;
                if (const auto resumed = resume(step, 0, after); !resumed)
                    return resumed;
                hasPassed = true;
            }
        }
    }
    return {};
}

// Whether somebody could tell when the client starts that stands so after its start: by what it
// says, or by when it wakes, unless it may wake late anyway. To be inside early is the stricter
// reading of checks that bound how many are.
bool StateSpace::isStartSeen(const quint32 *state, const ClientHistory &started) const
{
    const bool wakesInTime =
        m_options.assumes(Assumption::TimersOnTime) && m_options.bounds.time > 0;
    const auto sleeps = [](const KnownRequest &request) {
        return request.kind == Request::Kind::Wait && request.wait.span > 0;
    };
    const auto isSeen = [&](const Mark &mark) {
        return mark.kind == Mark::Kind::Enter || mark.kind == Mark::Kind::Leave
            ? m_seen.outside
            : m_seen.isEvent(mark) || m_seen.isOrdered(mark) || this->isSeen(state, mark);
    };
    // By the time it may do something else, and who has ended cannot start later.
    const bool dependsOnTime = started.hasReadClock && started.isFinished();
    return dependsOnTime || std::any_of(started.marks.begin(), started.marks.end(), isSeen)
        || (wakesInTime && std::any_of(started.threads.begin(), started.threads.end(), sleeps));
}

// Where somebody could tell when a client starts, its start is a step of its own. All others start
// at the beginning, before the first command. To start later makes a difference for them only where
// the client would then find another key or another time.
bool StateSpace::canStartLate(const quint32 *state, int client) const
{
    const ProcessState &process = this->process(state, client);
    if (!process.isStarting || process.isOver || process.paused)
        return false;
    const ClientHistory &first = (*m_histories)[m_beginnings[size_t(client)]];
    const ClientHistory &now = (*m_histories)[process.history];
    if (!now.hasStarted)
        return true;
    if (first.hasReadClock && now.clock != clockOf(state) && !now.hasBegun())
        return true;
    const size_t threads = std::min(first.threads.size(), process.threads.size());
    for (size_t i = 0; i < threads; ++i) {
        const KnownWait &wait = first.threads[i].wait;
        const bool isWaiting = !now.hasBegun() && !process.threads[i].isAwake;
        if (first.threads[i].looksAtKey() && !isWaiting
            && m_datasets.valueOf(state[wait.node], wait.key) != 0)
            return true;
    }
    return false;
}

Result<void> StateSpace::startLate(int client, quint32 *after)
{
    const auto history = m_histories->begin(client, clockOf(after));
    if (!history)
        return tl::unexpected(history.error());
    const bool hasStarted = this->history(after, client).hasStarted;
    m_layout.process(after, client) = m_processes->begin(*history, hasStarted);
    forgetEvents(after, client);
    noteNewTimers(after, client);
    noteEvents(after, client, 0);
    noteOrderedEvents({TraceStep::Kind::Client, quint8(client)}, after);
    wakeFresh(after, client);
    return {};
}

bool StateSpace::isSeen(const quint32 *state, const Mark &mark) const
{
    switch (mark.kind) {
    case Mark::Kind::Enter:
        return false;
    case Mark::Kind::Leave:
        return m_seen.inside;
    case Mark::Kind::Count: // a crash may come first; less may hide that there were too many
        return m_seen.counts || mark.value < 0
            || m_layout.budget(state, TraceStep::Kind::Crash) > 0;
    case Mark::Kind::Event:
        return m_seen.events;
    }
    return true;
}

bool StateSpace::canTell(const quint32 *state, PackedStep step, const ClientHistory &next) const
{
    // Threads of a process share its variables, so another thread can tell by them.
    const auto &threads = history(state, step.client).threads;
    for (size_t i = 0; i < threads.size(); ++i) {
        if (int(i) != step.thread && threads[i].kind != Request::Kind::Finished)
            return true;
    }
    const bool timeMayPass = m_layout.budget(state, TraceStep::Kind::Time) > 0 || isKeyDue(state);
    if (next.hasReadClock && timeMayPass)
        return true;
    const bool isAfterWait = request(state, step).kind == Request::Kind::Wait;
    const auto isSeen = [&](const Mark &mark) {
        if (mark.kind == Mark::Kind::Enter)
            return isAfterWait && m_seen.outside;
        return (isAfterWait && m_seen.isOrdered(mark)) || this->isSeen(state, mark);
    };
    if (std::any_of(next.marks.begin(), next.marks.end(), isSeen))
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
    const bool mayStartLate =
        process(state, step.client).isStarting && request(state, step).looksAtKey();
    return next.isFinished() && (mayStartLate || isEndSeen(state, step));
}

// The end of a client: it is inside nothing then and its connections close. With that of the last
// one the run is over, and what the keys hold then is the outcome.
bool StateSpace::isEndSeen(const quint32 *state, PackedStep step) const
{
    const ClientHistory &history = this->history(state, step.client);
    if (!history.channels.empty() || (m_seen.inside && !history.inside.empty()))
        return true;
    for (int client = 0; client < clients(); ++client) {
        if (client != step.client && !process(state, client).isOver)
            return false;
    }
    for (int node = 0; node < nodes(); ++node) {
        if (faultBlockedBy(state, {TraceStep::Kind::Restart, quint8(node)}) == BlockedBy::None)
            return true;
    }
    return blockedBy(state, {TraceStep::Kind::Time}, nullptr) == BlockedBy::None
        || faultBlockedBy(state, {TraceStep::Kind::Failover}) == BlockedBy::None;
}

} // namespace lockstep
