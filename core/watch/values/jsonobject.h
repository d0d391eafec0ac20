#pragma once

#include "core/redis/values/error.h"

#include <QByteArray>
#include <QJsonObject>
#include <QString>

namespace lockstep {

// The top object of a JSON file that people write by hand: a field that is given twice is an error.
// Errors: BadInput with file and place; what is in a list of the top object is named after that:
// "rule 2" of "rules".
Result<QJsonObject> jsonObject(const QByteArray &json, const QString &file);

} // namespace lockstep
