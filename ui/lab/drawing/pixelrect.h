#pragma once

#include <QRect>

#include <cmath>

namespace lockstep {

// Whole pixels between two edges each way. Rectangles of whole numbers are filled several times
// quicker, and without a blurred edge.
inline QRect pixelRect(double left, double top, double right, double bottom)
{
    const int x = int(std::lround(left));
    const int y = int(std::lround(top));
    return {x, y, int(std::lround(right)) - x, int(std::lround(bottom)) - y};
}

} // namespace lockstep
