#pragma once

#include "core/redis/values/error.h"
#include "core/watch/formats/alertcondition.h"
#include "core/watch/values/glob.h"

#include <QJsonArray>
#include <QJsonObject>

#include <array>
#include <memory>
#include <vector>

namespace lockstep {

enum class Severity : quint8 { Info, Warning, Critical };
// The names of severities in rules and JSON, in the order of Severity. A rule without one is a
// warning.
inline constexpr std::array severityWords{"info", "warning", "critical"};
QString severityId(Severity severity);

// One of the alerts of a rules file: a condition, and the keys for which it is checked.
struct AlertRule
{
    Glob glob; // closed, and not empty
    std::optional<Family> family; // only objects of that family; nothing: of any
    AlertCondition when;
    // "for": how long the condition has to be true before the alert fires; 0 for at once
    Milliseconds lasts{};
    QString name; // not empty
    Severity severity = Severity::Warning;

    // Whether the glob matches only one name. The condition "gone" then also holds for a key that
    // was never seen.
    [[nodiscard]] bool namesOneKey() const;

    friend bool operator==(const AlertRule &a, const AlertRule &b)
    {
        return a.glob.pattern() == b.glob.pattern() && a.family == b.family && a.when == b.when
            && a.lasts == b.lasts && a.name == b.name && a.severity == b.severity;
    }
};
using AlertRulePtr = std::shared_ptr<const AlertRule>;

// Errors: BadInput with file, number of the alert, field, and what was expected.
Result<std::vector<AlertRule>> alertRulesFromJson(const QJsonArray &list, const QString &file);
QJsonObject alertRuleToJson(const AlertRule &rule);

} // namespace lockstep
