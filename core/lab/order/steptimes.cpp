// Merges the steps of all servers into one order and places each on the run's clock. The order of
// one server is that of its stream. The stamps of its lines are of the wall's clock, which may be
// set back, so they only tell how the streams of several servers lie to each other; if a stamp goes
// back, they are not used, but when the clients sent and got their commands and replies.
//
// Nobody's clock is the run's clock: servers stamp lines in microseconds of the day. Every
// operation says called ≤ executed ≤ returned, so the offset lies between the largest of
// called - stamp and the smallest of returned - stamp, which counts for the setup as if it had
// returned when the round began; its middle is taken. Then moments are clamped: each between its
// own bounds and none before its predecessor on the node. The true moments satisfy all of that, so
// the earliest choice always exists.

#include "core/lab/order/steptimes.h"

#include <algorithm>
#include <cstdlib>
#include <map>

namespace lockstep {

namespace {

// The moments between which a step was executed, by what is known of that step alone.
struct MomentRange
{
    Moment earliest = std::numeric_limits<Moment>::min();
    Moment latest = never;
};

// The number of steps that belong to the setup: all before the first of a client, even if that was
// refused.
size_t setupLength(const std::vector<ExecutedStep> &steps)
{
    const auto end = std::find_if(steps.begin(), steps.end(), [](const ExecutedStep &step) {
        return step.client != none || step.operation != none
            || step.kind == ExecutedStep::Kind::Restart;
    });
    return size_t(end - steps.begin());
}

MomentRange rangeOf(
    const ExecutedStep &step, bool isOfSetup, const History &history, const Round &round)
{
    if (step.operation != none) {
        const Operation &operation = history.operations[step.operation];
        return {operation.called, operation.returned};
    }
    if (isOfSetup)
        return {std::numeric_limits<Moment>::min(), round.begin};
    return {};
}

// The first moment after `since` at which the node was cut off from its clients in order to be
// restarted. Nobody sees what it holds from then until it ends. (Where a replica may take over, the
// order of execution is not known.)
Moment momentOfLoss(quint8 node, Moment since, const History &history, const Round &round)
{
    const auto loss = std::find_if(history.incidents.begin() + round.firstIncident,
        history.incidents.end(), [&](const Incident &each) {
            return each.losesServer() && each.client == node && each.at >= since;
        });
    return loss == history.incidents.end() ? since : loss->at;
}

// For each step, a moment that decides its place among the steps of other servers. It is never
// before that of the step before it.
std::vector<Moment> mergingMoments(
    const std::vector<ExecutedStep> &steps, bool byStamps, const History &history)
{
    std::vector<Moment> moments;
    Moment last = std::numeric_limits<Moment>::min();
    for (const ExecutedStep &step : steps) {
        if (byStamps)
            last = std::max(last, step.micros);
        else if (step.operation != none)
            last = std::max(last, history.operations[step.operation].called);
        moments.push_back(last);
    }
    return moments;
}

} // namespace

std::vector<ExecutedStep> mergedSteps(
    std::vector<std::vector<ExecutedStep>> nodes, const History &history)
{
    const bool byStamps = std::all_of(nodes.begin(), nodes.end(), [](const auto &steps) {
        return std::is_sorted(steps.begin(), steps.end(),
            [](const ExecutedStep &a, const ExecutedStep &b) { return a.micros < b.micros; });
    });
    std::vector<std::pair<Moment, ExecutedStep *>> places;
    for (auto &steps : nodes) {
        const std::vector<Moment> moments = mergingMoments(steps, byStamps, history);
        for (size_t i = 0; i < steps.size(); ++i)
            places.emplace_back(moments[i], &steps[i]);
    }
    std::stable_sort(places.begin(), places.end(),
        [](const auto &a, const auto &b) { return a.first < b.first; });
    std::vector<ExecutedStep> all;
    all.reserve(places.size());
    for (const auto &[moment, step] : places)
        all.push_back(std::move(*step));
    return all;
}

ClockOffset clockOffset(
    const std::vector<ExecutedStep> &steps, const History &history, const Round &round)
{
    constexpr Moment unknown = std::numeric_limits<Moment>::min();
    Moment least = unknown;
    Moment most = never;
    std::map<quint8, qint64> stamps; // the latest stamp of each server
    const size_t setup = setupLength(steps);
    for (size_t i = 0; i < steps.size(); ++i) {
        const ExecutedStep &step = steps[i];
        if (std::exchange(stamps[step.node], step.micros) > step.micros) {
            least = unknown; // set back: deadlines are reached by the clock as it is from then on
            most = never;
        }
        if (i < setup)
            most = std::min(most, round.begin - step.micros * 1000);
        if (step.operation == none)
            continue;
        const Operation &operation = history.operations[step.operation];
        least = std::max(least, operation.called - step.micros * 1000);
        if (operation.returned != never)
            most = std::min(most, operation.returned - step.micros * 1000);
    }
    if (least == unknown && steps.empty())
        return {};
    if (least == unknown) // there are only steps of the setup
        return {round.begin - steps.back().micros * 1000, never};
    if (most == never)
        return {least, never};
    return {least + (most - least) / 2, std::abs(most - least) / 2};
}

void placeInTime(std::vector<ExecutedStep> &steps, const ClockOffset &clock, const History &history,
    const Round &round)
{
    const size_t setup = setupLength(steps);
    std::map<quint8, Moment> bound;
    for (size_t i = steps.size(); i-- > 0;) {
        ExecutedStep &step = steps[i];
        const auto known = bound.try_emplace(step.node, never).first;
        known->second = std::min(known->second, rangeOf(step, i < setup, history, round).latest);
        step.at = known->second; // the latest; the pass below may put it earlier
    }
    bound.clear();
    for (size_t i = 0; i < steps.size(); ++i) {
        ExecutedStep &step = steps[i];
        const MomentRange own = rangeOf(step, i < setup, history, round);
        const auto last = bound.try_emplace(step.node, std::numeric_limits<Moment>::min()).first;
        const Moment earliest = step.kind == ExecutedStep::Kind::Restart
            ? momentOfLoss(step.node, last->second, history, round)
            : std::max(last->second, own.earliest);
        step.at = std::max(earliest, std::min(step.at, clock.toRun(step.micros)));
        last->second = step.at;
    }
}

} // namespace lockstep
