#include "core/watch/snapshot/jsonvalues.h"

#include "core/redis/values/bytestext.h"
#include "core/watch/snapshot/jsonids.h"

#include <cmath>

namespace lockstep {

QJsonValue jsonNumber(double value)
{
    constexpr double exact = 9007199254740992.0; // 2^53
    if (std::abs(value) <= exact && std::trunc(value) == value)
        return static_cast<qint64>(value);
    return std::isfinite(value) ? QJsonValue(value) : QJsonValue();
}

QJsonValue jsonNumber(const std::optional<double> &value)
{
    return value ? jsonNumber(*value) : QJsonValue();
}

QJsonValue jsonNumber(const std::optional<double> &value, const std::optional<qint64> &large)
{
    return large ? QJsonValue(*large) : jsonNumber(value);
}

QJsonValue jsonMilliseconds(const std::optional<Milliseconds> &duration)
{
    return duration ? QJsonValue(static_cast<qint64>(duration->count())) : QJsonValue();
}

QJsonValue jsonText(const QString &text)
{
    return text.isEmpty() ? QJsonValue() : QJsonValue(text);
}

void insertHolder(QJsonObject &object, const QString &field, const CowOptional<Holder> &holder)
{
    if (holder)
        insertBytes(object, field, holder->token);
    else
        object.insert(field, QJsonValue());
}

void insertRule(QJsonObject &object, const AlertRule &rule)
{
    object.insert(QLatin1String("alert"), rule.name);
    object.insert(QLatin1String("severity"), severityId(rule.severity));
    object.insert(QLatin1String("when"), rule.when.text());
}

} // namespace lockstep
