#pragma once

#include <QByteArray>

namespace lockstep {

// UTF-8 in which no character acts on a terminal or on the order of the text around it: control
// characters other than the line feed and the tabulator, marks of direction, line and paragraph
// separators become \uXXXX. What is JSON stays the same JSON.
QByteArray terminalText(const QByteArray &utf8);

} // namespace lockstep
