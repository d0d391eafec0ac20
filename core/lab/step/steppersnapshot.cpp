// Everything that is shown is copied out of the stepper's tables, so that it may be looked at on
// another thread while the stepper goes on.

#include "core/lab/step/steppersnapshot.h"

#include "core/lab/step/steppedresults.h"
#include "core/lab/step/stepper.h"
#include "core/lab/step/valuetext.h"
#include "core/lab/wire/replytext.h"
#include "core/lab/wire/replywire.h"

#include <algorithm>

namespace lockstep {

namespace {

using Kind = TraceStep::Kind;

bool isOfClient(Kind kind)
{
    return kind != Kind::Time && kind != Kind::Restart && kind != Kind::Failover;
}

QByteArray replyOf(const StateSpace &space, const StateSpace::Effect &effect)
{
    if (effect.reply == 0)
        return {};
    const std::string text = encodedReplyText(space.reply(effect.reply), space.prefixed({}));
    return {text.data(), qsizetype(text.size())};
}

std::optional<std::chrono::milliseconds> ttlOf(const KeyHeld &held)
{
    return held.ttl < 0 ? std::nullopt : std::optional(std::chrono::milliseconds(held.ttl));
}

StepTaken stepTaken(const Stepper &stepper, int number)
{
    const StateSpace &space = stepper.space();
    const StateSpace::Effect &effect = stepper.effect(number);
    StepTaken taken;
    taken.step = stepper.trace()[size_t(number - 1)];
    taken.client = isOfClient(taken.step.kind) ? taken.step.client : -1;
    taken.command = effect.words;
    taken.node = effect.node;
    taken.line = effect.line;
    taken.reply = replyOf(space, effect);
    taken.violated = stepper.violated(number);
    for (const KeyStep &each : stepper.keySteps(number)) {
        if (taken.step.kind == Kind::Time && each.before.value == each.after.value)
            continue;
        taken.keys.push_back(
            {each.key, each.node, valueText(space.datasets().value(each.before.value)),
                valueText(space.datasets().value(each.after.value)), ttlOf(each.before),
                ttlOf(each.after), each.before.value != each.after.value});
    }
    return taken;
}

StepAhead stepAhead(const StateSpace &space, const quint32 *state, const StepOption &option)
{
    StepAhead ahead;
    ahead.step = space.traceStep(state, option.step);
    ahead.client = isOfClient(ahead.step.kind) ? ahead.step.client : -1;
    ahead.blockedBy = option.blockedBy;
    ahead.awaited = option.name;
    if (ahead.step.kind != Kind::Client)
        return ahead;
    const KnownRequest &request = space.request(state, option.step);
    if (request.kind == Request::Kind::Finished)
        return ahead;
    ahead.command = request.words;
    ahead.node = request.node;
    ahead.line = request.line;
    return ahead;
}

std::vector<StepAhead> aheadAfter(const Stepper &stepper, int steps)
{
    const quint32 *state = stepper.state(steps).data();
    std::vector<StepAhead> ahead;
    for (const StepOption &option : stepper.space().stepOptions(state))
        ahead.push_back(stepAhead(stepper.space(), state, option));
    return ahead;
}

ClientVariables clientVariables(const StateSpace &space, const quint32 *state, int client)
{
    ClientVariables variables;
    const auto threads = space.localVariables(state, client);
    for (size_t i = 0; i < threads.size(); ++i) {
        if (!threads[i].empty())
            variables.emplace_back(int(i), threads[i]);
    }
    return variables;
}

// The local variables of all clients after so many steps. before: those of one step earlier, null
// at the beginning. For clients that have not moved, they are taken from there.
StepVariables variablesAfter(const Stepper &stepper, int steps, const StepVariables &before)
{
    const StateSpace &space = stepper.space();
    const quint32 *state = stepper.state(steps).data();
    const int clients = space.clients();
    auto variables = std::make_shared<std::vector<ClientVariables>>();
    for (int i = 0; i < clients; ++i) {
        const bool isSame = before != nullptr
            && &space.history(state, i) == &space.history(stepper.state(steps - 1).data(), i);
        variables->push_back(isSame ? (*before)[size_t(i)] : clientVariables(space, state, i));
    }
    return variables;
}

RunPtr asRound(const Stepper &stepper)
{
    auto run = std::make_shared<Run>();
    run->scenario = stepper.space().scenario();
    run->options.settings = stepper.space().options().settings;
    run->history = stepper.history();
    run->results = steppedResults(stepper, run->history);
    run->server = stepper.space().serverName();
    return run;
}

int stepsInCommon(const Trace &one, const Trace &other)
{
    return int(
        std::mismatch(one.begin(), one.end(), other.begin(), other.end()).first - one.begin());
}

} // namespace

SteppedRunPtr steppedRun(const Stepper &stepper, int undone, const SteppedRun *before)
{
    auto run = std::make_shared<SteppedRun>();
    run->scenario = stepper.space().scenario();
    run->options = stepper.space().options();
    run->trace = stepper.trace();
    run->server = stepper.space().serverName();
    run->ending = stepper.ending();
    run->undone = undone;
    run->violatedAtOnce = stepper.violated(0);
    const int known = before ? stepsInCommon(run->trace, before->trace) : 0;
    for (int number = 0; number < stepper.steps(); ++number) {
        const auto place = size_t(number);
        run->steps.push_back(
            number < known ? before->steps[place] : stepTaken(stepper, number + 1));
        run->aheadBefore.push_back(
            number < known ? before->aheadBefore[place] : aheadAfter(stepper, number));
    }
    for (int steps = 0; steps <= stepper.steps(); ++steps) {
        const auto place = size_t(steps);
        run->variables.push_back(before && steps <= known
                ? before->variables[place]
                : variablesAfter(stepper, steps, steps > 0 ? run->variables.back() : nullptr));
    }
    run->ahead = aheadAfter(stepper, stepper.steps());
    run->round = asRound(stepper);
    const auto &operations = run->round->history.operations;
    for (size_t i = 0; i < operations.size(); ++i)
        run->steps[size_t(operations[i].called / stepLength)].operation = quint32(i);
    return run;
}

} // namespace lockstep
