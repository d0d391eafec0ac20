#pragma once

#include "core/lab/explore/explorer.h"
#include "core/lab/loader/scenariofile.h"
#include "core/lab/step/stepper.h"

#include <map>

namespace lockstep {

// A scenario's own values and bounds, with changes: "clients=3 T=2 X=1 N=1 L=1 assume=none merge=0
// remember=0"; assume is none, work or timers.
inline ExploreOptions optionsOf(const Scenario &scenario, const QString &changes = {})
{
    ExploreOptions options;
    options.settings = scenario.defaults();
    options.bounds = scenario.bounds;
    options.assumptions = scenario.assumptions;
    const std::map<QString, int *> bounds{{QStringLiteral("T"), &options.bounds.time},
        {QStringLiteral("X"), &options.bounds.crashes},
        {QStringLiteral("P"), &options.bounds.pauses},
        {QStringLiteral("N"), &options.bounds.restarts},
        {QStringLiteral("F"), &options.bounds.failovers},
        {QStringLiteral("L"), &options.bounds.lostRequests}};
    for (const QString &change : changes.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        const QString name = change.section(QLatin1Char('='), 0, 0);
        const QString word = change.section(QLatin1Char('='), 1);
        const int value = word.toInt();
        if (bounds.count(name) != 0) {
            *bounds.at(name) = value;
        } else if (name == QLatin1String("assume")) {
            options.assumptions.clear();
            if (word == QLatin1String("work"))
                options.assumptions.push_back(Assumption::WorkShorterThanLease);
            if (word == QLatin1String("timers"))
                options.assumptions.push_back(Assumption::TimersOnTime);
        } else if (name == QLatin1String("merge")) {
            options.mergeStates = value != 0;
        } else if (name == QLatin1String("remember")) {
            options.rememberAnswers = value != 0;
        } else {
            options.settings[name.toUtf8()] = value;
        }
    }
    return options;
}

inline ScenarioPtr scenarioOf(const QString &id)
{
    const auto found = findScenario(id);
    return found ? *found : nullptr;
}

// The text of a file, but for what stands in each; its lines are those of the body.
inline QByteArray fileOf(const QByteArray &body)
{
    return R"(return { id = "own", family = "stock", title = { en = "t" }, lesson = { en = "l" }, )"
        + body + " }";
}

// A body that is no scenario ends the test program.
inline ScenarioPtr written(const QByteArray &body)
{
    const auto made = scenarioFromText(fileOf(body), QStringLiteral("own.lua"));
    if (!made)
        qFatal("%s", qPrintable(made.error().detail));
    return *made;
}

inline Result<Stepper> stepperOf(
    const ScenarioPtr &scenario, const QString &changes = {}, std::vector<Endpoint> servers = {})
{
    return Stepper::make(scenario, optionsOf(*scenario, changes), std::move(servers));
}

// Empty, or why the trace does not fit.
inline QString replayed(Stepper &stepper, const QString &trace)
{
    const auto done = stepper.replay(*traceFromText(trace));
    return done ? QString() : done.error().detail;
}

// What hinders a step, whatever its number. One that there is not: NotThere.
inline StepOption optionFor(const Stepper &stepper, const TraceStep &step)
{
    for (const StepOption &each : stepper.stepOptions()) {
        const TraceStep there = stepper.traceStep(each.step);
        if (there.kind == step.kind && there.client == step.client && there.thread == step.thread)
            return each;
    }
    return {{}, BlockedBy::NotThere, {}};
}

inline std::vector<TraceStep> possibleSteps(const Stepper &stepper)
{
    std::vector<TraceStep> possible;
    for (const StepOption &each : stepper.stepOptions()) {
        if (each.blockedBy == BlockedBy::None)
            possible.push_back(stepper.traceStep(each.step));
    }
    return possible;
}

inline Result<Exploration> explored(const ScenarioPtr &scenario, const QString &changes = {})
{
    return Explorer(scenario, optionsOf(*scenario, changes)).explore();
}

// Environment steps / preemptions / steps.
inline QString measure(const std::optional<Counterexample> &found)
{
    return found ? QStringLiteral("%1/%2/%3")
                       .arg(found->environment)
                       .arg(found->preemptions)
                       .arg(found->steps)
                 : QStringLiteral("none");
}

template <typename T> QString why(const Result<T> &found)
{
    return found ? QString() : found.error().detail;
}

inline QString countsOf(const Exploration &found)
{
    return QStringLiteral("%1 of %2, %3 undecided")
        .arg(QString::fromLatin1(found.violating), QString::fromLatin1(found.interleavings),
            QString::fromLatin1(found.undecided));
}

// Verdict, interleavings and smallest counterexample of each check.
inline QStringList byCheck(const Exploration &found)
{
    QStringList words;
    for (const CheckFinding &each : found.checks)
        words << QString::number(int(each.verdict)) + u' ' + QString::fromLatin1(each.violating)
                + u' ' + measure(each.counterexample);
    return words;
}

// The same, and the number of all interleavings.
inline QStringList findings(const Exploration &found)
{
    return QStringList(countsOf(found)) + byCheck(found);
}

} // namespace lockstep
