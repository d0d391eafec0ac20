#pragma once

#include "core/watch/snapshot/snapshot.h"

#include <QJsonObject>

namespace lockstep {

// Values of the JSON of snapshots and of journal lines. What is unknown is null.

// A whole number where it is one, as far as JSON's numbers are exact.
QJsonValue jsonNumber(double value);
QJsonValue jsonNumber(const std::optional<double> &value);
// large: the same value where it is a whole number that is not exact as a double.
QJsonValue jsonNumber(const std::optional<double> &value, const std::optional<qint64> &large);
QJsonValue jsonMilliseconds(const std::optional<Milliseconds> &duration);
QJsonValue jsonText(const QString &text); // null where it is empty

// Inserts the token of the holder as the field.
void insertHolder(QJsonObject &object, const QString &field, const CowOptional<Holder> &holder);
// Inserts "alert", "severity" and "when".
void insertRule(QJsonObject &object, const AlertRule &rule);

} // namespace lockstep
