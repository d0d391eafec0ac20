#pragma once

#include "core/lab/explore/explorationmap.h"

#include <QPointF>
#include <QRectF>

namespace lockstep {

// Where the states of an exploration stand: a column for each number of steps, in it a row for each
// state, near those it comes from.
class MapGeometry
{
public:
    MapGeometry() = default;
    explicit MapGeometry(const ExplorationMap &map);

    void arrange(const QRectF &area);
    [[nodiscard]] int columns() const { return int(m_columns.size()); }
    // The states of a column, by row. steps: the fewest that lead there.
    [[nodiscard]] const std::vector<int> &column(int steps) const
    {
        return m_columns[std::size_t(steps)];
    }
    [[nodiscard]] QPointF place(int node) const { return m_places[std::size_t(node)]; }
    // How far apart the rows of the fullest column are.
    [[nodiscard]] double rowHeight() const { return m_rowHeight; }
    [[nodiscard]] double columnWidth() const { return m_columnWidth; }
    // The nearest state that is not farther away than `reach`; -1: there is none. Among equally
    // near ones it is one that is wanted.
    [[nodiscard]] int nodeAt(QPointF position, double reach, const std::vector<bool> &wanted) const;

    // The state so many columns and rows away, or as far as there are any. In another column it is
    // the one at the same height.
    [[nodiscard]] int neighbour(int node, int columns, int rows) const;

private:
    std::vector<std::vector<int>> m_columns;
    std::vector<int> m_columnOf; // by node
    std::vector<QPointF> m_places;
    double m_rowHeight = 1;
    double m_columnWidth = 1;
};

} // namespace lockstep
