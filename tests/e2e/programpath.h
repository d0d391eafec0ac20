#pragma once

#include <QDir>
#include <QFileInfo>

namespace lockstep {

// The built program, which lies in the build folder as the tests do. No test has the path compiled
// into it, so what a compiler's cache keeps of it serves in any folder.
inline QString programPath()
{
    const QString folder = QFileInfo(QStringLiteral("/proc/self/exe")).canonicalPath();
    return QDir::cleanPath(folder + QStringLiteral("/../../app/lockstep"));
}

} // namespace lockstep
