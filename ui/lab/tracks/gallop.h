#pragma once

#include <QtGlobal>

#include <algorithm>
#include <cstddef>

namespace lockstep {

// Galloping (exponential) search: the first place from `from` on whose value is not less than
// (lowerBound) or greater than (upperBound) the wanted one, found in steps that double. That is
// fast where the place is near, as it is from one pixel column to the next.
template <typename Sequence, typename Value>
std::size_t gallopToLowerBound(
    const Sequence &values, std::size_t from, std::size_t end, const Value &wanted)
{
    std::size_t step = 1;
    std::size_t last = from;
    while (last < end && values[last] < wanted) {
        from = last + 1;
        last += step;
        step *= 2;
    }
    const auto begin = values.begin();
    return std::size_t(std::lower_bound(begin + std::ptrdiff_t(from),
                           begin + std::ptrdiff_t(std::min(last, end)), wanted)
        - begin);
}

template <typename Sequence>
std::size_t gallopToUpperBound(
    const Sequence &values, std::size_t from, std::size_t end, qint64 wanted)
{
    return gallopToLowerBound(values, from, end, wanted + 1);
}

} // namespace lockstep
