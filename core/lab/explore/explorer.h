#pragma once

#include "core/lab/explore/exploration.h"
#include "core/lab/explore/explorationgraph.h"
#include "core/lab/statespace/statechecks.h"

#include <atomic>
#include <functional>

namespace lockstep {

// Walks every interleaving of a scenario within its bounds, on real servers. It blocks and belongs
// to one thread; only cancel() and serverProcess() may be called from another one.
class Explorer
{
public:
    // servers: as for StateSpace::make().
    Explorer(ScenarioPtr scenario, ExploreOptions options, std::vector<Endpoint> servers = {});
    ~Explorer();
    Q_DISABLE_COPY_MOVE(Explorer)

    // tell is called up to thirty times a second, on this thread; it may be empty.
    // Errors: BadInput (settings, bounds, a mistake in the file, a program or server that is not
    // deterministic), those of PrivateServer and BlockingConnection. Exploring again is possible
    // after each.
    Result<Exploration> explore(const std::function<void(const ExploreProgress &)> &tell = {});
    // If explore() failed because of a mistake in the program: the steps that lead to it. The
    // mistake is in the last of them, or in a check after it. Empty: it is there before any step,
    // or something else failed.
    [[nodiscard]] const Trace &pathToMistake() const { return m_pathToMistake; }
    // The present exploration, or the next one, ends within some milliseconds, with what it has
    // found so far; within a second, if a server does not answer.
    void cancel() { m_cancelled = true; }
    // The process of the first node's server, while it explores; 0: the server was given to it.
    [[nodiscard]] qint64 serverProcess() const { return m_serverProcess; }

private:
    Result<void> prepare();
    [[nodiscard]] tl::unexpected<Error> outOfMemory() const;
    Result<Exploration> walkAndConclude(const std::function<void(const ExploreProgress &)> &tell);
    Result<void> walk(const std::function<void(const ExploreProgress &)> &tell);
    Result<void> expand(quint32 number);
    Result<void> expandUnlessCancelled(quint32 number);
    Error located(Error error, quint32 node, std::optional<PackedStep> step);
    Result<Exploration> conclude();
    Result<Counterexample> replay(const ExplorationGraph::Path &path, size_t check);
    void count(Exploration *exploration) const;
    [[nodiscard]] qint64 memory() const; // bytes
    [[nodiscard]] bool isMemoryUsedUp() const;
    [[nodiscard]] const quint32 *stateOf(quint32 number) const { return (*m_states)[number]; }

    ScenarioPtr m_scenario;
    ExploreOptions m_options;
    std::vector<Endpoint> m_servers;
    std::atomic<bool> m_cancelled = false;
    std::atomic<qint64> m_serverProcess = 0;

    std::unique_ptr<StateSpace> m_space;
    std::unique_ptr<StateChecks> m_checks;
    std::unique_ptr<InternedRows> m_states;
    ExplorationGraph m_graph;
    qint64 m_memoryLimit = 0; // bytes
    bool m_outOfMemory = false;
    bool m_endless = false;
    quint32 m_noNumber = 0; // checks that could not be judged in some state, as bits
    std::vector<PackedStep> m_steps;
    StateSpace::State m_present;
    std::vector<quint32> m_after; // a state for each of the steps
    struct Successor
    {
        quint16 violatedByStep = 0; // checks violated by the step
        quint64 hash = 0; // of the state after it
    };
    std::vector<Successor> m_successors; // by step
    Trace m_pathToMistake;
};

} // namespace lockstep
