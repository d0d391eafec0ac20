#pragma once

#include <QPaintDevice>
#include <QPainterPath>
#include <QSize>

#include <functional>
#include <memory>

class QPainter;

namespace lockstep {

// A paint device to render widgets on. It passes what is painted on to other painters, together
// with the clips, also those that Qt sets by itself to keep a widget inside its parents.
class ClippedDevice : public QPaintDevice
{
public:
    // Returns the painter for what follows, which paints only inside `clip`, or everywhere if that
    // is empty. It has to stay valid until the next call.
    using PainterFor = std::function<QPainter &(const QPainterPath &clip)>;

    // size: of what is rendered, in logical pixels. dpi: logical pixels per inch.
    ClippedDevice(QSize size, int dpi, PainterFor painterForClip);
    ~ClippedDevice() override;

    [[nodiscard]] QPaintEngine *paintEngine() const override;

protected:
    int metric(PaintDeviceMetric metric) const override;

private:
    class Engine;

    QSize m_size;
    int m_dpi;
    std::unique_ptr<Engine> m_engine;
};

} // namespace lockstep
