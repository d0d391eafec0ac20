#pragma once

#include "core/watch/items/item.h"

class QColor;
class QPainter;
class QRectF;

namespace lockstep {

// Draws the last `span` of a series over the whole width of the area; of a younger series it draws
// all. It is a step line scaled to the visible values. The line is interrupted where the object was
// gone (NaN), and at the upper edge where the value is infinite. The last value holds until now, or
// until unseenSince; the time after that is hatched. The cost grows with the width of the area, not
// with the number of points. Draws nothing for an empty series. Restores the painter.
void paintSparkline(QPainter &painter, const QRectF &area, const Series &series, Instant now,
    Milliseconds span, const QColor &colour, std::optional<Instant> unseenSince = {});

} // namespace lockstep
