// Part of StateSpace. Which steps are possible in a state, and why the others are not.

#include "core/lab/statespace/statespace.h"

#include <algorithm>

namespace lockstep {

namespace {

using Kind = TraceStep::Kind;

// Commands of a thread while a key is due that has not expired: in reality as many as fit into a
// millisecond, and a client that asks again and again would do so for ever.
constexpr int mostHurried = 2;

} // namespace

bool StateSpace::isMutexTaken(const quint32 *state, int server, const QByteArray &name) const
{
    for (int client = 0; client < clients(); ++client) {
        const ProcessState &process = this->process(state, client);
        const auto &mutexes = (*m_histories)[process.history].mutexes;
        if (!process.isOver && !mutexes.empty() && identity(client).server == server
            && std::find(mutexes.begin(), mutexes.end(), name) != mutexes.end())
            return true;
    }
    return false;
}

bool StateSpace::hasMessage(const quint32 *state, Move move, const KnownRequest &request) const
{
    const auto &inbox = process(state, move.client).inbox;
    return std::any_of(inbox.begin(), inbox.end(), [&](const QueuedMessage &each) {
        return int(each.node) == request.node && each.channel == request.channel;
    });
}

bool StateSpace::isWaitOver(const quint32 *state, Move move) const
{
    const KnownRequest &request = this->request(state, move);
    const ThreadState &thread = process(state, move.client).threads[move.thread];
    if (request.kind != Request::Kind::Wait || request.isMutexWait() || thread.reply != 0)
        return false;
    return request.wait.isOfKey() ? thread.isAwake : thread.timer == 0;
}

bool StateSpace::goesOn(const quint32 *state, Move move) const
{
    const ProcessState &process = this->process(state, move.client);
    const KnownRequest &request = this->request(state, move);
    if (process.isOver)
        return false;
    if (process.threads[move.thread].reply != 0)
        return true;
    if (!request.isMutexWait())
        return request.kind == Request::Kind::Wait;
    const auto next = m_histories->after(process.history, move.thread, 0, clockOf(state));
    if (!next) // a mistake, which is met in the step
        return true;
    const ClientHistory &after = (*m_histories)[*next];
    const bool isAlone = after.fresh.size() == 1 && process.threads.size() == 1
        && after.mutexes.size() == (*m_histories)[process.history].mutexes.size() + 1;
    if (!isAlone) // others may go first
        return true;
    const KnownRequest &behind = after.threads[move.thread];
    return behind.kind == Request::Kind::Receive
        ? behind.timeout != 0 && !hasMessage(state, move, behind)
        : behind.kind != Request::Kind::Command && behind.kind != Request::Kind::Subscribe
            && behind.kind != Request::Kind::Work;
}

BlockedBy StateSpace::clientBlockedBy(const quint32 *state, Move move, QByteArray *name) const
{
    const ProcessState &process = this->process(state, move.client);
    const bool isOfProcess = move.thread < process.threads.size();
    if (process.isOver && (!isOfProcess || !process.threads[move.thread].isInFlight))
        return process.crashed ? BlockedBy::Crashed : BlockedBy::Finished;
    if (move.choice == Move::lateStart)
        return canStartLate(state, move.client) ? BlockedBy::None : BlockedBy::NotThere;
    const KnownRequest &request = this->request(state, move);
    const ThreadState &thread = process.threads[move.thread];
    if (process.paused)
        return BlockedBy::Paused;
    if (thread.reply != 0)
        return BlockedBy::None;
    if (request.kind == Request::Kind::Finished)
        return BlockedBy::Finished;
    if (request.kind == Request::Kind::Wait)
        return waitBlockedBy(state, move, name);
    if (thread.hurried >= mostHurried && isKeyDue(state))
        return BlockedBy::KeyDue;
    if (request.kind != Request::Kind::Receive || thread.timer == 0
        || hasMessage(state, move, request))
        return BlockedBy::None;
    if (name)
        *name = plainKey(m_channels[request.channel]);
    return BlockedBy::NoMessage;
}

BlockedBy StateSpace::waitBlockedBy(const quint32 *state, Move move, QByteArray *name) const
{
    const KnownWait &wait = request(state, move).wait;
    if (wait.kind == Wait::Kind::Mutex) {
        if (!isMutexTaken(state, identity(move.client).server, wait.name))
            return BlockedBy::None;
        if (name)
            *name = wait.name;
        return BlockedBy::MutexTaken;
    }
    if (isWaitOver(state, move))
        return BlockedBy::None;
    if (wait.kind == Wait::Kind::Until)
        return BlockedBy::TooEarly;
    if (name)
        *name = plainKey(m_datasets.keyName(wait.key));
    return wait.kind == Wait::Kind::Gone ? BlockedBy::KeyExists : BlockedBy::KeyUnchanged;
}

// An open WATCH is lost too, though the keys be none or the same.
BlockedBy StateSpace::faultBlockedBy(const quint32 *state, Move move) const
{
    if (move.kind == Kind::Restart) {
        if (m_layout.budget(state, Kind::Restart) == 0)
            return BlockedBy::Budget;
        return state[move.client] == 0 && !isWatched(state, move.client) ? BlockedBy::NothingToLose
                                                                         : BlockedBy::None;
    }
    if (move.kind == Kind::Failover) {
        if (!m_layout.hasReplica() || m_layout.budget(state, Kind::Failover) == 0)
            return BlockedBy::Budget;
        return state[0] == m_layout.replica(state) && !isWatched(state, 0)
            ? BlockedBy::NothingToLose
            : BlockedBy::None;
    }
    const ProcessState &process = this->process(state, move.client);
    const ClientHistory &history = (*m_histories)[process.history];
    if (process.crashed)
        return BlockedBy::Crashed;
    if (move.kind == Kind::Resume)
        return process.paused ? BlockedBy::None : BlockedBy::NotPaused;
    if (history.isFinished())
        return BlockedBy::Finished;
    if (move.kind == Kind::Pause && process.paused)
        return BlockedBy::Paused;
    return m_layout.budget(state, move.kind) == 0 ? BlockedBy::Budget : BlockedBy::None;
}

// A transaction is not lost: what stays on its connection afterwards is not followed.
BlockedBy StateSpace::lossBlockedBy(const quint32 *state, Move move, QByteArray *name) const
{
    if (m_layout.budget(state, Kind::LostRequest) == 0)
        return BlockedBy::Budget;
    if (process(state, move.client).isOver)
        return process(state, move.client).crashed ? BlockedBy::Crashed : BlockedBy::Finished;
    if (const auto found = clientBlockedBy(state, move, name); found != BlockedBy::None)
        return found;
    const KnownRequest &request = this->request(state, move);
    const bool isPlain = !goesOn(state, move) && request.kind == Request::Kind::Command
        && request.replies == 1 && request.watched.empty()
        && request.words.left(6).compare("WATCH ", Qt::CaseInsensitive) != 0;
    return isPlain ? BlockedBy::None : BlockedBy::NothingToLose;
}

// Whoever leaves steps out of a trace comes to clients that are not in this scenario, and to
// threads that nobody has spawned.
bool StateSpace::exists(const quint32 *state, Move move) const
{
    if (move.kind == Kind::Time || move.kind == Kind::Failover)
        return true;
    if (move.kind == Kind::Restart)
        return move.client < nodes();
    if (move.client >= clients())
        return false;
    if (move.kind != Kind::Client && move.kind != Kind::LostRequest)
        return true;
    const ProcessState &process = this->process(state, move.client);
    if (process.isOver)
        return true;
    if (move.thread >= process.threads.size())
        return false;
    const KnownRequest &request = this->request(state, move);
    const bool chooses = move.kind == Kind::Client && request.kind == Request::Kind::Choice;
    if (move.kind == Kind::Client && move.choice == Move::lateStart)
        return move.thread == 0;
    return chooses ? move.choice >= 1 && move.choice <= request.choices : move.choice == 0;
}

BlockedBy StateSpace::blockedBy(const quint32 *state, Move move, QByteArray *name) const
{
    if (!exists(state, move))
        return BlockedBy::NotThere;
    if (move.kind == Kind::Client)
        return clientBlockedBy(state, move, name);
    if (move.kind == Kind::LostRequest)
        return lossBlockedBy(state, move, name);
    if (move.kind != Kind::Time)
        return faultBlockedBy(state, move);
    const BlockedBy found = timeBlockedBy(state);
    return found == BlockedBy::None && m_layout.budget(state, Kind::Time) == 0 && !isKeyDue(state)
        ? BlockedBy::Budget
        : found;
}

bool StateSpace::isOver(const quint32 *state) const
{
    for (int client = 0; client < clients(); ++client) {
        if (!process(state, client).isOver)
            return false;
    }
    return true;
}

// The steps that are thinkable, in the order of enabled(); without alsoImpossible, those that a
// bound forbids are left out.
template <typename Consider>
void StateSpace::considerAll(const quint32 *state, bool alsoImpossible, Consider consider) const
{
    const bool crashes = alsoImpossible || m_layout.budget(state, Kind::Crash) > 0;
    const bool pauses = alsoImpossible || m_layout.budget(state, Kind::Pause) > 0;
    const auto ofThreads = [&](Kind kind, int client) {
        const ProcessState &process = this->process(state, client);
        for (size_t i = 0; i < history(state, client).threads.size(); ++i) {
            const Move move{kind, quint8(client), quint8(i)};
            const KnownRequest &request = this->request(state, move);
            const bool chooses =
                kind == Kind::Client && !process.isOver && request.kind == Request::Kind::Choice;
            for (int choice = chooses ? 1 : 0; choice <= (chooses ? request.choices : 0); ++choice)
                consider(Move{kind, quint8(client), quint8(i), quint8(choice)});
        }
    };
    for (int client = 0; client < clients(); ++client) {
        ofThreads(Kind::Client, client);
        if (canStartLate(state, client))
            consider(Move{Kind::Client, quint8(client), 0, Move::lateStart});
    }
    consider(Move{Kind::Time});
    for (int client = 0; client < clients(); ++client) {
        if (crashes)
            consider(Move{Kind::Crash, quint8(client)});
        if (pauses)
            consider(Move{Kind::Pause, quint8(client)});
        if (alsoImpossible || process(state, client).paused)
            consider(Move{Kind::Resume, quint8(client)});
    }
    for (int node = 0; m_options.bounds.restarts > 0 && node < nodes(); ++node)
        consider(Move{Kind::Restart, quint8(node)});
    if (m_layout.hasReplica())
        consider(Move{Kind::Failover});
    for (int client = 0; m_options.bounds.lostRequests > 0 && client < clients(); ++client)
        ofThreads(Kind::LostRequest, client);
}

void StateSpace::enabled(const quint32 *state, std::vector<Move> *moves) const
{
    moves->clear();
    const bool isOver = this->isOver(state);
    considerAll(state, false, [&](Move move) {
        if ((!isOver || move.kind == Kind::Client)
            && blockedBy(state, move, nullptr) == BlockedBy::None)
            moves->push_back(move);
    });
}

std::vector<Choice> StateSpace::choices(const quint32 *state) const
{
    std::vector<Choice> result;
    const bool isOver = this->isOver(state);
    considerAll(state, true, [&](Move move) {
        Choice choice{move, BlockedBy::None, {}};
        choice.blockedBy = blockedBy(state, move, &choice.name);
        if (isOver && choice.blockedBy == BlockedBy::None && move.kind != Kind::Client)
            choice.blockedBy = BlockedBy::RunOver;
        result.push_back(choice);
    });
    return result;
}

Ending StateSpace::ending(const quint32 *state, const std::vector<Move> &moves) const
{
    if (isOver(state))
        return Ending::Complete;
    const bool canGoOn = std::any_of(moves.begin(), moves.end(), [&](Move move) {
        return move.kind == Kind::Time || move.kind == Kind::Resume
            || (move.kind == Kind::Client && !process(state, move.client).isOver);
    });
    if (canGoOn)
        return Ending::Open;
    const bool timeWouldHelp =
        m_layout.budget(state, Kind::Time) == 0 && timeBlockedBy(state) == BlockedBy::None;
    return timeWouldHelp ? Ending::Undecided : Ending::Stuck;
}

Ending StateSpace::ending(const quint32 *state) const
{
    std::vector<Move> moves;
    enabled(state, &moves);
    return ending(state, moves);
}

TraceStep StateSpace::traceStep(const quint32 *state, Move move) const
{
    TraceStep step{move.kind, move.client, move.thread, 0};
    if (move.kind != Kind::Client || move.thread >= history(state, move.client).threads.size())
        return step;
    if (move.choice == Move::lateStart)
        return step;
    const ProcessState &process = this->process(state, move.client);
    step.goesOn = move.thread < process.threads.size() && goesOn(state, move);
    step.choice = move.choice;
    const bool isAfterStep = step.goesOn && process.threads[move.thread].reply == 0;
    step.number = request(state, move).steps + (isAfterStep ? 0 : 1);
    return step;
}

} // namespace lockstep
