#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QString>

namespace lockstep {

// The bytes as a text, and once more, exactly, as field + "Base64" where the text is not them:
// where they are not UTF-8, or begin with a byte order mark, which no QString keeps.
void insertBytes(QJsonObject &object, const QString &field, const QByteArray &bytes);

// UTF-8 as it is; anything else, and what begins with a byte order mark, with \xNN for every byte
// that is not printable ASCII, and \\ for \.
QString textOrEscaped(const QByteArray &bytes);

} // namespace lockstep
