// Qt keeps a widget inside its parents by the paint engine's "system clip", which only the raster
// engine honours: in an SVG or PDF the last row of a table hangs over its frame. QSvgGenerator (Qt
// 6.4) leaves out a painter's own clips as well. Setting a painter's clip for each widget was tried
// and rejected: QPainter::restore() moves such a clip by the widget's place, and a style that sets
// its own replaces it.
//
// A clip is handed on only for what it cuts. Labels are exactly as wide as their text, and who
// shows an SVG may have a slightly wider font: to clip each label would cost the last letter.
//
// QSvgGenerator knows no hatched brushes either, so their lines are drawn here.

#include "ui/export/clippeddevice.h"

#include <QFontMetricsF>
#include <QPaintEngine>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <optional>

namespace lockstep {

namespace {

constexpr double tolerance = 0.5; // logical pixels

constexpr double hatchPeriod = 8; // as of Qt's own patterns

bool isHatched(const QBrush &brush)
{
    return brush.style() >= Qt::HorPattern && brush.style() <= Qt::DiagCrossPattern;
}

QList<QLineF> hatchLines(Qt::BrushStyle style, const QRectF &area)
{
    QList<QLineF> lines;
    const auto has = [style](Qt::BrushStyle one, Qt::BrushStyle both) {
        return style == one || style == both;
    };
    const double left = std::floor(area.left() / hatchPeriod) * hatchPeriod;
    const double top = std::floor(area.top() / hatchPeriod) * hatchPeriod;
    for (double y = top; y < area.bottom() && has(Qt::HorPattern, Qt::CrossPattern);
         y += hatchPeriod)
        lines << QLineF(area.left(), y, area.right(), y);
    for (double x = left; x < area.right() && has(Qt::VerPattern, Qt::CrossPattern);
         x += hatchPeriod)
        lines << QLineF(x, area.top(), x, area.bottom());
    const double high = std::ceil((area.bottom() - top) / hatchPeriod) * hatchPeriod;
    for (double x = left - high; x < area.right() + high; x += hatchPeriod) {
        if (has(Qt::FDiagPattern, Qt::DiagCrossPattern))
            lines << QLineF(x, top, x + high, top + high);
        if (has(Qt::BDiagPattern, Qt::DiagCrossPattern))
            lines << QLineF(x, top + high, x + high, top);
    }
    return lines;
}

QPainterPath rectangle(const QRectF &area)
{
    QPainterPath path;
    path.addRect(area);
    return path;
}

} // namespace

class ClippedDevice::Engine : public QPaintEngine
{
public:
    explicit Engine(PainterUnder painterUnder)
        // What is not here the painter would have to know before it hands it on.
        : QPaintEngine(PaintEngineFeatures(AllFeatures & ~(PerspectiveTransform | PorterDuff)))
        , m_painterUnder(std::move(painterUnder))
    {
    }

    [[nodiscard]] Type type() const override { return User; }
    bool begin(QPaintDevice *) override { return true; }
    bool end() override { return true; }
    void updateState(const QPaintEngineState &next) override;

    using QPaintEngine::drawPoints;
    using QPaintEngine::drawPolygon;
    void drawPoints(const QPointF *points, int count) override
    {
        if (state->pen().style() != Qt::NoPen) // lines of no length come here too
            QPaintEngine::drawPoints(points, count);
    }
    void drawPath(const QPainterPath &path) override
    {
        if (isHatched(state->brush()))
            hatch(path);
        under(outlined(path.controlPointRect())).drawPath(path);
    }
    void drawPolygon(const QPointF *points, int count, PolygonDrawMode mode) override
    {
        const QPolygonF polygon(QList<QPointF>(points, points + count));
        if (mode == PolylineMode) {
            if (state->pen().style() != Qt::NoPen)
                under(outlined(polygon.boundingRect())).drawPolyline(polygon);
            return;
        }
        QPainterPath path;
        path.addPolygon(polygon);
        path.closeSubpath();
        path.setFillRule(mode == WindingMode ? Qt::WindingFill : Qt::OddEvenFill);
        drawPath(path);
    }
    void drawTextItem(const QPointF &at, const QTextItem &text) override
    {
        const QFontMetricsF metrics(state->font(), paintDevice());
        const QRectF area(at.x(), at.y() - metrics.ascent(), metrics.horizontalAdvance(text.text()),
            metrics.height());
        under(area).drawTextItem(at, text);
    }
    void drawPixmap(const QRectF &to, const QPixmap &pixmap, const QRectF &from) override
    {
        under(to).drawPixmap(to, pixmap, from);
    }
    void drawImage(const QRectF &to, const QImage &image, const QRectF &from,
        Qt::ImageConversionFlags flags) override
    {
        under(to).drawImage(to, image, from, flags);
    }

private:
    void setClip(const QPainterPath &path, Qt::ClipOperation how);
    void hatch(const QPainterPath &path);
    // area: that will be painted, in the painter's units.
    QPainter &under(const QRectF &area);
    void hand(const QPainterPath &clip);
    [[nodiscard]] QPainterPath cutting(const QRectF &area) const;
    [[nodiscard]] QRectF outlined(const QRectF &area) const;
    void applyState(QPainter &painter) const;

    PainterUnder m_painterUnder;
    QPainter *m_painter = nullptr;
    QPainterPath m_handedOn; // the clip of m_painter
    std::optional<QPainterPath> m_clip; // of the state, in the device's units
    bool m_isStale = true; // m_painter does not know the present state
};

void ClippedDevice::Engine::updateState(const QPaintEngineState &next)
{
    m_isStale = true;
    const auto what = next.state();
    if (what & DirtyClipPath) {
        setClip(next.transform().map(next.clipPath()), next.clipOperation());
    } else if (what & DirtyClipRegion) {
        QPainterPath path;
        path.addRegion(next.clipRegion());
        setClip(next.transform().map(path), next.clipOperation());
    } else if ((what & DirtyClipEnabled) && !next.isClipEnabled()) {
        setClip({}, Qt::NoClip);
    }
}

void ClippedDevice::Engine::setClip(const QPainterPath &path, Qt::ClipOperation how)
{
    if (how == Qt::NoClip)
        m_clip.reset();
    else
        m_clip = how == Qt::IntersectClip && m_clip ? m_clip->intersected(path) : path;
}

QRectF ClippedDevice::Engine::outlined(const QRectF &area) const
{
    if (state->pen().style() == Qt::NoPen)
        return area;
    const double half = std::max(state->pen().widthF(), 1.0) / 2;
    return area.adjusted(-half, -half, half, half);
}

QPainterPath ClippedDevice::Engine::cutting(const QRectF &area) const
{
    const QRectF painted =
        state->transform().mapRect(area).adjusted(tolerance, tolerance, -tolerance, -tolerance);
    // Of a widget's area Qt takes away what opaque children cover. They are painted later anyway.
    const QRectF frame = systemClip().boundingRect();
    const bool frameCuts = !frame.isEmpty() && !frame.contains(painted);
    const bool clipCuts = m_clip && !m_clip->contains(painted);
    if (frameCuts && clipCuts)
        return m_clip->intersected(rectangle(frame));
    if (frameCuts)
        return rectangle(frame);
    return clipCuts ? *m_clip : QPainterPath();
}

void ClippedDevice::Engine::hand(const QPainterPath &clip)
{
    if (m_painter && clip == m_handedOn)
        return;
    m_handedOn = clip;
    m_painter = &m_painterUnder(clip);
    m_isStale = true;
}

QPainter &ClippedDevice::Engine::under(const QRectF &area)
{
    hand(cutting(area));
    if (std::exchange(m_isStale, false))
        applyState(*m_painter);
    return *m_painter;
}

void ClippedDevice::Engine::hatch(const QPainterPath &path)
{
    const QPainterPath area = state->transform().map(path);
    const QPainterPath cut = cutting(path.controlPointRect());
    const QPainterPath clip = cut.isEmpty() ? area : area.intersected(cut);
    if (clip.isEmpty())
        return;
    hand(clip);
    m_painter->setTransform({});
    m_painter->setPen(QPen(state->brush().color(), 1));
    m_painter->drawLines(hatchLines(state->brush().style(), clip.boundingRect()));
    m_isStale = true;
}

void ClippedDevice::Engine::applyState(QPainter &painter) const
{
    painter.setPen(state->pen());
    painter.setBrush(isHatched(state->brush()) ? QBrush() : state->brush());
    painter.setBrushOrigin(state->brushOrigin());
    painter.setFont(state->font());
    painter.setOpacity(state->opacity());
    painter.setRenderHints(painter.renderHints(), false);
    painter.setRenderHints(state->renderHints());
    painter.setTransform(state->transform());
}

ClippedDevice::ClippedDevice(QSize size, int dpi, PainterUnder painterUnder)
    : m_size(size)
    , m_dpi(dpi)
    , m_engine(std::make_unique<Engine>(std::move(painterUnder)))
{
}

ClippedDevice::~ClippedDevice() = default;

QPaintEngine *ClippedDevice::paintEngine() const
{
    return m_engine.get();
}

int ClippedDevice::metric(PaintDeviceMetric metric) const
{
    switch (metric) {
    case PdmWidth:
        return m_size.width();
    case PdmHeight:
        return m_size.height();
    case PdmWidthMM:
        return qRound(m_size.width() * 25.4 / m_dpi);
    case PdmHeightMM:
        return qRound(m_size.height() * 25.4 / m_dpi);
    case PdmDpiX:
    case PdmDpiY:
    case PdmPhysicalDpiX:
    case PdmPhysicalDpiY:
        return m_dpi;
    case PdmNumColors:
        return 0xffffff;
    case PdmDepth:
        return 24;
    case PdmDevicePixelRatio:
        return 1;
    case PdmDevicePixelRatioScaled:
        return qRound(devicePixelRatioFScale());
    }
    return 0;
}

} // namespace lockstep
