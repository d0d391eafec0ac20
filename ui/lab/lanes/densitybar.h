#pragma once

#include "ui/lab/drawing/lanecontext.h"

namespace lockstep {

// What has no room for boxes of its own: for each three pixels the share of time of each state,
// one above the other, the ones to look for on top. Violations never get lost.
class DensityBar
{
public:
    // area: of the lane's boxes; shownStates: bit 1 << state.
    DensityBar(const LaneContext &context, const QRectF &area, quint32 shownStates);

    // A part of the lane, x from … to, later ones at the right.
    void add(double from, double to, quint8 state);
    // All of the lane from its sums, in place of its boxes.
    void addAll(const IntervalSums &stretches);
    void flush(); // paints what was added

private:
    using State = LaneSpan::State;
    static constexpr int columnWidth = 3; // pixels
    using Shares = std::array<float, IntervalSums::kinds>;
    // From below to above. What is not here is not drawn: outside, crashed.
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
    std::vector<Shares> m_columns; // and at least one that stays empty
    std::size_t m_used = 0; // of them
    std::array<std::vector<QRect>, stacked.size()> m_boxes; // to be painted, by state
    int m_first = 0; // number of the first of them, from x = 0 on
};

} // namespace lockstep
