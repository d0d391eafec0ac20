#pragma once

#include <QCoreApplication>
#include <QString>

namespace lockstep {

// Where a stepped run comes from. It is kept as it stands here and said by originWords(), so that
// it follows the language of the window.
namespace runOrigin {
inline constexpr auto freeRun = QT_TRANSLATE_NOOP("lockstep::RunOrigin", "the free run");
inline constexpr auto trace = QT_TRANSLATE_NOOP("lockstep::RunOrigin", "a trace");
inline constexpr auto shortestWay = QT_TRANSLATE_NOOP("lockstep::RunOrigin", "the shortest way");
inline constexpr auto wayFound = QT_TRANSLATE_NOOP("lockstep::RunOrigin", "a way found so far");
inline constexpr auto map = QT_TRANSLATE_NOOP("lockstep::RunOrigin", "from the map");
} // namespace runOrigin

// The origin in the language of the window.
inline QString originWords(const QString &origin)
{
    return QCoreApplication::translate("lockstep::RunOrigin", origin.toUtf8().constData());
}

} // namespace lockstep
