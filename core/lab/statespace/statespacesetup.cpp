// The part of StateSpace that sets it up: it refuses what cannot be stepped, asks the servers what
// they are, decides which words a state has, and makes the first state.

#include "core/lab/statespace/statespace.h"

#include "core/lab/program/programstate.h"
#include "core/lab/statespace/state/deadlineranks.h"
#include "core/lab/statespace/state/explorationlimits.h"

#include <algorithm>

namespace lockstep {

namespace {

constexpr int mostSetupCommands = 5000; // half a second; nothing interrupts them

} // namespace

StateSpace::StateSpace(ScenarioPtr scenario, ExploreOptions options)
    : m_scenario(std::move(scenario))
    , m_options(std::move(options))
    , m_owners(*m_scenario, m_datasets, m_prefix)
    , m_observations(Observations::of(*m_scenario))
    , m_seen(CheckObservations::of(*m_scenario, m_options.assumptions))
    , m_remembers(m_options.rememberAnswers)
{
}

StateSpace::~StateSpace() = default;

Result<std::unique_ptr<StateSpace>> StateSpace::make(ScenarioPtr scenario, ExploreOptions options,
    std::vector<Endpoint> servers, const std::atomic<bool> *isCancelled)
{
    if (const auto checked = checkSettings(*scenario, options.settings); !checked)
        return tl::unexpected(checked.error());
    std::unique_ptr<StateSpace> space(new StateSpace(std::move(scenario), std::move(options)));
    if (const auto checked = checkExploreOptions(*space->m_scenario, space->m_options); !checked)
        return tl::unexpected(checked.error());
    if (!servers.empty()) {
        space->m_servers = std::make_unique<SteppedServers>(std::move(servers));
    } else {
        auto started = SteppedServers::start(space->nodes(), space->m_scenario->replica);
        if (!started)
            return tl::unexpected(started.error());
        space->m_servers = std::move(*started);
    }
    if (const auto prepared = space->prepare(isCancelled); !prepared)
        return tl::unexpected(prepared.error());
    return space;
}

Result<void> StateSpace::prepare(const std::atomic<bool> *isCancelled)
{
    SteppedServer::Options options;
    options.isCancelled = isCancelled;
    for (const QByteArray &key : m_scenario->keys)
        options.keys.append(m_prefix + key);
    options.prefix = m_prefix;
    options.expiredEvents = m_scenario->expiredEvents;
    // With several nodes, none of them knows whether a key of another is due at the same instant.
    options.renewals = nodes() > 1
        || std::any_of(m_scenario->checks.begin(), m_scenario->checks.end(),
            [](const Check &check) { return check.kind == Check::Kind::RenewedByOwner; });
    options.orders = m_observations.orders;
    if (const auto begun = m_servers->begin(options, m_datasets, m_channels, m_replies); !begun)
        return begun;
    const auto name = m_servers->name();
    if (!name)
        return tl::unexpected(name.error());
    m_serverName = *name;
    auto histories = ClientHistories::make(m_scenario, m_options.settings, m_prefix,
        m_servers->commands(), m_datasets, m_channels, m_replies);
    if (!histories)
        return tl::unexpected(histories.error());
    m_histories = std::move(*histories);
    m_layout = StateLayout(*m_scenario, clients(), m_observations.time || m_seen.executionTimes,
        !m_seen.ordered.empty());
    m_processes = std::make_unique<ProcessStates>(*m_histories, m_seen.executionTimes);
    return begin();
}

// Brings the nodes of the first state to what setup makes of them. Its commands follow one another
// at the first instant: one that waits for a time to live would wait for ever.
Result<void> StateSpace::setUp(quint32 *first)
{
    int executed = 0;
    return m_histories->setUp([&](const KnownRequest &request) -> Result<quint32> {
        if (++executed > mostSetupCommands)
            return failure(ErrorCode::BadInput,
                placed(m_scenario->path, request.line,
                    "setup has executed " + QByteArray::number(mostSetupCommands)
                        + " commands and has not come to its end; a loop without end, or a wait "
                          "for "
                          "time, which does not pass there"));
        Execution execution;
        execution.dataset = first[request.node];
        execution.process = -2;
        execution.replies = request.replies;
        execution.scriptWire = request.scriptWire;
        const QByteArray wire = m_histories->command(request.command).toByteArray();
        execution.wire = {wire.data(), size_t(wire.size())};
        const auto answer = (*m_servers)[request.node].execute(execution);
        if (!answer)
            return tl::unexpected(answer.error());
        const std::vector<quint32> before(first, first + nodes());
        first[request.node] = answer->dataset;
        noteDeadlines(before.data(), first,
            {request.node, answer->deadlines, answer->moved, request.setsMoments, request.setsSpans,
                -1, timeLeft(first) > 0});
        return answer->reply;
    });
}

Result<void> StateSpace::begin()
{
    m_beginning.assign(size_t(words()), 0);
    quint32 *const first = m_beginning.data();
    const Bounds &bounds = m_options.bounds;
    m_layout.grant(first, TraceStep::Kind::Time, bounds.time);
    m_layout.grant(first, TraceStep::Kind::Crash, bounds.crashes);
    m_layout.grant(first, TraceStep::Kind::Pause, bounds.pauses);
    m_layout.grant(first, TraceStep::Kind::Restart, bounds.restarts);
    m_layout.grant(first, TraceStep::Kind::Failover, bounds.failovers);
    m_layout.grant(first, TraceStep::Kind::LostRequest, bounds.lostRequests);
    if (const auto done = setUp(first); !done)
        return done;
    if (m_layout.hasReplica())
        m_layout.replica(first) = first[0];
    for (int client = 0; client < clients(); ++client) {
        const auto history = m_histories->begin(client, 0);
        if (!history)
            return tl::unexpected(history.error());
        const ClientHistory &then = (*m_histories)[*history];
        const bool looks = std::any_of(then.threads.begin(), then.threads.end(),
            [](const KnownRequest &request) { return request.looksAtKey(); });
        const bool startsByAStep = isStartSeen(first, then);
        m_beginnings.push_back(startsByAStep ? m_histories->unstarted(client) : *history);
        m_layout.process(first, client) =
            m_processes->begin(m_beginnings.back(), startsByAStep || looks || then.hasReadClock);
    }
    for (int client = 0; client < clients(); ++client)
        wakeFresh(first, client);
    return passWaits(first);
}

} // namespace lockstep
