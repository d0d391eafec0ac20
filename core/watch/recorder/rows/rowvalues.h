#pragma once

#include "core/watch/values/ttl.h"

#include <QJsonObject>
#include <QString>
#include <QVariant>

#include <algorithm>
#include <optional>

namespace lockstep {

// These convert values to columns of a row, and to fields of the column `detail`, a JSON object.

template <typename Number> QVariant orNull(const std::optional<Number> &number)
{
    return number ? QVariant(qint64(*number)) : QVariant();
}

// The JSON as text; NULL if the object is empty.
QVariant detailOf(const QJsonObject &object);
QJsonObject detailFrom(const QVariant &column);

// Integers are stored as integers: they are shorter, and exact beyond 2^53. large: the exact value,
// if it is an integer that a double rounds.
QVariant numberOf(const std::optional<double> &value, const std::optional<qint64> &large = {});
std::optional<double> numberFrom(const QVariant &column);
// The value, if it is an integer that a double may round; otherwise nothing.
std::optional<qint64> largeFrom(const QVariant &column);
std::optional<qint64> integerFrom(const QVariant &column);
std::optional<qint64> integerFrom(const QJsonObject &detail, const char *field);
std::optional<Milliseconds> durationFrom(const std::optional<qint64> &count);
QVariant numberInDetail(const QJsonObject &detail, const char *field);

// These insert nothing for a value that is empty, absent or NULL.
void insertText(QJsonObject &detail, const char *field, const QString &text);
void insertCount(QJsonObject &detail, const char *field, const std::optional<Milliseconds> &length);
void insertNumber(QJsonObject &detail, const char *field, const QVariant &number);

// The value of the list whose id is that word; the first value of the enum if none has it.
template <typename Enum, typename List>
Enum wordFrom(const QString &word, const List &all, QString (*idOf)(Enum))
{
    const auto found =
        std::find_if(all.begin(), all.end(), [&](Enum each) { return idOf(each) == word; });
    return found == all.end() ? Enum() : *found;
}

} // namespace lockstep
