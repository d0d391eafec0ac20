#pragma once

#include <QFont>
#include <QFontMetricsF>

namespace lockstep {

// The system's fixed-width face at the size of a text font.
QFont fixedFont(const QFont &beside);

// Pixels between a table's cell and what is in it, for the font of its text.
double sidePadding(const QFontMetricsF &metrics);
// The first column's left side is in line with the panel's title.
double edgePadding(const QFontMetricsF &metrics);

} // namespace lockstep
