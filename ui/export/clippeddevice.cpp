// Qt keeps a widget inside its parents with the "system clip" of the paint engine, which only the
// raster engine respects: in an SVG or PDF the last row of a table would overlap its frame.
// QSvgGenerator (Qt 6.4) ignores a painter's own clips, too. Setting a clip on the painter for each
// widget was tried and rejected: QPainter::restore() moves such a clip by the position of the
// widget, and a style that sets a clip replaces it.
//
// A painter's own clip is read when something is painted. Following the clip changes that an engine
// is notified of was rejected: restore() repeats the earlier clips and moves them by the position
// of the widget.
//
// A clip is passed on only if it cuts something off. A label is exactly as wide as its text, and
// the viewer of an SVG may have a slightly wider font, so clipping each label could cost its last
// letter.
//
// QSvgGenerator does not support hatched brushes either, so their lines are drawn here.

#include "ui/export/clippeddevice.h"

#include <QFontMetricsF>
#include <QPaintEngine>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <optional>

namespace lockstep {

namespace {

constexpr double tolerance = 0.5; // logical pixels; cutting off less than this needs no clip

constexpr double hatchPeriod = 8; // logical pixels, as in Qt's own patterns

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
    explicit Engine(PainterFor painterForClip)
        // QPainter emulates features that are not listed here, so that this engine never gets them.
        : QPaintEngine(PaintEngineFeatures(AllFeatures & ~(PerspectiveTransform | PorterDuff)))
        , m_painterForClip(std::move(painterForClip))
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
        if (state->pen().style() != Qt::NoPen) // lines without length are drawn as points, too
            QPaintEngine::drawPoints(points, count);
    }
    void drawPath(const QPainterPath &path) override
    {
        if (isHatched(state->brush()))
            hatch(path);
        if (QPainter *painter = painterFor(outlined(path.controlPointRect())))
            painter->drawPath(path);
    }
    void drawPolygon(const QPointF *points, int count, PolygonDrawMode mode) override
    {
        const QPolygonF polygon(QList<QPointF>(points, points + count));
        if (mode == PolylineMode) {
            QPainter *painter = state->pen().style() == Qt::NoPen
                ? nullptr
                : painterFor(outlined(polygon.boundingRect()));
            if (painter)
                painter->drawPolyline(polygon);
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
        // The painter's own font is not the one of a text that mixes fonts.
        const QFontMetricsF metrics(text.font(), paintDevice());
        const QRectF area(at.x(), at.y() - metrics.ascent(), metrics.horizontalAdvance(text.text()),
            metrics.height());
        if (QPainter *painter = painterFor(area))
            painter->drawTextItem(at, text);
    }
    void drawPixmap(const QRectF &to, const QPixmap &pixmap, const QRectF &from) override
    {
        if (QPainter *painter = painterFor(to))
            painter->drawPixmap(to, pixmap, from);
    }
    void drawImage(const QRectF &to, const QImage &image, const QRectF &from,
        Qt::ImageConversionFlags flags) override
    {
        if (QPainter *painter = painterFor(to))
            painter->drawImage(to, image, from, flags);
    }

private:
    void hatch(const QPainterPath &path);
    // Returns the painter below, ready to paint; nullptr if nothing in the area is visible. area:
    // what will be painted, in the painter's coordinates.
    QPainter *painterFor(const QRectF &area);
    void setClip(const QPainterPath &clip);
    // Returns the clip that cuts the area, or nothing if none does. An empty path cuts all of it.
    [[nodiscard]] std::optional<QPainterPath> cutting(const QRectF &area);
    // The clip of the present state, in device coordinates.
    [[nodiscard]] const std::optional<QPainterPath> &ownClip();
    [[nodiscard]] QRectF outlined(const QRectF &area) const;
    void applyState(QPainter &painter) const;

    PainterFor m_painterForClip;
    QPainter *m_painter = nullptr;
    QPainterPath m_painterClip; // the clip that m_painter has
    std::optional<QPainterPath> m_clip; // cached by ownClip()
    bool m_isClipKnown = false;
    bool m_isStale = true; // m_painter does not have the present state
};

void ClippedDevice::Engine::updateState(const QPaintEngineState &)
{
    m_isStale = true;
    m_isClipKnown = false;
}

const std::optional<QPainterPath> &ClippedDevice::Engine::ownClip()
{
    if (!std::exchange(m_isClipKnown, true)) {
        m_clip.reset();
        if (painter()->hasClipping())
            m_clip = painter()->deviceTransform().map(painter()->clipPath());
    }
    return m_clip;
}

QRectF ClippedDevice::Engine::outlined(const QRectF &area) const
{
    if (state->pen().style() == Qt::NoPen)
        return area;
    const double half = std::max(state->pen().widthF(), 1.0) / 2;
    return area.adjusted(-half, -half, half, half);
}

std::optional<QPainterPath> ClippedDevice::Engine::cutting(const QRectF &area)
{
    const QRectF painted =
        state->transform().mapRect(area).adjusted(tolerance, tolerance, -tolerance, -tolerance);
    // Qt excludes from a widget's clip what opaque children cover. They are painted later anyway,
    // so the bounding rectangle will do.
    const QRectF frame = systemClip().boundingRect();
    const bool frameCuts = !frame.isEmpty() && !frame.contains(painted);
    const auto &clip = ownClip();
    if (!clip || clip->contains(painted))
        return frameCuts ? std::optional(rectangle(frame)) : std::nullopt;
    return frameCuts ? clip->intersected(rectangle(frame)) : *clip;
}

void ClippedDevice::Engine::setClip(const QPainterPath &clip)
{
    if (m_painter && clip == m_painterClip)
        return;
    m_painterClip = clip;
    m_painter = &m_painterForClip(clip);
    m_isStale = true;
}

QPainter *ClippedDevice::Engine::painterFor(const QRectF &area)
{
    const auto clip = cutting(area);
    if (clip && clip->isEmpty())
        return nullptr;
    setClip(clip.value_or(QPainterPath()));
    if (std::exchange(m_isStale, false))
        applyState(*m_painter);
    return m_painter;
}

void ClippedDevice::Engine::hatch(const QPainterPath &path)
{
    const QPainterPath area = state->transform().map(path);
    const auto cut = cutting(path.controlPointRect());
    const QPainterPath clip = cut ? area.intersected(*cut) : area;
    if (clip.isEmpty())
        return;
    setClip(clip);
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

ClippedDevice::ClippedDevice(QSize size, int dpi, PainterFor painterForClip)
    : m_size(size)
    , m_dpi(dpi)
    , m_engine(std::make_unique<Engine>(std::move(painterForClip)))
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
