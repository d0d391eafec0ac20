// The part of StateSpace that notes in a state what follows from a step: threads that wake, owners
// of keys, messages.

#include "core/lab/statespace/statespace.h"

#include "core/lab/wire/replytext.h"
#include "core/lab/wire/replywire.h"

#include <hiredis/hiredis.h>

#include <algorithm>

namespace lockstep {

namespace {

bool mayPublish(QByteArrayView wire)
{
    return QByteArrayView(wire).toByteArray().toUpper().contains("PUBLISH");
}

// The words in the commands that are names of this run, as they begin with its prefix.
std::set<QByteArray> namesIn(std::string_view wire, const QByteArray &prefix)
{
    std::set<QByteArray> names;
    for (const auto &words : commandsIn(wire)) {
        for (const std::string_view word : words) {
            const QByteArrayView name(word.data(), qsizetype(word.size()));
            if (name.startsWith(prefix))
                names.insert(name.toByteArray());
        }
    }
    return names;
}

} // namespace

QByteArray StateSpace::plainKey(QByteArrayView name) const
{
    return withoutPrefix(name, m_prefix);
}

void StateSpace::datasetChanged(const quint32 *before, quint32 *after, int node)
{
    if (before[node] == after[node])
        return;
    for (int client = 0; client < clients(); ++client) {
        quint32 &process = m_layout.process(after, client);
        if (!(*m_processes)[process].awaits)
            continue;
        process = m_processes->awaited(process, [&](int, const KnownWait &wait) {
            if (wait.node != node)
                return false;
            const quint32 now = m_datasets.valueOf(after[node], wait.key);
            return now == 0
                || (wait.kind == Wait::Kind::Changed
                    && now != m_datasets.valueOf(before[node], wait.key));
        });
    }
}

void StateSpace::wakeFresh(quint32 *after, int client)
{
    quint32 &process = m_layout.process(after, client);
    if (!(*m_processes)[process].awaits)
        return;
    process = m_processes->awaited(process, [&](int, const KnownWait &wait) {
        return m_datasets.valueOf(after[wait.node], wait.key) == 0;
    });
}

quint32 StateSpace::noteOwners(const quint32 *before, quint32 *after, PackedStep step, int node,
    const std::vector<quint32> &deadlines)
{
    quint32 violated = 0;
    const quint32 actor = step.kind == TraceStep::Kind::Client ? step.client : none;
    quint32 &owners = m_layout.owners(after);
    owners = m_owners.after(owners, {node, before[node], after[node], deadlines, actor}, &violated);
    return violated;
}

// Redis tells a script's messages only to those who listen, and whether anybody does is what a
// lesson may be about. So the command is executed once more with a listener that no program has.
Result<std::vector<StateSpace::Published>> StateSpace::published(
    const quint32 *state, PackedStep step)
{
    std::vector<Published> messages;
    const bool isCommand = step.kind == TraceStep::Kind::Client
        && step.choice != PackedStep::lateStart && !goesOn(state, step);
    if (!isCommand)
        return messages;
    std::vector<quint32> before(state, state + words()); // the command is executed
    if (this->request(state, step).isMutexWait()) {
        if (const auto resumed = resume(step, 0, before.data()); !resumed)
            return tl::unexpected(resumed.error());
    }
    const KnownRequest &request = this->request(before.data(), step);
    if (request.kind != Request::Kind::Command)
        return messages;
    const QByteArray wire = m_histories->command(request.command).toByteArray();
    if (!mayPublish(wire) && !mayPublish(request.scriptWire))
        return messages;
    Execution execution = executionOf(before.data(), request.node);
    execution.process = step.client;
    execution.thread = step.thread;
    execution.replies = request.replies;
    execution.scriptWire = request.scriptWire;
    execution.wire = {wire.data(), size_t(wire.size())};
    const int listener = clients();
    for (const QByteArray &name : namesIn(execution.wire, m_prefix))
        execution.subscriptions.push_back({listener, m_channels.add(name)});
    const auto answer = (*m_servers)[request.node].execute(execution);
    if (!answer)
        return tl::unexpected(placedError(answer.error(), request));
    for (const Message &each : answer->messages) {
        if (each.process != listener)
            continue;
        const auto text = decodeReply(m_replies[each.payload]);
        if (!text)
            return tl::unexpected(placedError(text.error(), request));
        messages.push_back({plainKey(m_channels[each.channel]), bytesOf(**text)});
    }
    return messages;
}

} // namespace lockstep
