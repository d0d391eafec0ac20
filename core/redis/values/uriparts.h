#pragma once

#include "core/redis/values/error.h"

#include <QByteArray>
#include <QLatin1StringView>
#include <QString>
#include <QStringView>

// What the parts of a URI have in common. Errors: BadUri, which names the part.
namespace lockstep::UriParts {

tl::unexpected<Error> badUri(const QString &sentence);

// Without percent-encoding.
Result<QByteArray> decoded(QStringView part, QLatin1StringView name);
// For names of hosts and files: text without control characters.
Result<QString> decodedText(QStringView part, QLatin1StringView name);

// Digits only; anything else, and what is out of bounds, is refused with the sentence.
Result<int> number(QStringView part, int lowest, int highest, const QString &sentence);
Result<int> databaseNumber(QStringView part);

} // namespace lockstep::UriParts
