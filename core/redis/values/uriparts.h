#pragma once

#include "core/redis/values/error.h"

#include <QByteArray>
#include <QString>
#include <QStringView>

// What the parts of a URI have in common. Errors: BadUri, which names the part.
namespace lockstep::UriParts {

tl::unexpected<Error> badUri(const QString &sentence);

// Decodes percent-encoding. name: what the part is called in an error.
Result<QByteArray> decoded(QStringView part, const QString &name);
// Decodes a name of a host or file, and refuses control characters.
Result<QString> decodedText(QStringView part, const QString &name);

// Digits only; anything else, and what is out of bounds, is refused with the sentence.
Result<int> number(QStringView part, int lowest, int highest, const QString &sentence);
Result<int> databaseNumber(QStringView part);

} // namespace lockstep::UriParts
