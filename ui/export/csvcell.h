#pragma once

#include <QString>

namespace lockstep {

// One cell of foreign text: quoted where RFC 4180 asks for it and where it holds a semicolon or a
// tabulator, which separate cells in some countries; a leading = + - @ tab or return disarmed by '.
QString csvCell(const QString &text);

// One cell for the clipboard: on one line, without tabulators, and disarmed likewise unless it is a
// number.
QString tsvCell(const QString &text);

} // namespace lockstep
