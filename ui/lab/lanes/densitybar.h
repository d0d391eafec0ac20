#pragma once

#include "ui/lab/drawing/lanecontext.h"

namespace lockstep {

// Shows the states of a lane where there is no room for a box each: for every three pixels the
// share of time of each state, stacked, the most important ones on top. Violations never get lost.
class DensityBar
{
public:
    // area: of the lane's boxes; shownStates: bit 1 << state.
    DensityBar(const LaneContext &context, const QRectF &area, quint32 shownStates);

    // Adds a part of the lane between two x. Called from left to right.
    void add(double from, double to, quint8 state);
    // Adds the whole lane from its sums, in place of its boxes.
    void addAll(const IntervalSums &stretches);
    void flush(); // paints what was added

private:
    using State = LaneSpan::State;
    static constexpr int columnWidth = 3; // pixels
    using Shares = std::array<float, IntervalSums::kinds>;
    // From bottom to top. States that are not listed are not drawn: outside, crashed.
    static constexpr std::array stacked = {
        State::Holding, State::Waiting, State::Paused, State::Expired, State::TooMany};
    struct Run
    {
        std::size_t since = 0; // column
        int top = 0, height = 0; // pixels from the foot
    };

    [[nodiscard]] Shares &column(int number);
    [[nodiscard]] std::array<int, stacked.size()> heightsOf(const Shares &shares) const;
    void paintRun(std::size_t state, const Run &run, std::size_t until);

    const LaneContext &m_context;
    QRectF m_area;
    quint32 m_shownStates;
    std::vector<Shares> m_columns; // the last one always stays empty
    std::size_t m_used = 0; // how many columns are used
    std::array<std::vector<QRect>, stacked.size()> m_boxes; // to be painted, by state
    int m_first = 0; // number of the first of them, from x = 0 on
};

} // namespace lockstep
