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

// Of a map with so few states that there is room for them: on their lines, none over another and
// none over a state. dot: width of a state. Empty: the map is larger; an edge without a place of
// its own has none.
std::vector<EdgeLabel> edgeLabels(const ExplorationMap &map, const MapGeometry &geometry,
    const QFontMetricsF &metrics, double dot);

} // namespace lockstep
