#pragma once

#include <QRectF>
#include <QString>

#include <vector>

namespace lockstep {

struct LaneContext;

// The label of a violation, painted above the lanes.
struct ViolationLabel
{
    std::size_t violation = 0; // index in RoundTracks::violations
    QRectF area;
    QString words; // the full text; only its beginning is painted if area is too narrow
};

// The labels of the violations that can be seen, in their order. None is left out, and none covers
// another: each stands at its moment if there is room, else as near to it as the others allow.
std::vector<ViolationLabel> violationLabels(const LaneContext &context, const QRectF &area);
void paintViolationLabels(const LaneContext &context, const QRectF &area);

} // namespace lockstep
