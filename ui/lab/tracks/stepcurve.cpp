// Where thousands of values fall into one pixel column, only the lowest and the highest can be
// seen. The bounds of every block of 32 values are stored, so that these two are found quickly.

#include "ui/lab/tracks/stepcurve.h"

#include "ui/lab/tracks/gallop.h"

#include <algorithm>
#include <limits>

namespace lockstep {

void StepCurve::add(Moment at, double value)
{
    if (m_at.size() % blockSize == 0) {
        m_blocks.emplace_back();
        m_blockAt.push_back(at);
    }
    m_at.push_back(at);
    m_value.push_back(value);
    m_blocks.back().include(value);
}

std::size_t StepCurve::firstAfter(Moment moment) const
{
    return std::size_t(std::upper_bound(m_at.begin(), m_at.end(), moment) - m_at.begin());
}

double StepCurve::valueAt(Moment moment) const
{
    const std::size_t after = firstAfter(moment);
    return after == 0 ? std::numeric_limits<double>::quiet_NaN() : m_value[after - 1];
}

std::size_t StepCurve::firstAfter(Moment moment, std::size_t near) const
{
    return gallopToUpperBound(m_at, near, m_at.size(), moment);
}

std::size_t StepCurve::blockAfter(Moment moment, std::size_t near) const
{
    const std::size_t from = (near + blockSize - 1) / blockSize;
    const std::size_t block = gallopToUpperBound(m_blockAt, from, m_blockAt.size(), moment);
    return std::min(block * blockSize, size());
}

StepCurve::Bounds StepCurve::bounds(std::size_t first, std::size_t last) const
{
    Bounds bounds;
    std::size_t i = first;
    while (i < last) {
        if (i % blockSize == 0 && i + blockSize <= last) {
            const Bounds &block = m_blocks[i / blockSize];
            bounds.include(block.low);
            bounds.include(block.high);
            i += blockSize;
        } else {
            bounds.include(m_value[i++]);
        }
    }
    return bounds;
}

} // namespace lockstep
