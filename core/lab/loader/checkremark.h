#pragma once

#include <QByteArray>
#include <QString>

namespace lockstep {

// What is written beside a function that begins at that line of the source, from 1: the comment in
// its first line, above it, or in the line below; else the name that it is given there. Empty:
// nothing.
QString remarkOfFunction(const QByteArray &source, int line);

} // namespace lockstep
