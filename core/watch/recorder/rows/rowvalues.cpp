#include "core/watch/recorder/rows/rowvalues.h"

#include <QJsonDocument>

#include <cmath>

namespace lockstep {

QVariant detailOf(const QJsonObject &object)
{
    if (object.isEmpty())
        return {};
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

QJsonObject detailFrom(const QVariant &column)
{
    return QJsonDocument::fromJson(column.toString().toUtf8()).object();
}

QVariant numberOf(const std::optional<double> &value, const std::optional<qint64> &large)
{
    constexpr double exact = 9007199254740992.0; // 2^53
    if (large)
        return *large;
    if (!value)
        return {};
    if (std::abs(*value) <= exact && std::trunc(*value) == *value)
        return qint64(*value);
    return *value;
}

std::optional<double> numberFrom(const QVariant &column)
{
    return column.isNull() ? std::nullopt : std::optional(column.toDouble());
}

std::optional<qint64> largeFrom(const QVariant &column)
{
    constexpr qint64 exact = qint64(1) << 53;
    if (column.typeId() != QMetaType::LongLong || std::abs(column.toLongLong()) < exact)
        return {};
    return column.toLongLong();
}

std::optional<qint64> integerFrom(const QVariant &column)
{
    return column.isNull() ? std::nullopt : std::optional(column.toLongLong());
}

std::optional<qint64> integerFrom(const QJsonObject &detail, const char *field)
{
    const auto value = detail.value(QLatin1String(field));
    return value.isDouble() ? std::optional(value.toInteger()) : std::nullopt;
}

std::optional<Milliseconds> durationFrom(const std::optional<qint64> &count)
{
    return count ? std::optional(Milliseconds(*count)) : std::nullopt;
}

void insertText(QJsonObject &detail, const char *field, const QString &text)
{
    if (!text.isEmpty())
        detail.insert(QLatin1String(field), text);
}

void insertCount(QJsonObject &detail, const char *field, const std::optional<Milliseconds> &length)
{
    if (length)
        detail.insert(QLatin1String(field), qint64(length->count()));
}

QVariant numberInDetail(const QJsonObject &detail, const char *field)
{
    const QJsonValue value = detail.value(QLatin1String(field));
    if (!value.isDouble())
        return {};
    return value.toVariant();
}

void insertNumber(QJsonObject &detail, const char *field, const QVariant &number)
{
    if (!number.isNull())
        detail.insert(QLatin1String(field), QJsonValue::fromVariant(number));
}

} // namespace lockstep
