#pragma once

#include <QString>

namespace lockstep {

// One CSV cell with foreign text. It is quoted if RFC 4180 demands it, and also if it has a
// semicolon or a tab, which separate cells in some locales. A leading = + - @ tab or return gets an
// apostrophe in front.
QString csvCell(const QString &text);

// One cell for the clipboard: on one line, without tabs. A leading formula sign gets an apostrophe,
// too, unless the text is a number.
QString tsvCell(const QString &text);

} // namespace lockstep
