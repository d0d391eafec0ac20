// The part of StateSpace that sets it up: it refuses what cannot be stepped, asks the servers what
// they are, decides which words a state has, and makes the first state.

#include "core/lab/statespace/statespace.h"
#include "core/redis/values/coretext.h"

#include "core/lab/program/programstate.h"
#include "core/lab/statespace/state/explorationlimits.h"

#include <algorithm>

namespace lockstep {

namespace {

constexpr int mostSetupCommands = 5000; // half a second; nothing interrupts them

} // namespace

StateSpace::StateSpace(ScenarioPtr scenario, ExploreOptions options)
    : m_tables(std::move(scenario), std::move(options))
    , m_owners(*m_tables.scenario, m_tables.datasets, m_tables.prefix)
    , m_hindrances(m_tables)
    , m_visibility(m_tables, m_hindrances)
    , m_enabled(m_tables, m_hindrances, m_visibility)
    , m_unexplored(m_tables)
    , m_notifications(m_tables, m_unexplored)
    , m_events(m_tables)
    , m_answers(m_tables)
    , m_resumption(m_tables, m_visibility, m_notifications, m_events, m_unexplored)
    , m_time(m_tables, m_hindrances, m_answers, m_notifications, m_unexplored)
    , m_faults(m_tables, m_visibility, m_unexplored)
{
}

StateSpace::~StateSpace() = default;

Result<std::unique_ptr<StateSpace>> StateSpace::make(ScenarioPtr scenario, ExploreOptions options,
    std::vector<Endpoint> servers, const std::atomic<bool> *isCancelled)
{
    if (const auto checked = checkSettings(*scenario, options.settings); !checked)
        return tl::unexpected(checked.error());
    std::unique_ptr<StateSpace> space(new StateSpace(std::move(scenario), std::move(options)));
    if (const auto checked =
            checkExploreOptions(*space->m_tables.scenario, space->m_tables.options);
        !checked)
        return tl::unexpected(checked.error());
    if (!servers.empty()) {
        space->m_tables.servers = std::make_unique<SteppedServers>(std::move(servers));
    } else {
        auto started = SteppedServers::start(space->nodes(), space->m_tables.scenario->replica);
        if (!started)
            return tl::unexpected(started.error());
        space->m_tables.servers = std::move(*started);
    }
    if (const auto prepared = space->prepare(isCancelled); !prepared)
        return tl::unexpected(prepared.error());
    return space;
}

Result<void> StateSpace::prepare(const std::atomic<bool> *isCancelled)
{
    SteppedServer::Options options;
    options.isCancelled = isCancelled;
    for (const QByteArray &key : m_tables.scenario->keys)
        options.keys.append(m_tables.prefix + key);
    options.prefix = m_tables.prefix;
    options.expiredEvents = m_tables.scenario->expiredEvents;
    // With several nodes, none of them knows whether a key of another is due at the same instant.
    options.renewals = nodes() > 1
        || std::any_of(m_tables.scenario->checks.begin(), m_tables.scenario->checks.end(),
            [](const Check &check) { return check.kind == Check::Kind::RenewedByOwner; });
    options.orders = m_tables.observations.orders;
    if (const auto begun = m_tables.servers->begin(
            options, m_tables.datasets, m_tables.channels, m_tables.replies);
        !begun)
        return begun;
    const auto name = m_tables.servers->name();
    if (!name)
        return tl::unexpected(name.error());
    m_serverName = *name;
    auto histories =
        ClientHistories::make(m_tables.scenario, m_tables.options.settings, m_tables.prefix,
            m_tables.servers->commands(), m_tables.datasets, m_tables.channels, m_tables.replies);
    if (!histories)
        return tl::unexpected(histories.error());
    m_tables.histories = std::move(*histories);
    m_tables.layout = StateLayout(*m_tables.scenario, clients(),
        m_tables.observations.time || m_tables.seen.executionTimes, !m_tables.seen.ordered.empty());
    m_tables.processes =
        std::make_unique<ProcessStates>(*m_tables.histories, m_tables.seen.executionTimes);
    return begin();
}

// Brings the nodes of the first state to what setup makes of them. Its commands follow one another
// at the first instant: one that waits for a time to live would wait for ever.
Result<void> StateSpace::setUp(quint32 *first)
{
    int executed = 0;
    return m_tables.histories->setUp([&](const KnownRequest &request) -> Result<quint32> {
        if (++executed > mostSetupCommands)
            return failure(ErrorCode::BadInput,
                placed(m_tables.scenario->path, request.line,
                    CoreText::bytes(
                        CoreText::tr(
                            "setup has executed %1 commands and has not come to its end; a loop "
                            "without end, or a wait for time, which does not pass there"),
                        QByteArray::number(mostSetupCommands))));
        Execution execution;
        execution.dataset = first[request.node];
        execution.process = -2;
        execution.replies = request.replies;
        execution.scriptWire = request.scriptWire;
        const QByteArray wire = m_tables.histories->command(request.command).toByteArray();
        execution.wire = {wire.data(), size_t(wire.size())};
        const auto answer = (*m_tables.servers)[request.node].execute(execution);
        if (!answer)
            return tl::unexpected(answer.error());
        m_unexplored.noteCommand(request);
        const std::vector<quint32> before(first, first + nodes());
        first[request.node] = answer->dataset;
        rankDeadlines(before.data(), first,
            {request.node, answer->deadlines, answer->moved, request.setsMoments, request.setsSpans,
                -1, timeLeft(first) > 0, 0});
        return answer->reply;
    });
}

Result<void> StateSpace::begin()
{
    m_beginning.assign(size_t(words()), 0);
    quint32 *const first = m_beginning.data();
    const Bounds &bounds = m_tables.options.bounds;
    m_tables.layout.grant(first, TraceStep::Kind::Time, bounds.time);
    m_tables.layout.grant(first, TraceStep::Kind::Crash, bounds.crashes);
    m_tables.layout.grant(first, TraceStep::Kind::Pause, bounds.pauses);
    m_tables.layout.grant(first, TraceStep::Kind::Restart, bounds.restarts);
    m_tables.layout.grant(first, TraceStep::Kind::Failover, bounds.failovers);
    m_tables.layout.grant(first, TraceStep::Kind::LostRequest, bounds.lostRequests);
    if (const auto done = setUp(first); !done)
        return done;
    if (m_tables.layout.hasReplica())
        m_tables.layout.replica(first) = first[0];
    for (int client = 0; client < clients(); ++client) {
        const auto history = m_tables.histories->begin(client, 0);
        if (!history)
            return tl::unexpected(history.error());
        const ClientHistory &then = (*m_tables.histories)[*history];
        const bool looks = std::any_of(then.threads.begin(), then.threads.end(),
            [](const KnownRequest &request) { return request.looksAtKey(); });
        const bool startsByAStep = m_visibility.canTellStart(first, *history);
        m_tables.beginnings.push_back(
            startsByAStep ? m_tables.histories->unstarted(client) : *history);
        m_tables.layout.process(first, client) = m_tables.processes->begin(
            m_tables.beginnings.back(), startsByAStep || looks || then.hasReadClock);
    }
    for (int client = 0; client < clients(); ++client)
        m_notifications.wakeFresh(first, client);
    return m_resumption.passWaits(first);
}

} // namespace lockstep
