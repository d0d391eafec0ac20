#pragma once

#include <QCoreApplication>
#include <QString>

namespace lockstep {

// Where a stepped run comes from. A run stores the English text; originWords() translates it when
// it is shown, so that it follows a change of the window's language.
namespace runOrigin {
inline constexpr auto freeRun = QT_TRANSLATE_NOOP("lockstep::RunOrigin", "the free run");
inline constexpr auto trace = QT_TRANSLATE_NOOP("lockstep::RunOrigin", "a trace");
inline constexpr auto shortestWay = QT_TRANSLATE_NOOP("lockstep::RunOrigin", "the shortest way");
inline constexpr auto wayFound = QT_TRANSLATE_NOOP("lockstep::RunOrigin", "a way found so far");
inline constexpr auto map = QT_TRANSLATE_NOOP("lockstep::RunOrigin", "from the map");
} // namespace runOrigin

// The origin in the language of the window. origin: one of the texts of runOrigin.
inline QString originWords(const QString &origin)
{
    return QCoreApplication::translate("lockstep::RunOrigin", origin.toUtf8().constData());
}

} // namespace lockstep
