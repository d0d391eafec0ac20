// On a device with pixels a pattern is a tile in the device's scale, so that filling a box copies
// pixels. On others (SVG, PDF) it is drawn as lines. Scaling a tile while painting, as the bars of
// the tables do, was measured at several times the cost, and a picture has thousands of boxes.

#include "ui/lab/drawing/statemarks.h"

#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>
#include <QPixmap>

#include <cmath>

namespace lockstep {

namespace {

using State = LaneSpan::State;

constexpr int period = 6; // after which every pattern repeats, in device-independent pixels

void drawHatch(QPainter &painter, const QRectF &area, bool bothWays)
{
    const double left = std::floor(area.left() / period) * period;
    const double top = std::floor(area.top() / period) * period;
    const double high = std::ceil((area.bottom() - top) / period) * period;
    for (double x = left - high - period; x < area.right() + high + period; x += period) {
        painter.drawLine(QLineF(x, top, x + high, top + high));
        if (bothWays)
            painter.drawLine(QLineF(x, top, x - high, top + high));
    }
}

void drawDots(QPainter &painter, const QRectF &area, const QColor &colour)
{
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    const double left = std::floor(area.left() / period) * period + period / 2.0;
    const double top = std::floor(area.top() / period) * period + period / 2.0;
    for (double y = top; y < area.bottom(); y += period) {
        for (double x = left; x < area.right(); x += period)
            painter.drawEllipse(QPointF(x, y), 1.1, 1.1);
    }
}

void drawRows(QPainter &painter, const QRectF &area)
{
    const double top = std::floor(area.top() / period) * period + period / 2.0;
    for (double y = top; y < area.bottom(); y += period)
        painter.drawLine(QLineF(area.left(), y, area.right(), y));
}

void drawPattern(QPainter &painter, const QRectF &area, State state, const QColor &colour)
{
    painter.setRenderHint(QPainter::Antialiasing);
    const double width = state == State::Expired ? 2.4 : state == State::TooMany ? 0.9 : 1.2;
    painter.setPen(QPen(colour, width, Qt::SolidLine, Qt::FlatCap));
    switch (state) {
    case State::Expired:
        return drawHatch(painter, area, false);
    case State::TooMany:
        return drawHatch(painter, area, true);
    case State::Waiting:
        return drawDots(painter, area, colour);
    default:
        return drawRows(painter, area);
    }
}

void drawSkull(QPainter &painter, const QRectF &area, const QColor &colour)
{
    const double u = area.width() / 10;
    QPainterPath path;
    path.setFillRule(Qt::OddEvenFill);
    path.addEllipse(area.adjusted(0.4 * u, 0, -0.4 * u, -2.4 * u));
    QPainterPath jaw;
    jaw.addRect(QRectF(area.left() + 2.8 * u, area.top() + 6 * u, 4.4 * u, 4 * u));
    path = path.united(jaw);
    QPainterPath holes;
    holes.addEllipse(QPointF(area.left() + 3.2 * u, area.top() + 4.1 * u), 1.25 * u, 1.25 * u);
    holes.addEllipse(QPointF(area.left() + 6.8 * u, area.top() + 4.1 * u), 1.25 * u, 1.25 * u);
    holes.addRect(QRectF(area.left() + 4.6 * u, area.top() + 8 * u, 0.8 * u, 2 * u));
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawPath(path.subtracted(holes));
}

} // namespace

StateMarks::StateMarks(const Colours &colours)
    : m_marks(colours)
{
}

QString StateMarks::word(State state)
{
    switch (state) {
    case State::Outside:
        return tr("outside");
    case State::Waiting:
        return tr("waiting");
    case State::Holding:
        return tr("holding");
    case State::Expired:
        return tr("lock gone, still working");
    case State::TooMany:
        return tr("violation");
    case State::Paused:
        return tr("paused");
    case State::Crashed:
        return tr("crashed");
    }
    return {};
}

QColor StateMarks::colour(State state) const
{
    switch (state) {
    case State::Waiting:
        return colours().waiting;
    case State::Holding:
        return colours().holding;
    case State::Expired:
        return colours().expiring;
    case State::TooMany:
        return colours().violation;
    case State::Outside:
    case State::Paused:
    case State::Crashed:
        break;
    }
    return colours().outside;
}

QColor StateMarks::ink(State state) const
{
    return state == State::Holding ? colours().panel : colours().text;
}

bool StateMarks::isPattern(State state)
{
    return state == State::Waiting || state == State::Expired || state == State::TooMany
        || state == State::Paused;
}

const QBrush &StateMarks::tile(State state, double scale) const
{
    if (scale != m_tileScale) {
        for (QBrush &brush : m_tiles)
            brush = QBrush();
        m_tileScale = scale;
    }
    QBrush &brush = m_tiles.at(std::size_t(state));
    if (brush.style() != Qt::NoBrush)
        return brush;
    // Many periods wide: the fill is copied in pieces of a tile's width.
    constexpr int periods = 20;
    const int size = int(std::ceil(period * scale));
    QPixmap tile(size * periods, size);
    tile.fill(colours().panel);
    QPainter painter(&tile);
    painter.scale(size / double(period), size / double(period));
    drawPattern(painter, {0, 0, periods * period, period}, state, colour(state));
    painter.end();
    brush = QBrush(tile);
    brush.setTransform(QTransform::fromScale(1 / scale, 1 / scale));
    return brush;
}

void StateMarks::fill(QPainter &painter, const QRectF &area, State state) const
{
    if (!isPattern(state)) {
        painter.fillRect(area, colour(state));
        return;
    }
    if (painter.paintEngine()->type() == QPaintEngine::Raster) {
        painter.fillRect(area, tile(state, painter.deviceTransform().m11()));
        return;
    }
    painter.save();
    painter.setClipRect(area, Qt::IntersectClip);
    painter.fillRect(area, colours().panel);
    drawPattern(painter, area, state, colour(state));
    painter.restore();
}

void StateMarks::boxes(QPainter &painter, const std::vector<QRect> &areas, State state) const
{
    if (areas.empty())
        return;
    const bool isPatterned = isPattern(state);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(Qt::NoPen);
    if (isPatterned && painter.paintEngine()->type() != QPaintEngine::Raster) {
        for (const QRect &area : areas)
            fill(painter, area, state);
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(Qt::NoPen);
    } else {
        painter.setBrush(
            isPatterned ? tile(state, painter.deviceTransform().m11()) : QBrush(colour(state)));
        painter.drawRects(areas.data(), int(areas.size()));
    }
    if (isPatterned)
        edges(painter, areas, state);
}

// Solid edges are filled rectangles, because stroking the outlines of many boxes costs more than
// everything else about them. Dashed edges are stroked, as there are few.
void StateMarks::edges(QPainter &painter, const std::vector<QRect> &areas, State state) const
{
    constexpr int least = 3; // pixels that a box must be wide to get edges
    if (state == State::Expired) {
        painter.setPen(QPen(colour(state), 1, Qt::DashLine));
        painter.setBrush(Qt::NoBrush);
        for (const QRect &area : areas) {
            if (area.width() >= least)
                painter.drawRect(area.adjusted(0, 0, -1, -1));
        }
        return;
    }
    std::vector<QRect> lines;
    lines.reserve(4 * areas.size());
    for (const QRect &area : areas) {
        const int inner = area.height() - 2;
        if (area.width() < least || inner < 1)
            continue;
        lines.emplace_back(area.left(), area.top(), area.width(), 1);
        lines.emplace_back(area.left(), area.bottom(), area.width(), 1);
        lines.emplace_back(area.left(), area.top() + 1, 1, inner);
        lines.emplace_back(area.right(), area.top() + 1, 1, inner);
    }
    painter.setBrush(colour(state));
    painter.drawRects(lines.data(), int(lines.size()));
}

void StateMarks::glyph(
    QPainter &painter, const QRectF &area, State state, const QColor &colour) const
{
    constexpr std::size_t most = 64;
    constexpr double margin = 1; // pixels, for antialiased edges
    if (painter.paintEngine()->type() != QPaintEngine::Raster)
        return drawGlyph(painter, area, state, colour);
    const double scale = painter.deviceTransform().m11();
    if (m_stamps.size() > most)
        m_stamps.clear();
    QPixmap &stamp = m_stamps[{state, area.width(), scale, colour.rgba()}];
    if (stamp.isNull()) {
        const QSizeF size = area.size() + QSizeF(2 * margin, 2 * margin);
        stamp =
            QPixmap(int(std::ceil(size.width() * scale)), int(std::ceil(size.height() * scale)));
        stamp.setDevicePixelRatio(scale);
        stamp.fill(Qt::transparent);
        QPainter onStamp(&stamp);
        drawGlyph(onStamp, QRectF(QPointF(margin, margin), area.size()), state, colour);
    }
    const auto rounded = [scale](double at) { return std::round(at * scale) / scale; };
    painter.drawPixmap(QPointF(rounded(area.left()) - margin, rounded(area.top()) - margin), stamp);
}

void StateMarks::drawGlyph(
    QPainter &painter, const QRectF &area, State state, const QColor &colour) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    const QPointF centre = area.center();
    switch (state) {
    case State::Outside:
        painter.fillRect(QRectF(area.left(), centre.y() - area.height() * 0.09, area.width(),
                             area.height() * 0.18),
            colour);
        break;
    case State::Waiting:
        painter.setPen(QPen(colour, area.height() / 7));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(centre, area.width() * 0.4, area.width() * 0.4);
        break;
    case State::Holding:
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
        painter.drawEllipse(centre, area.width() * 0.45, area.width() * 0.45);
        break;
    case State::Expired:
        m_marks.glyph(painter, area, Marks::Glyph::Hourglass, colour);
        break;
    case State::TooMany: {
        const double inset = area.width() * 0.08;
        m_marks.glyph(
            painter, area.adjusted(inset, inset, -inset, -inset), Marks::Glyph::Cross, colour);
        break;
    }
    case State::Paused: {
        const double bar = area.width() * 0.27;
        painter.fillRect(QRectF(area.left() + bar * 0.4, area.top(), bar, area.height()), colour);
        painter.fillRect(QRectF(area.right() - bar * 1.4, area.top(), bar, area.height()), colour);
        break;
    }
    case State::Crashed:
        drawSkull(painter, area, colour);
        break;
    }
    painter.setRenderHint(
        QPainter::Antialiasing, false); // rectangles of whole pixels are filled faster without it
}

void StateMarks::scissors(QPainter &painter, const QRectF &area, const QColor &colour) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, std::max(1.1, area.height() / 8), Qt::SolidLine, Qt::RoundCap));
    painter.setBrush(Qt::NoBrush);
    const double ring = area.height() * 0.17;
    const QPointF upper(area.left() + ring, area.top() + ring);
    const QPointF lower(area.left() + ring, area.bottom() - ring);
    painter.drawEllipse(upper, ring, ring);
    painter.drawEllipse(lower, ring, ring);
    painter.drawLine(
        upper + QPointF(ring, ring * 0.7), QPointF(area.right(), area.bottom() - ring));
    painter.drawLine(lower + QPointF(ring, -ring * 0.7), QPointF(area.right(), area.top() + ring));
}

} // namespace lockstep
