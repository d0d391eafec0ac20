#pragma once

#include <QByteArray>
#include <QFile>

namespace lockstep {

// What is in a file; empty if it cannot be read.
inline QByteArray contentsOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace lockstep
