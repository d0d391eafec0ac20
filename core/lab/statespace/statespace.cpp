// A state is a row of numbers: datasets of the nodes, states of the processes, events, owners,
// budgets, the clock. All of them are kept once in tables, so a step that was seen before costs two
// looks into tables, and only a new pair of dataset and command costs a round trip.
//
// Counts and who is inside what follow from the histories and are not kept. Events are, where a
// check looks at them, for they come from several processes in an order; so is the clock, where
// programs or checks can tell one moment from another.

#include "core/lab/statespace/statespace.h"

#include "core/lab/wire/requestwire.h"
#include "core/lab/wire/serverinfo.h"

#include <algorithm>

namespace lockstep {

Ending StateSpace::ending(const quint32 *state) const
{
    std::vector<PackedStep> steps;
    enabled(state, &steps);
    return ending(state, steps);
}

TraceStep StateSpace::traceStep(const quint32 *state, PackedStep step) const
{
    TraceStep result{step.kind, step.client, step.thread, 0};
    if (step.kind != TraceStep::Kind::Client
        || step.thread >= history(state, step.client).threads.size())
        return result;
    if (step.choice == PackedStep::lateStart)
        return result;
    const ProcessState &process = this->process(state, step.client);
    result.goesOn = step.thread < process.threads.size() && goesOn(state, step);
    result.choice = step.choice;
    const bool isAfterStep = result.goesOn && process.threads[step.thread].reply == 0;
    result.number = request(state, step).steps + (isAfterStep ? 0 : 1);
    return result;
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
        const auto taken = step.kind == TraceStep::Kind::Time ? m_time.take(state, after)
                                                              : m_faults.take(step, after);
        if (!taken)
            return tl::unexpected(taken.error());
        for (int node = 0; node < nodes(); ++node) {
            noteOwners(state, after, step, node, {}, {});
            m_notifications.wakeWaiting(state, after, node);
        }
    }
    if (!effect)
        return effect;
    if (const auto passed = m_resumption.passWaits(after); !passed)
        return tl::unexpected(passed.error());
    m_events.dropPlacesOfEnded(after);
    return effect;
}

Result<StateSpace::Effect> StateSpace::takeClient(
    const quint32 *state, PackedStep step, quint32 *after)
{
    const KnownRequest &request = this->request(state, step); // histories stay where they are
    Effect effect;
    effect.line = request.line;
    if (step.choice == PackedStep::lateStart) {
        const auto started = m_resumption.startLate(step.client, after);
        return started ? Result<Effect>(effect) : tl::unexpected(started.error());
    }
    m_unexplored.noteStep(state, step);
    quint32 &process = m_tables.layout.process(after, step.client);
    process = m_tables.processes->started(process);
    effect.words = request.words;
    effect.node = request.node;
    const bool isCommandNext = !goesOn(state, step);
    // A mutex is taken together with the command behind it.
    if (!isCommandNext || request.isMutexWait()) {
        const quint32 reply =
            isCommandNext ? 0 : this->process(state, step.client).threads[step.thread].reply;
        if (const auto resumed = m_resumption.resume(step, reply, after); !resumed)
            return tl::unexpected(resumed.error());
    }
    return isCommandNext ? execute(state, step, after) : Result<Effect>(effect);
}

// A lost request never reaches the server. The client gives up waiting and goes on with nil, as of
// a key that does not exist. An error in its place was rejected: every command of a lesson would
// have to be called under protection for the sake of one fault.
Result<StateSpace::Effect> StateSpace::takeLoss(
    const quint32 *state, PackedStep step, quint32 *after)
{
    const KnownRequest &request = this->request(state, step);
    Effect effect;
    effect.words = request.words;
    effect.line = request.line;
    effect.node = request.node;
    m_tables.layout.spend(after, TraceStep::Kind::LostRequest);
    m_unexplored.noteLoss();
    const auto answered = m_resumption.answer(step, m_tables.replies.add("$-1\r\n"), after);
    return answered ? Result<Effect>(effect) : tl::unexpected(answered.error());
}

Result<StateSpace::Effect> StateSpace::execute(
    const quint32 *state, PackedStep step, quint32 *after)
{
    const KnownRequest &request = this->request(after, step); // histories stay where they are
    quint32 &process = m_tables.layout.process(after, step.client);
    const bool isInFlight = (*m_tables.processes)[process].isOver;
    Effect effect;
    effect.words = request.words;
    effect.line = request.line;
    effect.node = request.node;
    effect.isExecuted = true;
    if (m_tables.isKeyDue(state) && !isInFlight)
        process = m_tables.processes->sentWhileDue(process, step.thread);
    if (request.kind == Request::Kind::Command || request.kind == Request::Kind::Subscribe) {
        const auto executed = executeCommand(state, step, after, &effect);
        return executed ? Result<Effect>(std::move(effect)) : tl::unexpected(executed.error());
    }
    if (request.kind == Request::Kind::Receive) {
        const QueuedMessage *const message = m_tables.nextMessage(after, step, request);
        effect.reply = message ? message->payload : m_tables.replies.add("$-1\r\n");
    } else if (request.kind == Request::Kind::Choice) {
        effect.reply = m_tables.replies.add(":" + QByteArray::number(step.choice) + "\r\n");
    }
    if (const auto resumed = m_resumption.resume(step, effect.reply, after); !resumed)
        return tl::unexpected(resumed.error());
    return effect;
}

Result<void> StateSpace::executeCommand(
    const quint32 *state, PackedStep step, quint32 *after, Effect *effect)
{
    const KnownRequest &request = this->request(after, step);
    const StateLayout &layout = m_tables.layout;
    quint32 &process = layout.process(after, step.client);
    const bool isInFlight = (*m_tables.processes)[process].isOver;
    const auto answered = m_answers.answer(after, step, request);
    if (!answered)
        return tl::unexpected(answered.error());
    m_unexplored.noteCommand(request);
    const Answer &answer = **answered;
    effect->reply = answer.reply;
    const Execution executed =
        answer.dirty.empty() ? Execution() : m_tables.executionOf(after, request.node);
    after[request.node] = answer.dataset;
    // Only notes on phases ask for it, see UnexploredNotes.
    const bool keepsSetter = m_tables.options.assumes(Assumption::TimersOnTime);
    rankDeadlines(state, after,
        {request.node, answer.deadlines, answer.moved, request.setsMoments, request.setsSpans,
            answer.deadlines.empty() ? -1 : m_tables.longestTimer(state), timeLeft(state) > 0,
            keepsSetter ? quint16(step.client + 1) : quint16(0)});
    // A moment that has come and at which no key is due any more is past.
    if (request.setsMoments && m_tables.datasets.nextDeadline(state[request.node]) != 0)
        after[request.node] = m_tables.datasets.expired(after[request.node], 0);
    process = m_tables.processes->reconnected(
        process, m_tables.histories->executed((*m_tables.processes)[process].history, step.thread));
    m_notifications.markDirtyWatches(answer, executed, request.node, after);
    m_notifications.deliverMessages(answer, request.node, after);
    const QByteArrayView wire = request.scriptWire.isEmpty()
        ? m_tables.histories->command(request.command)
        : QByteArrayView(request.scriptWire);
    effect->overwritten =
        m_owners.overwritten(viewOf(wire), state[request.node], after[request.node]);
    effect->violatedByStep =
        noteOwners(state, after, step, request.node, answer.deadlines, effect->overwritten);
    if (layout.hasReplica() && request.node == 0 && state[0] != after[0]) {
        m_unexplored.noteReplica(layout.replica(state) != state[0]
            && layout.budget(state, TraceStep::Kind::Failover) > 0);
        layout.replica(after) = state[0];
    }
    m_notifications.wakeWaiting(state, after, request.node);
    if (isInFlight) {
        process = m_tables.processes->executedAfterEnd(process, step.thread);
        return {};
    }
    return m_resumption.answer(step, answer.reply, after);
}

void StateSpace::rankDeadlines(const quint32 *before, quint32 *after, const NewDeadlines &set)
{
    const EarlierDeadlines earlier =
        ::lockstep::rankDeadlines(m_tables.datasets, before, after, nodes(), set);
    m_unexplored.noteDeadlines(earlier, set.timeMayPass);
    m_unexplored.noteServerClocks(after, set.timeMayPass);
}

std::vector<Unexplored> StateSpace::unexplored() const
{
    return m_unexplored.all(clockGoesOnInScripts(m_serverName));
}

quint32 StateSpace::noteOwners(const quint32 *before, quint32 *after, PackedStep step, int node,
    const std::vector<quint32> &deadlines, const std::vector<quint32> &overwritten)
{
    quint32 violated = 0;
    const quint32 actor = step.kind == TraceStep::Kind::Client ? step.client : none;
    quint32 &owners = m_tables.layout.owners(after);
    owners = m_owners.after(
        owners, {node, before[node], after[node], deadlines, overwritten, actor}, &violated);
    return violated;
}

Result<std::vector<Published>> StateSpace::published(const quint32 *state, PackedStep step)
{
    const bool isCommand = step.kind == TraceStep::Kind::Client
        && step.choice != PackedStep::lateStart && !goesOn(state, step);
    if (!isCommand)
        return std::vector<Published>();
    State before(state, state + words()); // in which the command is executed
    if (request(state, step).isMutexWait()) {
        if (const auto resumed = m_resumption.resume(step, 0, before.data()); !resumed)
            return tl::unexpected(resumed.error());
    }
    return m_answers.published(before.data(), step);
}

void StateSpace::forgetEnded(quint32 *state) const
{
    for (int client = 0; client < clients(); ++client) {
        quint32 &process = m_tables.layout.process(state, client);
        process = m_tables.processes->withoutPast(process);
    }
}

Result<void> StateSpace::settle(const quint32 *state)
{
    for (int node = 0; node < nodes(); ++node) {
        const auto restored = servers()[node].restore(state[node], clockOf(state));
        if (!restored)
            return restored;
    }
    return {};
}

qint64 StateSpace::memory() const
{
    return m_tables.memory() + m_owners.memory() + m_answers.memory() + m_resumption.memory();
}

} // namespace lockstep
