#include "ui/watch/tables/columnwidths.h"

#include <algorithm>
#include <numeric>

#include <QtGlobal>

namespace lockstep {

namespace {

int lacking(const std::vector<int> &widths, const std::vector<int> &goals)
{
    int missing = 0;
    for (size_t i = 0; i < widths.size(); ++i)
        missing += std::max(0, goals[i] - widths[i]);
    return missing;
}

// Widens the columns towards their goals by at most so many pixels in total. Returns the pixels
// left.
int approach(std::vector<int> &widths, const std::vector<int> &goals, int pixels)
{
    const int missing = lacking(widths, goals);
    const int given = std::min(pixels, missing);
    int shared = 0; // what the columns so far lacked
    int spent = 0;
    for (size_t i = 0; i < widths.size(); ++i) {
        shared += std::max(0, goals[i] - widths[i]);
        const int due = missing == 0 ? 0 : int(qint64(given) * shared / missing);
        widths[i] += due - spent;
        spent = due;
    }
    return pixels - given;
}

} // namespace

std::vector<int> shareOut(int available, const std::vector<ColumnWish> &wishes)
{
    std::vector<int> widths, numbers, readable, bars, needed, comfortable;
    for (const ColumnWish &wish : wishes) {
        widths.push_back(wish.least);
        numbers.push_back(wish.number);
        readable.push_back(wish.readable);
        bars.push_back(wish.bar);
        needed.push_back(wish.needed);
        comfortable.push_back(wish.comfortable);
    }
    if (widths.empty())
        return widths;
    int left = available - std::accumulate(widths.begin(), widths.end(), 0);
    if (left > 0)
        left = approach(widths, numbers, left);
    if (left > 0)
        left = approach(widths, readable, left);
    if (left >= lacking(widths, bars)) // half a bar would be useless
        left = approach(widths, bars, left);
    if (left > 0)
        left = approach(widths, needed, left);
    if (left > 0)
        left = approach(widths, comfortable, left);
    widths.front() += std::max(0, left);
    return widths;
}

} // namespace lockstep
