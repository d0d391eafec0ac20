#include "core/lab/json/runjson.h"

#include "core/lab/json/explorationjson.h"

#include <algorithm>

namespace lockstep {

namespace {

QString whenId(Check::When when)
{
    return when == Check::When::Always ? QStringLiteral("always") : QStringLiteral("finally");
}

QJsonValue textOrNull(const QString &text)
{
    return text.isEmpty() ? QJsonValue() : QJsonValue(text);
}

QJsonValue millisecondsSince(Moment begin, Moment at)
{
    return at == never ? QJsonValue() : QJsonValue(double(at - begin) / 1e6);
}

QJsonObject operationToJson(const History &history, const Operation &operation, Moment begin)
{
    return {
        {QStringLiteral("client"), QString::fromLatin1(history.clients.at(operation.client).name)},
        {QStringLiteral("command"),
            QString::fromUtf8(history.texts[operation.command].toByteArray())},
        {QStringLiteral("reply"),
            operation.returned == never
                ? QJsonValue()
                : QJsonValue(QString::fromUtf8(history.texts[operation.reply].toByteArray()))},
        {QStringLiteral("line"), int(operation.line)},
        {QStringLiteral("calledMs"), millisecondsSince(begin, operation.called)},
        {QStringLiteral("returnedMs"), millisecondsSince(begin, operation.returned)},
        {QStringLiteral("order"),
            operation.order == none ? QJsonValue() : QJsonValue(qint64(operation.order))},
    };
}

// The window translates what a function has not said itself; the JSON is English in every language.
QString sentenceOf(const Violation &violation)
{
    return violation.isNotTriedInFull
        ? QStringLiteral("What is not known exactly, as what is left of a TTL, may have been so in "
                         "more combinations than were tried")
        : violation.sentence.en;
}

QJsonObject violationToJson(const Run &run, const CheckResult &result)
{
    const Violation &violation = *result.first;
    const History &history = run.history;
    const Moment begin = history.rounds.at(std::size_t(violation.round)).begin;
    QJsonArray clients;
    for (const quint32 client : violation.clients)
        clients << QString::fromLatin1(history.clients.at(client).name);
    QJsonArray operations;
    for (const quint32 operation : violation.operations)
        operations << operationToJson(history, history.operations.at(operation), begin);
    return {
        {QStringLiteral("check"), QString::fromUtf8(result.check.words)},
        {QStringLiteral("name"), checkNameToJson(result.check)},
        {QStringLiteral("certain"), result.outcome == CheckOutcome::Violated},
        {QStringLiteral("round"), violation.round + 1},
        {QStringLiteral("atMs"), millisecondsSince(begin, violation.at)},
        {QStringLiteral("untilMs"), millisecondsSince(begin, violation.until)},
        {QStringLiteral("clients"), clients},
        {QStringLiteral("key"), textOrNull(QString::fromUtf8(violation.key))},
        {QStringLiteral("actual"), violation.actual},
        {QStringLiteral("allowed"), violation.allowed},
        {QStringLiteral("worst"), violation.worst},
        {QStringLiteral("sentence"), textOrNull(sentenceOf(violation))},
        {QStringLiteral("operations"), operations},
    };
}

QJsonObject localToJson(const LocalText &text)
{
    QJsonObject object{{QStringLiteral("en"), text.en}};
    for (auto each = text.others.begin(); each != text.others.end(); ++each)
        object.insert(each.key(), each.value());
    return object;
}

QJsonArray namesToJson(const auto &names)
{
    QJsonArray array;
    for (const QByteArray &name : names)
        array << QString::fromUtf8(name);
    return array;
}

QJsonObject markedToJson(const MarkedNames &marked)
{
    return {
        {QStringLiteral("entered"), namesToJson(marked.entered)},
        {QStringLiteral("counted"), namesToJson(marked.counted)},
        {QStringLiteral("events"), namesToJson(marked.events)},
    };
}

// The largest value of a count of clients over all rounds: unfinished or waiting ones at a round's
// end.
template <quint32 Round::*Field> int mostLeft(const Run &run)
{
    quint32 most = 0;
    for (const Round &round : run.history.rounds)
        most = std::max(most, round.*Field);
    return int(most);
}

bool knowsAllValues(const History &history)
{
    return history.orderKind != OrderKind::Sampled
        && std::all_of(history.rounds.begin(), history.rounds.end(),
            [](const Round &each) { return each.valuesUntil == never; });
}

QJsonObject resultToJson(const Run &run, const CheckResult &result)
{
    return {
        {QStringLiteral("check"), QString::fromUtf8(result.check.words)},
        {QStringLiteral("name"), checkNameToJson(result.check)},
        {QStringLiteral("when"), whenId(result.check.when)},
        {QStringLiteral("verdict"), outcomeId(result.outcome)},
        {QStringLiteral("violatedRounds"), result.violatedRounds},
        {QStringLiteral("possibleRounds"), result.possibleRounds},
        {QStringLiteral("cutShortRounds"), result.cutShortRounds},
        {QStringLiteral("noNumberRounds"), result.noNumberRounds},
        {QStringLiteral("neverMarked"), namesToJson(unmarkedNames(result.check, run.marked))},
        {QStringLiteral("first"),
            result.first ? QJsonValue(violationToJson(run, result)) : QJsonValue()},
    };
}

QJsonObject numbersToJson(const std::map<QByteArray, qint64> &numbers)
{
    QJsonObject object;
    for (const auto &[name, value] : numbers)
        object[QString::fromUtf8(name)] = value;
    return object;
}

QJsonObject traceToJson(const TracedViolation &traced)
{
    QJsonArray steps;
    for (const TraceStep &each : traced.trace)
        steps << traceWord(each);
    return {
        {QStringLiteral("settings"), numbersToJson(traced.options.settings)},
        {QStringLiteral("bounds"), boundsToJson(traced.options.bounds)},
        {QStringLiteral("assumptions"), assumptionsToJson(traced.options.assumptions)},
        {QStringLiteral("steps"), steps},
    };
}

QJsonObject scenarioToJson(const Scenario &scenario)
{
    const Settings settings = scenario.freeDefaults();
    QJsonArray parameters;
    for (const Parameter &each : scenario.parameters)
        parameters << QJsonObject{
            {QStringLiteral("name"), QString::fromUtf8(each.name)},
            {QStringLiteral("value"), each.value},
            {QStringLiteral("freeRun"), settings.at(each.name)},
            {QStringLiteral("minimum"), each.minimum},
            {QStringLiteral("maximum"), each.maximum},
            {QStringLiteral("unit"), textOrNull(QString::fromUtf8(each.unit))},
        };
    QJsonArray checks;
    for (const Check &each : scenario.checks)
        checks << QJsonObject{{QStringLiteral("check"), QString::fromUtf8(each.words)},
            {QStringLiteral("name"), checkNameToJson(each)},
            {QStringLiteral("when"), whenId(each.when)}};
    return {
        {QStringLiteral("id"), QString::fromUtf8(scenario.id)},
        {QStringLiteral("family"), QString::fromUtf8(scenario.family)},
        {QStringLiteral("title"), localToJson(scenario.title)},
        {QStringLiteral("fix"), textOrNull(QString::fromUtf8(scenario.fix))},
        {QStringLiteral("nodes"), scenario.nodes},
        {QStringLiteral("parameters"), parameters},
        {QStringLiteral("checks"), checks},
    };
}

} // namespace

QJsonObject runToJson(const Run &run, const std::vector<TracePtr> &traces)
{
    QJsonArray checks;
    QJsonArray violations;
    for (size_t i = 0; i < run.results.size(); ++i) {
        const CheckResult &result = run.results[i];
        checks << resultToJson(run, result);
        if (result.outcome != CheckOutcome::Violated || !result.first)
            continue;
        QJsonObject violation = violationToJson(run, result);
        violation[QStringLiteral("trace")] =
            i < traces.size() && traces[i] ? QJsonValue(traceToJson(*traces[i])) : QJsonValue();
        violations << violation;
    }
    const double seconds = std::chrono::duration<double>(run.busy).count();
    const qint64 operations = run.history.operationCount();
    return {
        {QStringLiteral("scenario"), QString::fromUtf8(run.scenario->id)},
        {QStringLiteral("server"), QString::fromUtf8(run.server)},
        {QStringLiteral("settings"), numbersToJson(run.options.settings)},
        {QStringLiteral("rounds"), qint64(run.history.rounds.size())},
        {QStringLiteral("repeats"), run.options.repeats},
        {QStringLiteral("seed"), QString::number(run.options.seed)}, // 64 bits are no JSON number
        {QStringLiteral("exactOrder"), run.history.orderKind == OrderKind::Exact},
        {QStringLiteral("exactValues"), knowsAllValues(run.history)},
        {QStringLiteral("stopped"), run.stopped},
        {QStringLiteral("serverLost"), run.serverLoss.has_value()},
        {QStringLiteral("unfinished"), mostLeft<&Round::unfinished>(run)},
        {QStringLiteral("waiting"), mostLeft<&Round::waiting>(run)},
        {QStringLiteral("operations"), operations},
        {QStringLiteral("seconds"), seconds},
        {QStringLiteral("operationsPerSecond"),
            seconds > 0 ? QJsonValue(double(operations) / seconds) : QJsonValue()},
        {QStringLiteral("counts"), numbersToJson(run.counts)},
        {QStringLiteral("marked"), markedToJson(run.marked)},
        {QStringLiteral("violatedRounds"), run.violatedRounds},
        {QStringLiteral("hasChecks"), !run.results.empty()},
        {QStringLiteral("checks"), checks},
        {QStringLiteral("violations"), violations},
        {QStringLiteral("mistake"), textOrNull(run.mistake)},
    };
}

QJsonArray scenariosToJson(const std::vector<ScenarioPtr> &scenarios)
{
    QJsonArray array;
    for (const ScenarioPtr &each : scenarios)
        array << scenarioToJson(*each);
    return array;
}

} // namespace lockstep
