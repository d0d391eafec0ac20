#include "core/lab/statespace/steps/enabledsteps.h"

#include <algorithm>

namespace lockstep {

namespace {

using Kind = TraceStep::Kind;

} // namespace

// A transaction is one request, which is lost as a whole. Its connection goes on: a WATCH that
// never arrived is none, and one before an EXEC that never arrived is still open.
BlockedBy EnabledSteps::lossBlockedBy(const quint32 *state, PackedStep step, QByteArray *name) const
{
    if (m_tables.layout.budget(state, Kind::LostRequest) == 0)
        return BlockedBy::Budget;
    const ProcessState &process = m_tables.process(state, step.client);
    if (process.isOver)
        return process.crashed ? BlockedBy::Crashed : BlockedBy::Finished;
    if (const auto found = m_hindrances.ofClient(state, step, name); found != BlockedBy::None)
        return found;
    const KnownRequest &request = m_tables.request(state, step);
    return !m_visibility.goesOn(state, step) && request.kind == Request::Kind::Command
        ? BlockedBy::None
        : BlockedBy::NothingToLose;
}

// Whoever leaves steps out of a trace comes to clients that are not in this scenario, and to
// threads that nobody has spawned.
bool EnabledSteps::exists(const quint32 *state, PackedStep step) const
{
    if (step.kind == Kind::Time || step.kind == Kind::Failover)
        return true;
    if (step.kind == Kind::Restart)
        return step.client < m_tables.nodes();
    if (step.client >= m_tables.clients())
        return false;
    if (step.kind != Kind::Client && step.kind != Kind::LostRequest)
        return true;
    const ProcessState &process = m_tables.process(state, step.client);
    if (process.isOver)
        return true;
    if (step.kind == Kind::Client && step.choice == PackedStep::lateStart)
        return step.thread == 0;
    if (step.thread >= process.threads.size() || !m_tables.history(state, step.client).hasStarted)
        return false;
    const KnownRequest &request = m_tables.request(state, step);
    const bool chooses = step.kind == Kind::Client && request.kind == Request::Kind::Choice;
    return chooses ? step.choice >= 1 && step.choice <= request.choices : step.choice == 0;
}

BlockedBy EnabledSteps::blockedBy(const quint32 *state, PackedStep step, QByteArray *name) const
{
    if (!exists(state, step))
        return BlockedBy::NotThere;
    if (step.kind == Kind::Client)
        return m_hindrances.ofClient(state, step, name);
    if (step.kind == Kind::LostRequest)
        return lossBlockedBy(state, step, name);
    return step.kind == Kind::Time ? m_hindrances.ofTimeStep(state)
                                   : m_hindrances.ofFault(state, step);
}

// The steps that are thinkable, in the order of list(); without alsoImpossible, those that a bound
// forbids are left out.
template <typename Consider>
void EnabledSteps::considerAll(const quint32 *state, bool alsoImpossible, Consider consider) const
{
    const StateLayout &layout = m_tables.layout;
    const Bounds &bounds = m_tables.options.bounds;
    const int clients = m_tables.clients();
    const bool crashes = alsoImpossible || layout.budget(state, Kind::Crash) > 0;
    const bool pauses = alsoImpossible || layout.budget(state, Kind::Pause) > 0;
    const auto ofThreads = [&](Kind kind, int client) {
        const ProcessState &process = m_tables.process(state, client);
        const ClientHistory &history = (*m_tables.histories)[process.history];
        for (size_t i = 0; history.hasStarted && i < history.threads.size(); ++i) {
            const PackedStep step{kind, quint8(client), quint8(i)};
            const KnownRequest &request = m_tables.request(state, step);
            const bool chooses =
                kind == Kind::Client && !process.isOver && request.kind == Request::Kind::Choice;
            for (int choice = chooses ? 1 : 0; choice <= (chooses ? request.choices : 0); ++choice)
                consider(PackedStep{kind, quint8(client), quint8(i), quint8(choice)});
        }
    };
    for (int client = 0; client < clients; ++client) {
        ofThreads(Kind::Client, client);
        if (m_hindrances.canStartLate(state, client) || !m_tables.history(state, client).hasStarted)
            consider(PackedStep{Kind::Client, quint8(client), 0, PackedStep::lateStart});
    }
    consider(PackedStep{Kind::Time});
    for (int client = 0; client < clients; ++client) {
        if (crashes)
            consider(PackedStep{Kind::Crash, quint8(client)});
        if (pauses)
            consider(PackedStep{Kind::Pause, quint8(client)});
        if (alsoImpossible || m_tables.process(state, client).paused)
            consider(PackedStep{Kind::Resume, quint8(client)});
    }
    for (int node = 0; bounds.restarts > 0 && node < m_tables.nodes(); ++node)
        consider(PackedStep{Kind::Restart, quint8(node)});
    if (layout.hasReplica())
        consider(PackedStep{Kind::Failover});
    for (int client = 0; bounds.lostRequests > 0 && client < clients; ++client)
        ofThreads(Kind::LostRequest, client);
}

void EnabledSteps::list(const quint32 *state, std::vector<PackedStep> *steps) const
{
    steps->clear();
    const bool isOver = m_tables.isOver(state);
    considerAll(state, false, [&](PackedStep step) {
        if ((!isOver || step.kind == Kind::Client) && contain(state, step))
            steps->push_back(step);
    });
}

std::vector<StepOption> EnabledSteps::options(const quint32 *state) const
{
    std::vector<StepOption> result;
    const bool isOver = m_tables.isOver(state);
    considerAll(state, true, [&](PackedStep step) {
        StepOption option{step, BlockedBy::None, {}};
        option.blockedBy = blockedBy(state, step, &option.name);
        if (isOver && option.blockedBy == BlockedBy::None && step.kind != Kind::Client)
            option.blockedBy = BlockedBy::RunOver;
        result.push_back(option);
    });
    return result;
}

Ending EnabledSteps::ending(const quint32 *state, const std::vector<PackedStep> &steps) const
{
    if (m_tables.isOver(state))
        return Ending::Complete;
    const bool canGoOn = std::any_of(steps.begin(), steps.end(), [&](PackedStep step) {
        return step.kind == Kind::Time || step.kind == Kind::Resume
            || (step.kind == Kind::Client && !m_tables.process(state, step.client).isOver);
    });
    if (canGoOn)
        return Ending::Open;
    const BlockedBy hindrance = m_hindrances.ofTime(state);
    if (hindrance == BlockedBy::Assumption)
        return Ending::Forbidden;
    const bool timeWouldHelp = m_tables.timeLeft(state) == 0 && hindrance == BlockedBy::None;
    return timeWouldHelp ? Ending::Undecided : Ending::Stuck;
}

} // namespace lockstep
