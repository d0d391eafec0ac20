#pragma once

#include "core/redis/values/error.h"
#include "core/watch/formats/formatdata.h"

#include <QByteArray>
#include <QString>

#include <memory>
#include <vector>

namespace lockstep {

using FormatDataPtr = std::shared_ptr<const FormatData>;

// The formats of one file. file: its name, for errors.
// Errors: BadInput with file, format and field, and what was expected.
Result<std::vector<FormatDataPtr>> formatsFromJson(const QByteArray &json, const QString &file);

QStringList familyNames(); // in the order of Family
std::optional<Family> familyNamed(const QString &name); // nothing: it is none of familyNames()

} // namespace lockstep
