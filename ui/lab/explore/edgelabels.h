#pragma once

#include "core/lab/explore/explorationmap.h"
#include "ui/lab/explore/mapgeometry.h"

#include <QFontMetricsF>
#include <QString>

#include <vector>

namespace lockstep {

// Who takes the step of an edge: "A", "T", "X(A)".
struct EdgeLabel
{
    int edge = 0;
    QRectF area;
    QString words;
};

// The labels of a map that has few enough states: each stands on the line of its edge, none covers
// another or a state. dot: the width of a state. An edge without room has no label; a larger map
// has none at all.
std::vector<EdgeLabel> edgeLabels(const ExplorationMap &map, const MapGeometry &geometry,
    const QFontMetricsF &metrics, double dot);

} // namespace lockstep
