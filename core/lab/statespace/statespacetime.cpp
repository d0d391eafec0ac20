// Part of StateSpace. Virtual time. It moves from one deadline to the next, and all timers that are
// due then fire. Keys that are due at one instant expire one after the other, in the order in which
// their deadlines were set, for in reality time passes between two commands. Each is a step of its
// own; all but the one that moves the clock are free.
//
// Where a timer fires at the instant at which a key is due, the clients that it wakes may be faster
// than the key's end: the key is still there, and its end is the next step. How many commands fit
// in between is bounded by mostHurried in statespacesteps.cpp.

#include "core/lab/statespace/statespace.h"

#include <algorithm>
#include <set>

namespace lockstep {

namespace {

using Kind = TraceStep::Kind;

bool assumes(const ExploreOptions &options, Assumption assumption)
{
    return std::find(options.assumptions.begin(), options.assumptions.end(), assumption)
        != options.assumptions.end();
}

// A key with that value and that deadline.
const KeyHeld *findLike(const Dataset &dataset, const KeyHeld &key)
{
    const auto found = std::find_if(dataset.begin(), dataset.end(),
        [&](const KeyHeld &each) { return each.value == key.value && each.ttl == key.ttl; });
    return found == dataset.end() ? nullptr : &*found;
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

qint64 StateSpace::nextDeadline(const quint32 *state) const
{
    qint64 next = -1;
    const auto consider = [&](qint64 deadline) {
        if (deadline >= 0 && (next < 0 || deadline < next))
            next = deadline;
    };
    for (int node = 0; node < nodes(); ++node)
        consider(m_datasets.nextDeadline(state[node]));
    for (int client = 0; client < clients(); ++client)
        consider(m_processes->nextDeadline(state[m_firstProcess + client]));
    return next;
}

// Whether the thread would come too late: its reply has arrived, or what it does after a timer can
// be done now.
bool StateSpace::isLate(const quint32 *state, Move move) const
{
    const ThreadState &thread = process(state, move.client).threads[move.thread];
    const KnownRequest &request = this->request(state, move);
    if (thread.reply != 0 || isWaitOver(state, move))
        return true;
    const bool isOnTime =
        thread.isOnTime || (request.kind == Request::Kind::Receive && thread.timer == 0);
    return isOnTime && clientBlockedBy(state, move, nullptr) == BlockedBy::None;
}

// Inside something, or about to be: a lease runs from the moment at which it was granted, not from
// that at which its holder hears of it.
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

// But for the budget. A key that is due expires at the present instant, which needs no time.
BlockedBy StateSpace::timeBlockedBy(const quint32 *state) const
{
    if (isKeyDue(state))
        return BlockedBy::None;
    if (nextDeadline(state) < 0)
        return BlockedBy::NoDeadline;
    const bool workIsShort = assumes(m_options, Assumption::WorkShorterThanLease);
    const bool timersAreOnTime = assumes(m_options, Assumption::TimersOnTime);
    for (int client = 0; client < clients(); ++client) {
        const ProcessState &process = this->process(state, client);
        if (process.isOver)
            continue;
        if (workIsShort && isAtWork(state, client))
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

// Dataset of a node whose rank no other key has yet get it.
void StateSpace::rankDeadlines(const quint32 *before, quint32 *after, int node,
    const std::vector<quint32> &deadlines, bool mayMove)
{
    struct Deadline
    {
        qint64 ttl;
        quint32 rank;
        int node;
        size_t place; // in the contents
        auto operator<=>(const Deadline &) const = default;
    };
    if (before[node] == after[node] && deadlines.empty())
        return;
    size_t deadlinesLeft = 0;
    for (int each = 0; each < nodes(); ++each) {
        const Dataset &held = m_datasets[after[each]];
        deadlinesLeft += size_t(std::count_if(
            held.begin(), held.end(), [](const KeyHeld &key) { return key.ttl >= 0; }));
    }
    if (deadlinesLeft < 2 && nodes() == 1) // there is nothing to be before or after
        return;
    std::vector<Deadline> all;
    std::vector<Dataset> dataset;
    for (int each = 0; each < nodes(); ++each) {
        dataset.push_back(m_datasets[after[each]]);
        for (size_t i = 0; i < dataset.back().size(); ++i) {
            const KeyHeld &key = dataset.back()[i];
            if (key.ttl < 0)
                continue;
            quint32 rank = key.rank;
            if (each == node) {
                const KeyHeld *const then = m_datasets.find(before[node], key.key);
                const bool isSet = !then || then->ttl != key.ttl
                    || std::find(deadlines.begin(), deadlines.end(), key.key) != deadlines.end();
                rank = isSet ? none : then->rank; // after all others of the same instant
                const KeyHeld *const source =
                    mayMove && isSet ? findLike(m_datasets[before[node]], key) : nullptr;
                if (source)
                    rank = source->rank;
            }
            all.push_back({key.ttl, rank, each, i});
        }
    }
    std::sort(all.begin(), all.end());
    for (size_t i = 0; i < all.size(); ++i) {
        const bool isFirst = i == 0 || all[i].ttl != all[i - 1].ttl;
        quint32 &rank = dataset[size_t(all[i].node)][all[i].place].rank;
        if (isFirst) {
            rank = 0;
            continue;
        }
        const quint32 last = dataset[size_t(all[i - 1].node)][all[i - 1].place].rank;
        rank = last + (all[i].rank != all[i - 1].rank ? 1 : 0);
    }
    for (int each = 0; each < nodes(); ++each)
        after[each] = m_datasets.add(dataset[size_t(each)]);
}

void StateSpace::moveClock(quint32 *after)
{
    const qint64 ms = nextDeadline(after);
    for (int client = 0; client < clients(); ++client)
        after[m_firstProcess + client] = m_processes->later(after[m_firstProcess + client], ms);
    for (int node = 0; node < nodes(); ++node)
        after[node] = m_datasets.later(after[node], ms);
    if (m_replicaWord >= 0)
        after[m_replicaWord] = m_datasets.later(after[m_replicaWord], ms);
    if (m_keepsClock) {
        const qint64 clock = clockOf(after) + ms;
        after[m_clockWord] = quint32(clock);
        after[m_clockWord + 1] = quint32(quint64(clock) >> 32);
    }
}

Result<void> StateSpace::takeTime(const quint32 *state, quint32 *after)
{
    if (!isKeyDue(state)) {
        spend(after, TimeBudget);
        moveClock(after);
        const auto first = after + m_firstProcess;
        const bool hasTimerFired = !std::equal(
            first, first + clients(), state + m_firstProcess, [&](quint32 a, quint32 b) {
                return m_processes->firedTimers(a) == m_processes->firedTimers(b);
            });
        if (hasTimerFired || !isKeyDue(after))
            return {};
    }
    return letExpire(after);
}

// The keys that are due first.
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
        after[node] = left;
        // Where nobody looks, nothing has to be executed.
        const bool isTold = m_scenario->expiredEvents && !execution.subscriptions.empty();
        if (execution.watches.empty() && !isTold)
            continue;
        ++m_executed;
        const auto answer = m_nodes[size_t(node)]->expire(execution, left);
        if (!answer)
            return tl::unexpected(answer.error());
        noteDirty(*answer, execution, node, after);
        noteMessages(*answer, node, after);
    }
    if (m_replicaWord >= 0)
        after[m_replicaWord] = m_datasets.expired(after[m_replicaWord], first);
    for (int client = 0; !isKeyDue(after) && client < clients(); ++client)
        after[m_firstProcess + client] = m_processes->unhurried(after[m_firstProcess + client]);
    return {};
}

} // namespace lockstep
