#pragma once

#include <QRectF>
#include <QString>

#include <vector>

namespace lockstep {

struct LaneContext;

// What is said of a violation, above the lanes.
struct BreachLabel
{
    std::size_t breach = 0; // place in RoundTracks::breaches
    QRectF area;
    QString words; // in full; where there is no room for all of them, the beginning is painted
};

// Of the violations that can be seen, in their order. None is left out, and none covers another:
// each stands at its moment if there is room, else as near as the others let it.
std::vector<BreachLabel> breachLabels(const LaneContext &context, const QRectF &area);
void paintBreachLabels(const LaneContext &context, const QRectF &area);

} // namespace lockstep
