// The part of StateSpace that decides which steps are possible in a state, and why the others are
// not.

#include "core/lab/statespace/statespace.h"

#include <algorithm>

namespace lockstep {

namespace {

using Kind = TraceStep::Kind;

// How many commands a thread may send while a key is due that has not expired. In reality it is as
// many as fit into a millisecond; a client that asks again and again would do so for ever.
constexpr int mostSentWhileDue = 2;

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

bool StateSpace::hasMessage(
    const quint32 *state, PackedStep step, const KnownRequest &request) const
{
    const auto &inbox = process(state, step.client).inbox;
    return std::any_of(inbox.begin(), inbox.end(), [&](const QueuedMessage &each) {
        return int(each.node) == request.node && each.channel == request.channel;
    });
}

bool StateSpace::isWaitOver(const quint32 *state, PackedStep step) const
{
    const KnownRequest &request = this->request(state, step);
    const ThreadState &thread = process(state, step.client).threads[step.thread];
    if (request.kind != Request::Kind::Wait || request.isMutexWait() || thread.reply != 0)
        return false;
    return request.wait.isOfKey() ? thread.isAwake : thread.timer == 0;
}

// Whether somebody could tell that a mutex was taken before the command behind it was executed: a
// crash may come in between, the command may be lost, and who has to do something on time may stand
// before the mutex meanwhile.
bool StateSpace::isSeenBehindMutex(const quint32 *state) const
{
    return m_layout.budget(state, Kind::Crash) > 0 || m_layout.budget(state, Kind::LostRequest) > 0
        || (m_options.assumes(Assumption::TimersOnTime) && timeLeft(state) > 0);
}

bool StateSpace::goesOn(const quint32 *state, PackedStep step) const
{
    const ProcessState &process = this->process(state, step.client);
    const KnownRequest &request = this->request(state, step);
    if (process.isOver)
        return false;
    if (process.threads[step.thread].reply != 0)
        return true;
    if (!request.isMutexWait())
        return request.kind == Request::Kind::Wait;
    const auto next = m_histories->after(process.history, step.thread, 0, clockOf(state));
    if (!next) // the program makes a mistake here, and the step reports it
        return true;
    const ClientHistory &after = (*m_histories)[*next];
    const bool isAlone = after.newRequests.size() == 1 && process.threads.size() == 1
        && after.mutexes.size() == (*m_histories)[process.history].mutexes.size() + 1;
    if (!isAlone || isSeenBehindMutex(state) || canTell(state, step, after))
        return true;
    const KnownRequest &behind = after.threads[step.thread];
    return behind.kind == Request::Kind::Receive
        ? behind.timeout != 0 && !hasMessage(state, step, behind)
        : behind.kind != Request::Kind::Command && behind.kind != Request::Kind::Subscribe;
}

BlockedBy StateSpace::clientBlockedBy(const quint32 *state, PackedStep step, QByteArray *name) const
{
    const ProcessState &process = this->process(state, step.client);
    const bool isOfProcess = step.thread < process.threads.size();
    if (process.isOver && (!isOfProcess || !process.threads[step.thread].isInFlight))
        return process.crashed ? BlockedBy::Crashed : BlockedBy::Finished;
    if (step.choice == PackedStep::lateStart && process.paused)
        return BlockedBy::Paused;
    if (step.choice == PackedStep::lateStart)
        return canStartLate(state, step.client) ? BlockedBy::None : BlockedBy::NotThere;
    const KnownRequest &request = this->request(state, step);
    const ThreadState &thread = process.threads[step.thread];
    if (process.paused)
        return BlockedBy::Paused;
    if (thread.reply != 0)
        return BlockedBy::None;
    if (request.kind == Request::Kind::Finished)
        return BlockedBy::Finished;
    if (request.kind == Request::Kind::Wait)
        return waitBlockedBy(state, step, name);
    // Of a moment that has come it cannot be told whether it is that of a key which is gone by now.
    const bool hasToWait = thread.sentWhileDue >= mostSentWhileDue || request.setsMoments;
    if (hasToWait && isKeyDue(state))
        return BlockedBy::KeyDue;
    if (request.kind != Request::Kind::Receive || thread.timer == 0
        || hasMessage(state, step, request))
        return BlockedBy::None;
    if (name)
        *name = plainKey(m_channels[request.channel]);
    return BlockedBy::NoMessage;
}

BlockedBy StateSpace::waitBlockedBy(const quint32 *state, PackedStep step, QByteArray *name) const
{
    const KnownWait &wait = request(state, step).wait;
    if (wait.kind == Wait::Kind::Mutex) {
        if (!isMutexTaken(state, identity(step.client).server, wait.name))
            return BlockedBy::None;
        if (name)
            *name = wait.name;
        return BlockedBy::MutexTaken;
    }
    if (isWaitOver(state, step))
        return BlockedBy::None;
    if (wait.kind == Wait::Kind::Until)
        return BlockedBy::TooEarly;
    if (name)
        *name = plainKey(m_datasets.keyName(wait.key));
    return wait.kind == Wait::Kind::Gone ? BlockedBy::KeyExists : BlockedBy::KeyUnchanged;
}

// Even where no keys are lost, an open WATCH is.
BlockedBy StateSpace::faultBlockedBy(const quint32 *state, PackedStep step) const
{
    if (step.kind == Kind::Restart) {
        if (m_layout.budget(state, Kind::Restart) == 0)
            return BlockedBy::Budget;
        return state[step.client] == 0 && !isWatched(state, step.client) ? BlockedBy::NothingToLose
                                                                         : BlockedBy::None;
    }
    if (step.kind == Kind::Failover) {
        if (!m_layout.hasReplica() || m_layout.budget(state, Kind::Failover) == 0)
            return BlockedBy::Budget;
        return state[0] == m_layout.replica(state) && !isWatched(state, 0)
            ? BlockedBy::NothingToLose
            : BlockedBy::None;
    }
    const ProcessState &process = this->process(state, step.client);
    const ClientHistory &history = (*m_histories)[process.history];
    if (process.crashed)
        return BlockedBy::Crashed;
    if (step.kind == Kind::Resume)
        return process.paused ? BlockedBy::None : BlockedBy::NotPaused;
    if (history.isFinished())
        return BlockedBy::Finished;
    if (step.kind == Kind::Pause && process.paused)
        return BlockedBy::Paused;
    return m_layout.budget(state, step.kind) == 0 ? BlockedBy::Budget : BlockedBy::None;
}

// A transaction is one request, which is lost as a whole. Its connection goes on: a WATCH that
// never arrived is none, and one before an EXEC that never arrived is still open.
BlockedBy StateSpace::lossBlockedBy(const quint32 *state, PackedStep step, QByteArray *name) const
{
    if (m_layout.budget(state, Kind::LostRequest) == 0)
        return BlockedBy::Budget;
    if (process(state, step.client).isOver)
        return process(state, step.client).crashed ? BlockedBy::Crashed : BlockedBy::Finished;
    if (const auto found = clientBlockedBy(state, step, name); found != BlockedBy::None)
        return found;
    const KnownRequest &request = this->request(state, step);
    return !goesOn(state, step) && request.kind == Request::Kind::Command
        ? BlockedBy::None
        : BlockedBy::NothingToLose;
}

// Whoever leaves steps out of a trace comes to clients that are not in this scenario, and to
// threads that nobody has spawned.
bool StateSpace::exists(const quint32 *state, PackedStep step) const
{
    if (step.kind == Kind::Time || step.kind == Kind::Failover)
        return true;
    if (step.kind == Kind::Restart)
        return step.client < nodes();
    if (step.client >= clients())
        return false;
    if (step.kind != Kind::Client && step.kind != Kind::LostRequest)
        return true;
    const ProcessState &process = this->process(state, step.client);
    if (process.isOver)
        return true;
    if (step.kind == Kind::Client && step.choice == PackedStep::lateStart)
        return step.thread == 0;
    if (step.thread >= process.threads.size() || !history(state, step.client).hasStarted)
        return false;
    const KnownRequest &request = this->request(state, step);
    const bool chooses = step.kind == Kind::Client && request.kind == Request::Kind::Choice;
    return chooses ? step.choice >= 1 && step.choice <= request.choices : step.choice == 0;
}

BlockedBy StateSpace::blockedBy(const quint32 *state, PackedStep step, QByteArray *name) const
{
    if (!exists(state, step))
        return BlockedBy::NotThere;
    if (step.kind == Kind::Client)
        return clientBlockedBy(state, step, name);
    if (step.kind == Kind::LostRequest)
        return lossBlockedBy(state, step, name);
    if (step.kind != Kind::Time)
        return faultBlockedBy(state, step);
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
        const ClientHistory &history = (*m_histories)[process.history];
        for (size_t i = 0; history.hasStarted && i < history.threads.size(); ++i) {
            const PackedStep step{kind, quint8(client), quint8(i)};
            const KnownRequest &request = this->request(state, step);
            const bool chooses =
                kind == Kind::Client && !process.isOver && request.kind == Request::Kind::Choice;
            for (int choice = chooses ? 1 : 0; choice <= (chooses ? request.choices : 0); ++choice)
                consider(PackedStep{kind, quint8(client), quint8(i), quint8(choice)});
        }
    };
    for (int client = 0; client < clients(); ++client) {
        ofThreads(Kind::Client, client);
        if (canStartLate(state, client) || !history(state, client).hasStarted)
            consider(PackedStep{Kind::Client, quint8(client), 0, PackedStep::lateStart});
    }
    consider(PackedStep{Kind::Time});
    for (int client = 0; client < clients(); ++client) {
        if (crashes)
            consider(PackedStep{Kind::Crash, quint8(client)});
        if (pauses)
            consider(PackedStep{Kind::Pause, quint8(client)});
        if (alsoImpossible || process(state, client).paused)
            consider(PackedStep{Kind::Resume, quint8(client)});
    }
    for (int node = 0; m_options.bounds.restarts > 0 && node < nodes(); ++node)
        consider(PackedStep{Kind::Restart, quint8(node)});
    if (m_layout.hasReplica())
        consider(PackedStep{Kind::Failover});
    for (int client = 0; m_options.bounds.lostRequests > 0 && client < clients(); ++client)
        ofThreads(Kind::LostRequest, client);
}

void StateSpace::enabled(const quint32 *state, std::vector<PackedStep> *steps) const
{
    steps->clear();
    const bool isOver = this->isOver(state);
    considerAll(state, false, [&](PackedStep step) {
        if ((!isOver || step.kind == Kind::Client)
            && blockedBy(state, step, nullptr) == BlockedBy::None)
            steps->push_back(step);
    });
}

std::vector<StepOption> StateSpace::stepOptions(const quint32 *state) const
{
    std::vector<StepOption> result;
    const bool isOver = this->isOver(state);
    considerAll(state, true, [&](PackedStep step) {
        StepOption option{step, BlockedBy::None, {}};
        option.blockedBy = blockedBy(state, step, &option.name);
        if (isOver && option.blockedBy == BlockedBy::None && step.kind != Kind::Client)
            option.blockedBy = BlockedBy::RunOver;
        result.push_back(option);
    });
    return result;
}

Ending StateSpace::ending(const quint32 *state, const std::vector<PackedStep> &steps) const
{
    if (isOver(state))
        return Ending::Complete;
    const bool canGoOn = std::any_of(steps.begin(), steps.end(), [&](PackedStep step) {
        return step.kind == Kind::Time || step.kind == Kind::Resume
            || (step.kind == Kind::Client && !process(state, step.client).isOver);
    });
    if (canGoOn)
        return Ending::Open;
    const BlockedBy hindrance = timeBlockedBy(state);
    if (hindrance == BlockedBy::Assumption)
        return Ending::Forbidden;
    const bool timeWouldHelp =
        m_layout.budget(state, Kind::Time) == 0 && hindrance == BlockedBy::None;
    return timeWouldHelp ? Ending::Undecided : Ending::Stuck;
}

Ending StateSpace::ending(const quint32 *state) const
{
    std::vector<PackedStep> steps;
    enabled(state, &steps);
    return ending(state, steps);
}

TraceStep StateSpace::traceStep(const quint32 *state, PackedStep step) const
{
    TraceStep result{step.kind, step.client, step.thread, 0};
    if (step.kind != Kind::Client || step.thread >= history(state, step.client).threads.size())
        return result;
    if (step.choice == PackedStep::lateStart)
        return result;
    const ProcessState &process = this->process(state, step.client);
    result.goesOn = step.thread < process.threads.size() && goesOn(state, step);
    result.choice = step.choice;
    const bool isAfterStep = result.goesOn && process.threads[step.thread].reply == 0;
    result.number = request(state, step).steps + (isAfterStep ? 0 : 1);
    return result;
}

} // namespace lockstep
