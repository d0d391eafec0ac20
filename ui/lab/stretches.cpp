// A lane may hold a million stretches and be a thousand pixels wide. For each pixel column the
// question is how much of it each state takes; running sums, kept for every 64th stretch, answer it
// with a binary search and a short walk. A tree of all powers of two was rejected: it is not
// faster at these sizes, and takes as much memory again as the stretches.

#include "ui/lab/stretches.h"

#include <algorithm>

namespace lockstep {

void Stretches::add(Moment from, Moment until, quint8 kind)
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

std::size_t Stretches::firstEndingAfter(Moment moment) const
{
    const auto block =
        std::upper_bound(m_blockUntil.begin(), m_blockUntil.end(), moment) - m_blockUntil.begin();
    const auto first = m_until.begin() + block * std::ptrdiff_t(blockSize);
    const auto last = m_until.end() - first > std::ptrdiff_t(blockSize)
        ? first + std::ptrdiff_t(blockSize)
        : m_until.end();
    return std::size_t(std::upper_bound(first, last, moment) - m_until.begin());
}

Stretches::Times Stretches::timesBefore(Moment moment) const
{
    const std::size_t after = firstEndingAfter(moment);
    if (after == size() && size() % blockSize == 0)
        return m_sum;
    const std::size_t block = after / blockSize;
    Times times = m_before[block];
    for (std::size_t i = block * blockSize; i < after; ++i)
        times[m_kind[i]] += m_until[i] - m_from[i];
    if (after < size() && m_from[after] < moment)
        times[m_kind[after]] += moment - m_from[after];
    return times;
}

} // namespace lockstep
