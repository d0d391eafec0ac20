// All programs of a round run to their first command before the first byte is sent. So two clients
// send their commands within microseconds of each other, as two clients of a real shop do in its
// worst moment. In some rounds those that wait first begin right behind these commands.

#include "core/lab/freerun/clients/clientpool.h"

#include "core/redis/values/coretext.h"

#include <algorithm>
#include <set>

namespace lockstep {

namespace {

constexpr int setupClient = -1;
constexpr auto setupLimit = std::chrono::seconds(10);
constexpr auto openLimit = std::chrono::seconds(10);
constexpr auto aMoment = std::chrono::milliseconds(1);
// How many connections are opened at once, before the server is known to have accepted them: fewer
// than fit into its queue.
constexpr int together = 100;
// How many requests of programs are passed on before the loop serves anything else.
constexpr int mostAtOnce = 100'000;

std::vector<int> rolesInOrder(const Scenario &scenario, const Settings &settings)
{
    std::vector<int> roles;
    for (size_t role = 0; role < scenario.roles.size(); ++role)
        roles.insert(roles.end(), size_t(scenario.roles[role].count.in(settings)), int(role));
    return roles;
}

} // namespace

ClientPool::ClientPool(RunContext &context, const Scenario &scenario)
    : m_context(context)
    , m_scenario(scenario)
    , m_setupRecord(m_setupHistory, {})
    , m_setupContext{.loop = context.loop,
          .clock = context.clock,
          .program = context.program,
          .record = m_setupRecord,
          .options = m_setupOptions,
          .nodes = context.nodes,
          .observer = context.observer}
{
    const auto servers = context.options.settings.find("servers");
    const qint64 serverCount =
        servers == context.options.settings.end() ? 1 : std::max<qint64>(1, servers->second);
    int index = 0;
    for (const int role : rolesInOrder(scenario, context.options.settings)) {
        const ClientIdentity identity{role, index, clientName(index), int(index % serverCount)};
        m_clients.push_back(std::make_unique<RunClient>(
            m_context, identity, context.options.seed * 1'000'003 + quint64(index)));
        ++index;
    }
    m_setup =
        std::make_unique<RunClient>(m_setupContext, ClientIdentity{-1, setupClient, "setup"}, 0);
}

ClientPool::~ClientPool()
{
    m_context.loop.cancel(m_again);
}

std::vector<Participant> ClientPool::participants() const
{
    std::vector<Participant> all;
    for (const auto &client : m_clients) {
        const ClientIdentity &identity = client->identity();
        all.push_back(
            {identity.name, m_scenario.roles[size_t(identity.role)].name, identity.server});
    }
    return all;
}

Result<void> ClientPool::open()
{
    const Moment patience = std::chrono::nanoseconds(openLimit).count();
    Moment lastBegun = m_context.loop.now();
    int begun = 0;
    for (const auto &client : m_clients) {
        for (int node = 0; node < int(m_context.nodes.size());) {
            if (m_context.loop.isStopped())
                return failure(ErrorCode::Cancelled);
            const auto opening = client->connect(node);
            if (!opening)
                return tl::unexpected(opening.error());
            const bool isQueueFull = *opening == LoopConnection::Opening::QueueFull;
            if (!isQueueFull) // thousands of clients may take longer, as long as it goes on
                lastBegun = m_context.loop.now();
            else if (m_context.loop.now() > lastBegun + patience)
                return failure(ErrorCode::ConnectTimeout);
            if (isQueueFull || ++begun % together == 0) {
                // An answer means that the server has accepted all connections in its queue.
                const quint64 polls = m_context.nodes[size_t(node)].waits->polls();
                m_context.nodes[size_t(node)].waits->poll();
                m_context.loop.serve(
                    [&] { return m_context.nodes[size_t(node)].waits->polls() > polls; },
                    openLimit);
            }
            node += isQueueFull ? 0 : 1;
        }
    }
    return {};
}

Result<void> ClientPool::setUp()
{
    m_owners.clear();
    m_changed.clear();
    m_setupHistory = History();
    for (int node = 0; node < int(m_context.nodes.size()); ++node) {
        if (const auto opening = m_setup->connect(node); !opening)
            return tl::unexpected(opening.error());
    }
    m_context.loop.serve([] { return true; }, aMoment);
    m_setup->beginRound(1);
    m_setup->startProcess();
    const bool isDone = m_context.loop.serve(
        [this] {
            return m_setup->state() != RunClient::State::Running || !m_mistake.isEmpty()
                || m_context.observer.hasFailed();
        },
        setupLimit);
    m_setup->endRound();
    if (!isDone && m_context.loop.isStopped())
        return failure(ErrorCode::Cancelled);
    if (!isDone && m_mistake.isEmpty())
        m_mistake = CoreText::tr("%1: setup has not come to its end within %2 s; a loop without "
                                 "end, or a wait for what nobody does")
                        .arg(m_scenario.path, QString::number(setupLimit.count()));
    return {};
}

// Real clients begin at any moments. A client that waits first may find the key that it waits for
// as it was before the others' first commands, or as these have left it: a wait that begins before
// all commands would never show the latter. Which clients wait first is known from rounds before.
void ClientPool::beginRound(bool doWaitersComeLast)
{
    std::vector<RunClient *> first, last;
    for (const auto &client : m_clients) {
        client->beginRound(m_context.options.repeats);
        const bool isLast = doWaitersComeLast && m_waitFirst.count(client->identity().index) != 0;
        (isLast ? last : first).push_back(client.get());
    }
    begin(first);
    if (last.empty())
        return;
    // About half of the first commands have then been sent.
    m_context.loop.serve([] { return false; }, m_context.options.delay / 4);
    begin(last);
}

// Starts these clients at once. No request is passed on before all of them have been started, and
// no command is sent before the waits have begun that they start with.
void ClientPool::begin(const std::vector<RunClient *> &clients)
{
    m_isHandingOut = true;
    for (RunClient *const client : clients) {
        client->keepBack();
        client->startProcess();
        const bool hasFailed = !m_context.program.mistake(client->process()).isEmpty();
        if (m_context.loop.isStopped() || hasFailed)
            break;
        if (waits(*client))
            m_waitFirst.insert(client->identity().index);
    }
    m_isHandingOut = false;
    handOut();
    m_context.loop.serve(
        [this] {
            return std::all_of(m_context.nodes.begin(), m_context.nodes.end(),
                [](const RunContext::Node &node) { return node.waits->haveBegun(); });
        },
        openLimit);
    for (RunClient *const client : clients)
        client->flush();
}

// Whether its main thread waits for what others bring about.
bool ClientPool::waits(const RunClient &client) const
{
    const Request &request = m_context.program.request(client.process(), 0);
    return request.kind == Request::Kind::Wait && request.wait.kind != Wait::Kind::Until;
}

void ClientPool::endRound()
{
    m_changed.clear();
    m_isHandingOut = true; // no client goes on because the mutex of another one is free now
    for (const auto &client : m_clients)
        client->endRound();
    m_isHandingOut = false;
    m_changed.clear();
}

void ClientPool::processBegun(int process, int client)
{
    m_owners.resize(size_t(process) + 1, setupClient);
    m_owners[size_t(process)] = client;
}

void ClientPool::mistaken(const QString &mistake)
{
    if (m_mistake.isEmpty())
        m_mistake = mistake;
}

void ClientPool::programMoved()
{
    ++m_activityCount;
    for (const Program::ThreadRef &each : m_context.program.changed()) {
        // A client ends with its main thread: no other thread of it goes on in the same turn.
        const bool isEnd = each.thread == 0
            && m_context.program.request(each.process, 0).kind == Request::Kind::Finished;
        m_changed.insert(isEnd ? m_changed.begin() : m_changed.end(), each);
    }
    takeMarks();
    if (!m_isHandingOut)
        handOut();
}

void ClientPool::handOut()
{
    m_isHandingOut = true;
    for (int i = 0; !m_changed.empty() && m_mistake.isEmpty(); ++i) {
        if (i == mostAtOnce) { // a program that loops without waiting would block the loop
            m_again = m_context.loop.setAlarm(
                m_context.loop.now() + std::chrono::nanoseconds(aMoment).count(),
                [this] { handOut(); });
            break;
        }
        const Program::ThreadRef next = m_changed.front();
        m_changed.pop_front();
        RunClient *client = ownerOf(next.process);
        if (client && client->process() == next.process)
            client->takeRequest(next.thread);
    }
    m_isHandingOut = false;
}

// When the program of a process comes to its end, the process leaves all locks that it is inside
// of, in one state with the marks that it made last.
void ClientPool::takeMarks()
{
    const Moment now = m_context.clock.goOn();
    std::set<RunClient *> ended;
    const std::vector<Mark> marks = m_context.program.takeMarks();
    if (areEntersOnArrival(marks))
        m_context.record.programHasMoved();
    for (const Mark &mark : marks) {
        RunClient *client = ownerOf(mark.process);
        if (!client || client == m_setup.get())
            continue;
        if (mark.kind == Mark::Kind::Enter)
            client->entered(mark.name);
        else if (mark.kind == Mark::Kind::Leave)
            client->left(mark.name);
        m_context.record.add(mark, now, quint32(client->identity().index), client->lastOperation());
        if (m_context.program.request(mark.process, 0).kind == Request::Kind::Finished)
            ended.insert(client);
    }
    for (RunClient *client : ended)
        client->leaveAll(now);
    m_context.record.programHasMoved();
}

// Whether they are enters that steps, too, take with the arrival of the reply instead of with the
// execution of the command: a wait for a key that begins behind them misses what was before it.
bool ClientPool::areEntersOnArrival(const std::vector<Mark> &marks) const
{
    const auto isEnter = [](const Mark &mark) { return mark.kind == Mark::Kind::Enter; };
    const auto awaitsKey = [this](const Program::ThreadRef &thread) {
        const Request &request = m_context.program.request(thread.process, thread.thread);
        return request.kind == Request::Kind::Wait
            && (request.wait.kind == Wait::Kind::Gone || request.wait.kind == Wait::Kind::Changed);
    };
    const auto &changed = m_context.program.changed();
    return !marks.empty() && std::all_of(marks.begin(), marks.end(), isEnter)
        && std::any_of(changed.begin(), changed.end(), awaitsKey);
}

RunClient *ClientPool::ownerOf(int process)
{
    if (process < 0 || size_t(process) >= m_owners.size())
        return nullptr;
    const int client = m_owners[size_t(process)];
    return client == setupClient ? m_setup.get() : m_clients[size_t(client)].get();
}

bool ClientPool::isOver() const
{
    return std::none_of(m_clients.begin(), m_clients.end(),
        [](const auto &each) { return each->state() == RunClient::State::Running; });
}

void ClientPool::fillProgress(RunProgress &progress) const
{
    for (const auto &each : m_clients) {
        progress.finished += each->state() == RunClient::State::Finished ? 1 : 0;
        progress.crashed += each->state() == RunClient::State::Crashed ? 1 : 0;
        progress.waiting += each->isWaiting() ? 1 : 0;
    }
}

int ClientPool::unfinished() const
{
    return int(std::count_if(m_clients.begin(), m_clients.end(),
        [](const auto &each) { return each->state() == RunClient::State::Running; }));
}

int ClientPool::waitingForOthers() const
{
    return int(std::count_if(m_clients.begin(), m_clients.end(), [](const auto &each) {
        return each->state() == RunClient::State::Running && each->waitsForOthers();
    }));
}

bool ClientPool::waitsForOthers() const
{
    return std::all_of(m_clients.begin(), m_clients.end(),
        [](const auto &each) { return each->waitsForOthers(); });
}

bool ClientPool::hasFlights(int node) const
{
    return std::any_of(m_clients.begin(), m_clients.end(),
        [&](const auto &each) { return each->hasFlights(node); });
}

void ClientPool::disconnect(int node)
{
    for (const auto &client : m_clients)
        client->disconnect(node);
    m_setup->disconnect(node);
}

bool ClientPool::reconnect(int node)
{
    return std::all_of(m_clients.begin(), m_clients.end(),
        [&](const auto &each) { return each->reconnect(node); });
}

void ClientPool::release(int node)
{
    for (const auto &client : m_clients)
        client->release(node);
}

} // namespace lockstep
