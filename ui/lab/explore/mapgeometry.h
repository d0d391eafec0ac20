#pragma once

#include "core/lab/explore/interleavingmap.h"

#include <QPointF>
#include <QRectF>

namespace lockstep {

// The positions of the states of an exploration. There is a column for each number of steps, and in
// it a row for each state, near the states from which it was reached.
class MapGeometry
{
public:
    MapGeometry() = default;
    explicit MapGeometry(const InterleavingMap &map);

    void arrange(const QRectF &area);
    [[nodiscard]] int columns() const { return int(m_columns.size()); }
    // The states in a column, by row. steps: the smallest number of steps that lead there.
    [[nodiscard]] const std::vector<int> &column(int steps) const
    {
        return m_columns[std::size_t(steps)];
    }
    [[nodiscard]] QPointF place(int node) const { return m_places[std::size_t(node)]; }
    // The distance between the rows of the fullest column.
    [[nodiscard]] double rowHeight() const { return m_rowHeight; }
    [[nodiscard]] double columnWidth() const { return m_columnWidth; }
    // The nearest state within the distance `reach`, or -1 if there is none. States in `wanted` are
    // preferred.
    [[nodiscard]] int nodeAt(QPointF position, double reach, const std::vector<bool> &wanted) const;

    // The state so many columns and rows away, or the last one on the way. In another column it is
    // the one at about the same height.
    [[nodiscard]] int neighbour(int node, int columns, int rows) const;

private:
    std::vector<std::vector<int>> m_columns;
    std::vector<int> m_columnOf; // by node
    std::vector<QPointF> m_places;
    double m_rowHeight = 1;
    double m_columnWidth = 1;
};

} // namespace lockstep
