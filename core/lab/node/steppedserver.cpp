// A command has to find the server as its state says: time, dataset, subscriptions, open WATCHes.
// What differs is restored in the same pipelined write on the client's own connection. Only missing
// WATCHes of other connections and keys that are due take more round trips
// (steppedserverrestoring.cpp).

#include "core/lab/node/steppedserver.h"

#include "core/lab/program/serverscript.h"
#include "core/lab/wire/replywire.h"
#include "core/lab/wire/requestwire.h"
#include "core/lab/wire/serverinfo.h"
#include "core/redis/values/coretext.h"

#include <hiredis/hiredis.h>

#include <algorithm>

namespace lockstep {

namespace {

std::vector<bool> dirtyIn(const std::vector<OpenWatch> &watches)
{
    std::vector<bool> dirty;
    for (const OpenWatch &each : watches)
        dirty.push_back(each.dirty);
    return dirty;
}

} // namespace

SteppedServer::SteppedServer(
    Options options, DatasetTable &datasets, InternedTexts &channels, InternedTexts &replies)
    : m_options(std::move(options))
    , m_datasets(datasets)
    , m_replies(replies)
    , m_keys(m_options.keys, m_options.prefix, m_options.orders, datasets)
    , m_watches(datasets)
    , m_commands(CommandTable::asking([this](std::string_view name) -> Result<Reply> {
        const auto reply = ask(wireOf({"COMMAND", "INFO", name}));
        return reply ? toReply(**reply) : Result<Reply>(tl::unexpected(reply.error()));
    }))
    , m_subscriptions(channels, replies)
{
}

Result<void> SteppedServer::begin(Endpoint endpoint)
{
    if (const auto taken = takeServer(std::move(endpoint)); !taken)
        return taken;
    return empty();
}

// The server's clock has to be the one that the lab sets: a server that does not load the library
// shows the real time.
Result<void> SteppedServer::takeServer(Endpoint endpoint)
{
    m_endpoint = std::move(endpoint);
    disconnect();
    auto clock = ServerClock::open(m_endpoint);
    if (!clock)
        return tl::unexpected(clock.error());
    m_clock = std::move(*clock);
    const auto time = ask(wireOf({"TIME"}));
    if (!time)
        return tl::unexpected(time.error());
    const qint64 seconds = bytesOf(*(*time)->element[0]).toLongLong();
    const qint64 micros = bytesOf(*(*time)->element[1]).toLongLong();
    if (seconds * 1000 + micros / 1000 != ServerClock::beginning + m_clock->now())
        return failure(ErrorCode::PrivateServerFailed,
            CoreText::tr("its time has to stand still between two steps, and it shows the real "
                         "time: it does not load the library that Lockstep gives it "
                         "(LD_PRELOAD), being linked statically or made for another system"));
    // Redis 8 deletes keys that are due at this very instant between two commands, which would be
    // no step of the run. Commands still find them.
    const auto stopped = ask(wireOf({"DEBUG", "SET-ACTIVE-EXPIRE", "0"}));
    if (!stopped)
        return tl::unexpected(stopped.error());
    if (!m_options.expiredEvents)
        return {};
    const auto told = ask(wireOf({"CONFIG", "SET", "notify-keyspace-events", "Kx"}));
    return told ? Result<void>() : tl::unexpected(told.error());
}

Result<BlockingConnection *> SteppedServer::connection(int process, int thread)
{
    auto &found = m_connections[{process, thread}];
    if (!found) {
        auto opened = BlockingConnection::open(m_endpoint);
        if (!opened)
            return tl::unexpected(opened.error());
        found = std::move(*opened);
        if (m_options.isCancelled)
            found->cancelBy(*m_options.isCancelled);
    }
    return found.get();
}

Result<ReplyPtr> SteppedServer::ask(std::string_view wire)
{
    const auto found = connection(-1, 0);
    if (!found)
        return tl::unexpected(found.error());
    (*found)->append(wire);
    return (*found)->readPlain();
}

bool SteppedServer::asksForRenewals(quint32 dataset) const
{
    std::vector<qint64> deadlines;
    for (const KeyHeld &each : m_datasets[dataset]) {
        if (each.ttl >= 0)
            deadlines.push_back(each.ttl);
    }
    std::sort(deadlines.begin(), deadlines.end());
    return m_options.renewals
        ? !deadlines.empty()
        : std::adjacent_find(deadlines.begin(), deadlines.end()) != deadlines.end();
}

// A deadline at an instant of another one may be new, or that one, or that one may have been set
// once more. A single command that sets one deadline does the first, and no other.
bool SteppedServer::hidesDeadlines(const Execution &execution, const Answer &answer) const
{
    const auto commands = commandsIn(execution.wire);
    const std::string_view name = commands.front().front();
    const bool isSimple = commands.size() == 1 && !isSameWord(name.substr(0, 4), "EVAL")
        && !isSameWord(name.substr(0, 5), "FCALL") && !isSameWord(name.substr(0, 6), "RENAME");
    if (isSimple || asksForRenewals(execution.dataset))
        return false;
    const Dataset &before = m_datasets[execution.dataset];
    return std::any_of(answer.deadlines.begin(), answer.deadlines.end(), [&](quint32 key) {
        const qint64 ttl = m_datasets.find(answer.dataset, key)->ttl;
        return ttl >= 0 && std::any_of(before.begin(), before.end(), [&](const KeyHeld &each) {
            return each.ttl == ttl;
        });
    });
}

Result<Answer> SteppedServer::attempt(const Execution &execution, bool bySource, bool asksForEvents)
{
    const auto found = connection(execution.process, execution.thread);
    if (!found)
        return tl::unexpected(found.error());
    BlockingConnection *const own = *found;
    m_wire.clear();
    const bool concerns = concernsWatches(execution);
    auto before = prepare(execution, own, &m_wire, concerns);
    if (!before)
        return tl::unexpected(before.error());
    DeadlineEvents *events = nullptr;
    if (asksForEvents) {
        if (const auto opened = openDeadlineEvents(); !opened)
            return tl::unexpected(opened.error());
        events = m_deadlineEvents.get();
    }
    *before += events ? events->appendBegin(&m_wire) : 0;
    if (bySource)
        m_wire.append(execution.scriptWire.constData(), size_t(execution.scriptWire.size()));
    else
        m_wire.append(execution.wire);
    const int behind = events ? events->appendEnd(&m_wire) : 0;
    const std::vector<quint32> keys = m_keys.keysToRead(execution.dataset);
    m_keys.appendRead(&m_wire, keys);
    if (concerns) {
        if (const auto asks = appendClientList(&m_wire); !asks)
            return tl::unexpected(asks.error());
    }

    own->append(m_wire);
    const auto reply = readReply(own, *before, execution.replies, behind);
    if (!reply)
        return tl::unexpected(reply.error());
    auto answer = readAnswer(execution, own, keys, events);
    if (!answer)
        return answer;
    answer->reply = m_replies.add(encodeReply(**reply));
    answer->dirty = concerns ? m_watches.dirtyOf(execution.watches) : dirtyIn(execution.watches);
    m_watches.noteExecuted(execution);
    return answer;
}

// Returns the last of the command's own replies. `before` and `behind` are the numbers of replies
// to the lab's commands before and after it, which must not be errors.
Result<ReplyPtr> SteppedServer::readReply(
    BlockingConnection *own, int before, int replies, int behind)
{
    if (const auto done = own->readPlain(before); !done)
        return tl::unexpected(done.error());
    auto reply = own->read();
    for (int i = 1; reply && i < replies; ++i)
        reply = own->read();
    if (!reply)
        return reply;
    if (const auto done = own->readPlain(behind); !done)
        return tl::unexpected(done.error());
    return reply;
}

Result<void> SteppedServer::openDeadlineEvents()
{
    if (m_deadlineEvents)
        return {};
    auto opened = DeadlineEvents::open(m_endpoint, m_options.expiredEvents ? "Kx" : "");
    if (!opened)
        return tl::unexpected(opened.error());
    m_deadlineEvents = std::move(*opened);
    return {};
}

// Reads the state that the command has left on the server, except for open WATCHes.
Result<Answer> SteppedServer::readAnswer(const Execution &execution, BlockingConnection *own,
    const std::vector<quint32> &keys, DeadlineEvents *events)
{
    const auto admin = connection(-1, 0);
    if (!admin)
        return tl::unexpected(admin.error());
    auto seen = m_keys.read(own, keys);
    if (!seen)
        return tl::unexpected(seen.error());
    if (const auto read = readClientList(own); !read)
        return tl::unexpected(read.error());
    if (const auto read = m_keys.readNewTypes(own, &*seen); !read)
        return tl::unexpected(read.error());
    Answer answer;
    const auto dataset = m_keys.noteRead(*seen, execution.clock, *admin);
    if (!dataset)
        return tl::unexpected(dataset.error());
    answer.dataset = *dataset;
    if (const auto checked = checkKeyCount(execution, answer.dataset); !checked)
        return tl::unexpected(checked.error());
    const auto told = events ? events->read() : Result<std::vector<DeadlineEvents::Event>>();
    if (!told)
        return tl::unexpected(told.error());
    noteDeadlines(execution.dataset, &answer, *told);
    auto messages = m_subscriptions.drain();
    if (!messages)
        return tl::unexpected(messages.error());
    answer.messages = std::move(*messages);
    return answer;
}

void SteppedServer::noteDeadlines(
    quint32 before, Answer *answer, const std::vector<DeadlineEvents::Event> &events) const
{
    using Kind = DeadlineEvents::Event::Kind;
    // Whose deadline each key has that was set one or took one over; empty: it was set now.
    std::map<QByteArray, QByteArray> origins;
    QByteArray origin; // of the deadline that is being moved
    for (const auto &[kind, key] : events) {
        if (kind == Kind::Set)
            origins[key].clear();
        else if (kind == Kind::MovedFrom)
            origin = origins.count(key) != 0 ? origins[key] : key;
        else
            origins[key] = origin;
    }
    for (const KeyHeld &each : m_datasets[answer->dataset]) {
        const KeyHeld *const old = m_datasets.find(before, each.key);
        const auto found =
            each.ttl < 0 ? origins.end() : origins.find(m_datasets.keyName(each.key).toByteArray());
        const bool isSetNow = found != origins.end() && found->second.isEmpty();
        if (isSetNow || each.ttl != (old ? old->ttl : -1))
            answer->deadlines.push_back(each.key);
        if (found != origins.end() && !isSetNow)
            answer->moved.push_back({each.key, m_datasets.findKey(found->second)});
    }
}

// A script that a program brings along may write keys that are not among the scenario's.
Result<void> SteppedServer::checkKeyCount(const Execution &execution, quint32 dataset)
{
    const auto commands = commandsIn(execution.wire);
    const bool hasScript = std::any_of(commands.begin(), commands.end(), [](const auto &words) {
        return isSameWord(words.front(), "EVAL")
            || (isSameWord(words.front(), "EVALSHA") && words.size() > 1
                && !isShippedScript(words[1]));
    });
    if (!hasScript || m_keys.hasGlobs()) // where there are globs, all keys are read
        return {};
    const auto count = ask(wireOf({"DBSIZE"}));
    if (!count)
        return tl::unexpected(count.error());
    if ((*count)->integer == qint64(m_datasets[dataset].size()))
        return {};
    const auto key = unknownKey(dataset);
    if (!key)
        return tl::unexpected(key.error());
    return failure(ErrorCode::BadInput,
        CoreText::tr("the script has written the key %1, which is not among the scenario's keys, "
                     "so no state would hold it; add it to keys, and give it to the script as "
                     "one of its KEYS")
            .arg(m_keys.shownName(*key)));
}

// The first key that the server names and the dataset does not have.
Result<QByteArray> SteppedServer::unknownKey(quint32 dataset)
{
    std::string cursor = "0";
    do {
        const auto found = ask(wireOf({"SCAN", cursor}));
        if (!found)
            return tl::unexpected(found.error());
        cursor = (*found)->element[0]->str;
        const redisReply &names = *(*found)->element[1];
        for (size_t i = 0; i < names.elements; ++i) {
            const QByteArrayView name = textOf(*names.element[i]);
            const Dataset &known = m_datasets[dataset];
            if (std::none_of(known.begin(), known.end(),
                    [&](const KeyHeld &each) { return m_datasets.keyName(each.key) == name; }))
                return name.toByteArray();
        }
    } while (cursor != "0");
    return QByteArray("?"); // gone by now: it had a deadline
}

Result<Answer> SteppedServer::subscribe(const Execution &execution)
{
    const Subscription added{execution.process, execution.channel};
    std::vector<Subscription> wanted = execution.subscriptions;
    if (!std::binary_search(wanted.begin(), wanted.end(), added))
        wanted.insert(std::lower_bound(wanted.begin(), wanted.end(), added), added);
    if (const auto done = m_subscriptions.prepare(m_endpoint, wanted); !done)
        return tl::unexpected(done.error());
    Answer answer;
    answer.dataset = execution.dataset;
    answer.dirty = dirtyIn(execution.watches);
    answer.reply = m_replies.add("+OK\r\n"); // programs are not given it
    return answer;
}

Result<Answer> SteppedServer::execute(const Execution &execution)
{
    if (const auto done = m_subscriptions.prepare(m_endpoint, execution.subscriptions); !done)
        return tl::unexpected(done.error());
    if (execution.subscribes)
        return subscribe(execution);
    const bool asksForEvents = asksForRenewals(execution.dataset);
    auto answer = attempt(execution, false, asksForEvents);
    const bool isUnknown = answer && !execution.scriptWire.isEmpty()
        && m_replies[answer->reply].startsWith("-NOSCRIPT");
    if (isUnknown)
        answer = attempt(execution, true, asksForEvents);
    if (answer && hidesDeadlines(execution, *answer))
        answer = attempt(execution, isUnknown, true);
    if (answer || answer.error().code != ErrorCode::BadInput)
        return answer;
    if (const auto emptied = empty(); !emptied)
        return tl::unexpected(emptied.error());
    return answer;
}

} // namespace lockstep
