// A lane may hold a million intervals and be a thousand pixels wide. For each pixel column the
// question is how much of it each state takes; a sweep over the columns answers it, which leaps
// over whole blocks by the running sums that are kept for every 64th interval. A tree of all powers
// of two was rejected: it is not faster at these sizes, and takes as much memory again as the
// intervals.

#include "ui/lab/tracks/intervalsums.h"

#include "ui/lab/tracks/gallop.h"

#include <algorithm>

namespace lockstep {

void IntervalSums::add(Moment from, Moment until, quint8 kind)
{
    if (m_from.size() % blockSize == 0)
        m_before.push_back(m_sum);
    m_from.push_back(from);
    m_until.push_back(until);
    m_kind.push_back(kind);
    m_sum[kind] += until - from;
    if (m_from.size() % blockSize == 0)
        m_blockUntil.push_back(until);
}

std::size_t IntervalSums::firstEndingAfter(Moment moment) const
{
    const auto block =
        std::upper_bound(m_blockUntil.begin(), m_blockUntil.end(), moment) - m_blockUntil.begin();
    const auto first = m_until.begin() + block * std::ptrdiff_t(blockSize);
    const auto last = m_until.end() - first > std::ptrdiff_t(blockSize)
        ? first + std::ptrdiff_t(blockSize)
        : m_until.end();
    return std::size_t(std::upper_bound(first, last, moment) - m_until.begin());
}

IntervalSums::Times IntervalSums::Sweep::timesBefore(Moment moment)
{
    const IntervalSums &all = m_intervals;
    const std::size_t block =
        gallopToUpperBound(all.m_blockUntil, m_next / blockSize, all.m_blockUntil.size(), moment);
    if (block * blockSize > m_next) {
        m_next = block * blockSize;
        m_times = block < all.m_before.size() ? all.m_before[block] : all.m_sum;
    }
    for (; m_next < all.size() && all.m_until[m_next] <= moment; ++m_next)
        m_times[all.m_kind[m_next]] += all.m_until[m_next] - all.m_from[m_next];
    Times times = m_times;
    if (m_next < all.size() && all.m_from[m_next] < moment)
        times[all.m_kind[m_next]] += moment - all.m_from[m_next];
    return times;
}

} // namespace lockstep
