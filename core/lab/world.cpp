// A state is a row of numbers: contents of the nodes, states of the processes, events, owners,
// budgets, the clock. All of them are kept once in tables, so a step that was seen before costs two
// looks into tables, and only a new pair of contents and command costs a round trip.
//
// Counts and who is inside what follow from the histories and are not kept. Events are, where a
// check looks at them, for they come from several processes in an order; so is the clock, where
// programs or checks can tell one moment from another.

#include "core/lab/world.h"

#include <algorithm>

namespace lockstep {

Execution World::executionOf(const quint32 *state, int node) const
{
    Execution execution;
    execution.contents = state[node];
    execution.clock = clockOf(state);
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
        const quint64 clock = m_observations.time ? quint64(clockOf(state)) : 0;
        const quint32 row[6] = {quint32(request.node), state[request.node], request.command,
            subscribersOf(state, request.node), quint32(clock), quint32(clock >> 32)};
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
                           "and did not do the same; does it ask for chance?")
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

quint32 World::received(const quint32 *state, Move move, const KnownRequest &request)
{
    const auto &inbox = process(state, move.client).inbox;
    const auto message = std::find_if(inbox.begin(), inbox.end(), [&](const QueuedMessage &each) {
        return int(each.node) == request.node && each.channel == request.channel;
    });
    return message == inbox.end() ? m_replies.add("$-1\r\n") : message->text;
}

Result<World::Effect> World::takeClient(const quint32 *state, Move move, quint32 *after)
{
    Effect effect;
    if (const auto awake = wake(state, move, after); !awake)
        return tl::unexpected(awake.error());
    else if (!*awake)
        return effect;
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
        answer.reply = received(after, move, request);
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
        if (const auto restored = m_nodes[size_t(node)]->restore(state[node], clockOf(state));
            !restored)
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
