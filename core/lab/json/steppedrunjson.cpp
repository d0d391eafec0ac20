#include "core/lab/json/steppedrunjson.h"

#include "core/lab/json/explorationjson.h"

#include <array>

namespace lockstep {

namespace {

QString word(Ending ending)
{
    constexpr std::array words{"open", "complete", "stuck", "undecided", "undecided"};
    static_assert(words.size() == size_t(Ending::Forbidden) + 1);
    return QLatin1String(words.at(size_t(ending)));
}

QString word(BlockedBy blockedBy)
{
    constexpr std::array words{"none", "key_exists", "key_unchanged", "too_early", "no_message",
        "mutex_taken", "paused", "not_paused", "crashed", "finished", "not_there", "key_due",
        "bound", "no_deadline", "assumption", "nothing_to_lose", "run_over"};
    static_assert(words.size() == size_t(BlockedBy::RunOver) + 1);
    return QLatin1String(words.at(size_t(blockedBy)));
}

QString word(MarkRecord::Kind kind)
{
    constexpr std::array words{"enter", "leave", "count", "event"};
    return QLatin1String(words.at(size_t(kind)));
}

QJsonValue textOrNull(const QByteArray &text)
{
    return text.isEmpty() ? QJsonValue() : QJsonValue(QString::fromUtf8(text));
}

QJsonValue ttlOrNull(const std::optional<std::chrono::milliseconds> &ttl)
{
    return ttl ? QJsonValue(qint64(ttl->count())) : QJsonValue();
}

QJsonValue clientOf(const SteppedRun &run, int client)
{
    return client < 0 ? QJsonValue() : textOrNull(run.round->history.clients[size_t(client)].name);
}

QJsonArray violatedChecks(const SteppedRun &run, quint32 violated)
{
    QJsonArray checks;
    for (size_t i = 0; i < run.round->results.size(); ++i) {
        if ((violated >> i & 1) != 0)
            checks << QString::fromUtf8(run.round->results[i].check.words);
    }
    return checks;
}

QJsonArray marksAt(const SteppedRun &run, int step)
{
    QJsonArray marks;
    for (const MarkRecord &each : marksOf(run, step)) {
        const bool isText = each.text != 0;
        const bool isStay =
            each.kind == MarkRecord::Kind::Enter || each.kind == MarkRecord::Kind::Leave;
        marks << QJsonObject{
            {QStringLiteral("client"), clientOf(run, int(each.client))},
            {QStringLiteral("kind"), word(each.kind)},
            {QStringLiteral("name"), QString::fromUtf8(run.round->history.texts[each.name])},
            {QStringLiteral("value"),
                isStay       ? QJsonValue()
                    : isText ? QJsonValue(QString::fromUtf8(run.round->history.texts[each.text]))
                             : QJsonValue(each.value)},
        };
    }
    return marks;
}

QJsonArray keysOf(const StepTaken &taken)
{
    QJsonArray keys;
    for (const KeyEffect &each : taken.keys)
        keys << QJsonObject{
            {QStringLiteral("key"), QString::fromUtf8(each.key)},
            {QStringLiteral("node"), each.node},
            {QStringLiteral("before"), textOrNull(each.before)},
            {QStringLiteral("after"), textOrNull(each.after)},
            {QStringLiteral("ttlBeforeMs"), ttlOrNull(each.ttlBefore)},
            {QStringLiteral("ttlAfterMs"), ttlOrNull(each.ttlAfter)},
        };
    return keys;
}

template <typename Step> QJsonObject asked(const SteppedRun &run, const Step &step)
{
    const QByteArray command = step.step.goesOn ? QByteArray() : step.command;
    return {
        {QStringLiteral("step"), traceWord(step.step)},
        {QStringLiteral("client"), clientOf(run, step.client)},
        {QStringLiteral("line"), step.line == 0 ? QJsonValue() : QJsonValue(step.line)},
        {QStringLiteral("command"), textOrNull(command)},
        {QStringLiteral("node"), command.isEmpty() ? QJsonValue() : QJsonValue(step.node)},
    };
}

QJsonArray stepsOf(const SteppedRun &run)
{
    QJsonArray steps;
    for (size_t i = 0; i < run.steps.size(); ++i) {
        QJsonObject step = asked(run, run.steps[i]);
        step[QStringLiteral("reply")] = textOrNull(run.steps[i].reply);
        step[QStringLiteral("keys")] = keysOf(run.steps[i]);
        step[QStringLiteral("marks")] = marksAt(run, int(i) + 1);
        step[QStringLiteral("violated")] = violatedChecks(run, run.steps[i].violated);
        steps << step;
    }
    return steps;
}

QJsonArray aheadOf(const SteppedRun &run, bool possible)
{
    QJsonArray steps;
    for (const StepAhead &each : run.ahead) {
        if (each.isPossible() != possible)
            continue;
        QJsonObject step = asked(run, each);
        if (!possible) {
            step[QStringLiteral("hindrance")] = word(each.blockedBy);
            step[QStringLiteral("awaited")] = textOrNull(each.awaited);
        }
        steps << step;
    }
    return steps;
}

QJsonArray checksOf(const SteppedRun &run)
{
    QJsonArray checks;
    for (size_t i = 0; i < run.round->results.size(); ++i) {
        const CheckResult &result = run.round->results[i];
        const auto step = run.firstViolation(quint32(1) << i);
        checks << QJsonObject{
            {QStringLiteral("check"), QString::fromUtf8(result.check.words)},
            {QStringLiteral("name"), checkNameToJson(result.check)},
            {QStringLiteral("when"),
                result.check.when == Check::When::Always ? QStringLiteral("always")
                                                         : QStringLiteral("finally")},
            {QStringLiteral("verdict"), outcomeId(result.outcome)},
            {QStringLiteral("step"), step ? QJsonValue(*step) : QJsonValue()},
        };
    }
    return checks;
}

} // namespace

QJsonObject steppedRunToJson(const SteppedRun &run)
{
    QJsonArray trace;
    for (const TraceStep &step : run.trace)
        trace << traceWord(step);
    QJsonObject settings;
    for (const auto &[name, value] : run.options.settings)
        settings[QString::fromUtf8(name)] = value;
    return {
        {QStringLiteral("scenario"), QString::fromUtf8(run.scenario->id)},
        {QStringLiteral("settings"), settings},
        {QStringLiteral("bounds"), boundsToJson(run.options.bounds)},
        {QStringLiteral("assumptions"), assumptionsToJson(run.options.assumptions)},
        {QStringLiteral("trace"), trace},
        {QStringLiteral("violated"), run.firstViolation().has_value()},
        {QStringLiteral("ending"), word(run.ending)},
        {QStringLiteral("beginning"),
            QJsonObject{{QStringLiteral("marks"), marksAt(run, 0)},
                {QStringLiteral("violated"), violatedChecks(run, run.violatedAtOnce)}}},
        {QStringLiteral("steps"), stepsOf(run)},
        {QStringLiteral("checks"), checksOf(run)},
        {QStringLiteral("possible"), aheadOf(run, true)},
        {QStringLiteral("hindered"), aheadOf(run, false)},
        {QStringLiteral("server"), QString::fromUtf8(run.server.mid(run.server.indexOf(' ') + 1))},
    };
}

} // namespace lockstep
