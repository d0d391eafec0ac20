#pragma once

#include <QByteArray>
#include <QString>

namespace lockstep {

// What the author wrote beside a function that begins at that line of the source (counted from 1):
// the comment in its first line, above it, or in the line below; else the name it is given there.
// Empty if there is neither.
QString remarkOfFunction(const QByteArray &source, int line);

} // namespace lockstep
