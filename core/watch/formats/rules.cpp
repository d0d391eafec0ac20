// A rule that forces a family still leaves open how to count: that follows from the type of the key
// and, for the rest, from its contents or from the rule's "kind". The formats made here are
// ordinary ones, built from the same description that the files hold, so that there is one way to
// read a key.

#include "core/watch/formats/rules.h"

#include "core/redis/values/coretext.h"
#include "core/watch/formats/formatfile.h"
#include "core/watch/values/hyperloglog.h"
#include "core/watch/values/jsonfields.h"
#include "core/watch/values/jsonobject.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <cmath>

namespace lockstep {

using namespace Qt::StringLiterals;

namespace {

const QString ignoreName = u"ignore"_s;

Result<Rule> ruleFromJson(const QJsonValue &value, const QString &file, qsizetype number)
{
    const QString place = CoreText::tr("%1, rule %2").arg(file, QString::number(number + 1));
    if (!value.isObject())
        return failure(
            ErrorCode::BadInput, CoreText::tr("%1: expected an object with a \"glob\"").arg(place));
    JsonFields fields(value.toObject(), place);
    Rule rule;
    rule.glob = Glob(fields.text("glob").toUtf8());
    if (!rule.glob.isClosed())
        fields.fail("glob", CoreText::tr("a ] after each [, or \\[ for the bracket itself"));
    const QStringList families = familyNames() + QStringList{ignoreName};
    const QString family = families.at(fields.choice("family", families));
    if (fields.has("family")) { // else it is as recognised
        rule.isIgnored = family == ignoreName;
        rule.family = familyNamed(family);
    }
    rule.name = fields.textOr("name", {});
    rule.kind = fields.textOr("kind", {});
    if (!rule.kind.isEmpty() && rule.family != Family::Counter)
        fields.fail("kind", CoreText::tr("it only beside \"family\": \"counter\""));
    else if (!rule.kind.isEmpty() && !counterKinds().contains(rule.kind))
        fields.fail("kind", CoreText::tr("one of \"%1\"").arg(counterKinds().join(u"\", \""_s)));
    rule.bounds.limit = fields.whole("limit");
    if (const auto window = fields.whole("windowMs")) {
        rule.bounds.window = windowFrom(*window);
        if (!rule.bounds.window)
            fields.fail("windowMs", CoreText::tr("a century at most, 3155760000000"));
    }
    rule.hasMetrics = fields.flag("metrics");
    if (rule.hasMetrics && rule.isIgnored)
        fields.fail("metrics", CoreText::tr("it only where the keys are not ignored"));
    if (const auto done = fields.finish(); !done)
        return tl::unexpected(done.error());
    return rule;
}

// The "reader" of a format for such a key: what the files of resources/formats say in its place.
QJsonObject readerOf(
    Family family, const QString &kind, const Probe &probe, const Rule &rule, TimeUnit unit)
{
    const QString unitName = timeUnitNames().at(int(unit));
    const auto reader = [](const QString &name) { return QJsonObject{{u"name"_s, name}}; };
    switch (probe.type) {
    case KeyType::String:
        if (family == Family::Lock)
            return reader(u"token lock"_s);
        if (kind == u"HyperLogLog" || (kind.isEmpty() && isHyperLogLog(probe.text)))
            return reader(u"hyperloglog"_s);
        return reader(kind == u"bitmap" ? kind : u"number"_s);
    case KeyType::Hash:
        if (family == Family::Lock)
            return reader(u"hash lock"_s);
        return {{u"name"_s, u"size"_s}, {u"command"_s, u"HLEN"_s}};
    case KeyType::SortedSet:
        if (family == Family::Lock)
            return {{u"name"_s, u"leases"_s}, {u"unit"_s, unitName}, {u"namesHolders"_s, true}};
        if (rule.bounds.window || family == Family::Bucket)
            return {{u"name"_s, u"zset window"_s}, {u"unit"_s, unitName}};
        return {{u"name"_s, u"size"_s}, {u"command"_s, u"ZCARD"_s}};
    case KeyType::List:
        if (family == Family::Bucket)
            return {{u"name"_s, u"list window"_s}, {u"unit"_s, unitName}};
        return {{u"name"_s, u"size"_s}, {u"command"_s, u"LLEN"_s}};
    case KeyType::Set:
        return {{u"name"_s, u"size"_s}, {u"command"_s, u"SCARD"_s}};
    default:
        return {};
    }
}

// The unit in which this number is a time near now.
TimeUnit unitOf(double number, WallTime now)
{
    for (const TimeUnit unit : {TimeUnit::Second, TimeUnit::Millisecond, TimeUnit::Microsecond}) {
        if (std::abs(number / numberFrom(now, unit) - 1) < 0.5)
            return unit;
    }
    return TimeUnit::Second;
}

QString kindOf(Family family, const Rule &rule, const Probe &probe)
{
    if (family == Family::Lock)
        return u"lock"_s;
    if (family == Family::Bucket)
        return u"limit"_s;
    if (!rule.kind.isEmpty())
        return rule.kind == u"presence" ? QString() : rule.kind;
    return probe.type == KeyType::String && isHyperLogLog(probe.text) ? u"HyperLogLog"_s
                                                                      : QString();
}

QJsonObject jsonOf(const Rule &rule)
{
    QJsonObject json{{u"glob"_s, QString::fromUtf8(rule.glob.pattern())}};
    if (rule.isIgnored)
        json.insert(u"family"_s, ignoreName);
    else if (rule.family)
        json.insert(u"family"_s, familyNames().at(int(*rule.family)));
    if (!rule.kind.isEmpty())
        json.insert(u"kind"_s, rule.kind);
    if (!rule.name.isEmpty())
        json.insert(u"name"_s, rule.name);
    if (rule.bounds.limit)
        json.insert(u"limit"_s, qint64(*rule.bounds.limit));
    if (rule.bounds.window)
        json.insert(u"windowMs"_s, qint64(rule.bounds.window->count()));
    if (rule.hasMetrics)
        json.insert(u"metrics"_s, true);
    return json;
}

QByteArray lineOf(const QJsonObject &json)
{
    return QJsonDocument(json).toJson(QJsonDocument::Compact);
}

// One element a line, for people and their tools.
QByteArray listOf(const QByteArray &field, const QList<QJsonObject> &elements)
{
    QByteArray text = '"' + field + "\": [";
    for (qsizetype i = 0; i < elements.size(); ++i)
        text += (i == 0 ? "\n    " : ",\n    ") + lineOf(elements[i]);
    return text + "\n]";
}

QString nameOfType(KeyType type)
{
    switch (type) {
    case KeyType::List:
        return u"list"_s;
    case KeyType::Set:
        return u"set"_s;
    case KeyType::SortedSet:
        return u"sorted set"_s;
    case KeyType::Hash:
        return u"hash"_s;
    default:
        return u"string"_s;
    }
}

} // namespace

const QStringList &counterKinds()
{
    static const QStringList kinds{u"string"_s, u"set"_s, u"sorted set"_s, u"bitmap"_s,
        u"HyperLogLog"_s, u"hash"_s, u"list"_s, u"presence"_s};
    return kinds;
}

const Rule *ruleFor(const std::vector<Rule> &rules, QByteArrayView key)
{
    const auto found = std::find_if(
        rules.begin(), rules.end(), [key](const Rule &rule) { return rule.glob.matches(key); });
    return found == rules.end() ? nullptr : &*found;
}

QByteArray rulesToJson(const RuleSet &set, const QString &about)
{
    QByteArray text = "{";
    if (!about.isEmpty()) {
        const QByteArray field = lineOf({{u"about"_s, about}});
        text += field.mid(1, field.size() - 2) + ",\n";
    }
    QList<QJsonObject> rules;
    for (const Rule &rule : set.rules)
        rules << jsonOf(rule);
    text += listOf("rules", rules);
    if (!set.alerts.empty()) {
        QList<QJsonObject> alerts;
        for (const AlertRule &alert : set.alerts)
            alerts << alertRuleToJson(alert);
        text += ",\n" + listOf("alerts", alerts);
    }
    return text + "}\n";
}

Result<RuleSet> rulesFromJson(const QByteArray &json, const QString &file)
{
    const Result<QJsonObject> top = jsonObject(json, file);
    if (!top)
        return tl::unexpected(top.error());
    JsonFields fields(*top, file);
    (void)fields.textOr("about", {});
    if (!fields.has("rules") && !fields.has("alerts"))
        fields.fail("rules", CoreText::tr("a list of rules"));
    const QJsonArray list = fields.array("rules").value_or(QJsonArray());
    const QJsonArray alertList = fields.array("alerts").value_or(QJsonArray());
    if (const auto done = fields.finish(); !done)
        return tl::unexpected(done.error());
    RuleSet set;
    for (qsizetype i = 0; i < list.size(); ++i) {
        auto rule = ruleFromJson(list[i], file, i);
        if (!rule)
            return tl::unexpected(rule.error());
        set.rules.push_back(std::move(*rule));
    }
    auto alerts = alertRulesFromJson(alertList, file);
    if (!alerts)
        return tl::unexpected(alerts.error());
    set.alerts = std::move(*alerts);
    return set;
}

std::shared_ptr<const FormatData> forcedFormat(
    const Rule &rule, const Probe &probe, const ServerTime &time)
{
    if (!rule.family)
        return nullptr;
    const WallTime now = serverNow(time);
    double sample = probe.members.empty() ? 0 : probe.members.back().second;
    if (!probe.elements.empty())
        sample = probe.elements.front().toDouble();
    const QJsonObject reader =
        readerOf(*rule.family, kindOf(*rule.family, rule, probe), probe, rule, unitOf(sample, now));
    if (reader.isEmpty())
        return nullptr;
    auto format = std::make_shared<FormatData>();
    format->family = *rule.family;
    const QString kind = kindOf(*rule.family, rule, probe);
    format->kind = kind.isEmpty() ? nameOfType(probe.type) : kind;
    format->id = u"rule-"_s + familyNames().at(int(*rule.family));
    format->type = probe.type;
    format->trust = Trust::Signature;
    format->countsPresence = rule.kind == u"presence";
    format->persistentIsNormal = *rule.family == Family::Counter;
    JsonFields fields(reader, format->id);
    format->reader = makeReader(fields, {});
    return fields.finish() ? format : nullptr;
}

} // namespace lockstep
