#include "core/redis/values/readfile.h"

#include "core/redis/values/coretext.h"

#include <QFile>

#include <algorithm>

namespace lockstep {

Result<QByteArray> readFile(const QString &path, qint64 most)
{
    auto contents = readBeginning(path, most + 1);
    if (contents && contents->size() > most)
        return failure(
            ErrorCode::BadInput, CoreText::tr("%1: expected at most %2 bytes").arg(path).arg(most));
    return contents;
}

Result<QByteArray> readBeginning(const QString &path, qint64 most)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return failure(
            ErrorCode::FileUnreadable, QStringLiteral("%1: %2").arg(path, file.errorString()));
    // Files of /proc, and whatever is no regular file, have no size.
    const qint64 size = file.size();
    const QByteArray contents = file.read(size > 0 ? std::min(size, most) : most);
    if (file.error() != QFileDevice::NoError)
        return failure(
            ErrorCode::FileUnreadable, QStringLiteral("%1: %2").arg(path, file.errorString()));
    return contents;
}

} // namespace lockstep
