// What a free run did is not always possible step by step: between a guard and its command there
// is no room for anybody else here, and a client that tried in vain there just waits. So the order
// is followed as far as it goes. Time passes where a key expired in the run, and where a client
// could only have gone on because it did.
//
// A check that holds finally needs everybody's end; after the given steps they all go on to it, the
// last one first.

#include "core/lab/rehearsal.h"

namespace lockstep {

namespace {

using Kind = TraceStep::Kind;

constexpr int mostTimes = 40; // time steps until something that is due comes
constexpr int mostBetween = 60; // steps of a client that the run's order does not tell
constexpr int mostToTheEnd = 2000; // steps

} // namespace

Rehearsal::Rehearsal(std::unique_ptr<World> world, size_t check, std::function<bool()> goOn)
    : m_world(std::move(world))
    , m_checks(*m_world)
    , m_check(check)
    , m_goOn(std::move(goOn))
{
}

Result<std::unique_ptr<Rehearsal>> Rehearsal::make(ScenarioPtr scenario, ExploreOptions options,
    std::vector<Endpoint> servers, size_t check, std::function<bool()> goOn)
{
    auto world = World::make(std::move(scenario), std::move(options), std::move(servers));
    if (!world)
        return tl::unexpected(world.error());
    return std::unique_ptr<Rehearsal>(new Rehearsal(std::move(*world), check, std::move(goOn)));
}

Result<void> Rehearsal::begin()
{
    ++m_plays;
    m_play = {};
    m_last.reset();
    m_states.assign(1, m_world->beginning());
    return look(0);
}

// An end is where no client and no deadline can go on: faults that are still allowed are none.
Result<void> Rehearsal::look(quint32 released)
{
    if (m_goOn && !m_goOn())
        return failure(ErrorCode::Cancelled);
    const quint32 *const state = m_states.back().data();
    std::vector<Move> moves;
    m_world->enabled(state, &moves);
    const bool goesOn = std::any_of(moves.begin(), moves.end(), [](Move move) {
        return move.kind == Kind::Client || move.kind == Kind::Time || move.kind == Kind::Resume;
    });
    const auto violated = m_checks.violated(state, m_world->ending(state, goesOn));
    if (!violated)
        return tl::unexpected(violated.error());
    m_play.violates = ((*violated | released) >> m_check & 1) != 0;
    return {};
}

Result<void> Rehearsal::take(Move move)
{
    if (isOver() || !isEnabled(move))
        return {};
    const bool isClients = !move.isEnvironment();
    const bool preempts = isClients && m_last && *m_last != move && isEnabled(*m_last);
    World::State after(size_t(m_world->words()));
    const auto effect = m_world->take(m_states.back().data(), move, after.data());
    if (!effect)
        return tl::unexpected(effect.error());
    m_play.trace.push_back(m_world->traceStep(m_states.back().data(), move));
    m_play.moves.push_back(move);
    m_states.push_back(std::move(after));
    m_play.environment += isClients ? 0 : 1;
    m_play.preemptions += preempts ? 1 : 0;
    if (isClients)
        m_last = move;
    return look(effect->released);
}

std::optional<Move> Rehearsal::next() const
{
    if (m_last && isEnabled(*m_last))
        return m_last;
    std::vector<Move> moves;
    m_world->enabled(m_states.back().data(), &moves);
    for (const Kind kind : {Kind::Client, Kind::Resume, Kind::Time}) {
        const auto found =
            std::find_if(moves.begin(), moves.end(), [&](Move move) { return move.kind == kind; });
        if (found != moves.end())
            return *found;
    }
    return std::nullopt;
}

Result<void> Rehearsal::playToTheEnd()
{
    if (m_world->scenario()->checks[m_check].when != Check::When::Finally)
        return {};
    for (int i = 0; i < mostToTheEnd && !isOver(); ++i) {
        const auto move = next();
        if (!move)
            return {};
        if (const auto taken = take(*move); !taken)
            return taken;
    }
    return {};
}

Result<Play> Rehearsal::play(const std::vector<Move> &moves)
{
    auto done = begin();
    for (size_t i = 0; done && i < moves.size() && !isOver(); ++i)
        done = take(moves[i]);
    done = done ? playToTheEnd() : done;
    if (!done)
        return tl::unexpected(done.error());
    return m_play;
}

Result<Play> Rehearsal::follow(std::span<const RanStep> steps, const std::vector<int> &letters)
{
    auto done = begin();
    for (size_t i = 0; done && i < steps.size() && !isOver(); ++i) {
        const RanStep &step = steps[i];
        if (step.kind == Kind::Time)
            done = letExpire(step);
        else if (step.kind == Kind::Restart || step.kind == Kind::Failover)
            done = take({step.kind, step.node, 0});
        else if (letters[step.process] >= 0)
            done = takeStep(step, letters[step.process]);
    }
    done = done ? playToTheEnd() : done;
    if (!done)
        return tl::unexpected(done.error());
    return m_play;
}

Result<void> Rehearsal::letExpire(const RanStep &step)
{
    const quint32 key = m_world->contents().findKey(m_world->prefixed(step.key));
    for (int i = 0; i < mostTimes && !isOver(); ++i) {
        const quint32 contents = m_world->contentsOf(m_states.back().data(), step.node);
        const KeyHeld *const held = m_world->contents().find(contents, key);
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
Result<void> Rehearsal::finishWork()
{
    for (int client = 0; client < m_world->clients(); ++client) {
        const Move move{Kind::Client, quint8(client), 0};
        if (isEnabled({Kind::Time}))
            return {};
        if (m_world->request(m_states.back().data(), move).kind != Request::Kind::Work)
            continue;
        if (const auto taken = take(move); !taken)
            return taken;
    }
    return {};
}

Result<void> Rehearsal::takeStep(const RanStep &step, int client)
{
    const Move move{step.kind, quint8(client), quint8(step.kind == Kind::Client ? step.thread : 0)};
    return step.kind == Kind::Client ? takeUntil(move, step.line) : take(move);
}

// The client's steps up to and with that of the line. Those before it are work, messages and what
// it could not do when its turn was.
Result<void> Rehearsal::takeUntil(Move move, int line)
{
    int times = 0;
    for (int i = 0; i < mostBetween && !isOver(); ++i) {
        const quint32 *const state = m_states.back().data();
        if (move.thread >= m_world->process(state, move.client).threads.size())
            return {};
        const KnownRequest &request = m_world->request(state, move);
        const bool isIt = request.line == line && request.kind != Request::Kind::Receive;
        const ThreadWait wait = m_world->process(state, move.client).threads[move.thread];
        if (isEnabled(move)) {
            if (const auto taken = take(move); !taken || isIt)
                return taken;
            continue;
        }
        const bool timeWouldHelp = wait.due > 0 || wait.timeout > 0;
        if (!timeWouldHelp || ++times > mostTimes || !isEnabled({Kind::Time}))
            return {};
        if (const auto taken = take({Kind::Time}); !taken)
            return taken;
    }
    return {};
}

} // namespace lockstep
