#pragma once

#include <QRectF>
#include <QString>

#include <vector>

namespace lockstep {

struct LaneContext;

// What is written about a violation, above the lanes.
struct ViolationLabel
{
    std::size_t violation = 0; // place in RoundTracks::violations
    QRectF area;
    QString words; // in full; where there is no room for all of them, the beginning is painted
};

// The labels of the violations that can be seen, in their order. None is left out, and none covers
// another: each stands at its moment if there is room, else as near to it as the others allow.
std::vector<ViolationLabel> violationLabels(const LaneContext &context, const QRectF &area);
void paintViolationLabels(const LaneContext &context, const QRectF &area);

} // namespace lockstep
