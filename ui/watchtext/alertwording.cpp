#include "ui/watchtext/alertwording.h"

#include "ui/text/wording.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

class Words
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::AlertWording)
};

constexpr double mostExact = 9'007'199'254'740'992; // a double has no more digits

} // namespace

QString alertValue(const AlertCondition &condition, const std::optional<double> &value)
{
    using Kind = AlertCondition::Kind;
    if (!value)
        return {};
    switch (condition.kind) {
    case Kind::Held:
    case Kind::Waiting:
    case Kind::Exhausted:
        return wording::age(Milliseconds(qint64(*value)));
    case Kind::Used:
        return wording::percent(*value / 100);
    case Kind::Rate:
        return wording::rate(*value) + QStringLiteral("/s");
    case Kind::Renewals:
    case Kind::Waiters:
    case Kind::Value: {
        const bool isRounded = std::abs(*value) > mostExact;
        return (isRounded ? QStringLiteral("≈ ") : QString()) + wording::number(*value);
    }
    case Kind::Immortal:
    case Kind::Gone:
        break;
    }
    return {};
}

QString alertWhat(const AlertRule &rule, const std::optional<double> &value)
{
    const QString when = rule.when.text();
    const QString measured = alertValue(rule.when, value);
    //: %1: a condition ("held > 30s"), %2: what was measured
    return measured.isEmpty() ? when : Words::tr("%1, now %2").arg(when, measured);
}

QString alertWhatAt(const Alert &alert, Instant at)
{
    if (!alert.rule->when.measuresTime() || !alert.value)
        return alertWhat(*alert.rule, alert.value);
    // It fires since the time was reached that the condition asks for.
    const auto beyond = std::chrono::duration_cast<Milliseconds>(at - alert.since);
    return alertWhat(*alert.rule,
        double((alert.rule->when.duration + std::max(beyond, Milliseconds(0))).count()));
}

QString severityWord(Severity severity)
{
    switch (severity) {
    case Severity::Info:
        return Words::tr("info", "severity of an alert");
    case Severity::Warning:
        return Words::tr("warning", "severity of an alert");
    case Severity::Critical:
        return Words::tr("critical", "severity of an alert");
    }
    return {};
}

} // namespace lockstep
