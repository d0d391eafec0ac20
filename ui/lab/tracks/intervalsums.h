#pragma once

#include "core/lab/history/history.h"

#include <array>
#include <vector>

namespace lockstep {

// Intervals of time that follow one another, each of a kind, with running sums, so that any part of
// them is summed up quickly.
class IntervalSums
{
public:
    static constexpr std::size_t kinds = 8;
    using Times = std::array<qint64, kinds>; // ns of each kind

    void add(Moment from, Moment until, quint8 kind); // in the order of time
    [[nodiscard]] std::size_t size() const { return m_from.size(); }
    [[nodiscard]] Moment from(std::size_t i) const { return m_from[i]; }
    [[nodiscard]] Moment until(std::size_t i) const { return m_until[i]; }
    [[nodiscard]] quint8 kind(std::size_t i) const { return m_kind[i]; }
    // The first that ends after that moment; size(): none.
    [[nodiscard]] std::size_t firstEndingAfter(Moment moment) const;

    // How long each kind lasted before a moment, all together; asked for one moment after the
    // other.
    class Sweep
    {
    public:
        explicit Sweep(const IntervalSums &intervals)
            : m_intervals(intervals)
        {
        }
        Times timesBefore(Moment moment); // not before the one of the last call

    private:
        const IntervalSums &m_intervals;
        std::size_t m_next = 0; // interval
        Times m_times{}; // before it
    };

private:
    static constexpr std::size_t blockSize = 64;

    std::vector<Moment> m_from, m_until;
    std::vector<quint8> m_kind;
    std::vector<Times> m_before; // of every 64th
    std::vector<Moment> m_blockUntil; // of the last of each full block
    Times m_sum{};
};

} // namespace lockstep
