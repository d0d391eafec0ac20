// A state is a row of numbers: contents of the nodes, states of the processes, events, owners,
// budgets, the clock. All of them are kept once in tables, so a step that was seen before costs two
// looks into tables, and only a new pair of contents and command costs a round trip.
//
// Counts and who is inside what follow from the histories and are not kept. Events are, where a
// check looks at them, for they come from several processes in an order; so is the clock, where
// programs or checks can tell one moment from another.

#include "core/lab/world.h"

#include "core/lab/requestwire.h"
#include "core/lab/serverfacts.h"
#include "core/lab/virtualreply.h"
#include "core/redis/sandbox.h"

#include <hiredis/hiredis.h>

#include <algorithm>

namespace lockstep {

namespace {

constexpr int mostClients = 100; // so that they fit into a move
constexpr int mostBudget = 255;
constexpr size_t mostChecks = 16; // so that they fit into an edge of the graph

} // namespace

World::World(ScenarioPtr scenario, ExploreOptions options)
    : m_scenario(std::move(scenario))
    , m_options(std::move(options))
    , m_remembers(m_options.rememberAnswers)
{
}

World::~World() = default;

Result<std::unique_ptr<World>> World::make(
    ScenarioPtr scenario, ExploreOptions options, std::vector<Endpoint> servers)
{
    if (const auto checked = checkSettings(*scenario, options.settings); !checked)
        return tl::unexpected(checked.error());
    std::unique_ptr<World> world(new World(std::move(scenario), std::move(options)));
    if (const auto checked = world->checkLimits(); !checked)
        return tl::unexpected(checked.error());
    if (servers.empty()) {
        auto started = world->startServers();
        if (!started)
            return tl::unexpected(started.error());
        servers = std::move(*started);
    }
    if (const auto prepared = world->prepare(std::move(servers)); !prepared)
        return tl::unexpected(prepared.error());
    return world;
}

Result<void> World::checkLimits() const
{
    const auto refuse = [](const QString &words) { return failure(ErrorCode::BadInput, words); };
    const int clients = m_scenario->clientCount(m_options.settings);
    if (clients > mostClients)
        return refuse(
            QStringLiteral("%1 clients: at most %2 can be stepped").arg(clients).arg(mostClients));
    const Bounds &bounds = m_options.bounds;
    if (bounds.lostRequests != 0 && m_scenario->nodes == 1)
        return refuse(QStringLiteral("requests are lost on the way to one of several servers; "
                                     "this scenario has one"));
    for (const int each : {bounds.time, bounds.crashes, bounds.pauses, bounds.restarts,
             bounds.failovers, bounds.lostRequests}) {
        if (each < 0 || each > mostBudget)
            return refuse(
                QStringLiteral("a bound of %1: possible are 0 to %2").arg(each).arg(mostBudget));
    }
    if (m_scenario->checks.size() > mostChecks)
        return refuse(QStringLiteral("%1 checks: at most %2 can be explored")
                          .arg(m_scenario->checks.size())
                          .arg(mostChecks));
    return {};
}

Result<CommandTable> World::askServer()
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

Result<void> World::prepare(std::vector<Endpoint> servers)
{
    QList<QByteArray> keys;
    for (const QByteArray &key : m_scenario->keys)
        keys.append(m_prefix + key);
    for (int node = 0; node < nodes(); ++node) {
        m_nodes.push_back(std::make_unique<LabNode>(
            std::move(servers[size_t(node)]), keys, m_contents, m_channels, m_replies));
        if (const auto emptied = m_nodes.back()->ask("*1\r\n$8\r\nFLUSHALL\r\n"); !emptied)
            return tl::unexpected(emptied.error());
        if (const auto asked = askForExpiries(node); !asked)
            return asked;
    }
    auto table = askServer();
    if (!table)
        return tl::unexpected(table.error());
    auto histories = ClientHistories::make(m_scenario, m_options.settings, m_prefix,
        std::move(*table), m_contents, m_channels, m_replies);
    if (!histories)
        return tl::unexpected(histories.error());
    m_histories = std::move(*histories);
    m_processes = std::make_unique<ProcessStates>(*m_histories);
    layOut();
    return begin();
}

void World::layOut()
{
    for (const Check &check : m_scenario->checks) {
        const bool isAdmission = check.kind == Check::Kind::AdmittedAtMost;
        m_keepsEvents |= isAdmission || check.kind == Check::Kind::InOrder
            || check.kind == Check::Kind::Function;
        m_keepsClock |= isAdmission;
        if (isAdmission)
            m_admissions.push_back(check.name);
    }
    m_keepsClock |= m_scenario->clock;
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

Result<quint32> World::setUp()
{
    quint32 contents = 0;
    const auto done = m_histories->setUp([&](const KnownRequest &request) -> Result<quint32> {
        Execution execution;
        execution.contents = contents;
        execution.process = -2;
        execution.replies = request.replies;
        execution.scriptWire = request.scriptWire;
        const QByteArray wire = m_histories->command(request.command).toByteArray();
        execution.wire = {wire.data(), size_t(wire.size())};
        const auto answer = m_nodes[0]->execute(execution);
        if (!answer)
            return tl::unexpected(answer.error());
        contents = answer->contents;
        return answer->reply;
    });
    if (!done)
        return tl::unexpected(done.error());
    return contents;
}

Result<void> World::begin()
{
    const auto contents = setUp();
    if (!contents)
        return tl::unexpected(contents.error());
    m_beginning.assign(size_t(m_words), 0);
    m_beginning[0] = *contents;
    if (m_replicaWord >= 0)
        m_beginning[size_t(m_replicaWord)] = *contents;
    const Bounds &bounds = m_options.bounds;
    m_beginning[size_t(m_budgetWord)] =
        quint32(bounds.time | bounds.crashes << 8 | bounds.pauses << 16)
        | quint32(bounds.restarts) << 24;
    m_beginning[size_t(m_budgetWord + 1)] = quint32(bounds.failovers | bounds.lostRequests << 8);
    for (int client = 0; client < clients(); ++client) {
        const auto history = m_histories->begin(client);
        if (!history)
            return tl::unexpected(history.error());
        m_beginning[size_t(m_firstProcess + client)] = m_processes->begin(*history);
        noteMarks(m_beginning.data(), client);
    }
    State before(m_beginning);
    contentsChanged(before.data(), m_beginning.data(), 0);
    return {};
}

Execution World::executionOf(const quint32 *state, int node) const
{
    Execution execution;
    execution.contents = state[node];
    for (int client = 0; client < clients(); ++client) {
        const ProcessState &process = this->process(state, client);
        const ClientHistory &history = (*m_histories)[process.history];
        if (process.listens) {
            for (const auto &[where, channel] : history.channels) {
                if (where == node)
                    execution.subscriptions.push_back({client, channel});
            }
        }
        for (size_t i = 0; process.watches && i < process.threads.size(); ++i) {
            const auto watched = history.threads[i].watched.find(node);
            if (watched != history.threads[i].watched.end())
                execution.watches.push_back({client, int(i), watched->second,
                    (process.threads[i].doomed >> node & 1) != 0});
        }
    }
    std::sort(execution.subscriptions.begin(), execution.subscriptions.end());
    return execution;
}

bool World::isWatched(const quint32 *state, int node) const
{
    for (int client = 0; client < clients(); ++client) {
        const ProcessState &process = this->process(state, client);
        for (size_t i = 0; process.watches && i < process.threads.size(); ++i) {
            if ((*m_histories)[process.history].threads[i].watched.count(node) != 0)
                return true;
        }
    }
    return false;
}

quint32 World::subscribersOf(const quint32 *state, int node)
{
    bool someListen = false;
    for (int client = 0; client < clients(); ++client)
        someListen = someListen || process(state, client).listens;
    if (!someListen)
        return 0;
    const Execution execution = executionOf(state, node);
    return m_subscribers.add({reinterpret_cast<const char *>(execution.subscriptions.data()),
        qsizetype(execution.subscriptions.size() * sizeof(Subscription))});
}

Result<Answer> World::answer(const quint32 *state, Move move, const KnownRequest &request)
{
    const bool isSubscription = request.kind == Request::Kind::Subscribe;
    // With an open WATCH the answer depends on more than this.
    const bool isPlain = !isSubscription && !isWatched(state, request.node);
    quint32 place = 0;
    if (isPlain) {
        const quint32 row[4] = {quint32(request.node), state[request.node], request.command,
            subscribersOf(state, request.node)};
        place = m_asked.add(row).number;
        if (m_answers.size() < m_asked.size())
            m_answers.resize(m_asked.size());
        if (m_remembers && m_answers[place].reply != 0)
            return m_answers[place];
    }
    Execution execution = executionOf(state, request.node);
    execution.process = move.client;
    execution.thread = move.thread;
    execution.replies = request.replies;
    execution.scriptWire = request.scriptWire;
    execution.subscribes = isSubscription;
    execution.channel = request.channel;
    const QByteArray wire = m_histories->command(request.command).toByteArray();
    execution.wire = {wire.data(), size_t(wire.size())};
    ++m_executed;
    auto answer = m_nodes[size_t(request.node)]->execute(execution);
    if (!answer || !isPlain)
        return answer;
    if (m_answers[place].reply != 0 && m_answers[place] != *answer)
        return failure(ErrorCode::BadInput,
            QStringLiteral("%1:%2: not deterministic: “%3” was executed twice in the same state "
                           "and did not do the same; does it ask for the time or for chance?")
                .arg(m_scenario->path)
                .arg(request.line)
                .arg(QString::fromUtf8(request.words)));
    m_answers[place] = *answer;
    return answer;
}

Result<World::Effect> World::take(const quint32 *state, Move move, quint32 *after)
{
    std::copy(state, state + m_words, after);
    Effect effect;
    switch (move.kind) {
    case TraceStep::Kind::Client:
        return takeClient(state, move, after);
    case TraceStep::Kind::LostRequest:
        return takeLoss(state, move, after);
    case TraceStep::Kind::Time:
        if (const auto taken = takeTime(state, after); !taken)
            return tl::unexpected(taken.error());
        break;
    default:
        if (const auto taken = takeFault(move, after); !taken)
            return tl::unexpected(taken.error());
    }
    for (int node = 0; node < nodes(); ++node) {
        if (state[node] == after[node])
            continue;
        noteOwners(state, after, move, node, {});
        contentsChanged(state, after, node);
    }
    return effect;
}

Result<void> World::resume(const quint32 *state, Move move, quint32 reply, quint32 *after)
{
    quint32 &process = after[m_firstProcess + move.client];
    const qint64 clock = clockOf(state);
    const quint32 row[5] = {
        process, move.thread, reply, quint32(clock), quint32(quint64(clock) >> 32)};
    const auto [place, isNew] = m_stepped.add(row);
    if (isNew)
        m_steppedTo.push_back(0);
    if (m_steppedTo[place] == 0) {
        const auto history =
            m_histories->after((*m_processes)[process].history, move.thread, reply, clock);
        if (!history)
            return tl::unexpected(history.error());
        m_steppedTo[place] = m_processes->after(process, move.thread, *history);
    }
    process = m_steppedTo[place];
    return {};
}

Result<bool> World::wake(const quint32 *state, Move move, quint32 *after)
{
    while (request(after, move).wakes) {
        const int node = request(after, move).node;
        if (const auto resumed = resume(state, move, 0, after); !resumed)
            return tl::unexpected(resumed.error());
        noteMarks(after, move.client);
        contentsChanged(state, after, node);
        if (hindranceOfClient(after, move, nullptr) != Hindrance::None)
            return false;
    }
    return true;
}

void World::noteMessages(const Answer &answer, int node, quint32 *after)
{
    for (const Message &message : answer.messages) {
        quint32 &receiver = after[m_firstProcess + message.process];
        if ((*m_processes)[receiver].listens)
            receiver =
                m_processes->received(receiver, {quint32(node), message.channel, message.text});
    }
}

void World::noteDoomed(const Answer &answer, const Execution &found, int node, quint32 *after)
{
    for (size_t i = 0; i < answer.doomed.size(); ++i) {
        const OpenWatch &watch = found.watches[i];
        quint32 &process = after[m_firstProcess + watch.process];
        const auto &threads = (*m_histories)[(*m_processes)[process].history].threads;
        if (threads[size_t(watch.thread)].watched.count(node) != 0)
            process = m_processes->doomed(process, watch.thread, node, answer.doomed[i]);
    }
}

Result<World::Effect> World::takeClient(const quint32 *state, Move move, quint32 *after)
{
    Effect effect;
    if (const auto awake = wake(state, move, after); !awake)
        return tl::unexpected(awake.error());
    else if (!*awake)
        return effect;
    const ProcessState &process = this->process(after, move.client);
    const KnownRequest &request = this->request(after, move);
    const int node = request.node; // the request does not outlive the next step of the program
    const bool asks =
        request.kind == Request::Kind::Command || request.kind == Request::Kind::Subscribe;
    Answer answer;
    Execution found;
    if (asks) {
        auto answered = this->answer(after, move, request);
        if (!answered)
            return tl::unexpected(answered.error());
        answer = std::move(*answered);
        if (!answer.doomed.empty())
            found = executionOf(after, node);
    } else if (request.kind == Request::Kind::Receive) {
        const auto message = std::find_if(
            process.inbox.begin(), process.inbox.end(), [&](const QueuedMessage &each) {
                return int(each.node) == request.node && each.channel == request.channel;
            });
        answer.reply = message == process.inbox.end() ? m_replies.add("$-1\r\n") : message->text;
    }
    effect.reply = answer.reply;
    effect.words = request.words;
    effect.line = request.line;
    effect.node = node;
    effect.isStep = true;
    if (const auto resumed = resume(state, move, answer.reply, after); !resumed)
        return tl::unexpected(resumed.error());
    if (asks) {
        after[node] = answer.contents;
        noteDoomed(answer, found, node, after);
        noteMessages(answer, node, after);
        effect.released = noteOwners(state, after, move, node, answer.deadlines);
        if (m_replicaWord >= 0 && node == 0 && state[0] != after[0])
            after[m_replicaWord] = state[0];
    }
    noteMarks(after, move.client);
    contentsChanged(state, after, node);
    return effect;
}

Result<void> World::settle(const quint32 *state)
{
    for (int node = 0; node < nodes(); ++node) {
        if (const auto restored = m_nodes[size_t(node)]->restore(state[node]); !restored)
            return restored;
    }
    return {};
}

qint64 World::memory() const
{
    return m_contents.memory() + m_channels.memory() + m_replies.memory() + m_histories->memory()
        + m_processes->memory() + m_asked.memory() + m_stepped.memory()
        + qint64(m_answers.size() * sizeof(Answer) + m_steppedTo.capacity() * 4
            + m_events.size() * sizeof(Event))
        + m_eventsEncoded.memory() + m_ownersEncoded.memory() + m_subscribers.memory();
}

} // namespace lockstep
