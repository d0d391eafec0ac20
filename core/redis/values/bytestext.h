#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QString>

namespace lockstep {

// Inserts the bytes as a text. If they are not UTF-8, or begin with a byte order mark (which no
// QString keeps), the exact bytes are inserted as well, as field + "Base64".
void insertBytes(QJsonObject &object, const QString &field, const QByteArray &bytes);

// UTF-8 as it is; anything else, and what begins with a byte order mark, with \xNN for every byte
// that is not printable ASCII, and \\ for \.
QString textOrEscaped(const QByteArray &bytes);

} // namespace lockstep
