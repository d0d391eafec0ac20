#pragma once

#include <QColor>

#include <algorithm>
#include <cmath>

namespace lockstep {

inline double luminanceOf(const QColor &colour)
{
    const auto linear = [](double part) {
        return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF())
        + 0.0722 * linear(colour.blueF());
}

// As WCAG defines it: from 3 on shapes can be told apart, from 4.5 on words can be read.
inline double contrastOf(const QColor &one, const QColor &other)
{
    const double first = luminanceOf(one);
    const double second = luminanceOf(other);
    return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

} // namespace lockstep
