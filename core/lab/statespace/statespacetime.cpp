// The part of StateSpace that lets virtual time pass. Time moves from one deadline to the next, and
// all timers that are due then fire. Keys that are due at one instant expire one after the other,
// in the order in which their deadlines were set, for in reality time passes between two commands.
// Each is a step of its own; all but the one that moves the clock are free.
//
// Where a timer fires at the instant at which a key is due, the clients that it wakes may be faster
// than the key's end: the key is still there, and its end is the next step. How many commands fit
// in between is bounded by mostSentWhileDue in statespacesteps.cpp.

#include "core/lab/statespace/statespace.h"

#include <algorithm>

namespace lockstep {

namespace {

using Kind = TraceStep::Kind;

// The earlier of two deadlines in ms from now; a negative one stands for no deadline.
qint64 earlier(qint64 a, qint64 b)
{
    return a < 0 || (b >= 0 && b < a) ? b : a;
}

} // namespace

bool StateSpace::isKeyDue(const quint32 *state) const
{
    for (int node = 0; node < nodes(); ++node) {
        if (m_datasets.nextDeadline(state[node]) == 0)
            return true;
    }
    return false;
}

qint64 StateSpace::nextExpiry(const quint32 *state) const
{
    qint64 next = -1;
    for (int node = 0; node < nodes(); ++node)
        next = earlier(next, m_datasets.nextDeadline(state[node]));
    return next;
}

qint64 StateSpace::nextDeadline(const quint32 *state) const
{
    qint64 next = nextExpiry(state);
    for (int client = 0; client < clients(); ++client)
        next = earlier(next, m_processes->nextDeadline(m_layout.process(state, client)));
    return next;
}

qint64 StateSpace::longestTimer(const quint32 *state) const
{
    qint64 longest = -1;
    for (int client = 0; client < clients(); ++client) {
        const ProcessState &process = this->process(state, client);
        for (size_t i = 0; process.hasTimers && i < process.threads.size(); ++i)
            longest = std::max(longest, process.threads[i].timer);
    }
    return longest > 0 ? longest : -1;
}

// Called when a process has gone on: notes whether a timer that has just begun strikes after a
// deadline from before, which in reality may come later than the timer (see KeyHeld::Slack).
void StateSpace::noteNewTimers(const quint32 *state, int client)
{
    if (m_overlaps.behind || timeLeft(state) == 0 || !process(state, client).hasTimers)
        return;
    const ProcessState &process = this->process(state, client);
    const ClientHistory &history = (*m_histories)[process.history];
    for (const int thread : history.newRequests) {
        const qint64 timer = process.threads[size_t(thread)].timer;
        for (int node = 0; timer > 0 && node < nodes(); ++node) {
            for (const KeyHeld &key : m_datasets[state[node]])
                m_overlaps.behind |= key.slack == KeyHeld::Slack::Old && key.ttl <= timer;
        }
    }
}

// Whether the thread would come too late if time passed now: its reply has arrived, or what it does
// after a timer can be done now.
bool StateSpace::isLate(const quint32 *state, PackedStep step) const
{
    const ThreadState &thread = process(state, step.client).threads[step.thread];
    const KnownRequest &request = this->request(state, step);
    if (thread.reply != 0 || isWaitOver(state, step))
        return true;
    const bool isOnTime =
        thread.isOnTime || (request.kind == Request::Kind::Receive && thread.timer == 0);
    return isOnTime && clientBlockedBy(state, step, nullptr) == BlockedBy::None;
}

// Whether the client is inside something, or about to be: a lease runs from the moment at which it
// was granted, not from that at which its holder hears of it.
bool StateSpace::isAtWork(const quint32 *state, int client) const
{
    const ProcessState &process = this->process(state, client);
    if (!(*m_histories)[process.history].inside.empty())
        return true;
    for (size_t i = 0; i < process.threads.size(); ++i) {
        if (process.threads[i].reply == 0)
            continue;
        const auto next =
            m_histories->after(process.history, int(i), process.threads[i].reply, clockOf(state));
        const auto enters = [](const Mark &mark) { return mark.kind == Mark::Kind::Enter; };
        if (next
            && std::any_of(
                (*m_histories)[*next].marks.begin(), (*m_histories)[*next].marks.end(), enters))
            return true;
    }
    return false;
}

// What hinders time, apart from its budget. A key that is due expires at the present instant, which
// needs no time.
BlockedBy StateSpace::timeBlockedBy(const quint32 *state) const
{
    if (isKeyDue(state))
        return BlockedBy::None;
    const qint64 next = nextDeadline(state);
    if (next < 0)
        return BlockedBy::NoDeadline;
    // Work takes time, so timers fire meanwhile, but no key comes to its end.
    const bool endsLeases =
        m_options.assumes(Assumption::WorkShorterThanLease) && nextExpiry(state) == next;
    const bool timersAreOnTime = m_options.assumes(Assumption::TimersOnTime);
    for (int client = 0; client < clients(); ++client) {
        const ProcessState &process = this->process(state, client);
        if (process.isOver)
            continue;
        if (endsLeases && isAtWork(state, client))
            return BlockedBy::Assumption;
        if (!timersAreOnTime || process.paused)
            continue;
        for (size_t i = 0; i < process.threads.size(); ++i) {
            if (isLate(state, {Kind::Client, quint8(client), quint8(i)}))
                return BlockedBy::Assumption;
        }
    }
    return BlockedBy::None;
}

void StateSpace::moveClock(qint64 ms, quint32 *after)
{
    for (int client = 0; client < clients(); ++client)
        m_layout.process(after, client) = m_processes->later(m_layout.process(after, client), ms);
    for (int node = 0; node < nodes(); ++node)
        after[node] = m_datasets.later(after[node], ms);
    if (m_layout.hasReplica())
        m_layout.replica(after) = m_datasets.later(m_layout.replica(after), ms);
    if (m_layout.keepsClock())
        m_layout.setClock(after, clockOf(after) + ms);
}

bool StateSpace::isCutShort(const quint32 *state) const
{
    for (int client = 0; isKeyDue(state) && client < clients(); ++client) {
        for (size_t i = 0; i < process(state, client).threads.size(); ++i) {
            const PackedStep step{Kind::Client, quint8(client), quint8(i)};
            if (clientBlockedBy(state, step, nullptr) == BlockedBy::KeyDue)
                return true;
        }
    }
    return false;
}

Result<void> StateSpace::takeTime(const quint32 *state, quint32 *after)
{
    m_wasCutShort |= isCutShort(state);
    if (!isKeyDue(state)) {
        m_layout.spend(after, Kind::Time);
        moveClock(nextDeadline(after), after);
        const quint32 *const first = m_layout.processes(after);
        const bool hasTimerFired = !std::equal(
            first, first + clients(), m_layout.processes(state), [&](quint32 a, quint32 b) {
                return m_processes->firedTimers(a) == m_processes->firedTimers(b);
            });
        if (hasTimerFired || !isKeyDue(after))
            return {};
    }
    return letExpire(after);
}

// Lets the keys expire that are due first. A key lives through the whole millisecond of its
// deadline, so once the last one is gone the clock is past it.
Result<void> StateSpace::letExpire(quint32 *after)
{
    quint32 first = none;
    for (int node = 0; node < nodes(); ++node) {
        for (const KeyHeld &key : m_datasets[after[node]])
            first = key.ttl == 0 ? std::min(first, key.rank) : first;
    }
    for (int node = 0; node < nodes(); ++node) {
        const quint32 left = m_datasets.expired(after[node], first);
        if (left == after[node])
            continue;
        const Execution execution = executionOf(after, node);
        if (m_layout.hasReplica() && node == 0)
            m_layout.replica(after) =
                m_datasets.expiredWith(m_layout.replica(after), after[0], left);
        after[node] = left;
        // Where nobody looks, the server need not execute anything.
        const bool isTold = m_scenario->expiredEvents && !execution.subscriptions.empty();
        if (execution.watches.empty() && !isTold)
            continue;
        ++m_executed;
        const auto answer = (*m_servers)[node].expire(execution, left);
        if (!answer)
            return tl::unexpected(answer.error());
        noteDirty(*answer, execution, node, after);
        noteMessages(*answer, node, after);
    }
    for (int client = 0; !isKeyDue(after) && client < clients(); ++client)
        m_layout.process(after, client) =
            m_processes->withoutDueKeys(m_layout.process(after, client));
    // What ends in that very millisecond ends by a time step, where one could be taken.
    const bool isPast =
        !isKeyDue(after) && (nextDeadline(after) != 1 || timeBlockedBy(after) == BlockedBy::None);
    if (isPast)
        moveClock(1, after);
    return {};
}

} // namespace lockstep
