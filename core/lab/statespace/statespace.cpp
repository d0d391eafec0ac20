// A state is a row of numbers: datasets of the nodes, states of the processes, events, owners,
// budgets, the clock. All of them are kept once in tables, so a step that was seen before costs two
// looks into tables, and only a new pair of dataset and command costs a round trip.
//
// Counts and who is inside what follow from the histories and are not kept. Events are, where a
// check looks at them, for they come from several processes in an order; so is the clock, where
// programs or checks can tell one moment from another.

#include "core/lab/statespace/statespace.h"

#include "core/lab/program/programstate.h"

#include <algorithm>

namespace lockstep {

Execution StateSpace::executionOf(const quint32 *state, int node) const
{
    Execution execution;
    execution.dataset = state[node];
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
                execution.watches.push_back(
                    {client, int(i), watched->second, (process.threads[i].dirty >> node & 1) != 0});
        }
    }
    std::sort(execution.subscriptions.begin(), execution.subscriptions.end());
    return execution;
}

bool StateSpace::isWatched(const quint32 *state, int node) const
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

quint32 StateSpace::subscribersOf(const quint32 *state, int node)
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

Result<const Answer *> StateSpace::answer(
    const quint32 *state, PackedStep step, const KnownRequest &request)
{
    const bool isSubscription = request.kind == Request::Kind::Subscribe;
    // An answer is remembered by the numbers in `row`. With an open WATCH it depends on more than
    // these.
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
            return &m_answers[place];
    }
    Execution execution = executionOf(state, request.node);
    execution.process = step.client;
    execution.thread = step.thread;
    execution.replies = request.replies;
    execution.scriptWire = request.scriptWire;
    execution.subscribes = isSubscription;
    execution.channel = request.channel;
    const QByteArray wire = m_histories->command(request.command).toByteArray();
    execution.wire = {wire.data(), size_t(wire.size())};
    ++m_executed;
    auto answer = (*m_servers)[request.node].execute(execution);
    if (!answer)
        return tl::unexpected(answer.error());
    if (!isPlain) {
        m_unremembered = std::move(*answer);
        return &m_unremembered;
    }
    if (m_answers[place].reply != 0 && m_answers[place] != *answer)
        return failure(ErrorCode::BadInput,
            QStringLiteral("%1:%2: not deterministic: “%3” was executed twice in the same state "
                           "and did not do the same; does it ask for chance?")
                .arg(m_scenario->path, QString::number(request.line),
                    QString::fromUtf8(request.words)));
    m_answers[place] = std::move(*answer);
    return &m_answers[place];
}

Result<StateSpace::Effect> StateSpace::take(const quint32 *state, PackedStep step, quint32 *after)
{
    std::copy(state, state + words(), after);
    Result<Effect> effect = Effect();
    switch (step.kind) {
    case TraceStep::Kind::Client:
        effect = takeClient(state, step, after);
        break;
    case TraceStep::Kind::LostRequest:
        effect = takeLoss(state, step, after);
        break;
    default:
        const auto taken =
            step.kind == TraceStep::Kind::Time ? takeTime(state, after) : takeFault(step, after);
        if (!taken)
            return tl::unexpected(taken.error());
        for (int node = 0; node < nodes(); ++node) {
            noteOwners(state, after, step, node, {});
            datasetChanged(state, after, node);
        }
    }
    if (!effect)
        return effect;
    if (const auto passed = passWaits(after); !passed)
        return tl::unexpected(passed.error());
    dropPlacesOfEnded(after);
    return effect;
}

Result<quint32> StateSpace::next(const quint32 *state, PackedStep step, quint32 reply)
{
    return m_histories->after(
        process(state, step.client).history, step.thread, reply, clockOf(state));
}

Result<void> StateSpace::resume(PackedStep step, quint32 reply, quint32 *after)
{
    quint32 &process = m_layout.process(after, step.client);
    const qint64 age = (*m_processes)[process].threads[step.thread].age;
    const qint64 clock = clockOf(after);
    const quint32 row[5] = {
        process, step.thread, reply, quint32(clock), quint32(quint64(clock) >> 32)};
    const auto [place, isNew] = m_stepped.add(row);
    if (isNew)
        m_steppedTo.push_back(0);
    if (m_steppedTo[place] == 0) {
        const auto history = next(after, step, reply);
        if (!history)
            return tl::unexpected(history.error());
        m_steppedTo[place] = m_processes->after(process, step.thread, *history);
    }
    process = m_steppedTo[place];
    noteNewTimers(after, step.client);
    noteEvents(after, step.client, age);
    noteOrderedEvents(step, after);
    wakeFresh(after, step.client);
    return {};
}

void StateSpace::noteDeadlines(const quint32 *before, quint32 *after, const NewDeadlines &set)
{
    const EarlierDeadlines earlier = rankDeadlines(m_datasets, before, after, nodes(), set);
    m_overlaps.later |= earlier.later && set.timeMayPass;
    m_overlaps.equal |= earlier.equal;
    m_overlaps.behind |= earlier.behind;
    m_overlaps.unclear |= earlier.unclear && set.timeMayPass;
}

void StateSpace::noteMessages(const Answer &answer, int node, quint32 *after)
{
    for (const Message &message : answer.messages) {
        quint32 &receiver = m_layout.process(after, message.process);
        if (!(*m_processes)[receiver].listens)
            continue;
        receiver =
            m_processes->received(receiver, {quint32(node), message.channel, message.payload});
        m_hasMessages = true;
    }
}

void StateSpace::noteDirty(const Answer &answer, const Execution &found, int node, quint32 *after)
{
    for (size_t i = 0; i < answer.dirty.size(); ++i) {
        const OpenWatch &watch = found.watches[i];
        quint32 &process = m_layout.process(after, watch.process);
        const auto &threads = (*m_histories)[(*m_processes)[process].history].threads;
        if (threads[size_t(watch.thread)].watched.count(node) != 0)
            process = m_processes->dirtied(process, watch.thread, node, answer.dirty[i]);
    }
}

quint32 StateSpace::received(const quint32 *state, PackedStep step, const KnownRequest &request)
{
    const auto &inbox = process(state, step.client).inbox;
    const auto message = std::find_if(inbox.begin(), inbox.end(), [&](const QueuedMessage &each) {
        return int(each.node) == request.node && each.channel == request.channel;
    });
    return message == inbox.end() ? m_replies.add("$-1\r\n") : message->payload;
}

Result<StateSpace::Effect> StateSpace::takeClient(
    const quint32 *state, PackedStep step, quint32 *after)
{
    Effect effect;
    effect.line = request(state, step).line;
    if (step.choice == PackedStep::lateStart) {
        const auto started = startLate(step.client, after);
        return started ? Result<Effect>(effect) : tl::unexpected(started.error());
    }
    quint32 &process = m_layout.process(after, step.client);
    process = m_processes->started(process);
    effect.words = request(state, step).words;
    effect.node = request(state, step).node;
    const bool isMutex = request(state, step).isMutexWait();
    const bool isCommandNext = !goesOn(state, step);
    if (!isCommandNext) {
        const quint32 reply = this->process(state, step.client).threads[step.thread].reply;
        if (const auto resumed = resume(step, reply, after); !resumed)
            return tl::unexpected(resumed.error());
    } else if (isMutex) { // it is taken together with the command
        if (const auto resumed = resume(step, 0, after); !resumed)
            return tl::unexpected(resumed.error());
    }
    return isCommandNext ? execute(state, step, after) : Result<Effect>(effect);
}

// Nobody else uses the server, so a script that it does not answer must be one that never ends.
Error StateSpace::placedError(const Error &error, const KnownRequest &request) const
{
    const bool isScript = !request.scriptWire.isEmpty()
        || request.words.left(4).compare("EVAL", Qt::CaseInsensitive) == 0;
    const bool isEndless = error.code == ErrorCode::CommandTimeout && isScript;
    if (!isEndless && error.code != ErrorCode::BadInput)
        return error;
    return {ErrorCode::BadInput,
        placed(m_scenario->path, request.line,
            isEndless ? QByteArray(scriptWithoutEnd) : error.detail.toUtf8()),
        false};
}

Result<StateSpace::Effect> StateSpace::execute(
    const quint32 *state, PackedStep step, quint32 *after)
{
    const KnownRequest &request = this->request(after, step); // histories stay where they are
    quint32 &process = m_layout.process(after, step.client);
    const bool isInFlight = (*m_processes)[process].isOver;
    Effect effect;
    effect.words = request.words;
    effect.line = request.line;
    effect.node = request.node;
    effect.isExecuted = true;
    if (isKeyDue(state) && !isInFlight)
        process = m_processes->sentWhileDue(process, step.thread);
    if (request.kind != Request::Kind::Command && request.kind != Request::Kind::Subscribe) {
        if (request.kind == Request::Kind::Receive)
            effect.reply = received(after, step, request);
        else if (request.kind == Request::Kind::Choice)
            effect.reply = m_replies.add(":" + QByteArray::number(step.choice) + "\r\n");
        if (const auto resumed = resume(step, effect.reply, after); !resumed)
            return tl::unexpected(resumed.error());
        return effect;
    }
    const auto answered = this->answer(after, step, request);
    if (!answered)
        return tl::unexpected(placedError(answered.error(), request));
    const Answer *const answer = *answered;
    effect.reply = answer->reply;
    const Execution found = answer->dirty.empty() ? Execution() : executionOf(after, request.node);
    after[request.node] = answer->dataset;
    noteDeadlines(state, after,
        {request.node, answer->deadlines, answer->moved, request.setsMoments, request.setsSpans,
            answer->deadlines.empty() ? -1 : longestTimer(state), timeLeft(state) > 0});
    // A moment that has come and at which no key is due any more is past.
    if (request.setsMoments && m_datasets.nextDeadline(state[request.node]) != 0)
        after[request.node] = m_datasets.expired(after[request.node], 0);
    process = m_processes->reconnected(
        process, m_histories->executed((*m_processes)[process].history, step.thread));
    noteDirty(*answer, found, request.node, after);
    noteMessages(*answer, request.node, after);
    effect.violatedByStep = noteOwners(state, after, step, request.node, answer->deadlines);
    if (m_layout.hasReplica() && request.node == 0 && state[0] != after[0]) {
        m_lagsOtherwise |= m_layout.replica(state) != state[0]
            && m_layout.budget(state, TraceStep::Kind::Failover) > 0;
        m_layout.replica(after) = state[0];
    }
    datasetChanged(state, after, request.node);
    if (isInFlight) {
        process = m_processes->executedAfterEnd(process, step.thread);
        return effect;
    }
    if (const auto done = answerThread(step, answer->reply, after); !done)
        return tl::unexpected(done.error());
    return effect;
}

// Deadlines at the same instant, which in reality may be apart, matter where a thread would do more
// in between than steps let it.
std::vector<Unexplored> StateSpace::unexplored() const
{
    std::vector<Unexplored> unexplored = unexploredOf(*m_scenario);
    // Messages about expiries have a name of their own, LateExpiredEvents.
    if (m_hasMessages && !m_scenario->expiredEvents)
        unexplored.insert(unexplored.begin(), Unexplored::LateMessages);
    if (m_overlaps.later || m_overlaps.behind || m_overlaps.unclear
        || (m_overlaps.equal && m_wasCutShort))
        unexplored.push_back(Unexplored::TimeBetweenLeases);
    if (m_wasCutShort)
        unexplored.push_back(Unexplored::CommandsAtDeadline);
    if (m_lagsOtherwise)
        unexplored.push_back(Unexplored::OtherReplicationLags);
    return unexplored;
}

void StateSpace::forgetEnded(quint32 *state) const
{
    for (int client = 0; client < clients(); ++client) {
        quint32 &process = m_layout.process(state, client);
        process = m_processes->withoutPast(process);
    }
}

Result<void> StateSpace::settle(const quint32 *state)
{
    for (int node = 0; node < nodes(); ++node) {
        if (const auto restored = (*m_servers)[node].restore(state[node], clockOf(state));
            !restored)
            return restored;
    }
    return {};
}

qint64 StateSpace::memory() const
{
    return m_datasets.memory() + m_channels.memory() + m_replies.memory() + m_histories->memory()
        + m_processes->memory() + m_asked.memory() + m_stepped.memory()
        + qint64(m_answers.size() * sizeof(Answer) + m_steppedTo.capacity() * 4) + m_events.memory()
        + m_owners.memory() + m_subscribers.memory();
}

} // namespace lockstep
