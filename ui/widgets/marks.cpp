// Patterns are drawn into small tiles of three times the size, which are used as texture brushes
// and scaled down. That keeps stripes crisp at every scale factor, repeats without seams, because a
// tile is one period of the pattern, and costs one fill. Qt's own hatch brushes were rejected:
// their lines are one device pixel wide at every scale. For an SVG or PDF the stripes are drawn as
// lines.
//
// Glyphs are paths, not characters, because many fonts have no ⌛, ▲ and ✕, or different ones.

#include "ui/widgets/marks.h"

#include <QFontMetricsF>
#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>
#include <QPixmap>

#include <cmath>

namespace lockstep {

namespace {

constexpr int period = 6; // of the stripes, in device-independent pixels
constexpr int finer = 3; // tiles are so many times larger than what is shown

struct Stripes
{
    QColor ground;
    QColor colour;
    double width; // device-independent pixels
    bool bothWays; // crossed stripes
};

Stripes stripesOf(const Colours &colours, Marks::Fill fill)
{
    if (fill == Marks::Fill::Crossed)
        return {colours.violation, colours.panel, 0.9, true};
    return {colours.panel, colours.expiring, 2.6, false};
}

// Draws stripes from the upper left corner of the area on. Some extend beyond the area, which the
// caller clips.
void drawStripes(QPainter &painter, const QRectF &area, const Stripes &stripes)
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(stripes.colour, stripes.width, Qt::SolidLine, Qt::FlatCap));
    const double high = std::ceil(area.height() / period) * period;
    const double far = high + period;
    for (double x = area.left() - far; x < area.right() + far; x += period) {
        painter.drawLine(QLineF(x - period, area.top() - period, x + far, area.top() + far));
        if (stripes.bothWays)
            painter.drawLine(QLineF(x - period, area.top() + far, x + far, area.top() - period));
    }
}

QBrush tiled(const Stripes &stripes)
{
    QPixmap tile(period * finer, period * finer);
    tile.fill(stripes.ground);
    QPainter painter(&tile);
    painter.scale(finer, finer);
    drawStripes(painter, {0, 0, period, period}, stripes);
    QBrush brush(tile);
    brush.setTransform(QTransform::fromScale(1.0 / finer, 1.0 / finer));
    return brush;
}

QPainterPath hourglass(const QRectF &r)
{
    QPainterPath path(r.topLeft());
    path.lineTo(r.topRight());
    path.lineTo(r.bottomLeft());
    path.lineTo(r.bottomRight());
    path.closeSubpath();
    return path;
}

QPainterPath infinity(const QRectF &r)
{
    const double radius = r.width() / 4;
    QPainterPath path;
    path.addEllipse(QPointF(r.left() + radius, r.center().y()), radius, radius);
    path.addEllipse(QPointF(r.right() - radius, r.center().y()), radius, radius);
    return path;
}

QPolygonF triangle(const QRectF &r, bool pointsDown)
{
    const double across = r.width() * 0.42; // half of its longer side
    const double along = r.width() * 0.32; // from the middle to the tip
    const QPointF c = r.center();
    if (pointsDown)
        return {{c + QPointF(-across, -along), c + QPointF(across, -along), c + QPointF(0, along)}};
    return {{c + QPointF(-along, -across), c + QPointF(-along, across), c + QPointF(along, 0)}};
}

} // namespace

QColor blended(const QColor &a, const QColor &b, double shareOfA)
{
    const auto mix = [shareOfA](int x, int y) { return int(x * shareOfA + y * (1 - shareOfA)); };
    return {mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue())};
}

Marks::Marks(const Colours &colours)
    : m_colours(&colours)
    , m_hatch(tiled(stripesOf(colours, Fill::Hatched)))
    , m_cross(tiled(stripesOf(colours, Fill::Crossed)))
    , m_track(blended(colours.hairline, colours.panel, 0.75))
{
}

QColor Marks::fillColour(Fill fill) const
{
    switch (fill) {
    case Fill::Solid:
        return m_colours->holding;
    case Fill::Hatched:
        return m_colours->expiring;
    case Fill::Crossed:
    case Fill::Endless:
        return m_colours->violation;
    case Fill::EndlessByDesign:
        return m_colours->secondary;
    }
    return m_colours->holding;
}

void Marks::bar(QPainter &painter, const QRectF &area, double share, Fill fill) const
{
    const QColor colour = fillColour(fill);
    const bool endless = fill == Fill::Endless || fill == Fill::EndlessByDesign;
    painter.setRenderHint(QPainter::Antialiasing);
    if (endless) {
        painter.setPen(QPen(colour, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
        painter.drawRect(area.adjusted(2.5, 2.5, -2.5, -2.5));
        const double height = area.height() * 0.32;
        glyph(painter,
            QRectF(0, 0, height * 2, height * 2)
                .translated(area.center() - QPointF(height, height)),
            Glyph::Infinity, colour);
        return;
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_track);
    painter.drawRoundedRect(area, 2, 2);
    QRectF filled = area;
    filled.setWidth(area.width() * std::clamp(share, 0.0, 1.0));
    if (!(share > 0))
        return;
    // At least 3 pixels, so that a small rest is visible.
    filled.setWidth(std::max(filled.width(), 3.0));
    const bool striped = fill == Fill::Hatched || fill == Fill::Crossed;
    if (striped && painter.paintEngine()->type() != QPaintEngine::Raster) {
        const Stripes stripes = stripesOf(*m_colours, fill);
        painter.save();
        painter.setClipRect(filled);
        painter.fillRect(filled, stripes.ground);
        drawStripes(painter, filled, stripes);
        painter.restore();
        return;
    }
    painter.setBrushOrigin(filled.topLeft());
    painter.setBrush(fill == Fill::Hatched ? m_hatch : fill == Fill::Crossed ? m_cross : colour);
    painter.drawRect(filled);
    painter.setBrushOrigin(0, 0);
}

double Marks::badgeWidth(const QFont &font, Glyph glyph, const QString &word)
{
    const QFontMetricsF metrics(font);
    return badgeWidth(metrics, glyph, metrics.horizontalAdvance(word));
}

double Marks::badgeWidth(const QFontMetricsF &metrics, Glyph glyph, double wordWidth)
{
    const double unit = metrics.height() * 0.35;
    const double mark = glyph == Glyph::None ? 0 : metrics.ascent() * 0.72 + unit * 0.8;
    return wordWidth + mark + 2 * unit;
}

double Marks::badge(QPainter &painter, const QRectF &area, Glyph mark, const QString &word,
    const QColor &colour, Qt::Alignment alignment) const
{
    const QFontMetricsF metrics(painter.font());
    const double wordWidth = metrics.horizontalAdvance(word);
    const double width = badgeWidth(metrics, mark, wordWidth);
    const BadgeWord place = badgeFrame(painter, area, metrics, mark, width, colour, alignment);
    painter.drawText(place.baseline,
        wordWidth <= place.room + 1 ? word : metrics.elidedText(word, Qt::ElideRight, place.room));
    return std::min(width, area.width());
}

Marks::BadgeWord Marks::badgeFrame(QPainter &painter, const QRectF &area,
    const QFontMetricsF &metrics, Glyph mark, double width, const QColor &colour,
    Qt::Alignment alignment) const
{
    width = std::min(width, area.width());
    const double unit = metrics.height() * 0.35;
    const double height = std::min(metrics.height() + 2, area.height() - 2);
    const double left = alignment & Qt::AlignRight ? area.right() - width : area.left();
    const QRectF box(std::round(left) + 0.5, std::round(area.center().y() - height / 2) - 0.5,
        std::floor(width) - 1, std::round(height));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, 1));
    painter.setBrush(blended(colour, m_colours->panel, 0.08));
    painter.drawRoundedRect(box, 3, 3);
    double x = box.left() + unit - 0.5;
    if (mark != Glyph::None) {
        const double size = metrics.ascent() * 0.72;
        glyph(painter, QRectF(x, box.center().y() - size / 2, size, size), mark, colour);
        x += size + unit * 0.8;
    }
    painter.setPen(colour);
    const double baseline = box.center().y() + (metrics.ascent() - metrics.descent()) / 2;
    return {QPointF(x, baseline), box.right() - unit * 0.6 - x};
}

void Marks::glyph(QPainter &painter, const QRectF &area, Glyph glyph, const QColor &colour) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    QPen pen(colour, std::max(1.2, area.height() / 6.5));
    pen.setCapStyle(Qt::RoundCap);
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    switch (glyph) {
    case Glyph::None:
        return;
    case Glyph::Hourglass:
        painter.setBrush(colour);
        painter.setPen(Qt::NoPen);
        painter.drawPath(hourglass(area.adjusted(area.width() * 0.12, 0, -area.width() * 0.12, 0)));
        return;
    case Glyph::Renewed:
        painter.setBrush(colour);
        painter.setPen(Qt::NoPen);
        painter.drawPolygon(QPolygonF(
            {QPointF(area.center().x(), area.top()), area.bottomRight(), area.bottomLeft()}));
        return;
    case Glyph::Question: { // an open ring
        painter.drawArc(area.adjusted(0.6, 0.6, -0.6, -0.6), 40 * 16, 280 * 16);
        painter.setBrush(colour);
        painter.setPen(Qt::NoPen);
        const double dot = area.width() / 8;
        painter.drawEllipse(area.center(), dot, dot);
        return;
    }
    case Glyph::Infinity:
        painter.drawPath(infinity(area));
        return;
    case Glyph::Folded:
    case Glyph::Unfolded:
        painter.setBrush(colour);
        painter.setPen(Qt::NoPen);
        painter.drawPolygon(triangle(area, glyph == Glyph::Unfolded));
        return;
    case Glyph::Pin:
        painter.drawLine(area.center(), QPointF(area.center().x(), area.bottom()));
        painter.setBrush(colour);
        painter.setPen(Qt::NoPen);
        painter.drawEllipse(QPointF(area.center().x(), area.top() + area.height() * 0.32),
            area.width() * 0.32, area.height() * 0.32);
        return;
    case Glyph::Exclamation: {
        const double dot = painter.pen().widthF() * 0.62;
        const double middle = area.center().x();
        painter.drawLine(
            QPointF(middle, area.top()), QPointF(middle, area.top() + area.height() * 0.58));
        painter.setBrush(colour);
        painter.setPen(Qt::NoPen);
        painter.drawEllipse(QPointF(middle, area.bottom() - dot), dot, dot);
        return;
    }
    case Glyph::Cross:
        painter.drawLine(area.topLeft(), area.bottomRight());
        painter.drawLine(area.topRight(), area.bottomLeft());
        return;
    }
}

} // namespace lockstep
