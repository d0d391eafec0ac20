#include "core/lab/json/keptlabjson.h"

#include "core/lab/json/explorationjson.h"
#include "core/lab/scenario/boundnames.h"

#include <QJsonArray>

#include <algorithm>

namespace lockstep {

namespace {

using namespace Qt::StringLiterals;

constexpr int mostRuns = 200; // runs of a scenario that are read; the rest is dropped

QJsonObject optionsToJson(const ExploreOptions &options)
{
    QJsonObject settings;
    for (const auto &[name, value] : options.settings)
        // A text, because JSON numbers cannot hold 64 bits.
        settings[QString::fromUtf8(name)] = QString::number(value);
    return {{u"settings"_s, settings}, {u"bounds"_s, boundsToJson(options.bounds)},
        {u"assumptions"_s, assumptionsToJson(options.assumptions)}};
}

ExploreOptions optionsFromJson(const QJsonObject &object)
{
    ExploreOptions options;
    const QJsonObject settings = object[u"settings"_s].toObject();
    for (auto each = settings.begin(); each != settings.end(); ++each)
        options.settings[each.key().toUtf8()] = each.value().toString().toLongLong();
    const QJsonObject bounds = object[u"bounds"_s].toObject();
    for (const Bound &each : allBounds)
        options.bounds.*each.value =
            std::clamp(bounds[QLatin1StringView(each.json)].toInt(), 0, Bounds::most);
    const QJsonArray assumptions = object[u"assumptions"_s].toArray();
    for (const Assumption each : {Assumption::WorkShorterThanLease, Assumption::TimersOnTime}) {
        if (assumptions.contains(assumptionsToJson({each}).at(0)))
            options.assumptions.push_back(each);
    }
    return options;
}

QJsonArray runsToJson(const std::vector<KeptRun> &runs)
{
    QJsonArray array;
    for (const KeptRun &each : runs) {
        QJsonObject object = optionsToJson(each.options);
        object[u"number"_s] = each.number;
        object[u"from"_s] = each.from;
        object[u"fromStep"_s] = each.fromStep;
        object[u"origin"_s] = each.origin;
        object[u"trace"_s] = traceText(each.trace);
        object[u"step"_s] = each.step;
        array << object;
    }
    return array;
}

Result<std::vector<KeptRun>> runsFromJson(const QJsonArray &array)
{
    std::vector<KeptRun> runs;
    for (const QJsonValue &value : array) {
        const QJsonObject object = value.toObject();
        auto trace = traceFromText(object[u"trace"_s].toString());
        if (!trace)
            return tl::unexpected(trace.error());
        KeptRun run;
        run.number = std::max(1, object[u"number"_s].toInt());
        run.from = std::max(0, object[u"from"_s].toInt());
        run.fromStep = std::max(0, object[u"fromStep"_s].toInt());
        run.origin = object[u"origin"_s].toString();
        run.options = optionsFromJson(object);
        run.trace = std::move(*trace);
        run.step = std::clamp(object[u"step"_s].toInt(), 0, int(run.trace.size()));
        runs.push_back(std::move(run));
        if (runs.size() == mostRuns)
            break;
    }
    return runs;
}

Result<KeptScenario> scenarioFromJson(const QJsonObject &object)
{
    KeptScenario kept;
    if (object.contains(u"options"_s))
        kept.options = optionsFromJson(object[u"options"_s].toObject());
    kept.isExplored = object[u"explored"_s].toBool();
    kept.runs.source = object[u"source"_s].toString().toLatin1();
    auto open = runsFromJson(object[u"open"_s].toArray());
    auto closed = runsFromJson(object[u"closed"_s].toArray());
    if (!open || !closed)
        return tl::unexpected(open ? closed.error() : open.error());
    kept.runs.open = std::move(*open);
    kept.runs.closed = std::move(*closed);
    kept.runs.current =
        std::clamp(object[u"present"_s].toInt(), 0, std::max(0, int(kept.runs.open.size()) - 1));
    kept.runs.lastNumber = std::max(0, object[u"lastNumber"_s].toInt());
    return kept;
}

} // namespace

QJsonObject keptLabToJson(const KeptLab &lab)
{
    QJsonObject scenarios;
    for (const auto &[key, kept] : lab) {
        QJsonObject object{{u"explored"_s, kept.isExplored},
            {u"source"_s, QString::fromLatin1(kept.runs.source)}, {u"present"_s, kept.runs.current},
            {u"lastNumber"_s, kept.runs.lastNumber}, {u"open"_s, runsToJson(kept.runs.open)},
            {u"closed"_s, runsToJson(kept.runs.closed)}};
        if (kept.options)
            object[u"options"_s] = optionsToJson(*kept.options);
        scenarios[key] = object;
    }
    return {{u"scenarios"_s, scenarios}};
}

Result<KeptLab> keptLabFromJson(const QJsonObject &document)
{
    KeptLab lab;
    const QJsonObject scenarios = document[u"scenarios"_s].toObject();
    for (auto each = scenarios.begin(); each != scenarios.end(); ++each) {
        auto kept = scenarioFromJson(each.value().toObject());
        if (!kept)
            return tl::unexpected(kept.error());
        lab[each.key()] = std::move(*kept);
    }
    return lab;
}

} // namespace lockstep
