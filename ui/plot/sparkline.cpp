// A sparkline is read for its shape, so it is scaled to the visible values and has no axis. It has
// steps, not slopes, because nothing is known between two readings.
//
// A counter that changes often has many more points than the cell has pixels. Points that fall into
// one pixel column are drawn as one vertical stroke from the smallest to the largest, which looks
// the same as drawing all of them and costs one line. Averaging was rejected, because it hides the
// spikes that one looks for.

#include "ui/plot/sparkline.h"

#include <QColor>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace lockstep {

namespace {

// The width stands for at least this time, so that a new series is not stretched further.
constexpr Instant::duration youngest = std::chrono::seconds(5);

constexpr float hatchOpacity = 0.45F;

struct Bounds
{
    double low = 0;
    double high = 0;
    bool any = false;
};

Bounds finiteBounds(std::span<const SeriesPoint> points)
{
    Bounds bounds;
    for (const SeriesPoint &point : points) {
        if (!std::isfinite(point.value))
            continue;
        bounds.low = bounds.any ? std::min(bounds.low, point.value) : point.value;
        bounds.high = bounds.any ? std::max(bounds.high, point.value) : point.value;
        bounds.any = true;
    }
    return bounds;
}

// The points inside the span and the one before, which still holds when the span begins.
std::span<const SeriesPoint> visiblePoints(const Series &series, Instant from, Instant to)
{
    const auto earlier = [](const SeriesPoint &point, Instant at) { return point.at < at; };
    auto first = std::lower_bound(series.begin(), series.end(), from, earlier);
    if (first != series.begin())
        --first;
    const auto last = std::upper_bound(first, series.end(), to,
        [](Instant at, const SeriesPoint &point) { return at < point.at; });
    return {first, last};
}

// The points that fall into one half pixel. Heights are in pixels; NaN if the object was gone.
struct Column
{
    double x = 0;
    double lowest = std::numeric_limits<double>::infinity();
    double highest = -std::numeric_limits<double>::infinity();
    double last = 0;
};

class Scale
{
public:
    Scale(const QRectF &area, const Bounds &bounds, Instant from, Milliseconds span)
        : m_area(area)
        , m_bounds(bounds)
        , m_from(from)
        , m_span(span)
    {
    }

    [[nodiscard]] double x(Instant at) const
    {
        const std::chrono::duration<double, std::milli> since = at - m_from;
        const double share = since.count() / static_cast<double>(m_span.count());
        return m_area.left() + std::clamp(share, 0.0, 1.0) * m_area.width();
    }

    [[nodiscard]] double y(double value) const
    {
        if (std::isinf(value))
            return m_area.top();
        const double height = m_bounds.high - m_bounds.low;
        if (!(height > 0))
            return std::isnan(value) ? value : m_area.center().y();
        return m_area.bottom() - (value - m_bounds.low) / height * m_area.height();
    }

private:
    QRectF m_area;
    Bounds m_bounds;
    Instant m_from;
    Milliseconds m_span;
};

std::vector<Column> columnsOf(std::span<const SeriesPoint> points, const Scale &scale)
{
    std::vector<Column> columns;
    for (const SeriesPoint &point : points) {
        const double x = scale.x(point.at);
        if (columns.empty() || x >= columns.back().x + 0.5)
            columns.push_back({.x = x});
        Column &column = columns.back();
        column.last = scale.y(point.value);
        if (!std::isnan(column.last)) {
            column.lowest = std::min(column.lowest, column.last);
            column.highest = std::max(column.highest, column.last);
        }
    }
    return columns;
}

QPainterPath stepPath(const std::vector<Column> &columns, double right)
{
    QPainterPath path;
    bool open = false; // whether the value of the column before still holds
    for (const Column &column : columns) {
        if (open)
            path.lineTo(column.x, path.currentPosition().y());
        const bool anyValue = column.lowest <= column.highest;
        if (anyValue && !open)
            path.moveTo(column.x, column.lowest);
        if (anyValue) {
            path.lineTo(column.x, column.lowest);
            path.lineTo(column.x, column.highest);
        }
        open = !std::isnan(column.last);
        if (open)
            path.lineTo(column.x, column.last);
    }
    if (open)
        path.lineTo(right, path.currentPosition().y());
    return path;
}

} // namespace

void paintSparkline(QPainter &painter, const QRectF &area, const Series &series, Instant now,
    Milliseconds span, const QColor &colour, std::optional<Instant> unseenSince)
{
    if (series.empty() || span.count() <= 0 || area.isEmpty())
        return;
    span = std::min(span,
        std::chrono::duration_cast<Milliseconds>(std::max(youngest, now - series.front().at)));
    const Instant from = now - span;
    const Instant seenUntil = std::min(now, unseenSince.value_or(now));
    const auto points = visiblePoints(series, from, seenUntil);
    const Bounds bounds = finiteBounds(points);
    const double inset = 1.0; // half of the pen, so that extremes are not cut off
    const Scale scale(area.adjusted(0, inset, 0, -inset), bounds, from, span);
    const double right = scale.x(seenUntil);
    const QPainterPath path = stepPath(columnsOf(points, scale), right);

    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    // The stroke of a column turns back by 180°, where a mitre join would stick out by twice the
    // pen.
    painter.setPen(QPen(colour, 1.25, Qt::SolidLine, Qt::FlatCap, Qt::BevelJoin));
    painter.drawPath(path);
    if (right < area.right()) {
        QColor pale = colour;
        pale.setAlphaF(hatchOpacity);
        painter.fillRect(
            QRectF(QPointF(right, area.top()), area.bottomRight()), QBrush(pale, Qt::BDiagPattern));
    }
    painter.restore();
}

} // namespace lockstep
