#include "core/lab/statespace/steps/stephindrances.h"

#include <algorithm>

namespace lockstep {

namespace {

using Kind = TraceStep::Kind;

// How many commands a thread may send while a key is due that has not expired. In reality it is as
// many as fit into a millisecond; a client that asks again and again would do so for ever.
constexpr int mostSentWhileDue = 2;

} // namespace

bool StepHindrances::isMutexTaken(const quint32 *state, int server, const QByteArray &name) const
{
    for (int client = 0; client < m_tables.clients(); ++client) {
        const ProcessState &process = m_tables.process(state, client);
        const auto &mutexes = (*m_tables.histories)[process.history].mutexes;
        if (!process.isOver && !mutexes.empty()
            && m_tables.histories->clients()[size_t(client)].server == server
            && std::find(mutexes.begin(), mutexes.end(), name) != mutexes.end())
            return true;
    }
    return false;
}

// Where somebody could tell when a client starts, its start is a step of its own. All others start
// at the beginning, before the first command. To start later makes a difference for them only where
// the client would then find another key or another time.
bool StepHindrances::canStartLate(const quint32 *state, int client) const
{
    const ProcessState &process = m_tables.process(state, client);
    if (!process.isStarting || process.isOver || process.paused)
        return false;
    const ClientHistory &first = (*m_tables.histories)[m_tables.beginnings[size_t(client)]];
    const ClientHistory &now = (*m_tables.histories)[process.history];
    if (!now.hasStarted)
        return true;
    if (first.hasReadClock && now.clock != m_tables.clockOf(state) && !now.hasBegun())
        return true;
    const size_t threads = std::min(first.threads.size(), process.threads.size());
    for (size_t i = 0; i < threads; ++i) {
        const KnownWait &wait = first.threads[i].wait;
        const bool isWaiting = !now.hasBegun() && !process.threads[i].isAwake;
        if (first.threads[i].looksAtKey() && !isWaiting
            && m_tables.datasets.valueOf(state[wait.node], wait.key) != 0)
            return true;
    }
    return false;
}

BlockedBy StepHindrances::ofClient(const quint32 *state, PackedStep step, QByteArray *name) const
{
    const ProcessState &process = m_tables.process(state, step.client);
    const bool isOfProcess = step.thread < process.threads.size();
    if (process.isOver && (!isOfProcess || !process.threads[step.thread].isInFlight))
        return process.crashed ? BlockedBy::Crashed : BlockedBy::Finished;
    if (step.choice == PackedStep::lateStart && process.paused)
        return BlockedBy::Paused;
    if (step.choice == PackedStep::lateStart)
        return canStartLate(state, step.client) ? BlockedBy::None : BlockedBy::NotThere;
    const KnownRequest &request = m_tables.request(state, step);
    const ThreadState &thread = process.threads[step.thread];
    if (process.paused)
        return BlockedBy::Paused;
    if (thread.reply != 0)
        return BlockedBy::None;
    if (request.kind == Request::Kind::Finished)
        return BlockedBy::Finished;
    if (request.kind == Request::Kind::Wait)
        return ofWait(state, step, name);
    // Of a moment that has come it cannot be told whether it is that of a key which is gone by now.
    const bool hasToWait = thread.sentWhileDue >= mostSentWhileDue || request.setsMoments;
    if (hasToWait && m_tables.isKeyDue(state))
        return BlockedBy::KeyDue;
    if (request.kind != Request::Kind::Receive || thread.hasFired()
        || m_tables.nextMessage(state, step, request))
        return BlockedBy::None;
    if (name)
        *name = m_tables.plainKey(m_tables.channels[request.channel]);
    return BlockedBy::NoMessage;
}

BlockedBy StepHindrances::ofWait(const quint32 *state, PackedStep step, QByteArray *name) const
{
    const KnownWait &wait = m_tables.request(state, step).wait;
    if (wait.kind == Wait::Kind::Mutex) {
        const int server = m_tables.histories->clients()[step.client].server;
        if (!isMutexTaken(state, server, wait.name))
            return BlockedBy::None;
        if (name)
            *name = wait.name;
        return BlockedBy::MutexTaken;
    }
    if (m_tables.isWaitOver(state, step))
        return BlockedBy::None;
    if (wait.kind == Wait::Kind::Until)
        return BlockedBy::TooEarly;
    if (name)
        *name = m_tables.plainKey(m_tables.datasets.keyName(wait.key));
    return wait.kind == Wait::Kind::Gone ? BlockedBy::KeyExists : BlockedBy::KeyUnchanged;
}

// Even where no keys are lost, an open WATCH is.
BlockedBy StepHindrances::ofFault(const quint32 *state, PackedStep step) const
{
    const StateLayout &layout = m_tables.layout;
    if (step.kind == Kind::Restart) {
        if (layout.budget(state, Kind::Restart) == 0)
            return BlockedBy::Budget;
        return state[step.client] == 0 && !m_tables.isWatched(state, step.client)
            ? BlockedBy::NothingToLose
            : BlockedBy::None;
    }
    if (step.kind == Kind::Failover) {
        if (!layout.hasReplica() || layout.budget(state, Kind::Failover) == 0)
            return BlockedBy::Budget;
        return state[0] == layout.replica(state) && !m_tables.isWatched(state, 0)
            ? BlockedBy::NothingToLose
            : BlockedBy::None;
    }
    const ProcessState &process = m_tables.process(state, step.client);
    const ClientHistory &history = (*m_tables.histories)[process.history];
    if (process.crashed)
        return BlockedBy::Crashed;
    if (step.kind == Kind::Resume)
        return process.paused ? BlockedBy::None : BlockedBy::NotPaused;
    if (history.isFinished())
        return BlockedBy::Finished;
    if (step.kind == Kind::Pause && process.paused)
        return BlockedBy::Paused;
    return layout.budget(state, step.kind) == 0 ? BlockedBy::Budget : BlockedBy::None;
}

// Its reply has arrived, or what it does after a timer can be done now.
bool StepHindrances::isLate(const quint32 *state, PackedStep step) const
{
    const ThreadState &thread = m_tables.process(state, step.client).threads[step.thread];
    const KnownRequest &request = m_tables.request(state, step);
    if (thread.reply != 0 || m_tables.isWaitOver(state, step))
        return true;
    const bool isOnTime =
        thread.isOnTime || (request.kind == Request::Kind::Receive && thread.hasFired());
    return isOnTime && ofClient(state, step, nullptr) == BlockedBy::None;
}

// A lease runs from the moment at which it was granted, not from that at which its holder hears of
// it.
bool StepHindrances::isAtWork(const quint32 *state, int client) const
{
    const ProcessState &process = m_tables.process(state, client);
    ClientHistories &histories = *m_tables.histories;
    if (!histories[process.history].inside.empty())
        return true;
    for (size_t i = 0; i < process.threads.size(); ++i) {
        if (process.threads[i].reply == 0)
            continue;
        const auto next = histories.after(
            process.history, int(i), process.threads[i].reply, m_tables.clockOf(state));
        const auto enters = [](const Mark &mark) { return mark.kind == Mark::Kind::Enter; };
        if (next
            && std::any_of(histories[*next].marks.begin(), histories[*next].marks.end(), enters))
            return true;
    }
    return false;
}

// A key that is due expires at the present instant, which needs no time. Nor do pending ends, which
// come behind those threads only that should have gone on before them.
BlockedBy StepHindrances::ofTime(const quint32 *state) const
{
    if (m_tables.isKeyDue(state))
        return BlockedBy::None;
    const qint64 next = m_tables.nextDeadline(state);
    if (next < 0)
        return BlockedBy::NoDeadline;
    // Work takes time, so timers fire meanwhile, but no key comes to its end.
    const bool endsLeases = m_tables.options.assumes(Assumption::WorkShorterThanLease)
        && m_tables.nextExpiry(state) == next;
    const bool timersAreOnTime = m_tables.options.assumes(Assumption::TimersOnTime);
    for (int client = 0; client < m_tables.clients(); ++client) {
        const ProcessState &process = m_tables.process(state, client);
        if (process.isOver)
            continue;
        if (endsLeases && isAtWork(state, client))
            return BlockedBy::Assumption;
        if (!timersAreOnTime || process.paused)
            continue;
        for (size_t i = 0; i < process.threads.size(); ++i) {
            const bool hasToComeFirst =
                !m_tables.layout.hasPendingEnds(state) || process.threads[i].isOverdue;
            if (hasToComeFirst && isLate(state, {Kind::Client, quint8(client), quint8(i)}))
                return BlockedBy::Assumption;
        }
    }
    return BlockedBy::None;
}

BlockedBy StepHindrances::ofTimeStep(const quint32 *state) const
{
    const BlockedBy found = ofTime(state);
    return found == BlockedBy::None && m_tables.timeLeft(state) == 0 && !m_tables.isKeyDue(state)
        ? BlockedBy::Budget
        : found;
}

bool StepHindrances::isCutShort(const quint32 *state) const
{
    for (int client = 0; m_tables.isKeyDue(state) && client < m_tables.clients(); ++client) {
        for (size_t i = 0; i < m_tables.process(state, client).threads.size(); ++i) {
            const PackedStep step{Kind::Client, quint8(client), quint8(i)};
            if (ofClient(state, step, nullptr) == BlockedBy::KeyDue)
                return true;
        }
    }
    return false;
}

} // namespace lockstep
