#pragma once

#include "ui/lab/drawing/textwidths.h"

namespace lockstep {

// The fonts of a timeline, made from that of its widget.
struct LaneFonts
{
    explicit LaneFonts(const QFont &font);

    const TextWidths small, smallBold, bold;
};

} // namespace lockstep
