#include "ui/lab/explore/edgelabels.h"

#include "core/lab/statespace/state/trace.h"

#include <algorithm>
#include <array>

namespace lockstep {

namespace {

constexpr std::size_t mostStates = 40; // a larger map has no labels
// Where a label may stand, as fractions of the edge, the best place first.
constexpr std::array places{0.5, 0.42, 0.58, 0.34, 0.66, 0.27, 0.73, 0.2, 0.8};

// The number of a client's step is left out, because the position on the map shows it.
QString edgeWords(const TraceStep &step)
{
    QString word = traceWord(step);
    if (step.kind != TraceStep::Kind::Client)
        return word;
    const QString number = QString::number(step.number);
    const qsizetype at = word.indexOf(number);
    return at < 0 ? word : word.remove(at, number.size());
}

} // namespace

std::vector<EdgeLabel> edgeLabels(const InterleavingMap &map, const MapGeometry &geometry,
    const QFontMetricsF &metrics, double dot)
{
    std::vector<EdgeLabel> labels;
    if (map.nodes.size() > mostStates)
        return labels;
    std::vector<QRectF> taken;
    for (int node = 0; node < int(map.nodes.size()); ++node) {
        const QPointF at = geometry.place(node);
        taken.emplace_back(at.x() - dot / 2, at.y() - dot / 2, dot, dot);
    }
    for (int i = 0; i < int(map.edges.size()); ++i) {
        const InterleavingMap::Edge &edge = map.edges[std::size_t(i)];
        const QPointF from = geometry.place(edge.from);
        const QPointF way = geometry.place(edge.to) - from;
        const QString words = edgeWords(edge.step);
        const QSizeF size(metrics.horizontalAdvance(words) + 2, metrics.ascent());
        for (const double part : places) {
            QRectF area(QPointF(), size);
            area.moveCenter(from + way * part);
            if (std::any_of(taken.begin(), taken.end(),
                    [&](const QRectF &other) { return other.intersects(area); }))
                continue;
            taken.push_back(area);
            labels.push_back({i, area, words});
            break;
        }
    }
    return labels;
}

} // namespace lockstep
