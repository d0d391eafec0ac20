// Puts the lines of MONITOR together into executed steps. What MONITOR of Redis 7.0 writes was
// found out by trying:
//   - MULTI is a line at once. The queued commands and EXEC are lines when EXEC is executed, one
//     behind the other. An EXEC that is aborted, by WATCH or by a wrong command, is only "EXEC".
//   - EVAL and EVALSHA are a line, then come the commands that the script calls, from "lua".
//     An EVALSHA is a line even if the server does not know the script, and looks like that of a
//     script that called nothing. What it was only the reply tells (StepMatcher).
//   - A command that is unknown or has the wrong number of words is no line at all.
//   - What is refused while it runs (WRONGTYPE) is a line.
//   - While a script is slow (busy-reply-threshold) the server goes on to execute what it marks
//     ALLOW_BUSY for others: such a line may stand between an EVAL and the script's commands.

#include "core/lab/order/executedsteps.h"

#include "core/lab/order/monitorstream.h"

#include <algorithm>
#include <array>
#include <set>

namespace lockstep {

namespace {

// What Redis 7 and 8 mark ALLOW_BUSY; none of them calls a script.
bool mayInterruptScript(QByteArrayView command)
{
    constexpr std::array<QByteArrayView, 13> names{"AUTH", "DISCARD", "FUNCTION", "HELLO", "MULTI",
        "QUIT", "REPLCONF", "RESET", "SCRIPT", "SHUTDOWN", "UNWATCH", "WATCH", "PING"};
    return std::find(names.begin(), names.end(), command) != names.end();
}

// Whether the command changes keys that it does not name, or those of another database. A step
// keeps such a command even if it names no key of the run.
bool reachesOtherKeys(QByteArrayView command)
{
    constexpr std::array<QByteArrayView, 4> names{"SELECT", "SWAPDB", "FLUSHALL", "FLUSHDB"};
    return std::find(names.begin(), names.end(), command) != names.end();
}

class Grouping
{
public:
    Grouping(const MonitorStream &stream, quint8 node, const QByteArray &prefix)
        : m_stream(stream)
        , m_node(node)
        , m_prefix(prefix)
    {
        restart();
    }

    std::vector<ExecutedStep> all(const std::function<bool()> &shouldContinue)
    {
        constexpr size_t many = 4096; // lines
        size_t lines = 0;
        const QByteArrayView bytes = m_stream.bytes;
        auto restart = m_stream.restarts.begin();
        for (qsizetype at = 0; at < bytes.size() && (++lines % many != 0 || shouldContinue());) {
            for (; restart != m_stream.restarts.end() && *restart <= at; ++restart)
                restarted();
            const qsizetype end = bytes.indexOf('\n', at);
            QByteArrayView text = bytes.sliced(at, (end < 0 ? bytes.size() : end) - at);
            at = end < 0 ? bytes.size() : end + 1;
            if (text.endsWith('\r'))
                text.chop(1);
            MonitorLine line;
            // A line without an end was cut off.
            if (end >= 0 && MonitorLine::parse(text, line))
                take(line);
        }
        for (; restart != m_stream.restarts.end(); ++restart)
            restarted();
        return std::move(m_steps);
    }

private:
    struct Client
    {
        MonitorStream::Connection connection;
        bool queues = false; // between MULTI and EXEC
        std::vector<QByteArrayView> queued;
        size_t lastStep = size_t(-1);
        int repeated = 0; // lines so far that belong to no operation
        bool hasSpoken = false; // it has sent a command since its connection was opened
    };

    void restarted()
    {
        ExecutedStep step;
        step.kind = ExecutedStep::Kind::Restart;
        step.micros = m_steps.empty() ? 0 : m_steps.back().micros;
        step.node = m_node;
        m_steps.push_back(step);
        restart();
    }

    void restart()
    {
        m_clients.clear();
        for (auto each = m_stream.connections.begin(); each != m_stream.connections.end(); ++each)
            m_clients[each.key()].connection = each.value()[m_opened[each.key()]];
        m_caller = nullptr;
    }

    void take(const MonitorLine &line)
    {
        if (line.source == "lua") {
            // A script of a client that is not the run's has no caller.
            if (m_caller != nullptr
                && (line.words.contains(m_prefix) || reachesOtherKeys(nameOf(line)))) {
                auto &commands =
                    m_caller->queues ? m_caller->queued : m_steps[m_caller->lastStep].commands;
                commands.push_back(line.words);
            }
            return;
        }
        if (!mayInterruptScript(nameOf(line)))
            m_caller = nullptr;
        const auto client =
            m_clients.find(QByteArray::fromRawData(line.source.data(), line.source.size()));
        if (client == m_clients.end())
            return;
        if (line.words.startsWith("\"AUTH\"")) {
            if (m_caller == &*client) // its script is over: it is another connection now
                m_caller = nullptr;
            return opened(client.key(), *client);
        }
        client->hasSpoken = true;
        if (client->repeated < client->connection.repeats)
            ++client->repeated;
        else
            take(line, *client);
    }

    // A connection begins with AUTH. If the address was in use before, it now belongs to another
    // connection.
    void opened(const QByteArray &address, Client &client)
    {
        const auto &all = *m_stream.connections.find(address);
        size_t &present = m_opened[address];
        if (client.hasSpoken && present + 1 < all.size()) {
            client = Client();
            client.connection = all[++present];
        }
        client.hasSpoken = true;
    }

    void take(const MonitorLine &line, Client &client)
    {
        const QByteArray &name = nameOf(line);
        const bool isScript = name.startsWith("EVAL") || name.startsWith("FCALL");
        if (isScript)
            m_caller = &client;
        if (name == "MULTI") {
            client.queues = true;
            return;
        }
        const bool ends = name == "EXEC" || name == "DISCARD";
        if (client.queues && !ends) {
            if (!isScript && line.words.contains(m_prefix))
                client.queued.push_back(line.words);
            return;
        }
        ExecutedStep step;
        step.micros = line.micros;
        step.client = client.connection.client;
        step.thread = client.connection.thread;
        step.node = m_node;
        step.name = name;
        step.words = line.words;
        step.kind = isScript ? ExecutedStep::Kind::Script
            : ends           ? ExecutedStep::Kind::Transaction
                             : ExecutedStep::Kind::Command;
        if (ends && name == "EXEC")
            step.commands = std::move(client.queued);
        else if (!isScript && line.words.contains(m_prefix))
            step.commands.push_back(line.words);
        client.queued.clear();
        client.queues = client.queues && !ends;
        client.lastStep = m_steps.size();
        m_steps.push_back(std::move(step));
    }

    // The name of the line's command. The array is shared by all lines, so that each line allocates
    // nothing.
    const QByteArray &nameOf(const MonitorLine &line)
    {
        const QByteArrayView name = m_words.command(line.words);
        auto known = m_names.find(name);
        if (known == m_names.end())
            known = m_names.insert(name.toByteArray()).first;
        return *known;
    }

    const MonitorStream &m_stream;
    const quint8 m_node;
    const QByteArray m_prefix;
    std::vector<ExecutedStep> m_steps;
    QHash<QByteArray, Client> m_clients; // by address
    // For each address, this is the index in MonitorStream::connections of the present owner of the
    // connection.
    QHash<QByteArray, size_t> m_opened;
    Client *m_caller = nullptr;
    std::set<QByteArray, std::less<>> m_names;
    MonitorWords m_words;
};

} // namespace

std::vector<ExecutedStep> executedSteps(const MonitorStream &stream, quint8 node,
    const QByteArray &prefix, const std::function<bool()> &shouldContinue)
{
    return Grouping(stream, node, prefix).all(shouldContinue);
}

} // namespace lockstep
