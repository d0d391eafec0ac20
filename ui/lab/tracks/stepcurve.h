#pragma once

#include "core/lab/history/history.h"

#include <limits>
#include <vector>

namespace lockstep {

// A step function of time: each value holds until the next one. NaN where there is no value.
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

    void add(Moment at, double value); // to be called in the order of time
    [[nodiscard]] std::size_t size() const { return m_at.size(); }
    [[nodiscard]] Moment at(std::size_t i) const { return m_at[i]; }
    [[nodiscard]] double value(std::size_t i) const { return m_value[i]; }
    // The index of the first value later than that moment, so the value before it holds then.
    // size() if there is none.
    [[nodiscard]] std::size_t firstAfter(Moment moment) const;
    [[nodiscard]] double valueAt(Moment moment) const; // NaN before the first
    // Returns what firstAfter() returns, faster if the result is close to near. The result must not
    // be before near.
    [[nodiscard]] std::size_t firstAfter(Moment moment, std::size_t near) const;
    // As firstAfter(), but rounded down to a multiple of blockSize unless it is size(): up to a
    // block too early, and faster.
    [[nodiscard]] std::size_t blockAfter(Moment moment, std::size_t near) const;
    // The lowest and highest of the values in [first, last). isEmpty() if none of them is a number.
    [[nodiscard]] Bounds bounds(std::size_t first, std::size_t last) const;

private:
    std::vector<Moment> m_at;
    std::vector<double> m_value;
    std::vector<Moment> m_blockAt; // the moment of the first value of each block
    std::vector<Bounds> m_blocks; // of blockSize values each; the last may have fewer
};

} // namespace lockstep
