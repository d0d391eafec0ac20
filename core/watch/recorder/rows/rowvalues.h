#pragma once

#include "core/watch/values/ttl.h"

#include <QJsonObject>
#include <QString>
#include <QVariant>

#include <algorithm>
#include <optional>

namespace lockstep {

// Values as columns of a row, and as fields of the column `detail`, which is a JSON object.

template <typename Number> QVariant orNull(const std::optional<Number> &number)
{
    return number ? QVariant(qint64(*number)) : QVariant();
}

// The JSON; NULL where it would be empty.
QVariant detailOf(const QJsonObject &object);
QJsonObject detailFrom(const QVariant &column);

// Whole numbers as such: they are shorter, and exact beyond 2^53. large: value, where that is an
// integer that a double rounds.
QVariant numberOf(const std::optional<double> &value, const std::optional<qint64> &large = {});
std::optional<double> numberFrom(const QVariant &column);
// Only an integer that a double would round.
std::optional<qint64> largeFrom(const QVariant &column);
std::optional<qint64> integerFrom(const QVariant &column);
std::optional<qint64> integerFrom(const QJsonObject &detail, const char *field);
std::optional<Milliseconds> durationFrom(const std::optional<qint64> &count);
QVariant numberInDetail(const QJsonObject &detail, const char *field);

// What is empty, absent or NULL gets no field.
void insertText(QJsonObject &detail, const char *field, const QString &text);
void insertCount(QJsonObject &detail, const char *field, const std::optional<Milliseconds> &length);
void insertNumber(QJsonObject &detail, const char *field, const QVariant &number);

// Which of them has that word; the first of the type where none has.
template <typename Enum, typename List>
Enum wordFrom(const QString &word, const List &all, QString (*idOf)(Enum))
{
    const auto found =
        std::find_if(all.begin(), all.end(), [&](Enum each) { return idOf(each) == word; });
    return found == all.end() ? Enum() : *found;
}

} // namespace lockstep
