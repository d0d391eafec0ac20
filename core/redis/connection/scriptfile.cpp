#include "core/redis/connection/scriptfile.h"

#include <QFile>

namespace lockstep {

Script scriptFile(const QString &name)
{
    QFile file(QStringLiteral(":/lockstep/scripts/%1.lua").arg(name));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("resources/scripts/%s.lua was not built in", qPrintable(name));
    return Script(file.readAll());
}

} // namespace lockstep
