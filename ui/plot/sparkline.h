#pragma once

#include "core/watch/items/item.h"

class QColor;
class QPainter;
class QRectF;

namespace lockstep {

// Draws the last span of a series into area, or, of one that is younger, all of it, over the whole
// width: a step line scaled to the values that are visible,
// open where the object was gone (NaN), at the upper edge where it is infinite. The last value
// holds until now, or until unseenSince; what follows is hatched. What is drawn grows with the
// width of the area, not with the points. Draws nothing for an empty series. Leaves the painter as
// it was.
void paintSparkline(QPainter &painter, const QRectF &area, const Series &series, Instant now,
    Milliseconds span, const QColor &colour, std::optional<Instant> unseenSince = {});

} // namespace lockstep
