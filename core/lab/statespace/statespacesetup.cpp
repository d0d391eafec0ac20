// Part of StateSpace. How a state space comes to be: what can be stepped, what its servers say of
// themselves, which words a state has, and the first of them.

#include "core/lab/statespace/statespace.h"

#include "core/lab/statespace/explorationlimits.h"
#include "core/lab/wire/requestwire.h"
#include "core/lab/wire/serverinfo.h"
#include "core/redis/privateserver/privateserver.h"

#include <hiredis/hiredis.h>

#include <algorithm>

namespace lockstep {

StateSpace::StateSpace(ScenarioPtr scenario, ExploreOptions options)
    : m_scenario(std::move(scenario))
    , m_options(std::move(options))
    , m_observations(Observations::of(*m_scenario))
    , m_remembers(m_options.rememberAnswers)
{
}

StateSpace::~StateSpace() = default;

Result<std::unique_ptr<StateSpace>> StateSpace::make(
    ScenarioPtr scenario, ExploreOptions options, std::vector<Endpoint> servers)
{
    if (const auto checked = checkSettings(*scenario, options.settings); !checked)
        return tl::unexpected(checked.error());
    std::unique_ptr<StateSpace> space(new StateSpace(std::move(scenario), std::move(options)));
    if (const auto checked = checkExploreOptions(*space->m_scenario, space->m_options); !checked)
        return tl::unexpected(checked.error());
    if (servers.empty()) {
        auto started = space->startServers();
        if (!started)
            return tl::unexpected(started.error());
        servers = std::move(*started);
    }
    if (const auto prepared = space->prepare(std::move(servers)); !prepared)
        return tl::unexpected(prepared.error());
    return space;
}

Result<CommandTable> StateSpace::askServer()
{
    const auto information = m_nodes[0]->ask("*2\r\n$4\r\nINFO\r\n$6\r\nserver\r\n");
    if (!information)
        return tl::unexpected(information.error());
    m_serverName = lockstep::serverName({(*information)->str, (*information)->len});
    return CommandTable::asking([node = m_nodes[0].get()](std::string_view name) -> Result<Reply> {
        std::string wire("*3\r\n$7\r\nCOMMAND\r\n$4\r\nINFO\r\n");
        appendWord(&wire, {}, name);
        const auto reply = node->ask(wire);
        if (!reply)
            return tl::unexpected(reply.error());
        return toReply(**reply);
    });
}

Result<void> StateSpace::prepare(std::vector<Endpoint> servers)
{
    SteppedServer::Options options;
    for (const QByteArray &key : m_scenario->keys)
        options.keys.append(m_prefix + key);
    options.prefix = m_prefix;
    options.expiredEvents = m_scenario->expiredEvents;
    // Of several nodes no single one knows whether another's key is due at the same instant.
    options.renewals = nodes() > 1
        || std::any_of(m_scenario->checks.begin(), m_scenario->checks.end(),
            [](const Check &check) { return check.kind == Check::Kind::RenewedByOwner; });
    options.orders = m_observations.orders;
    for (Endpoint &server : servers) {
        m_nodes.push_back(
            std::make_unique<SteppedServer>(options, m_datasets, m_channels, m_replies));
        if (const auto begun = m_nodes.back()->begin(std::move(server)); !begun)
            return begun;
    }
    auto table = askServer();
    if (!table)
        return tl::unexpected(table.error());
    auto histories = ClientHistories::make(m_scenario, m_options.settings, m_prefix,
        std::move(*table), m_datasets, m_channels, m_replies);
    if (!histories)
        return tl::unexpected(histories.error());
    m_histories = std::move(*histories);
    layOut();
    m_processes = std::make_unique<ProcessStates>(*m_histories, m_keepsClock);
    return begin();
}

void StateSpace::layOut()
{
    for (const Check &check : m_scenario->checks) {
        const bool isAdmission = check.kind == Check::Kind::AdmittedAtMost;
        m_keepsEvents |= isAdmission || check.kind == Check::Kind::InOrder
            || check.kind == Check::Kind::Function;
        m_keepsClock |= isAdmission;
        m_seesInside |=
            check.kind == Check::Kind::HoldersAtMost || check.kind == Check::Kind::Function;
        m_seesCounts |= isAdmission
            || (check.when == Check::When::Always
                && (check.kind == Check::Kind::SumEquals || check.kind == Check::Kind::CountAtLeast
                    || check.kind == Check::Kind::Function));
        if (isAdmission)
            m_admissions.push_back(check.name);
    }
    m_keepsClock |= m_observations.time;
    const auto &assumptions = m_options.assumptions;
    m_seesInside |=
        std::find(assumptions.begin(), assumptions.end(), Assumption::WorkShorterThanLease)
        != assumptions.end();
    m_words = nodes();
    if (m_scenario->replica)
        m_replicaWord = m_words++;
    m_firstProcess = m_words;
    m_words += clients();
    m_eventWord = m_words++;
    m_ownerWord = m_words++;
    m_budgetWord = m_words;
    m_words += 2;
    if (m_keepsClock) {
        m_clockWord = m_words;
        m_words += 2;
    }
}

Result<quint32> StateSpace::setUp()
{
    quint32 dataset = 0;
    const auto done = m_histories->setUp([&](const KnownRequest &request) -> Result<quint32> {
        Execution execution;
        execution.dataset = dataset;
        execution.process = -2;
        execution.replies = request.replies;
        execution.scriptWire = request.scriptWire;
        const QByteArray wire = m_histories->command(request.command).toByteArray();
        execution.wire = {wire.data(), size_t(wire.size())};
        const auto answer = m_nodes[0]->execute(execution);
        if (!answer)
            return tl::unexpected(answer.error());
        std::vector<quint32> before(size_t(nodes()), 0);
        std::vector<quint32> after = before;
        before[0] = dataset;
        after[0] = answer->dataset;
        rankDeadlines(before.data(), after.data(), 0, answer->deadlines, request.mayMoveDeadlines);
        dataset = after[0];
        return answer->reply;
    });
    if (!done)
        return tl::unexpected(done.error());
    return dataset;
}

Result<void> StateSpace::begin()
{
    const auto dataset = setUp();
    if (!dataset)
        return tl::unexpected(dataset.error());
    m_beginning.assign(size_t(m_words), 0);
    m_beginning[0] = *dataset;
    if (m_replicaWord >= 0)
        m_beginning[size_t(m_replicaWord)] = *dataset;
    const Bounds &bounds = m_options.bounds;
    m_beginning[size_t(m_budgetWord)] =
        quint32(bounds.time | bounds.crashes << 8 | bounds.pauses << 16)
        | quint32(bounds.restarts) << 24;
    m_beginning[size_t(m_budgetWord + 1)] = quint32(bounds.failovers | bounds.lostRequests << 8);
    for (int client = 0; client < clients(); ++client) {
        const auto history = m_histories->begin(client, 0);
        if (!history)
            return tl::unexpected(history.error());
        const ClientHistory &first = (*m_histories)[*history];
        const bool looks = first.threads.front().kind == Request::Kind::Wait
            && first.threads.front().wait.isOfKey();
        const bool mayStartLate = looks || (first.hasReadClock && first.marks.empty());
        m_beginnings.push_back(*history);
        m_beginning[size_t(m_firstProcess + client)] = m_processes->begin(*history, mayStartLate);
        noteMarks(m_beginning.data(), client, 0);
    }
    for (int client = 0; client < clients(); ++client)
        wakeFresh(m_beginning.data(), client);
    return passWaits(m_beginning.data());
}

} // namespace lockstep
