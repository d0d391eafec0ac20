#include "ui/lab/drawing/lanefonts.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

QFont smaller(QFont font)
{
    if (font.pointSizeF() > 0)
        font.setPointSizeF(font.pointSizeF() * 0.88);
    else
        font.setPixelSize(std::max(1, int(std::lround(font.pixelSize() * 0.88))));
    return font;
}

QFont bolder(QFont font)
{
    font.setWeight(QFont::DemiBold);
    return font;
}

} // namespace

LaneFonts::LaneFonts(const QFont &font)
    : small(smaller(font))
    , smallBold(bolder(smaller(font)))
    , bold(bolder(font))
{
}

} // namespace lockstep
