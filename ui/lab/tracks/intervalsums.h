#pragma once

#include "core/lab/history/history.h"

#include <array>
#include <vector>

namespace lockstep {

// Consecutive intervals of time, each of one kind, with running sums: how long each kind lasted
// within a range of time is found without visiting every interval.
class IntervalSums
{
public:
    static constexpr std::size_t kinds = 8;
    using Times = std::array<qint64, kinds>; // ns, by kind

    void add(Moment from, Moment until, quint8 kind); // to be called in the order of time
    [[nodiscard]] std::size_t size() const { return m_from.size(); }
    [[nodiscard]] Moment from(std::size_t i) const { return m_from[i]; }
    [[nodiscard]] Moment until(std::size_t i) const { return m_until[i]; }
    [[nodiscard]] quint8 kind(std::size_t i) const { return m_kind[i]; }
    // The index of the first interval that ends after that moment; size() if there is none.
    [[nodiscard]] std::size_t firstEndingAfter(Moment moment) const;

    // Answers how long each kind lasted in total before a moment, for moments that never go back.
    // One pass over the intervals answers all of them.
    class Sweep
    {
    public:
        explicit Sweep(const IntervalSums &intervals)
            : m_intervals(intervals)
        {
        }
        Times timesBefore(Moment moment); // not earlier than in the call before

    private:
        const IntervalSums &m_intervals;
        std::size_t m_next = 0; // the first interval not yet counted
        Times m_times{}; // the sums of the intervals before m_next
    };

private:
    static constexpr std::size_t blockSize = 64;

    std::vector<Moment> m_from, m_until;
    std::vector<quint8> m_kind;
    std::vector<Times> m_before; // the sums before every 64th interval
    std::vector<Moment> m_blockUntil; // the end of the last interval of each full block
    Times m_sum{};
};

} // namespace lockstep
