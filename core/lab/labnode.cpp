// A command finds the server as its state says: contents, subscriptions, open WATCHes. What differs
// is restored in the same pipelined write on the client's own connection; only WATCHes of others
// that are missing take more (labnodewatches.cpp).

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

Result<Answer> LabNode::attempt(const Execution &execution, bool bySource, bool *again)
{
    const auto found = connection(execution.process, execution.thread);
    if (!found)
        return tl::unexpected(found.error());
    LabConnection *const own = *found;
    m_wire.clear();
    const auto prelude = prepare(execution, own, &m_wire);
    if (!prelude)
        return tl::unexpected(prelude.error());
    const std::vector<quint32> keys = keysToRead(execution.contents);
    if (bySource)
        m_wire.append(execution.scriptWire.constData(), size_t(execution.scriptWire.size()));
    else
        m_wire.append(execution.wire);
    appendReadBack(&m_wire, keys);
    if (const auto asks = appendClientList(&m_wire); !asks)
        return tl::unexpected(asks.error());

    const double sent = now();
    own->append(m_wire);
    if (const auto done = own->readPlain(*prelude); !done)
        return tl::unexpected(done.error());
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
    if (const auto read = readClientList(own); !read)
        return tl::unexpected(read.error());
    if (const auto read = readNewTypes(own, &*seen); !read)
        return tl::unexpected(read.error());
    const double received = now();
    wroteDeadlines(sent, received);

    Answer answer;
    answer.contents =
        take(*seen, execution.contents, execution.wire, sent, received, &answer.deadlines);
    auto messages = drain();
    if (!messages)
        return tl::unexpected(messages.error());
    answer.doomed = doomedOf(execution);
    noteWatches(execution);
    const bool hasDeadlines =
        std::any_of(seen->begin(), seen->end(), [](const Seen &each) { return each.pttl >= 0; });
    *again = hasDeadlines && received - sent > longestRoundTrip;
    answer.messages = std::move(*messages);
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
    auto answer = attemptUntilClear(execution);
    if (answer || answer.error().code != ErrorCode::BadInput)
        return answer;
    if (const auto emptied = empty(); !emptied)
        return tl::unexpected(emptied.error());
    return answer;
}

Result<Answer> LabNode::attemptUntilClear(const Execution &execution)
{
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
