#include "core/lab/json/explorationjson.h"

#include "core/lab/scenario/assumptions.h"
#include "core/lab/scenario/boundnames.h"

#include <QJsonArray>

#include <algorithm>

namespace lockstep {

namespace {

QJsonArray traceToJson(const Trace &trace)
{
    QJsonArray array;
    for (const TraceStep &step : trace)
        array << traceWord(step);
    return array;
}

QJsonValue counterexampleToJson(const std::optional<Counterexample> &counterexample)
{
    if (!counterexample)
        return {};
    return QJsonObject{
        {QStringLiteral("environment"), counterexample->environment},
        {QStringLiteral("preemptions"), counterexample->preemptions},
        {QStringLiteral("steps"), counterexample->steps},
        {QStringLiteral("smallest"), counterexample->isSmallest},
        {QStringLiteral("trace"), traceToJson(counterexample->trace)},
    };
}

QJsonArray neverMarked(const Check &check, const MarkedNames &marked)
{
    QJsonArray array;
    for (const QByteArray &name : unmarkedNames(check, marked))
        array << QString::fromUtf8(name);
    return array;
}

QJsonArray unexploredToJson(const std::vector<Unexplored> &unexplored)
{
    QJsonArray array;
    for (const UnexploredName &each : allUnexplored) {
        if (std::find(unexplored.begin(), unexplored.end(), each.unexplored) != unexplored.end())
            array << QLatin1String(each.name);
    }
    return array;
}

} // namespace

QJsonValue checkNameToJson(const Check &check)
{
    return check.title.en.isEmpty() ? QJsonValue() : QJsonValue(check.title.en);
}

QJsonArray assumptionsToJson(const std::vector<Assumption> &assumptions)
{
    QJsonArray array;
    for (const Assumption each : assumptions) {
        const auto name = std::find_if(allAssumptions.begin(), allAssumptions.end(),
            [each](const AssumptionName &known) { return known.assumption == each; });
        array << QLatin1String(name->name);
    }
    return array;
}

QJsonObject boundsToJson(const Bounds &bounds)
{
    QJsonObject object;
    for (const Bound &each : allBounds)
        object.insert(QLatin1String(each.json), bounds.*each.value);
    return object;
}

QJsonObject explorationToJson(const Exploration &exploration)
{
    QJsonArray checks;
    for (const CheckFinding &each : exploration.checks)
        checks << QJsonObject{
            {QStringLiteral("check"), QString::fromUtf8(each.check.words)},
            {QStringLiteral("name"), checkNameToJson(each.check)},
            {QStringLiteral("when"),
                each.check.when == Check::When::Always ? QStringLiteral("always")
                                                       : QStringLiteral("finally")},
            {QStringLiteral("verdict"), outcomeId(each.verdict)},
            {QStringLiteral("violating"), QString::fromLatin1(each.violating)},
            {QStringLiteral("violatingAtLeast"), each.violating == mostInterleavings},
            {QStringLiteral("neverMarked"), neverMarked(each.check, exploration.marked)},
            {QStringLiteral("counterexample"), counterexampleToJson(each.counterexample)},
        };
    QJsonObject settings;
    for (const auto &[name, value] : exploration.options.settings)
        settings[QString::fromUtf8(name)] = value;
    return {
        {QStringLiteral("scenario"), QString::fromUtf8(exploration.scenario->id)},
        {QStringLiteral("verdict"), outcomeId(exploration.verdict)},
        {QStringLiteral("settings"), settings},
        {QStringLiteral("bounds"), boundsToJson(exploration.options.bounds)},
        {QStringLiteral("assumptions"), assumptionsToJson(exploration.options.assumptions)},
        {QStringLiteral("notExplored"), unexploredToJson(exploration.unexplored)},
        {QStringLiteral("states"), exploration.states},
        {QStringLiteral("transitions"), exploration.transitions},
        {QStringLiteral("executed"), exploration.executed},
        {QStringLiteral("interleavings"), QString::fromLatin1(exploration.interleavings)},
        {QStringLiteral("interleavingsAtLeast"), exploration.interleavings == mostInterleavings},
        {QStringLiteral("violating"), QString::fromLatin1(exploration.violating)},
        {QStringLiteral("violatingAtLeast"), exploration.violating == mostInterleavings},
        {QStringLiteral("undecided"), QString::fromLatin1(exploration.undecided)},
        {QStringLiteral("undecidedAtLeast"), exploration.undecided == mostInterleavings},
        {QStringLiteral("undecidedByAssumption"), exploration.endsForbidden},
        {QStringLiteral("seconds"), std::chrono::duration<double>(exploration.took).count()},
        {QStringLiteral("hasChecks"), !exploration.checks.empty()},
        {QStringLiteral("checks"), checks},
        {QStringLiteral("counterexample"), counterexampleToJson(exploration.counterexample)},
        {QStringLiteral("memory"), exploration.memory},
        {QStringLiteral("memoryLimit"), exploration.memoryLimit},
        {QStringLiteral("outOfMemory"), exploration.outOfMemory},
        {QStringLiteral("cancelled"), exploration.cancelled},
        {QStringLiteral("endless"), exploration.endless},
        {QStringLiteral("server"),
            QString::fromUtf8(exploration.server.mid(exploration.server.indexOf(' ') + 1))},
        {QStringLiteral("mistake"), QJsonValue()},
        {QStringLiteral("mistakeTrace"), QJsonValue()},
    };
}

QJsonObject mistakeToJson(const ScenarioPtr &scenario, const ExploreOptions &options,
    const QString &mistake, const Trace &way)
{
    Exploration nothing;
    nothing.scenario = scenario;
    nothing.options = options;
    nothing.unexplored = unexploredOf(*scenario);
    nothing.verdict = CheckOutcome::Undecided;
    for (const Check &each : scenario->checks) {
        CheckFinding finding;
        finding.check = each;
        finding.verdict = CheckOutcome::Undecided;
        nothing.checks.push_back(finding);
    }
    QJsonObject object = explorationToJson(nothing);
    object[QStringLiteral("mistake")] = mistake;
    if (!way.empty())
        object[QStringLiteral("mistakeTrace")] = traceToJson(way);
    return object;
}

} // namespace lockstep
