#pragma once

#include "core/lab/history/history.h"

#include <limits>
#include <vector>

namespace lockstep {

// A number that holds until its next one, over time. NaN: there is none.
class StepCurve
{
public:
    struct Bounds
    {
        double low = std::numeric_limits<double>::infinity();
        double high = -std::numeric_limits<double>::infinity();
        [[nodiscard]] bool isEmpty() const { return low > high; }
        void include(double value) // NaN changes nothing
        {
            low = value < low ? value : low;
            high = value > high ? value : high;
        }
    };

    static constexpr std::size_t blockSize = 32;

    void add(Moment at, double value); // in the order of time
    [[nodiscard]] std::size_t size() const { return m_at.size(); }
    [[nodiscard]] Moment at(std::size_t i) const { return m_at[i]; }
    [[nodiscard]] double value(std::size_t i) const { return m_value[i]; }
    // The first later than that moment; the one before it holds then. size(): none.
    [[nodiscard]] std::size_t firstAfter(Moment moment) const;
    [[nodiscard]] double valueAt(Moment moment) const; // NaN before the first
    // The same, where it is not before that place and probably near.
    [[nodiscard]] std::size_t firstAfter(Moment moment, std::size_t near) const;
    // The same, but only multiples of blockSize, or size(): up to a block too early, and quicker.
    [[nodiscard]] std::size_t blockAfter(Moment moment, std::size_t near) const;
    // Of the values first … last−1; empty where none is a number.
    [[nodiscard]] Bounds bounds(std::size_t first, std::size_t last) const;

private:
    std::vector<Moment> m_at;
    std::vector<double> m_value;
    std::vector<Moment> m_blockAt; // of the first of each block
    std::vector<Bounds> m_blocks; // of 32 values each, the last may have fewer
};

} // namespace lockstep
