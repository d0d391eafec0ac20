#pragma once

#include "ui/lab/drawing/lanecontext.h"

namespace lockstep {

// Paints the states of a lane where they are too short for boxes. Each column of three pixels shows
// the share of time of each state, stacked with the most important one on top. Every state in a
// column is visible, however short it is, and a violation also where the bar is too low for all.
// Call add() or addAll(), then flush().
class DensityBar
{
public:
    // Lanes of keys paint all states: the legend hides states of clients only
    // (LaneContext::shownStates).
    static constexpr StateSet allStates = StateSet::all();

    // area: that of the lane's boxes. shownStates: those to paint, for the lane of a client those
    // of the context.
    DensityBar(const LaneContext &context, const QRectF &area, StateSet shownStates);

    // Adds a state from one x to another. To be called from left to right.
    void add(double from, double to, quint8 state);
    // Adds all states in view, using their running sums.
    void addAll(const IntervalSums &stretches);
    void flush(); // paints what was added

private:
    using State = LaneSpan::State;
    static constexpr int columnWidth = 3; // pixels
    using Shares = std::array<float, IntervalSums::kinds>;
    // The states in the order in which they are stacked, from bottom to top. The states outside and
    // crashed are not drawn.
    static constexpr std::array stacked = {
        State::Holding, State::Waiting, State::Paused, State::Expired, State::TooMany};
    // Consecutive columns in which a state looks the same, painted as one rectangle.
    struct Stretch
    {
        std::size_t since = 0; // column
        int top = 0, height = 0; // pixels above the bottom of the bar
    };

    [[nodiscard]] Shares &column(int number);
    [[nodiscard]] std::array<int, stacked.size()> heightsOf(const Shares &shares) const;
    void paintStretch(std::size_t state, const Stretch &stretch, std::size_t until);

    const LaneContext &m_context;
    QRectF m_area;
    StateSet m_shownStates;
    std::vector<Shares> m_columns; // the last one stays empty, and ends every Stretch
    std::size_t m_used = 0; // how many columns are used
    std::array<std::vector<QRect>, stacked.size()> m_boxes; // to be painted, by state
    int m_first = 0; // number of the first column in m_columns, counted from x = 0
};

} // namespace lockstep
