// A command finds the server as its state says: contents, subscriptions, open WATCHes. What differs
// is restored in the same pipelined write on the client's own connection. WATCHes of others take
// more: a doomed one is opened before its key is touched, a clean one after everything was written.

#include "core/lab/labnode.h"

#include "core/lab/requestwire.h"
#include "core/lab/virtualreply.h"

#include <hiredis/hiredis.h>

#include <algorithm>
#include <chrono>

namespace lockstep {

namespace {

constexpr double longestRoundTrip = 150; // ms, to tell deadlines apart
constexpr int attempts = 20;

std::string_view view(QByteArrayView text)
{
    return {text.data(), size_t(text.size())};
}

QByteArrayView textOf(const redisReply &reply)
{
    return {reply.str, qsizetype(reply.len)};
}

bool isName(std::string_view word, std::string_view upperCase)
{
    return word.size() == upperCase.size()
        && std::equal(word.begin(), word.end(), upperCase.begin(),
            [](char a, char b) { return (a >= 'a' && a <= 'z' ? a - 'a' + 'A' : a) == b; });
}

std::string plainCommand(std::initializer_list<std::string_view> words)
{
    std::string wire;
    appendHeader(&wire, int(words.size()));
    for (const std::string_view word : words)
        appendWord(&wire, {}, word);
    return wire;
}

} // namespace

LabNode::LabNode(Endpoint endpoint, const QList<QByteArray> &keys, ContentsTable &contents,
    TextTable &channels, TextTable &replies)
    : m_endpoint(std::move(endpoint))
    , m_contents(contents)
    , m_channels(channels)
    , m_replies(replies)
{
    for (const QByteArray &key : keys) {
        if (key.contains('*') || key.contains('?'))
            m_globs.append(key);
        else
            m_keys.push_back(contents.addKey(key));
    }
}

double LabNode::now()
{
    return std::chrono::duration<double, std::milli>(
        std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

Result<LabConnection *> LabNode::connection(int process, int thread)
{
    auto &found = m_connections[{process, thread}];
    if (!found) {
        auto opened = LabConnection::open(m_endpoint);
        if (!opened)
            return tl::unexpected(opened.error());
        found = std::move(*opened);
    }
    return found.get();
}

Result<ReplyPtr> LabNode::ask(std::string_view wire)
{
    const auto found = connection(-1, 0);
    if (!found)
        return tl::unexpected(found.error());
    (*found)->append(wire);
    return (*found)->readPlain();
}

Result<void> LabNode::prepareSubscriptions(const std::vector<Subscription> &wanted)
{
    if (m_subscriptions == wanted)
        return {};
    const auto change = [&](const char *command, const Subscription &each) -> Result<void> {
        auto &connection = m_subscribers[each.process];
        if (!connection) {
            auto opened = LabConnection::open(m_endpoint);
            if (!opened)
                return tl::unexpected(opened.error());
            connection = std::move(*opened);
        }
        connection->append(plainCommand({command, view(m_channels[each.channel])}));
        if (const auto reply = connection->readPlain(); !reply)
            return tl::unexpected(reply.error());
        return {};
    };
    const auto changeThoseMissingIn = [&](const std::vector<Subscription> &there,
                                          const std::vector<Subscription> &here,
                                          const char *command) -> Result<void> {
        for (const Subscription &each : here) {
            if (std::binary_search(there.begin(), there.end(), each))
                continue;
            if (const auto done = change(command, each); !done)
                return done;
        }
        return {};
    };
    const std::vector<Subscription> present = std::exchange(m_subscriptions, wanted);
    if (const auto done = changeThoseMissingIn(wanted, present, "UNSUBSCRIBE"); !done)
        return done;
    return changeThoseMissingIn(present, wanted, "SUBSCRIBE");
}

Result<std::vector<Message>> LabNode::drain()
{
    std::vector<Message> messages;
    std::vector<int> processes;
    for (const Subscription &each : m_subscriptions) {
        if (processes.empty() || processes.back() != each.process)
            processes.push_back(each.process);
    }
    for (const int process : processes) {
        LabConnection &connection = *m_subscribers[process];
        connection.append(plainCommand({"PING"}));
        for (;;) {
            const auto reply = connection.readPlain();
            if (!reply)
                return tl::unexpected(reply.error());
            if ((*reply)->elements != 3) // the pong
                break;
            messages.push_back({process, m_channels.add(textOf(*(*reply)->element[1])),
                m_replies.add(encodeReply(*(*reply)->element[2]))});
        }
    }
    return messages;
}

void LabNode::appendWatch(std::string *wire, const OpenWatch &watch) const
{
    appendHeader(wire, int(watch.keys.size()) + 1);
    appendWord(wire, {}, "WATCH");
    for (const quint32 key : watch.keys)
        appendWord(wire, {}, name(key));
}

bool LabNode::isPrepared(const Execution &execution) const
{
    const Contents &contents = m_contents[execution.contents];
    const bool isRestored = std::all_of(
        contents.begin(), contents.end(), [&](const KeyHeld &each) { return isHeld(each); });
    for (quint32 key = 0; key < m_held.size(); ++key) {
        if (m_held[key].value != 0 && !m_contents.find(execution.contents, key))
            return false;
    }
    return isRestored && m_watching.size() == execution.watches.size()
        && std::all_of(
            execution.watches.begin(), execution.watches.end(), [&](const OpenWatch &each) {
                const auto found = m_watching.find({each.process, each.thread});
                return found != m_watching.end() && found->second.keys == each.keys
                    && found->second.doomed == each.doomed;
            });
}

// Opens those that are doomed, or not; of the latter all but the thread's own.
Result<void> LabNode::watch(
    const std::vector<OpenWatch> &watches, bool doomed, int process, int thread)
{
    for (const bool sends : {true, false}) {
        for (const OpenWatch &each : watches) {
            const bool isOwn = each.process == process && each.thread == thread;
            if (each.doomed != doomed || (isOwn && !doomed))
                continue;
            const auto found = connection(each.process, each.thread);
            if (!found)
                return tl::unexpected(found.error());
            if (sends) {
                std::string wire = plainCommand({"UNWATCH"});
                appendWatch(&wire, each);
                (*found)->append(wire);
                continue;
            }
            for (int i = 0; i < 2; ++i) {
                if (const auto reply = (*found)->readPlain(); !reply)
                    return tl::unexpected(reply.error());
            }
        }
    }
    return {};
}

Result<void> LabNode::prepareWatches(const Execution &execution)
{
    const auto &watches = execution.watches;
    const bool someAreDoomed = std::any_of(
        watches.begin(), watches.end(), [](const OpenWatch &each) { return each.doomed; });
    const bool someAreClean =
        std::any_of(watches.begin(), watches.end(), [&](const OpenWatch &each) {
            return !each.doomed
                && (each.process != execution.process || each.thread != execution.thread);
        });
    if (someAreDoomed) {
        if (const auto done = watch(watches, true, execution.process, execution.thread); !done)
            return done;
        if (const auto done = doom(watches); !done)
            return done;
    }
    if (!someAreClean)
        return {};
    if (const auto done = restore(execution.contents); !done)
        return done;
    return watch(watches, false, execution.process, execution.thread);
}

void LabNode::appendClientList(std::string *wire, const std::vector<OpenWatch> &watches)
{
    if (watches.empty())
        return;
    appendHeader(wire, int(watches.size()) + 3);
    for (const char *const word : {"CLIENT", "LIST", "ID"})
        appendWord(wire, {}, word);
    for (const OpenWatch &each : watches) // they have a connection, or the state could not be
        appendWord(
            wire, {}, std::to_string(m_connections[{each.process, each.thread}]->clientId()));
}

Result<std::vector<bool>> LabNode::doomed(LabConnection *connection, size_t count)
{
    std::vector<bool> result;
    if (count == 0)
        return result;
    const auto reply = connection->readPlain();
    if (!reply)
        return tl::unexpected(reply.error());
    for (const QByteArray &line : textOf(**reply).toByteArray().split('\n')) {
        const qsizetype at = line.indexOf(" flags=");
        if (at >= 0)
            result.push_back(line.mid(at + 7, line.indexOf(' ', at + 7) - at - 7).contains('d'));
    }
    if (result.size() != count)
        return failure(ErrorCode::ProtocolError, QStringLiteral("CLIENT LIST lacks a client"));
    return result;
}

void LabNode::noteWatches(const Execution &execution, const std::vector<bool> &doomed)
{
    m_watching.clear();
    for (size_t i = 0; i < execution.watches.size(); ++i) {
        OpenWatch each = execution.watches[i];
        each.doomed = doomed[i];
        m_watching[{each.process, each.thread}] = each;
        m_open.insert({each.process, each.thread});
    }
    const std::pair self{execution.process, execution.thread};
    for (const auto &words : commandsIn(execution.wire)) {
        if (isName(words[0], "EXEC") || isName(words[0], "UNWATCH")) {
            m_watching.erase(self);
            m_open.erase(self);
        }
        if (!isName(words[0], "WATCH"))
            continue;
        m_open.insert(self);
        OpenWatch &own = m_watching[self];
        own.process = execution.process;
        own.thread = execution.thread;
        for (size_t i = 1; i < words.size(); ++i)
            own.keys.push_back(m_contents.addKey({words[i].data(), qsizetype(words[i].size())}));
    }
}

Result<Answer> LabNode::attempt(const Execution &execution, bool bySource, bool *again)
{
    const auto found = connection(execution.process, execution.thread);
    if (!found)
        return tl::unexpected(found.error());
    LabConnection *const own = *found;
    const std::pair self{execution.process, execution.thread};
    m_wire.clear();
    int prelude = 0;
    for (const OpenWatch &each : execution.watches) { // every one has a connection
        if (const auto other = connection(each.process, each.thread); !other)
            return tl::unexpected(other.error());
    }
    const auto ownWatch = std::find_if(execution.watches.begin(), execution.watches.end(),
        [&](const OpenWatch &each) { return std::pair(each.process, each.thread) == self; });
    const bool isOpen = ownWatch != execution.watches.end();
    if (execution.watches.empty() || !isPrepared(execution)) {
        if (const auto done = prepareWatches(execution); !done)
            return tl::unexpected(done.error());
        prelude += appendRestore(&m_wire, execution.contents);
        if (m_open.count(self) != 0 && (!isOpen || !ownWatch->doomed)) {
            m_wire += plainCommand({"UNWATCH"});
            m_open.erase(self);
            ++prelude;
        }
        if (isOpen && !ownWatch->doomed) {
            appendWatch(&m_wire, *ownWatch);
            ++prelude;
        }
    } else if (!isOpen && m_open.count(self) != 0) {
        m_wire += plainCommand({"UNWATCH"});
        m_open.erase(self);
        ++prelude;
    }
    const std::vector<quint32> keys = keysToRead(execution.contents);
    if (bySource)
        m_wire.append(execution.scriptWire.constData(), size_t(execution.scriptWire.size()));
    else
        m_wire.append(execution.wire);
    appendReadBack(&m_wire, keys);
    appendClientList(&m_wire, execution.watches);

    const double sent = now();
    own->append(m_wire);
    for (int i = 0; i < prelude; ++i) {
        if (const auto reply = own->readPlain(); !reply)
            return tl::unexpected(reply.error());
    }
    ReplyPtr reply;
    for (int i = 0; i < execution.replies; ++i) {
        auto next = own->read();
        if (!next)
            return tl::unexpected(next.error());
        reply = std::move(*next);
    }
    auto seen = readBack(own, keys);
    if (!seen)
        return tl::unexpected(seen.error());
    auto flags = doomed(own, execution.watches.size());
    if (!flags)
        return tl::unexpected(flags.error());
    const double received = now();
    wroteDeadlines(sent, received);

    Answer answer;
    answer.contents =
        take(*seen, execution.contents, execution.wire, sent, received, &answer.deadlines);
    auto messages = drain();
    if (!messages)
        return tl::unexpected(messages.error());
    noteWatches(execution, *flags);
    const bool hasDeadlines =
        std::any_of(seen->begin(), seen->end(), [](const Seen &each) { return each.pttl >= 0; });
    *again = hasDeadlines && received - sent > longestRoundTrip;
    answer.messages = std::move(*messages);
    answer.doomed = std::move(*flags);
    const auto ttlOf = [&](std::string_view key) {
        const quint32 number = m_contents.findKey({key.data(), qsizetype(key.size())});
        const KeyHeld *const held = m_contents.find(answer.contents, number);
        return held ? held->ttl : -1;
    };
    const auto commands = commandsIn(execution.wire);
    std::string_view source;
    const auto script = commandsIn(view(execution.scriptWire));
    if (!script.empty())
        source = script[0][1];
    if (commands.size() == 1)
        makeVirtual(reply.get(), commands[0], source, ttlOf);
    for (size_t i = 0; commands.size() > 1 && i < reply->elements; ++i)
        makeVirtual(reply->element[i], commands[i + 1], {}, ttlOf);
    answer.reply = m_replies.add(encodeReply(*reply));
    return answer;
}

Result<Answer> LabNode::subscribe(const Execution &execution)
{
    const Subscription added{execution.process, execution.channel};
    std::vector<Subscription> wanted = execution.subscriptions;
    if (!std::binary_search(wanted.begin(), wanted.end(), added))
        wanted.insert(std::lower_bound(wanted.begin(), wanted.end(), added), added);
    if (const auto done = prepareSubscriptions(wanted); !done)
        return tl::unexpected(done.error());
    Answer answer;
    answer.contents = execution.contents;
    for (const OpenWatch &each : execution.watches)
        answer.doomed.push_back(each.doomed);
    answer.reply = m_replies.add("+OK\r\n"); // programs are not given it
    return answer;
}

Result<Answer> LabNode::execute(const Execution &execution)
{
    if (const auto done = prepareSubscriptions(execution.subscriptions); !done)
        return tl::unexpected(done.error());
    if (execution.subscribes)
        return subscribe(execution);
    bool bySource = false;
    for (int i = 0; i < attempts; ++i) {
        bool again = false;
        auto answer = attempt(execution, bySource, &again);
        if (!answer)
            return answer;
        if (!execution.scriptWire.isEmpty() && m_replies[answer->reply].startsWith("-NOSCRIPT")) {
            bySource = true;
            continue;
        }
        if (!again)
            return answer;
    }
    return failure(ErrorCode::CommandTimeout,
        QStringLiteral("the server takes more than %1 ms for a command, too long to tell deadlines "
                       "apart")
            .arg(longestRoundTrip));
}

} // namespace lockstep
