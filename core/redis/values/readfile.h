#pragma once

#include "core/redis/values/error.h"

#include <QByteArray>
#include <QString>

namespace lockstep {

// Reads a whole file. Blocks as long as the disk does. Errors: FileUnreadable (path and reason);
// BadInput (path), the file has more than `most` bytes.
Result<QByteArray> readFile(const QString &path, qint64 most);
// Reads the first `most` bytes of a file, or all if it has fewer. Errors: FileUnreadable (path and
// reason).
Result<QByteArray> readBeginning(const QString &path, qint64 most);

} // namespace lockstep
