#include "ui/plot/curveitems.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace lockstep {

namespace {

class CurveItemWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::HistoryPlot)
};

// The mark at the upper end of a rise: ▲, drawn because a font may lack it.
QCPScatterStyle renewalMark(const QColor &colour)
{
    QPainterPath triangle;
    triangle.moveTo(0, -6);
    triangle.lineTo(4.5, 1);
    triangle.lineTo(-4.5, 1);
    triangle.closeSubpath();
    return {triangle, QPen(Qt::NoPen), colour};
}

// The mark where one holder's lease ends and another's begins: ◆.
QCPScatterStyle handOverMark(const QColor &colour, const QColor &edge)
{
    QPainterPath diamond;
    diamond.moveTo(0, -5.5);
    diamond.lineTo(4.5, 0);
    diamond.lineTo(0, 5.5);
    diamond.lineTo(-4.5, 0);
    diamond.closeSubpath();
    return {diamond, QPen(edge, 1), colour};
}

void setPoints(QCPGraph *graph, const std::vector<QPointF> &points)
{
    auto data = QSharedPointer<QCPGraphDataContainer>::create();
    QVector<QCPGraphData> values;
    values.reserve(static_cast<qsizetype>(points.size()));
    for (const QPointF &point : points)
        values.append({point.x(), point.y()});
    data->set(values, true);
    graph->setData(data);
}

QPen dashed(const QColor &colour)
{
    QPen pen(colour, 1.2);
    pen.setDashPattern({4, 3});
    return pen;
}

// The width in pixels of the piece of line before a label.
int sampleWidth(const QFontMetrics &metrics)
{
    return metrics.averageCharWidth() * 5;
}

// Where what is drawn of the curve ends: 0 is the top and 1 the bottom of the plot. What has no TTL
// that is known is drawn at the top, as addEndless() does.
double placeOfEnd(const HistoryCurve &curve, const QCPRange &range)
{
    const auto last = std::find_if(curve.line.rbegin(), curve.line.rend(),
        [](const QPointF &point) { return !std::isnan(point.y()); });
    const bool hasLine = last != curve.line.rend();
    for (const auto *stretches : {&curve.endless, &curve.unknownTtl}) {
        if (!stretches->empty() && (!hasLine || stretches->back().to > last->x()))
            return 0.05;
    }
    return hasLine ? std::clamp((range.upper - last->y()) / range.size(), 0.0, 1.0) : 0.5;
}

// Places an item by x on the axis of time and by a share of the plot's height from the top.
void place(QCPItemPosition *position, double x, double share)
{
    position->setTypeX(QCPItemPosition::ptPlotCoords);
    position->setTypeY(QCPItemPosition::ptAxisRectRatio);
    position->setCoords(x, share);
}

} // namespace

CurveItems::CurveItems(QCustomPlot *plot, CurveLook look)
    : m_plot(plot)
    , m_look(std::move(look))
    , m_line(addGraph(m_look.pen))
    , m_renewals(addGraph(Qt::NoPen))
    , m_due(addGraph(dashed(m_look.colours.expiring)))
    , m_limit(addGraph(dashed(m_look.colours.secondary)))
    , m_excess(addGraph(Qt::NoPen))
    , m_handOvers(addGraph(Qt::NoPen))
    , m_free(addGraph(QPen(m_look.colours.outside, 3, Qt::SolidLine, Qt::FlatCap)))
    , m_dueLabel(new QCPItemText(plot))
    , m_endSample(new QCPItemLine(plot))
    , m_endLabel(new QCPItemText(plot))
{
    m_line->setName(m_look.name);
    m_line->setBrush(m_look.fill);
    m_renewals->setLineStyle(QCPGraph::lsNone);
    m_renewals->setScatterStyle(renewalMark(m_look.pen.color()));
    m_excess->setChannelFillGraph(m_limit);
    m_excess->setBrush(QBrush(m_look.colours.violation, Qt::DiagCrossPattern));
    m_handOvers->setLineStyle(QCPGraph::lsNone);
    m_handOvers->setScatterStyle(handOverMark(m_look.pen.color(), m_look.colours.panel));

    for (QCPItemText *label : {m_dueLabel, m_endLabel}) {
        label->setFont(plot->xAxis->tickLabelFont());
        label->setVisible(false);
    }
    m_dueLabel->setColor(m_look.colours.secondary);
    m_dueLabel->setPositionAlignment(Qt::AlignRight | Qt::AlignTop);
    m_endLabel->setColor(m_look.pen.color());
    m_endLabel->setPositionAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_endLabel->setClipToAxisRect(false);
    m_endSample->setPen(m_look.pen);
    m_endSample->setClipToAxisRect(false);
    m_endSample->setVisible(false);
    // The other parts are anchored to the start in pixels, so that they stay together at any width.
    m_endSample->start->setType(QCPItemPosition::ptAxisRectRatio);
    const std::array<std::pair<QCPItemPosition *, QCPItemAnchor *>, 2> hanging{
        {{m_endSample->end, m_endSample->start}, {m_endLabel->position, m_endSample->end}}};
    for (const auto &[position, anchor] : hanging) {
        position->setType(QCPItemPosition::ptAbsolute);
        position->setParentAnchor(anchor);
    }
}

CurveItems::~CurveItems()
{
    for (QCPAbstractItem *item : m_endless)
        m_plot->removeItem(item);
    m_plot->removeItem(m_dueLabel);
    m_plot->removeItem(m_endSample);
    m_plot->removeItem(m_endLabel);
    for (QCPGraph *graph : {m_free, m_handOvers, m_excess, m_limit, m_due, m_renewals, m_line})
        m_plot->removeGraph(graph);
}

QCPGraph *CurveItems::addGraph(const QPen &pen)
{
    QCPGraph *graph = m_plot->addGraph();
    graph->setPen(pen);
    graph->setAntialiased(true);
    return graph;
}

void CurveItems::setCurve(const HistoryCurve &curve, const QString &value)
{
    setPoints(m_line, curve.line);
    setPoints(m_renewals, curve.renewals);
    setPoints(m_handOvers, curve.handOvers);
    setLimit(curve);
    setRenewalDue(curve);
    setEndless(curve);
    setFree(curve);

    m_endLabel->setText(value.isEmpty() ? m_look.name : m_look.name + u"  "_qs + value);
    m_endLabel->setVisible(false);
    m_endSample->setVisible(false);
    m_wishedPlace = placeOfEnd(curve, m_plot->yAxis->range());
}

std::optional<double> CurveItems::wishedLabelPlace() const
{
    return m_look.isOnly ? std::nullopt : m_wishedPlace;
}

int CurveItems::labelWidth() const
{
    const QFontMetrics metrics(m_endLabel->font());
    return metrics.horizontalAdvance(m_endLabel->text()) + metrics.averageCharWidth() * 3
        + sampleWidth(metrics);
}

void CurveItems::placeLabel(double share)
{
    m_endSample->start->setCoords(1.01, share);
    m_endSample->end->setCoords(sampleWidth(QFontMetrics(m_endLabel->font())), 0);
    m_endLabel->position->setCoords(4, 0);
    m_endSample->setVisible(true);
    m_endLabel->setVisible(true);
}

void CurveItems::setEndless(const HistoryCurve &curve)
{
    for (QCPAbstractItem *item : std::exchange(m_endless, {}))
        m_plot->removeItem(item);
    const Colours &colours = m_look.colours;
    addEndless(curve.endless, u"∞"_qs, m_look.isOnly ? colours.violation : m_look.pen.color());
    addEndless(curve.unknownTtl, u"?"_qs, m_look.isOnly ? colours.secondary : m_look.pen.color());
}

void CurveItems::addEndless(
    const std::vector<HistoryCurve::Stretch> &stretches, const QString &word, const QColor &colour)
{
    const QCPRange visible = m_plot->xAxis->range();
    for (const auto &stretch : stretches) {
        for (const double share : {0.04, 0.08}) {
            auto *edge = new QCPItemLine(m_plot);
            edge->setPen(QPen(colour, 1.5));
            place(edge->start, std::max(stretch.from, visible.lower), share);
            place(edge->end, std::min(stretch.to, visible.upper), share);
            m_endless.push_back(edge);
        }
        auto *sign = new QCPItemText(m_plot);
        QFont font = m_plot->font();
        font.setBold(true);
        sign->setFont(font);
        sign->setColor(colour);
        sign->setBrush(m_look.colours.panel); // hides curves behind the text
        sign->setText(word);
        sign->setPositionAlignment(Qt::AlignHCenter | Qt::AlignTop);
        place(sign->position, (stretch.from + stretch.to) / 2, 0.09);
        m_endless.push_back(sign);
    }
}

// Draws a line at 0 where nobody held the lock, but only if the curve is alone: the lines of
// several would cover each other.
void CurveItems::setFree(const HistoryCurve &curve)
{
    std::vector<QPointF> points;
    for (const auto &stretch : curve.free) {
        points.emplace_back(stretch.from, 0);
        points.emplace_back(stretch.to, 0);
        points.emplace_back(stretch.to, std::nan(""));
    }
    setPoints(m_free, points);
    m_free->setVisible(m_look.isOnly);
}

void CurveItems::setRenewalDue(const HistoryCurve &curve)
{
    const bool shown = m_look.isOnly && curve.renewalDue.has_value();
    const double level = curve.renewalDue.value_or(0);
    const QCPRange time = m_plot->xAxis->range();
    m_due->setVisible(shown);
    m_dueLabel->setVisible(shown);
    m_dueLevel = shown ? curve.renewalDue : std::nullopt;
    setPoints(m_due, {{time.lower, level}, {time.upper, level}});
    if (!shown)
        return;
    //: the level of the TTL at which the holder renews its lease
    m_dueLabel->setText(
        CurveItemWords::tr("renewal due at %1 s").arg(level, 0, 'f', level < 10 ? 1 : 0));
    m_dueLabel->setBrush(m_look.colours.panel);
    m_dueLabel->position->setType(QCPItemPosition::ptAbsolute);
}

// Below the line of the level is room as long as the lease is renewed in time: the curve comes down
// to it there. It is crossed where a hold ends, and in a low plot it is too near to the axis.
void CurveItems::placeDueLabel()
{
    if (!m_dueLevel)
        return;
    const QRectF plot = m_plot->axisRect()->rect();
    const double level = m_plot->yAxis->coordToPixel(*m_dueLevel);
    const QFontMetrics metrics(m_dueLabel->font());
    const QSizeF size(metrics.horizontalAdvance(m_dueLabel->text()), metrics.height());
    const double margin = plot.width() * 0.01;
    const double right = plot.right() - margin - size.width();
    for (const double top : {level + 1, level - 1 - size.height()}) {
        for (const double left : {right, plot.left() + margin}) {
            const QRectF area(QPointF(left, top), size);
            if (!plot.contains(area) || isCrossed(area))
                continue;
            m_dueLabel->position->setCoords(area.right(), area.top());
            m_dueLabel->setVisible(true);
            return;
        }
    }
    m_dueLabel->setVisible(false);
}

bool CurveItems::isCrossed(const QRectF &area) const
{
    const auto at = [this](const QCPGraphData &point) {
        return QPointF(
            m_plot->xAxis->coordToPixel(point.key), m_plot->yAxis->coordToPixel(point.value));
    };
    const auto points = m_line->data();
    auto point = points->findBegin(m_plot->xAxis->pixelToCoord(area.left()));
    const auto end = points->findEnd(m_plot->xAxis->pixelToCoord(area.right()));
    for (; point != end && point + 1 != end; ++point) {
        // Of each piece only its part between the edges counts; the pieces go from left to right.
        const QPointF from = at(*point);
        const QPointF to = at(*(point + 1));
        const double slope = to.x() > from.x() ? (to.y() - from.y()) / (to.x() - from.x()) : 0;
        const double first = from.y() + slope * std::max(0.0, area.left() - from.x());
        const double last = to.y() - slope * std::max(0.0, to.x() - area.right());
        if (to.x() >= area.left() && from.x() <= area.right() && std::max(first, last) > area.top()
            && std::min(first, last) < area.bottom())
            return true;
    }
    return false;
}

void CurveItems::setLimit(const HistoryCurve &curve)
{
    const bool shown = m_look.isOnly && curve.limit.has_value();
    const double limit = curve.limit.value_or(0);
    const QCPRange time = m_plot->xAxis->range();
    m_limit->setVisible(shown);
    m_excess->setVisible(shown);
    setPoints(m_limit, {{time.lower, limit}, {time.upper, limit}});
    // Only points above the limit, because a fill of no height is still a visible line.
    std::vector<QPointF> excess;
    for (const QPointF &point : curve.line)
        excess.emplace_back(point.x(), point.y() > limit ? point.y() : std::nan(""));
    setPoints(m_excess, excess);
}

} // namespace lockstep
