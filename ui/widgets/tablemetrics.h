#pragma once

#include <QFont>
#include <QFontMetricsF>

namespace lockstep {

// The system's fixed-width font, in a size that fits beside the given font.
QFont fixedFont(const QFont &beside);

// The pixels between the edge of a cell and its content. metrics: of the font of the cell.
double sidePadding(const QFontMetricsF &metrics);
// The same at the left edge of the first column, where it aligns the text with the panel's title.
double edgePadding(const QFontMetricsF &metrics);

} // namespace lockstep
