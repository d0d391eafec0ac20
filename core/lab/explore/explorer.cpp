// Depth first, each state once: a state is expanded when it is first seen, all its successors at
// once, so that the edges of a node lie side by side. What is counted and searched for is found on
// the graph afterwards.
//
// A counterexample is replayed before it is told, with every step executed, and has to lead through
// the same states; if it does not, a server has answered the same question in two ways.

#include "core/lab/explore/explorer.h"

#include "core/lab/explore/memorylimit.h"
#include "core/lab/wire/requirememory.h"
#include "core/redis/values/coretext.h"

#include <algorithm>

namespace lockstep {

namespace {

using Clock = std::chrono::steady_clock;

constexpr quint32 lookEvery = 4096; // states
constexpr auto tellEvery = std::chrono::milliseconds(34);
constexpr qsizetype memoryToBegin = 1024 * 1024; // bytes

struct Frame
{
    quint32 node = 0;
    quint32 next = 0; // edge
};

} // namespace

Explorer::Explorer(ScenarioPtr scenario, ExploreOptions options, std::vector<Endpoint> servers)
    : m_scenario(std::move(scenario))
    , m_options(std::move(options))
    , m_servers(std::move(servers))
{
}

Explorer::~Explorer() = default;

qint64 Explorer::memory() const
{
    return m_states->memory() + m_graph.memory() + m_space->memory();
}

// Looked at now and then while walking: with what counting will take, so that there is room for it
// when the walk ends, and with what the index of the states takes when it next grows.
bool Explorer::isMemoryUsedUp() const
{
    return memory() + m_graph.memoryToCount() + m_states->memoryToGrow() > m_memoryLimit;
}

// A sentence about used up memory needs some, so what the exploration holds is given back first.
Result<Exploration> Explorer::explore(const std::function<void(const ExploreProgress &)> &tell)
{
    const auto begun = Clock::now();
    std::optional<Result<Exploration>> explored; // none: the memory ran out
    try {
        explored = walkAndConclude(tell);
    } catch (const std::bad_alloc &) {
    }
    m_serverProcess = 0;
    m_cancelled = false;
    m_checks.reset();
    m_states.reset();
    m_graph = ExplorationGraph();
    m_space.reset();
    if (!explored)
        return outOfMemory();
    if (*explored)
        (*explored)->took = Clock::now() - begun;
    return *std::move(explored);
}

Result<void> Explorer::prepare()
{
    requireMemory(memoryToBegin); // Qt does not survive want of memory where a thread begins
    m_memoryLimit = m_options.memoryLimit > 0 ? m_options.memoryLimit : usualMemoryLimit();
    m_outOfMemory = false;
    m_endless = false;
    m_noNumber = 0;
    m_pathToMistake.clear();
    quint16 finalChecks = 0;
    for (size_t i = 0; i < m_scenario->checks.size(); ++i)
        finalChecks |= quint16(m_scenario->checks[i].isFinal() << i);
    m_graph = ExplorationGraph(finalChecks);
    auto space = StateSpace::make(m_scenario, m_options, m_servers, &m_cancelled);
    if (!space && space.error().code == ErrorCode::Cancelled)
        return failure(ErrorCode::BadInput,
            CoreText::tr("stopped while a server had not answered a command of setup"));
    if (!space)
        return tl::unexpected(space.error());
    m_space = std::move(*space);
    m_serverProcess = m_servers.empty() ? m_space->servers().processId(0) : 0;
    m_checks = std::make_unique<StateChecks>(*m_space);
    m_states = std::make_unique<InternedRows>(m_space->words());
    return {};
}

// The limit leaves room for what is not counted, unless it was set too high for the machine.
tl::unexpected<Error> Explorer::outOfMemory() const
{
    return failure(ErrorCode::BadInput,
        m_options.memoryLimit > 0
            ? CoreText::tr("the memory ran out before the limit of %1 MB was reached; set a "
                           "lower one")
                  .arg(m_options.memoryLimit / 1'000'000)
            : CoreText::tr("the memory ran out that this machine, or a limit such as ulimit -v, "
                           "leaves to the program; give it more, or explore fewer clients or "
                           "faults"));
}

Result<Exploration> Explorer::walkAndConclude(
    const std::function<void(const ExploreProgress &)> &tell)
{
    if (const auto ready = prepare(); !ready)
        return tl::unexpected(ready.error());
    if (const auto walked = walk(tell); !walked)
        return tl::unexpected(walked.error());
    return conclude();
}

Result<void> Explorer::expand(quint32 number)
{
    m_present.assign(stateOf(number), stateOf(number) + m_space->words());
    const quint32 *const state = m_present.data();
    m_space->enabled(state, &m_steps);
    const Ending ending = m_space->ending(state, m_steps);
    const auto judged = m_checks->judge(state, ending);
    if (!judged)
        return tl::unexpected(located(judged.error(), number, {}));
    m_noNumber |= judged->noNumber;
    ExplorationGraph::Node &node = m_graph.node(number);
    node.isExpanded = true;
    node.ending = ending;
    node.violated = quint16(judged->violated);
    node.firstEdge = m_graph.edgeCount();
    node.edges = quint32(m_steps.size());
    // All are made before the first is looked for, so that the memory fetches their places
    // meanwhile.
    m_successors.clear();
    m_after.resize(m_steps.size() * size_t(m_space->words()));
    quint32 *after = m_after.data();
    for (const PackedStep step : m_steps) {
        const auto effect = m_space->take(state, step, after);
        if (!effect) {
            m_graph.node(number).edges = 0;
            return tl::unexpected(located(effect.error(), number, step));
        }
        m_space->forgetEnded(after);
        m_successors.push_back({quint16(effect->violatedByStep), m_states->prepare(after)});
        after += m_space->words();
    }
    after = m_after.data();
    for (size_t i = 0; i < m_steps.size(); ++i, after += m_space->words()) {
        const auto [to, isNew] = m_options.mergeStates
            ? m_states->add(after, m_successors[i].hash)
            : InternedRows::Place{m_states->append(after), true};
        if (isNew)
            m_graph.addNode();
        m_graph.addEdge({to, m_steps[i], m_successors[i].violatedByStep});
    }
    return {};
}

// A state whose steps the server had not answered when it was cancelled was not looked at.
Result<void> Explorer::expandUnlessCancelled(quint32 number)
{
    const auto expanded = expand(number);
    if (expanded || expanded.error().code != ErrorCode::Cancelled)
        return expanded;
    m_graph.node(number) = ExplorationGraph::Node();
    return {};
}

// Adds to the error a path to the node, of the fewest steps within what has been walked. `step` is
// the one that failed; without one, a check did.
Error Explorer::located(Error error, quint32 node, std::optional<PackedStep> step)
{
    if (error.code != ErrorCode::BadInput)
        return error;
    quint32 at = 0;
    for (const quint64 number : m_graph.pathTo(node).edges) {
        const ExplorationGraph::Edge &edge = m_graph.edge(number);
        m_pathToMistake.push_back(m_space->traceStep(stateOf(at), edge.step));
        at = edge.to;
    }
    if (step)
        m_pathToMistake.push_back(m_space->traceStep(stateOf(at), *step));
    if (m_pathToMistake.empty())
        return error;
    const QString trace = traceText(m_pathToMistake);
    error.detail = step ? CoreText::tr("%1 (step %2 of %3)")
                              .arg(error.detail, QString::number(m_pathToMistake.size()), trace)
                        : CoreText::tr("%1 (after %2)").arg(error.detail, trace);
    return error;
}

Result<void> Explorer::walk(const std::function<void(const ExploreProgress &)> &tell)
{
    const auto begun = Clock::now();
    auto told = begun;
    if (m_options.mergeStates)
        m_states->add(m_space->beginning().data());
    else
        m_states->append(m_space->beginning().data());
    m_graph.addNode();
    if (const auto done = expandUnlessCancelled(0); !done)
        return done;
    std::vector<Frame> stack{{0, 0}};
    for (quint32 round = 0; !stack.empty(); ++round) {
        if (m_cancelled)
            return {};
        if (round % 256 == 0 && tell && Clock::now() - told > tellEvery) {
            told = Clock::now();
            tell({m_states->size(), qint64(m_graph.edgeCount()), int(stack.size()), told - begun});
        }
        if (round % lookEvery == 0 && isMemoryUsedUp()) {
            m_outOfMemory = true;
            return {};
        }
        Frame &frame = stack.back();
        const ExplorationGraph::Node &node = m_graph.node(frame.node);
        if (frame.next == node.edges) {
            m_graph.leave(frame.node);
            stack.pop_back();
            continue;
        }
        const quint32 to = m_graph.edge(node.firstEdge + frame.next++).to;
        if (m_graph.node(to).isExpanded)
            continue;
        if (int(stack.size()) >= m_options.deepest) {
            m_endless = true;
            return {};
        }
        if (const auto done = expandUnlessCancelled(to); !done)
            return done;
        stack.push_back({to, 0});
    }
    return {};
}

Result<Counterexample> Explorer::replay(const ExplorationGraph::Path &path, size_t check)
{
    Counterexample found;
    found.environment = path.environment;
    found.preemptions = path.preemptions;
    found.steps = path.steps;
    m_space->rememberAnswers(false);
    m_space->servers().setExecutesFaults(true);
    StateSpace::State state = m_space->beginning();
    StateSpace::State after = state;
    quint32 violated = 0;
    for (const quint64 number : path.edges) {
        const ExplorationGraph::Edge &edge = m_graph.edge(number);
        const PackedStep step = edge.step;
        found.trace.push_back(m_space->traceStep(state.data(), step));
        const auto effect = m_space->take(state.data(), step, after.data());
        if (!effect)
            return tl::unexpected(effect.error());
        m_space->forgetEnded(after.data());
        state = after;
        violated = effect->violatedByStep;
        if (!std::equal(state.begin(), state.end(), stateOf(edge.to)))
            return failure(ErrorCode::BadInput,
                CoreText::tr("not deterministic: executed once more, step %1 (%2) of %3 has "
                             "another outcome; does a script ask for the time or for chance?")
                    .arg(found.trace.size())
                    .arg(traceWord(found.trace.back()), traceText(found.trace)));
    }
    const auto there = m_checks->judge(state.data(), m_space->ending(state.data()));
    if (!there)
        return tl::unexpected(there.error());
    if (((violated | there->violated) >> check & 1) == 0)
        return failure(ErrorCode::BadInput,
            CoreText::tr("%1 does not violate %2 when it is executed once more")
                .arg(traceText(found.trace), QString::fromUtf8(m_scenario->checks[check].words)));
    m_space->rememberAnswers(m_options.rememberAnswers);
    m_space->servers().setExecutesFaults(false);
    return found;
}

// Counts interleavings and ends. In a walk that ended early, states that were not looked at count
// as undecided ends.
void Explorer::count(Exploration *exploration) const
{
    exploration->interleavings = decimal(m_graph.interleavings());
    const auto undecided = m_graph.undecided();
    exploration->undecided = decimal(undecided);
    exploration->endsForbidden = m_graph.endsForbidden();
    quint16 violated = 0;
    for (size_t i = 0; i < m_scenario->checks.size(); ++i) {
        const auto violating = m_graph.violating(quint16(1 << i));
        CheckFinding finding;
        finding.check = m_scenario->checks[i];
        finding.violating = decimal(violating);
        finding.verdict = violating != 0 ? CheckOutcome::Violated
            : undecided != 0             ? CheckOutcome::Undecided
            : (m_noNumber >> i & 1) != 0 ? CheckOutcome::NotChecked
                                         : CheckOutcome::Holds;
        if (violating != 0)
            violated |= quint16(1 << i);
        exploration->checks.push_back(finding);
    }
    exploration->violating =
        violated == 0 ? QByteArrayLiteral("0") : decimal(m_graph.violating(violated));
    exploration->verdict = violated != 0 ? CheckOutcome::Violated
        : undecided != 0                 ? CheckOutcome::Undecided
        : m_noNumber != 0                ? CheckOutcome::NotChecked
                                         : CheckOutcome::Holds;
}

Result<Exploration> Explorer::conclude()
{
    Exploration exploration;
    exploration.scenario = m_scenario;
    exploration.options = m_options;
    exploration.marked = m_space->marked();
    exploration.unexplored = m_space->unexplored();
    exploration.states = m_states->size();
    exploration.transitions = qint64(m_graph.edgeCount());
    exploration.executed = m_space->executed();
    exploration.server = m_space->serverName();
    exploration.memoryLimit = m_memoryLimit;
    exploration.outOfMemory = m_outOfMemory;
    exploration.endless = m_endless;
    const bool isCancelled = m_cancelled; // once for all that follows from it
    exploration.cancelled = isCancelled;
    exploration.walked = !isCancelled && !m_outOfMemory && !m_endless;
    exploration.memory = memory();
    if (!exploration.walked)
        m_graph.leaveRest();
    count(&exploration);
    if (m_states->size() <= m_options.mapLimit)
        exploration.map =
            std::make_shared<InterleavingMap>(m_graph.map([&](quint32 node, PackedStep step) {
                return m_space->traceStep(stateOf(node), step);
            }));
    quint16 violated = 0;
    for (size_t i = 0; i < exploration.checks.size(); ++i)
        violated |= quint16((exploration.checks[i].verdict == CheckOutcome::Violated) << i);
    if (violated == 0)
        return exploration;
    // Who stops it does not wait for the smallest ones.
    std::vector<std::optional<ExplorationGraph::Path>> paths(16);
    if (!isCancelled)
        paths =
            m_graph.smallestCounterexamples(violated, m_space->clients(), m_memoryLimit - memory());
    quint16 smallest = 0;
    for (size_t i = 0; i < paths.size(); ++i)
        smallest |= quint16(paths[i].has_value() << i);
    if (smallest != violated) {
        const auto shortest = m_graph.shortestPaths(violated & quint16(~smallest));
        for (size_t i = 0; i < paths.size(); ++i)
            paths[i] = paths[i] ? paths[i] : shortest[i];
    }
    for (size_t i = 0; i < exploration.checks.size(); ++i) {
        if (!paths[i])
            continue;
        if (m_cancelled && !isCancelled) {
            exploration.cancelled = true;
            break;
        }
        auto found = replay(m_graph.inOrderOfNames(*paths[i], i, m_space->clients()), i);
        if (!found && m_cancelled) { // it may be that the server does not answer any more
            exploration.cancelled = true;
            break;
        }
        if (!found)
            return tl::unexpected(found.error());
        found->isSmallest = exploration.walked && (smallest >> i & 1) != 0;
        const auto measure = [](const Counterexample &each) {
            return std::tuple(each.environment, each.preemptions, each.steps);
        };
        if (!exploration.counterexample || measure(*found) < measure(*exploration.counterexample))
            exploration.counterexample = *found;
        exploration.checks[i].counterexample = std::move(*found);
    }
    return exploration;
}

} // namespace lockstep
