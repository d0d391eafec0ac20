#include "ui/lab/values.h"

#include <algorithm>
#include <cmath>
#include <limits>

// Of thousands of values that fall into one pixel column only the lowest and the highest can be
// seen. Bounds of every 64 values make them quick to find.

namespace lockstep {

namespace {

void include(std::optional<Values::Bounds> &bounds, double value)
{
    if (std::isnan(value))
        return;
    if (bounds)
        bounds->include(value);
    else
        bounds = Values::Bounds{value, value};
}

} // namespace

void Values::Bounds::include(double value)
{
    low = std::min(low, value);
    high = std::max(high, value);
}

void Values::Bounds::include(const Bounds &other)
{
    include(other.low);
    include(other.high);
}

void Values::add(Moment at, double value)
{
    if (m_at.size() % blockSize == 0)
        m_blocks.emplace_back();
    m_at.push_back(at);
    m_value.push_back(value);
    lockstep::include(m_blocks.back(), value);
}

std::size_t Values::firstAfter(Moment moment) const
{
    return std::size_t(std::upper_bound(m_at.begin(), m_at.end(), moment) - m_at.begin());
}

double Values::valueAt(Moment moment) const
{
    const std::size_t after = firstAfter(moment);
    return after == 0 ? std::numeric_limits<double>::quiet_NaN() : m_value[after - 1];
}

std::optional<Values::Bounds> Values::bounds(std::size_t first, std::size_t last) const
{
    std::optional<Bounds> bounds;
    std::size_t i = first;
    while (i < last) {
        if (i % blockSize == 0 && i + blockSize <= last) {
            const auto &block = m_blocks[i / blockSize];
            if (block && bounds)
                bounds->include(*block);
            else if (block)
                bounds = block;
            i += blockSize;
        } else {
            lockstep::include(bounds, m_value[i++]);
        }
    }
    return bounds;
}

} // namespace lockstep
