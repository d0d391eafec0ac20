#pragma once

#include "core/redis/values/error.h"

#include <QByteArray>
#include <QJsonObject>
#include <QString>

namespace lockstep {

// The top object of a JSON file that people write by hand: a field that is given twice is an error.
// element: what the file lists, for the error ("rule"). Errors: BadInput with file and place.
Result<QJsonObject> jsonObject(const QByteArray &json, const QString &file, const QString &element);

} // namespace lockstep
