// Which steps are possible in a state, and why the others are not.

#include "core/lab/world.h"

#include <algorithm>

namespace lockstep {

namespace {

using Kind = TraceStep::Kind;

bool assumes(const ExploreOptions &options, Assumption assumption)
{
    return std::find(options.assumptions.begin(), options.assumptions.end(), assumption)
        != options.assumptions.end();
}

} // namespace

int World::budget(const quint32 *state, Budget which) const
{
    return int(state[m_budgetWord + which / 4] >> (which % 4 * 8) & 255);
}

void World::spend(quint32 *state, Budget which) const
{
    state[m_budgetWord + which / 4] -= quint32(1) << (which % 4 * 8);
}

qint64 World::clockOf(const quint32 *state) const
{
    return m_keepsClock ? qint64(quint64(state[m_clockWord + 1]) << 32 | state[m_clockWord]) : 0;
}

bool World::isMutexTaken(const quint32 *state, int server, const QByteArray &name) const
{
    for (int client = 0; client < clients(); ++client) {
        const ProcessState &process = this->process(state, client);
        const auto &mutexes = (*m_histories)[process.history].mutexes;
        if (!process.crashed && !mutexes.empty() && identity(client).server == server
            && std::find(mutexes.begin(), mutexes.end(), name) != mutexes.end())
            return true;
    }
    return false;
}

Hindrance World::hindranceOfClient(const quint32 *state, Move move, QByteArray *name) const
{
    const ProcessState &process = this->process(state, move.client);
    const ClientHistory &history = (*m_histories)[process.history];
    if (process.crashed)
        return Hindrance::Crashed;
    const KnownRequest &request = history.threads[move.thread];
    const ThreadWait &wait = process.threads[move.thread];
    if (request.kind == Request::Kind::Finished)
        return Hindrance::Finished;
    if (process.paused)
        return Hindrance::Paused;
    if (wait.due > 0)
        return Hindrance::TooEarly;
    for (size_t i = 0; i < request.guards.size(); ++i) {
        const KnownGuard &guard = request.guards[i];
        Hindrance found = Hindrance::None;
        if (guard.kind == Guard::Kind::Gone
            && m_contents.valueOf(state[guard.node], guard.key) != 0)
            found = Hindrance::KeyExists;
        else if (guard.kind == Guard::Kind::Changed && (wait.woken >> i & 1) == 0)
            found = Hindrance::KeyUnchanged;
        else if (guard.kind == Guard::Kind::Mutex
            && isMutexTaken(state, identity(move.client).server, guard.name))
            found = Hindrance::MutexTaken;
        if (found == Hindrance::None)
            continue;
        if (name)
            *name = found == Hindrance::MutexTaken ? guard.name
                                                   : plainKey(m_contents.keyName(guard.key));
        return found;
    }
    if (request.kind != Request::Kind::Receive || wait.timeout == 0)
        return Hindrance::None;
    for (const QueuedMessage &each : process.inbox) {
        if (int(each.node) == request.node && each.channel == request.channel)
            return Hindrance::None;
    }
    if (name)
        *name = plainKey(m_channels[request.channel]);
    return Hindrance::NoMessage;
}

qint64 World::nextDeadline(const quint32 *state) const
{
    qint64 next = -1;
    const auto consider = [&](qint64 deadline) {
        if (deadline >= 0 && (next < 0 || deadline < next))
            next = deadline;
    };
    for (int node = 0; node < nodes(); ++node)
        consider(m_contents.nextDeadline(state[node]));
    for (int client = 0; client < clients(); ++client)
        consider(m_processes->nextDeadline(state[m_firstProcess + client]));
    return next;
}

// But for the budget.
Hindrance World::hindranceOfTime(const quint32 *state) const
{
    if (nextDeadline(state) < 0)
        return Hindrance::NoDeadline;
    const bool workIsShort = assumes(m_options, Assumption::WorkShorterThanLease);
    const bool timersAreOnTime = assumes(m_options, Assumption::TimersOnTime);
    for (int client = 0; client < clients(); ++client) {
        const ProcessState &process = this->process(state, client);
        if (process.crashed)
            continue;
        if (workIsShort && !(*m_histories)[process.history].inside.empty())
            return Hindrance::Assumption;
        for (size_t i = 0; timersAreOnTime && i < process.threads.size(); ++i) {
            const bool isDue = process.threads[i].due == 0 || process.threads[i].timeout == 0;
            if (isDue
                && hindranceOfClient(state, {Kind::Client, quint8(client), quint8(i)}, nullptr)
                    == Hindrance::None)
                return Hindrance::Assumption;
        }
    }
    return Hindrance::None;
}

// An open WATCH is lost too, though the keys be none or the same.
Hindrance World::hindranceOfFault(const quint32 *state, Move move) const
{
    if (move.kind == Kind::Restart) {
        if (budget(state, RestartBudget) == 0)
            return Hindrance::Budget;
        return state[move.client] == 0 && !isWatched(state, move.client) ? Hindrance::NothingToLose
                                                                         : Hindrance::None;
    }
    if (move.kind == Kind::Failover) {
        if (m_replicaWord < 0 || budget(state, FailoverBudget) == 0)
            return Hindrance::Budget;
        return state[0] == state[m_replicaWord] && !isWatched(state, 0) ? Hindrance::NothingToLose
                                                                        : Hindrance::None;
    }
    const ProcessState &process = this->process(state, move.client);
    const ClientHistory &history = (*m_histories)[process.history];
    if (process.crashed)
        return Hindrance::Crashed;
    if (move.kind == Kind::Resume)
        return process.paused ? Hindrance::None : Hindrance::NotPaused;
    if (history.isFinished())
        return Hindrance::Finished;
    if (!history.hasBegun())
        return Hindrance::NotBegun;
    if (move.kind == Kind::Pause && process.paused)
        return Hindrance::Paused;
    const Budget which = move.kind == Kind::Crash ? CrashBudget : PauseBudget;
    return budget(state, which) == 0 ? Hindrance::Budget : Hindrance::None;
}

// A transaction is not lost: what stays on its connection afterwards is not followed.
Hindrance World::hindranceOfLoss(const quint32 *state, Move move, QByteArray *name) const
{
    if (budget(state, LostBudget) == 0)
        return Hindrance::Budget;
    if (const auto found = hindranceOfClient(state, move, name); found != Hindrance::None)
        return found;
    const KnownRequest &request = this->request(state, move);
    const bool isPlain = request.kind == Request::Kind::Command && request.replies == 1
        && request.watched.empty()
        && request.words.left(6).compare("WATCH ", Qt::CaseInsensitive) != 0;
    return isPlain ? Hindrance::None : Hindrance::NothingToLose;
}

// Whoever leaves steps out of a trace comes to clients that are not in this scenario, and to
// threads that nobody has spawned.
bool World::exists(const quint32 *state, Move move) const
{
    if (move.kind == Kind::Time || move.kind == Kind::Failover)
        return true;
    if (move.kind == Kind::Restart)
        return move.client < nodes();
    if (move.client >= clients())
        return false;
    const bool isOfThread = move.kind == Kind::Client || move.kind == Kind::LostRequest;
    const ProcessState &process = this->process(state, move.client);
    return !isOfThread || process.crashed || move.thread < process.threads.size();
}

Hindrance World::hindrance(const quint32 *state, Move move, QByteArray *name) const
{
    if (!exists(state, move))
        return Hindrance::NotBegun;
    if (move.kind == Kind::Client)
        return hindranceOfClient(state, move, name);
    if (move.kind == Kind::LostRequest)
        return hindranceOfLoss(state, move, name);
    if (move.kind != Kind::Time)
        return hindranceOfFault(state, move);
    const Hindrance found = hindranceOfTime(state);
    return found == Hindrance::None && budget(state, TimeBudget) == 0 ? Hindrance::Budget : found;
}

bool World::isOver(const quint32 *state) const
{
    for (int client = 0; client < clients(); ++client) {
        const ProcessState &process = this->process(state, client);
        if (!process.crashed && !(*m_histories)[process.history].isFinished())
            return false;
    }
    return true;
}

void World::enabled(const quint32 *state, std::vector<Move> *moves) const
{
    moves->clear();
    const auto consider = [&](Kind kind, int client, size_t thread) {
        const Move move{kind, quint8(client), quint8(thread)};
        if (hindrance(state, move, nullptr) == Hindrance::None)
            moves->push_back(move);
    };
    if (isOver(state))
        return;
    for (int client = 0; client < clients(); ++client) {
        for (size_t i = 0; i < process(state, client).threads.size(); ++i)
            consider(Kind::Client, client, i);
    }
    if (budget(state, TimeBudget) > 0)
        consider(Kind::Time, 0, 0);
    for (int client = 0; client < clients(); ++client) {
        if (budget(state, CrashBudget) > 0)
            consider(Kind::Crash, client, 0);
        if (budget(state, PauseBudget) > 0)
            consider(Kind::Pause, client, 0);
        if (process(state, client).paused)
            consider(Kind::Resume, client, 0);
    }
    for (int node = 0; budget(state, RestartBudget) > 0 && node < nodes(); ++node)
        consider(Kind::Restart, node, 0);
    if (budget(state, FailoverBudget) > 0)
        consider(Kind::Failover, 0, 0);
    for (int client = 0; budget(state, LostBudget) > 0 && client < clients(); ++client) {
        for (size_t i = 0; i < process(state, client).threads.size(); ++i)
            consider(Kind::LostRequest, client, i);
    }
}

std::vector<Choice> World::choices(const quint32 *state) const
{
    std::vector<Choice> result;
    const bool isOver = this->isOver(state);
    const auto add = [&](Kind kind, int client, size_t thread) {
        Choice choice{{kind, quint8(client), quint8(thread)}, Hindrance::None, {}};
        choice.hindrance = hindrance(state, choice.move, &choice.name);
        if (isOver && choice.hindrance == Hindrance::None)
            choice.hindrance = Hindrance::RunOver;
        result.push_back(choice);
    };
    for (int client = 0; client < clients(); ++client) {
        for (size_t i = 0; i < history(state, client).threads.size(); ++i)
            add(Kind::Client, client, i);
    }
    add(Kind::Time, 0, 0);
    for (int client = 0; client < clients(); ++client) {
        add(Kind::Crash, client, 0);
        add(Kind::Pause, client, 0);
        add(Kind::Resume, client, 0);
    }
    for (int node = 0; m_options.bounds.restarts > 0 && node < nodes(); ++node)
        add(Kind::Restart, node, 0);
    if (m_replicaWord >= 0)
        add(Kind::Failover, 0, 0);
    for (int client = 0; m_options.bounds.lostRequests > 0 && client < clients(); ++client) {
        for (size_t i = 0; i < history(state, client).threads.size(); ++i)
            add(Kind::LostRequest, client, i);
    }
    return result;
}

Ending World::ending(const quint32 *state, bool canGoOn) const
{
    if (canGoOn)
        return Ending::Open;
    for (int client = 0; client < clients(); ++client) {
        const ProcessState &process = this->process(state, client);
        if (process.crashed || (*m_histories)[process.history].isFinished())
            continue;
        const bool timeWouldHelp =
            budget(state, TimeBudget) == 0 && hindranceOfTime(state) == Hindrance::None;
        return timeWouldHelp ? Ending::Undecided : Ending::Stuck;
    }
    return Ending::Complete;
}

TraceStep World::traceStep(const quint32 *state, Move move) const
{
    TraceStep step{move.kind, move.client, move.thread, 0};
    if (move.kind == Kind::Client)
        step.number = history(state, move.client).threads[move.thread].steps + 1;
    return step;
}

} // namespace lockstep
