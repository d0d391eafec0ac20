#include "ui/lab/explore/mapgeometry.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

// In each column the states are sorted by the height of those from which they were reached. This
// avoids most crossings at the cost of a sort.
MapGeometry::MapGeometry(const InterleavingMap &map)
    : m_places(map.nodes.size())
{
    for (const InterleavingMap::Node &node : map.nodes)
        m_columnOf.push_back(node.depth);
    for (std::size_t i = 0; i < map.nodes.size(); ++i) {
        const auto depth = std::size_t(map.nodes[i].depth);
        if (depth >= m_columns.size())
            m_columns.resize(depth + 1);
        m_columns[depth].push_back(int(i));
    }
    std::vector<double> share(map.nodes.size(), 0.5); // of its column's height
    for (std::vector<int> &column : m_columns) {
        std::vector<std::pair<double, int>> order;
        for (const int node : column) {
            const int edge = map.nodes[std::size_t(node)].cameBy;
            order.emplace_back(
                edge < 0 ? 0.5 : share[std::size_t(map.edges[std::size_t(edge)].from)], node);
        }
        std::stable_sort(order.begin(), order.end(),
            [](const auto &a, const auto &b) { return a.first < b.first; });
        for (std::size_t row = 0; row < order.size(); ++row) {
            column[row] = order[row].second;
            share[std::size_t(column[row])] = (double(row) + 0.5) / double(order.size());
        }
    }
}

void MapGeometry::arrange(const QRectF &area)
{
    m_columnWidth = columns() > 1 ? area.width() / (columns() - 1) : area.width();
    m_rowHeight = area.height();
    for (int steps = 0; steps < columns(); ++steps) {
        const std::vector<int> &column = m_columns[std::size_t(steps)];
        const double height = area.height() / double(column.size());
        m_rowHeight = std::min(m_rowHeight, height);
        for (std::size_t row = 0; row < column.size(); ++row)
            m_places[std::size_t(column[row])] = {
                area.left() + m_columnWidth * steps, area.top() + height * (double(row) + 0.5)};
    }
}

int MapGeometry::neighbour(int node, int columns, int rows) const
{
    const int from = m_columnOf[std::size_t(node)];
    const int to = std::clamp(from + columns, 0, this->columns() - 1);
    const auto &present = column(from);
    const auto &wanted = column(to);
    auto row = std::find(present.begin(), present.end(), node) - present.begin();
    if (to != from)
        row = std::ptrdiff_t(double(row) / double(present.size()) * double(wanted.size()));
    const auto last = std::ptrdiff_t(wanted.size()) - 1;
    return wanted[std::size_t(std::clamp(row + rows, std::ptrdiff_t(0), last))];
}

int MapGeometry::nodeAt(QPointF position, double reach, const std::vector<bool> &wanted) const
{
    int best = -1;
    double nearest = reach;
    for (std::size_t i = 0; i < m_places.size(); ++i) {
        const QPointF way = m_places[i] - position;
        // A wanted state is preferred even if it is somewhat farther away.
        const double distance = std::hypot(way.x(), way.y()) - (wanted[i] ? reach / 3 : 0);
        if (distance < nearest) {
            nearest = distance;
            best = int(i);
        }
    }
    return best;
}

} // namespace lockstep
