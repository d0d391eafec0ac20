// Keeps the histories of all clients. The state of a Lua program cannot be copied, so it is made
// again by running the program once more with the replies that led to it. Each client has one live
// process, at the history of it that was looked at last, so going deeper costs one resume, however
// long the run is, and going elsewhere one run of that client from its beginning. The live
// processes stand at different moments; all that they could share are mutexes, so each has its own,
// and who holds one is told by the histories.
//
// One live process for all clients was simpler, and made clients that take turns run from their
// beginning at each step. One for each history would never run anything twice, and fill the memory.

#include "core/lab/process/clienthistories.h"

#include "core/lab/wire/replywire.h"
#include "core/redis/privateserver/serverclock.h"
#include "core/redis/values/coretext.h"

#include <algorithm>

namespace lockstep {

namespace {

std::vector<ClientIdentity> clientsOf(const Scenario &scenario, const Settings &settings)
{
    const auto servers = settings.find("servers");
    const qint64 count = servers == settings.end() ? 1 : std::max<qint64>(1, servers->second);
    std::vector<ClientIdentity> clients;
    for (int role = 0; role < int(scenario.roles.size()); ++role) {
        for (qint64 i = scenario.roles[size_t(role)].count.in(settings); i > 0; --i) {
            const int index = int(clients.size());
            clients.push_back({role, index, clientName(index), int(index % count)});
        }
    }
    return clients;
}

} // namespace

ClientHistories::ClientHistories(ScenarioPtr scenario, QByteArray prefix, CommandTable commands,
    DatasetTable &datasets, InternedTexts &channels, InternedTexts &replies)
    : m_scenario(std::move(scenario))
    , m_prefix(std::move(prefix))
    , m_table(std::move(commands))
    , m_datasets(datasets)
    , m_channels(channels)
    , m_replies(replies)
{
}

Result<std::unique_ptr<ClientHistories>> ClientHistories::make(ScenarioPtr scenario,
    Settings settings, QByteArray prefix, CommandTable commands, DatasetTable &datasets,
    InternedTexts &channels, InternedTexts &replies)
{
    std::unique_ptr<ClientHistories> made(
        new ClientHistories(scenario, prefix, std::move(commands), datasets, channels, replies));
    made->m_clients = clientsOf(*scenario, settings);
    made->m_live.resize(made->m_clients.size());
    Program::Options options;
    options.settings = std::move(settings);
    options.prefix = std::move(prefix);
    options.commands = &made->m_table;
    options.sharesMutexes = false;
    options.asksForChoices = true;
    options.steps = Observations::of(*scenario);
    options.clock = [self = made.get()] { return ServerClock::beginning + self->m_clock; };
    auto program = Program::make(std::move(scenario), std::move(options));
    if (!program)
        return tl::unexpected(program.error());
    made->m_program = std::move(*program);
    return made;
}

Result<void> ClientHistories::checkMistake(int process) const
{
    if (const auto failed = m_table.failure()) // every command would look unknown
        return tl::unexpected(*failed);
    if (m_program->mistake(process).isEmpty())
        return {};
    return failure(ErrorCode::BadInput, m_program->mistake(process));
}

int ClientHistories::start(int client)
{
    Live &live = m_live[size_t(client)];
    if (live.process >= 0)
        m_program->end(live.process);
    m_program->takeMarks();
    live.history = none;
    live.process = m_program->start(m_clients[size_t(client)]);
    return live.process;
}

KnownRequest ClientHistories::known(int process, int thread)
{
    const Request &request = m_program->request(process, thread);
    const bool isScript = request.script && request.kind == Request::Kind::Command;
    return KnownRequest::of(request,
        isScript ? m_program->scriptWire(process, thread) : QByteArray(),
        {m_datasets, m_channels, m_commands});
}

void noteInside(std::map<QByteArray, int> &inside, const Mark &mark)
{
    if (mark.kind == Mark::Kind::Enter)
        ++inside[mark.name];
    else if (mark.kind == Mark::Kind::Leave && --inside[mark.name] <= 0)
        inside.erase(mark.name);
}

// Updates a copy of the previous history with what the live process did in its last turn.
void ClientHistories::note(int process, ClientHistory *history, int threadsBefore)
{
    history->threads.resize(size_t(m_program->threadCount(process)));
    for (const Program::ThreadRef &each : m_program->changed()) {
        if (each.process != process)
            continue;
        KnownRequest &thread = history->threads[size_t(each.thread)];
        const bool isNew = each.thread == history->thread || each.thread >= threadsBefore
            || m_program->request(process, each.thread).kind != thread.kind;
        if (!isNew) // only the state of a mutex that it waits for has changed
            continue;
        KnownRequest next = known(process, each.thread);
        next.steps = thread.steps;
        next.watched = thread.watched;
        thread = std::move(next);
        history->newRequests.push_back(each.thread);
    }
    history->hasReadClock = m_program->hasReadClock();
    history->mutexes = m_program->heldMutexes(process);
    history->marks = m_program->takeMarks();
    for (const Mark &mark : history->marks) {
        noteInside(history->inside, mark);
        if (mark.kind == Mark::Kind::Count)
            history->counts[mark.name] += mark.value;
    }
    if (history->isFinished()) { // the process is over, whatever its other threads were at
        history->inside.clear();
        history->mutexes.clear();
    }
}

Result<quint32> ClientHistories::begin(int client, qint64 clock)
{
    const quint32 row[5] = {
        none, quint32(client), 0, quint32(clock), quint32(quint64(clock) >> 32)};
    const auto [place, isNew] = m_known.add(row);
    if (!isNew && m_after[place] != none)
        return m_after[place];
    if (isNew)
        m_after.push_back(none);
    m_clock = clock;
    const int process = start(client);
    if (const auto right = checkMistake(process); !right)
        return tl::unexpected(right.error());
    ClientHistory history;
    history.client = client;
    history.clock = clock;
    note(process, &history, 0);
    m_after[place] = keep(std::move(history));
    return m_live[size_t(client)].history = m_after[place];
}

quint32 ClientHistories::unstarted(int client)
{
    ClientHistory history;
    history.client = client;
    history.hasStarted = false;
    history.threads.resize(1);
    history.threads.front().kind = Request::Kind::Wait;
    return keep(std::move(history));
}

Result<void> ClientHistories::resume(int process, int thread, quint32 reply)
{
    Result<ReplyPtr> decoded = reply == 0 ? ReplyPtr() : decodeReply(m_replies[reply]);
    if (!decoded)
        return tl::unexpected(decoded.error());
    m_program->resume(process, thread, decoded->get());
    return checkMistake(process);
}

Result<void> ClientHistories::runTo(quint32 history)
{
    const int client = m_histories[history].client;
    Live &live = m_live[size_t(client)];
    // Changes of connections are skipped: the program does not see them.
    quint32 sameProgram = history;
    while (live.history != sameProgram
        && m_histories[sameProgram].thread == ClientHistory::ofConnections)
        sameProgram = m_histories[sameProgram].before;
    if (live.history == sameProgram) {
        live.history = history;
        return {};
    }
    std::vector<quint32> path;
    quint32 first = history;
    for (; m_histories[first].hasBegun(); first = m_histories[first].before)
        path.push_back(first);
    m_clock = m_histories[first].clock;
    const int process = start(client);
    for (auto at = path.rbegin(); at != path.rend(); ++at) {
        const ClientHistory &next = m_histories[*at];
        if (next.thread == ClientHistory::ofConnections)
            continue;
        const KnownRequest &before = m_histories[next.before].threads[size_t(next.thread)];
        const Request &request = m_program->request(process, next.thread);
        const auto viewOf = [](const auto &text) {
            return QByteArrayView(text.data(), qsizetype(text.size()));
        };
        const bool isSame = request.kind == before.kind
            && (before.command == 0 ? viewOf(request.words) == before.words
                                    : viewOf(request.wire) == m_commands[before.command]);
        if (!isSame)
            return failure(ErrorCode::BadInput,
                CoreText::tr("%1:%2: the program is not deterministic: run again with the same "
                             "replies it asks for “%3” instead of “%4”")
                    .arg(m_scenario->path, QString::number(request.line),
                        QString::fromUtf8(request.words.data(), qsizetype(request.words.size())),
                        QString::fromUtf8(before.words)));
        m_clock = next.clock;
        if (const auto done = resume(process, next.thread, next.reply); !done)
            return done;
    }
    m_program->takeMarks();
    live.history = history;
    return {};
}

Result<quint32> ClientHistories::after(quint32 history, int thread, quint32 reply, qint64 clock)
{
    const quint32 row[5] = {
        history, quint32(thread), reply, quint32(clock), quint32(quint64(clock) >> 32)};
    const auto [place, isNew] = m_known.add(row);
    if (!isNew && m_after[place] != none)
        return m_after[place];
    if (isNew)
        m_after.push_back(none);
    if (const auto brought = runTo(history); !brought)
        return tl::unexpected(brought.error());
    ClientHistory next = m_histories[history];
    const int threadsBefore = int(next.threads.size());
    KnownRequest &stepped = next.threads[size_t(thread)];
    next.before = history;
    next.thread = thread;
    next.reply = reply;
    next.clock = clock;
    next.newRequests.clear();
    stepped.steps += stepped.kind == Request::Kind::Wait ? 0 : 1;
    m_clock = clock;
    m_program->takeMarks(); // discards those of a process that made a mistake
    Live &live = m_live[size_t(next.client)];
    live.history = none;
    if (const auto done = resume(live.process, thread, reply); !done)
        return tl::unexpected(done.error());
    note(live.process, &next, threadsBefore);
    live.history = keep(std::move(next));
    return m_after[place] = live.history;
}

std::vector<std::vector<LocalVariable>> ClientHistories::localVariables(quint32 history)
{
    if (!m_histories[history].hasStarted || !runTo(history))
        return {};
    const int process = m_live[size_t(m_histories[history].client)].process;
    std::vector<std::vector<LocalVariable>> variables;
    for (int thread = 0; thread < m_program->threadCount(process); ++thread)
        variables.push_back(m_program->localVariables(process, thread));
    return variables;
}

quint32 ClientHistories::disconnected(quint32 history, int node)
{
    const auto &threads = m_histories[history].threads;
    const bool watches = std::any_of(threads.begin(), threads.end(),
        [&](const KnownRequest &each) { return each.watched.count(node) != 0; });
    if (!watches)
        return history;
    const quint32 row[5] = {history, quint32(ClientHistory::ofConnections), quint32(node), 0, 0};
    const auto [place, isNew] = m_known.add(row);
    if (!isNew)
        return m_after[place];
    ClientHistory next = m_histories[history];
    next.before = history;
    for (KnownRequest &each : next.threads)
        each.watched.erase(node);
    return keepConnections(std::move(next));
}

quint32 ClientHistories::executed(quint32 history, int thread)
{
    const KnownRequest &request = m_histories[history].threads[size_t(thread)];
    if (!request.changesConnection)
        return history;
    const quint32 row[5] = {
        history, quint32(ClientHistory::ofConnections), 0, quint32(thread + 1), 0};
    const auto [place, isNew] = m_known.add(row);
    if (!isNew)
        return m_after[place];
    ClientHistory next = m_histories[history];
    next.before = history;
    KnownRequest &own = next.threads[size_t(thread)];
    if (own.kind == Request::Kind::Subscribe) {
        const std::pair channel(own.node, own.channel);
        if (std::find(next.channels.begin(), next.channels.end(), channel) == next.channels.end())
            next.channels.push_back(channel);
    } else {
        const QByteArrayView wire = m_commands[own.command];
        own.noteWatches({wire.data(), size_t(wire.size())}, m_datasets);
    }
    return keepConnections(std::move(next));
}

// Stores a history that differs from the one before it only in its connections, and returns its
// number.
quint32 ClientHistories::keepConnections(ClientHistory next)
{
    next.thread = ClientHistory::ofConnections;
    next.reply = 0;
    next.newRequests.clear();
    next.marks.clear();
    m_after.push_back(keep(std::move(next)));
    return m_after.back();
}

Result<void> ClientHistories::setUp(
    const std::function<Result<quint32>(const KnownRequest &)> &execute)
{
    m_clock = 0;
    const int process = m_program->start({-1, -1, "setup"});
    for (;;) {
        if (const auto right = checkMistake(process); !right)
            return right;
        const Request &request = m_program->request(process, 0);
        if (request.kind == Request::Kind::Finished)
            break;
        if (request.kind != Request::Kind::Command) { // a mutex, which nobody else holds
            m_program->resume(process, 0, nullptr);
            continue;
        }
        const auto reply = execute(known(process, 0));
        if (!reply)
            return tl::unexpected(reply.error());
        if (const auto done = resume(process, 0, *reply); !done)
            return done;
    }
    m_program->end(process);
    m_program->takeMarks();
    return {};
}

MarkedNames ClientHistories::marked() const
{
    MarkedNames marked;
    for (const ClientHistory &history : m_histories) {
        for (const Mark &mark : history.marks)
            marked.add(mark.kind, mark.name);
        for (const auto &[lock, times] : history.inside)
            marked.stayedIn.insert(lock);
    }
    return marked;
}

quint32 ClientHistories::keep(ClientHistory history)
{
    m_bytes += qint64(sizeof(ClientHistory) + history.threads.size() * sizeof(KnownRequest)
        + history.marks.size() * sizeof(Mark)
        + 64 * (history.inside.size() + history.counts.size()));
    m_histories.push_back(std::move(history));
    return quint32(m_histories.size() - 1);
}

qint64 ClientHistories::memory() const
{
    return m_program->memory() + m_known.memory() + m_commands.memory() + m_bytes;
}

} // namespace lockstep
