#pragma once

#include "core/lab/history.h"

#include <optional>
#include <vector>

namespace lockstep {

// A number that holds until its next one, over time. NaN: there is none.
class Values
{
public:
    struct Bounds
    {
        double low = 0, high = 0;
        void include(double value);
        void include(const Bounds &other);
    };

    void add(Moment at, double value); // in the order of time
    [[nodiscard]] std::size_t size() const { return m_at.size(); }
    [[nodiscard]] Moment at(std::size_t i) const { return m_at[i]; }
    [[nodiscard]] double value(std::size_t i) const { return m_value[i]; }
    // The first later than that moment; the one before it holds then. size(): none.
    [[nodiscard]] std::size_t firstAfter(Moment moment) const;
    [[nodiscard]] double valueAt(Moment moment) const; // NaN before the first
    // Of the values first … last−1; nothing where none is a number.
    [[nodiscard]] std::optional<Bounds> bounds(std::size_t first, std::size_t last) const;

private:
    static constexpr std::size_t blockSize = 64;

    std::vector<Moment> m_at;
    std::vector<double> m_value;
    std::vector<std::optional<Bounds>> m_blocks; // of 64 values each, the last may have fewer
};

} // namespace lockstep
