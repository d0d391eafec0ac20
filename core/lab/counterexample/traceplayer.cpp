// What a free run did is not always possible in steps: between a wait and the command behind it no
// other client can step here, and a client that tried in vain in the run just waits here. So the
// order is followed as far as possible. Time passes where a key expired in the run, and where a
// client could go on only because time had passed.
//
// A check that must hold finally needs the end of all clients: after the given steps they all go on
// to their ends, beginning with the one that stepped last.

#include "core/lab/counterexample/traceplayer.h"

namespace lockstep {

namespace {

using Kind = TraceStep::Kind;

constexpr int mostTimes = 40; // time steps until something that is due comes
constexpr int mostBetween = 60; // steps of a client that the run's order does not tell
constexpr int mostToTheEnd = 2000; // steps

} // namespace

TracePlayer::TracePlayer(
    std::unique_ptr<StateSpace> space, size_t check, std::function<bool()> shouldContinue)
    : m_space(std::move(space))
    , m_checks(*m_space)
    , m_check(check)
    , m_shouldContinue(std::move(shouldContinue))
{
}

Result<std::unique_ptr<TracePlayer>> TracePlayer::make(ScenarioPtr scenario, ExploreOptions options,
    std::vector<Endpoint> servers, size_t check, std::function<bool()> shouldContinue)
{
    auto space = StateSpace::make(std::move(scenario), std::move(options), std::move(servers));
    if (!space)
        return tl::unexpected(space.error());
    return std::unique_ptr<TracePlayer>(
        new TracePlayer(std::move(*space), check, std::move(shouldContinue)));
}

Result<void> TracePlayer::begin()
{
    ++m_plays;
    m_play = {};
    m_last.reset();
    m_effect = {};
    m_states.assign(1, m_space->beginning());
    return checkState(0);
}

Result<void> TracePlayer::checkState(quint32 violatedByStep)
{
    if (m_shouldContinue && !m_shouldContinue())
        return failure(ErrorCode::Cancelled);
    const quint32 *const state = m_states.back().data();
    const auto judged = m_checks.judge(state, m_space->ending(state));
    if (!judged)
        return tl::unexpected(judged.error());
    m_play.violates = ((judged->violated | violatedByStep) >> m_check & 1) != 0;
    return {};
}

Result<void> TracePlayer::take(PackedStep step)
{
    if (isOver() || !isEnabled(step))
        return {};
    const bool isClients = !step.isEnvironment();
    const bool preempts = isClients && m_last
        && (m_last->client != step.client || m_last->thread != step.thread)
        && isEnabled(nextStepOf(*m_last));
    StateSpace::State after(size_t(m_space->words()));
    auto effect = m_space->take(m_states.back().data(), step, after.data());
    if (!effect)
        return tl::unexpected(effect.error());
    m_effect = std::move(*effect);
    m_play.trace.push_back(m_space->traceStep(m_states.back().data(), step));
    m_play.steps.push_back(step);
    m_states.push_back(std::move(after));
    m_play.environment += isClients ? 0 : 1;
    m_hasChosen |= step.choice > 0 && step.choice != PackedStep::lateStart;
    m_play.preemptions += preempts ? 1 : 0;
    if (isClients)
        m_last = step;
    return checkState(m_effect.violatedByStep);
}

PackedStep TracePlayer::nextStepOf(PackedStep step) const
{
    const quint32 *const state = m_states.back().data();
    const ProcessState &process = m_space->process(state, step.client);
    if (!m_space->history(state, step.client).hasStarted) {
        step.choice = PackedStep::lateStart;
        return step;
    }
    const bool chooses = !process.isOver && step.thread < process.threads.size()
        && m_space->request(state, step).kind == Request::Kind::Choice;
    step.choice = chooses ? std::max<quint8>(1, step.choice) : 0;
    return step;
}

Result<void> TracePlayer::takeArrival(PackedStep step)
{
    const ProcessState &process = m_space->process(m_states.back().data(), step.client);
    if (step.thread >= process.threads.size() || process.threads[step.thread].reply == 0)
        return {};
    return take(step);
}

std::optional<PackedStep> TracePlayer::nextStep() const
{
    if (m_last && isEnabled(nextStepOf(*m_last)))
        return nextStepOf(*m_last);
    std::vector<PackedStep> steps;
    m_space->enabled(m_states.back().data(), &steps);
    for (const Kind kind : {Kind::Client, Kind::Resume, Kind::Time}) {
        const auto found = std::find_if(
            steps.begin(), steps.end(), [&](PackedStep step) { return step.kind == kind; });
        if (found != steps.end())
            return *found;
    }
    return std::nullopt;
}

Result<void> TracePlayer::playToTheEnd()
{
    if (m_space->scenario()->checks[m_check].when != Check::When::Finally)
        return {};
    for (int i = 0; i < mostToTheEnd && !isOver(); ++i) {
        const auto step = nextStep();
        if (!step)
            return {};
        if (const auto taken = take(*step); !taken)
            return taken;
    }
    return {};
}

Result<PlayedTrace> TracePlayer::play(const std::vector<PackedStep> &steps)
{
    auto done = begin();
    for (size_t i = 0; done && i < steps.size() && !isOver(); ++i)
        done = take(steps[i]);
    done = done ? playToTheEnd() : done;
    if (!done)
        return tl::unexpected(done.error());
    return m_play;
}

// When replies arrived, the order of execution does not tell: mostly at once, else as late as can
// be. Nor does it tell who has a mutex and sends nothing: at last, whoever waits behind it may.
Result<PlayedTrace> TracePlayer::follow(
    std::span<const RanStep> steps, const std::vector<int> &clientOfProcess)
{
    Result<PlayedTrace> play;
    for (const auto &[atOnce, mutexes] :
        {std::pair{true, false}, std::pair{false, false}, std::pair{true, true}}) {
        play = follow(steps, clientOfProcess, atOnce, mutexes);
        if (!play || play->violates)
            break;
    }
    return play;
}

Result<PlayedTrace> TracePlayer::follow(std::span<const RanStep> steps,
    const std::vector<int> &clientOfProcess, bool repliesArriveAtOnce, bool mutexesAreTakenAtLast)
{
    m_repliesArriveAtOnce = repliesArriveAtOnce;
    auto done = begin();
    for (int client = 0; done && client < m_space->clients(); ++client) { // as those of a free run
        if (!m_space->history(m_states.back().data(), client).hasStarted)
            done = take({Kind::Client, quint8(client), 0, PackedStep::lateStart});
    }
    for (size_t i = 0; done && i < steps.size() && !isOver(); ++i) {
        const RanStep &step = steps[i];
        if (step.kind == Kind::Time)
            done = letExpire(step);
        else if (step.kind == Kind::Restart || step.kind == Kind::Failover)
            done = take({step.kind, step.node, 0});
        else if (clientOfProcess[step.process] >= 0)
            done = takeStep(step, clientOfProcess[step.process]);
    }
    for (int client = 0; done && mutexesAreTakenAtLast && client < m_space->clients(); ++client)
        done = takeMutexes(client);
    done = done ? playToTheEnd() : done;
    if (!done)
        return tl::unexpected(done.error());
    return m_play;
}

Result<void> TracePlayer::letExpire(const RanStep &step)
{
    const quint32 key = m_space->datasets().findKey(m_space->prefixed(step.key));
    for (int i = 0; i < mostTimes && !isOver(); ++i) {
        const quint32 dataset = m_space->datasetOf(m_states.back().data(), step.node);
        const KeyHeld *const held = m_space->datasets().find(dataset, key);
        if (!held || held->ttl < 0)
            return {};
        if (const auto done = finishWork(); !done)
            return done;
        if (!isEnabled({Kind::Time}))
            return {};
        if (const auto taken = take({Kind::Time}); !taken)
            return taken;
    }
    return {};
}

// Where work is assumed to be shorter than a lease, it is over when that ends: the run's order
// knows of no work.
Result<void> TracePlayer::finishWork()
{
    for (int client = 0; client < m_space->clients(); ++client) {
        const PackedStep step{Kind::Client, quint8(client), 0};
        if (isEnabled({Kind::Time}))
            return {};
        const quint32 *const state = m_states.back().data();
        if (m_space->request(state, step).kind != Request::Kind::Work
            && !m_space->goesOn(state, step))
            continue;
        if (const auto taken = take(step); !taken)
            return taken;
    }
    return {};
}

Result<void> TracePlayer::takeStep(const RanStep &step, int client)
{
    const quint8 thread = step.kind == Kind::Client ? quint8(step.thread) : 0;
    const PackedStep packed{step.kind, quint8(client), thread};
    if (step.kind != Kind::Client)
        return take(packed);
    const auto taken = takeMutexes(client, packed);
    return taken ? takeUntil(packed, step.line) : taken;
}

// In a run the client's other threads take a mutex that is free at once, and no command tells it.
Result<void> TracePlayer::takeMutexes(int client, std::optional<PackedStep> before)
{
    const size_t threads = m_space->history(m_states.back().data(), client).threads.size();
    for (size_t i = 0; i < threads && !isOver(); ++i) {
        const PackedStep step{Kind::Client, quint8(client), quint8(i)};
        const quint32 *const state = m_states.back().data();
        if ((before && step.thread == before->thread) || !isEnabled(step)
            || !m_space->request(state, step).isMutexWait() || !m_space->goesOn(state, step))
            continue;
        const KnownRequest *const own = before ? &m_space->request(state, *before) : nullptr;
        if (own && own->isMutexWait() && own->wait.name == m_space->request(state, step).wait.name)
            continue; // it was first to take it
        if (const auto taken = take(step); !taken)
            return taken;
    }
    return {};
}

// The client's steps up to and with that of the line. Those before it are work, messages and what
// it could not do when its turn was.
Result<void> TracePlayer::takeUntil(PackedStep step, int line)
{
    int times = 0;
    for (int i = 0; i < mostBetween && !isOver(); ++i) {
        const quint32 *const state = m_states.back().data();
        if (step.thread >= m_space->process(state, step.client).threads.size())
            return {};
        const Request::Kind kind = m_space->request(state, step).kind;
        if (isEnabled(nextStepOf(step))) {
            if (const auto taken = take(nextStepOf(step)); !taken)
                return taken;
            if (m_effect.isExecuted && m_effect.line == line && kind != Request::Kind::Receive)
                return m_repliesArriveAtOnce && !isOver() ? takeArrival(step) : Result<void>();
            continue;
        }
        const bool timeWouldHelp =
            m_space->process(state, step.client).threads[step.thread].hasTimer();
        if (!timeWouldHelp || ++times > mostTimes || !isEnabled({Kind::Time}))
            return {};
        if (const auto taken = take({Kind::Time}); !taken)
            return taken;
    }
    return {};
}

} // namespace lockstep
