#pragma once

#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainter>
#include <QWidget>

// What is painted, as text: heard from the painter, not asked of what paints.
namespace lockstep {

// Paints nothing, and keeps the texts.
class Hearing : public QPaintEngine
{
public:
    Hearing()
        : QPaintEngine(AllFeatures)
    {
    }
    bool begin(QPaintDevice *) override { return true; }
    bool end() override { return true; }
    void updateState(const QPaintEngineState &changed) override
    {
        ink = changed.pen().color();
        ink.setAlphaF(float(changed.opacity()));
    }
    void drawPath(const QPainterPath &) override { }
    void drawPolygon(const QPointF *, int, PolygonDrawMode) override { }
    void drawPixmap(const QRectF &, const QPixmap &, const QRectF &) override { }
    void drawTextItem(const QPointF &, const QTextItem &item) override
    {
        text += item.text();
        inks << ink;
    }
    [[nodiscard]] Type type() const override { return User; }

    QString text;
    QColor ink;
    QList<QColor> inks; // of each part of the text, with the opacity of the painter as its alpha
};

class HearingDevice : public QPaintDevice
{
public:
    [[nodiscard]] QPaintEngine *paintEngine() const override { return &m_engine; }
    [[nodiscard]] const QString &text() const { return m_engine.text; }
    [[nodiscard]] const QList<QColor> &inks() const { return m_engine.inks; }

protected:
    [[nodiscard]] int metric(PaintDeviceMetric metric) const override
    {
        switch (metric) {
        case PdmWidth:
        case PdmHeight:
            return 4000;
        case PdmDepth:
            return 32;
        case PdmDevicePixelRatio:
            return 1;
        case PdmDevicePixelRatioScaled:
            return qRound(devicePixelRatioFScale());
        default:
            return 96;
        }
    }

private:
    mutable Hearing m_engine;
};

// All texts of a widget and what is in it, one behind the other.
inline QString paintedBy(QWidget &widget)
{
    HearingDevice device;
    QPainter painter(&device);
    widget.render(&painter);
    painter.end();
    return device.text();
}

} // namespace lockstep
