// Qt keeps a widget inside its parents by the paint engine's "system clip", which only the raster
// engine honours: in an SVG or PDF the last row of a table hangs over its frame. QSvgGenerator (Qt
// 6.4) leaves out a painter's own clips as well. Setting a painter's clip for each widget was tried
// and rejected: QPainter::restore() moves such a clip by the widget's place, and a style that sets
// its own replaces it.
//
// A painter's own clip is asked for when something is painted. To follow the changes that an engine
// is told of was rejected: restore() tells of the clips before once more, and moves them, too, by
// the widget's place.
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
        if (QPainter *painter = under(outlined(path.controlPointRect())))
            painter->drawPath(path);
    }
    void drawPolygon(const QPointF *points, int count, PolygonDrawMode mode) override
    {
        const QPolygonF polygon(QList<QPointF>(points, points + count));
        if (mode == PolylineMode) {
            QPainter *painter = state->pen().style() == Qt::NoPen
                ? nullptr
                : under(outlined(polygon.boundingRect()));
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
        // Of a text with several fonts the painter's own is none.
        const QFontMetricsF metrics(text.font(), paintDevice());
        const QRectF area(at.x(), at.y() - metrics.ascent(), metrics.horizontalAdvance(text.text()),
            metrics.height());
        if (QPainter *painter = under(area))
            painter->drawTextItem(at, text);
    }
    void drawPixmap(const QRectF &to, const QPixmap &pixmap, const QRectF &from) override
    {
        if (QPainter *painter = under(to))
            painter->drawPixmap(to, pixmap, from);
    }
    void drawImage(const QRectF &to, const QImage &image, const QRectF &from,
        Qt::ImageConversionFlags flags) override
    {
        if (QPainter *painter = under(to))
            painter->drawImage(to, image, from, flags);
    }

private:
    void hatch(const QPainterPath &path);
    // area: that will be painted, in the painter's units. Null if nothing of it is to be seen.
    QPainter *under(const QRectF &area);
    void hand(const QPainterPath &clip);
    // The clip that cuts area, nothing if none does. An empty one leaves nothing of it.
    [[nodiscard]] std::optional<QPainterPath> cutting(const QRectF &area);
    // The clip of the present state, in the device's units.
    [[nodiscard]] const std::optional<QPainterPath> &ownClip();
    [[nodiscard]] QRectF outlined(const QRectF &area) const;
    void applyState(QPainter &painter) const;

    PainterUnder m_painterUnder;
    QPainter *m_painter = nullptr;
    QPainterPath m_handedOn; // the clip of m_painter
    std::optional<QPainterPath> m_clip; // see ownClip()
    bool m_isClipKnown = false;
    bool m_isStale = true; // m_painter does not know the present state
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
    // Of a widget's area Qt takes away what opaque children cover. They are painted later anyway.
    const QRectF frame = systemClip().boundingRect();
    const bool frameCuts = !frame.isEmpty() && !frame.contains(painted);
    const auto &clip = ownClip();
    if (!clip || clip->contains(painted))
        return frameCuts ? std::optional(rectangle(frame)) : std::nullopt;
    return frameCuts ? clip->intersected(rectangle(frame)) : *clip;
}

void ClippedDevice::Engine::hand(const QPainterPath &clip)
{
    if (m_painter && clip == m_handedOn)
        return;
    m_handedOn = clip;
    m_painter = &m_painterUnder(clip);
    m_isStale = true;
}

QPainter *ClippedDevice::Engine::under(const QRectF &area)
{
    const auto clip = cutting(area);
    if (clip && clip->isEmpty())
        return nullptr;
    hand(clip.value_or(QPainterPath()));
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
