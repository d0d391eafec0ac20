#pragma once

#include "core/lab/explore/interleavingmap.h"
#include "ui/lab/explore/mapgeometry.h"

#include <QFontMetricsF>
#include <QString>

#include <vector>

namespace lockstep {

// The label of an edge of the map, which says who takes the step: "A", "T", "X(A)".
struct EdgeLabel
{
    int edge = 0;
    QRectF area;
    QString words;
};

// Places the labels of a map with few states. Each stands on the line of its edge, and none covers
// another label or a state. An edge without room gets no label; a larger map gets none at all. dot:
// width of a state.
std::vector<EdgeLabel> edgeLabels(const InterleavingMap &map, const MapGeometry &geometry,
    const QFontMetricsF &metrics, double dot);

} // namespace lockstep
