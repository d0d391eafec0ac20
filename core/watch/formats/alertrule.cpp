#include "core/watch/formats/alertrule.h"

#include "core/redis/values/coretext.h"
#include "core/watch/formats/formatfile.h"
#include "core/watch/values/jsonfields.h"

namespace lockstep {

using namespace Qt::StringLiterals;

namespace {

QStringList severityNames()
{
    QStringList names;
    for (const char *word : severityWords)
        names << QString::fromLatin1(word);
    return names;
}

QString familiesThatFit(const AlertCondition &condition)
{
    QStringList fitting;
    for (std::size_t i = 0; i < familyWords.size(); ++i) {
        if (condition.fits(static_cast<Family>(i)))
            fitting << QString::fromLatin1(familyWords[i]);
    }
    return fitting.join(CoreText::tr("\" or \""));
}

void readCondition(JsonFields &fields, AlertRule &rule)
{
    const QString when = fields.text("when");
    QString expected;
    const auto condition = alertConditionFrom(when, &expected);
    if (!condition)
        return fields.fail("when", expected);
    rule.when = *condition;
    if (rule.family && !rule.when.fits(*rule.family))
        fields.fail("family",
            CoreText::tr("\"%1\", or none, beside \"when\": \"%2\"")
                .arg(familiesThatFit(rule.when), rule.when.text()));
}

Result<AlertRule> alertRuleFromJson(const QJsonValue &value, const QString &file, qsizetype number)
{
    const QString place = CoreText::tr("%1, alert %2").arg(file, QString::number(number + 1));
    if (!value.isObject())
        return failure(ErrorCode::BadInput,
            CoreText::tr("%1: expected an object with \"glob\", \"when\" and \"name\"").arg(place));
    JsonFields fields(value.toObject(), place);
    AlertRule rule;
    rule.glob = Glob(fields.text("glob").toUtf8());
    if (!rule.glob.isClosed())
        fields.fail("glob", CoreText::tr("a ] after each [, or \\[ for the bracket itself"));
    if (const int family = fields.choice("family", familyNames()); fields.has("family"))
        rule.family = static_cast<Family>(family);
    readCondition(fields, rule);
    if (const QString lasts = fields.textOr("for", {}); !lasts.isEmpty()) {
        const auto length = lengthFrom(lasts);
        if (!length)
            fields.fail("for", CoreText::tr("a time such as 500ms, 30s, 5m, 2h or 1d"));
        rule.lasts = length.value_or(Milliseconds());
    }
    rule.name = fields.text("name");
    if (const int severity = fields.choice("severity", severityNames()); fields.has("severity"))
        rule.severity = static_cast<Severity>(severity);
    if (const auto done = fields.finish(); !done)
        return tl::unexpected(done.error());
    return rule;
}

} // namespace

QString severityId(Severity severity)
{
    return QString::fromLatin1(severityWords[static_cast<std::size_t>(severity)]);
}

bool AlertRule::namesOneKey() const
{
    return glob.isLiteral();
}

Result<std::vector<AlertRule>> alertRulesFromJson(const QJsonArray &list, const QString &file)
{
    std::vector<AlertRule> rules;
    for (qsizetype i = 0; i < list.size(); ++i) {
        auto rule = alertRuleFromJson(list[i], file, i);
        if (!rule)
            return tl::unexpected(rule.error());
        rules.push_back(std::move(*rule));
    }
    return rules;
}

QJsonObject alertRuleToJson(const AlertRule &rule)
{
    QJsonObject json{
        {u"glob"_s, QString::fromUtf8(rule.glob.pattern())},
        {u"when"_s, rule.when.text()},
        {u"name"_s, rule.name},
        {u"severity"_s, severityId(rule.severity)},
    };
    if (rule.family)
        json.insert(u"family"_s, familyNames().at(int(*rule.family)));
    if (rule.lasts > Milliseconds(0))
        json.insert(u"for"_s, lengthText(rule.lasts));
    return json;
}

} // namespace lockstep
