#pragma once

#include <QPaintDevice>
#include <QPainterPath>
#include <QSize>

#include <functional>
#include <memory>

class QPainter;

namespace lockstep {

// A device to render widgets on. It hands on what is painted to other painters, and with it the
// clips, also those that Qt sets by itself to keep a widget inside its parents.
class ClippedDevice : public QPaintDevice
{
public:
    // The painter for what follows; it paints inside of clip only, everywhere if that is empty. It
    // has to live until the next one is asked for.
    using PainterUnder = std::function<QPainter &(const QPainterPath &clip)>;

    // size: of what is rendered, in logical pixels; dpi: logical pixels to the inch.
    ClippedDevice(QSize size, int dpi, PainterUnder painterUnder);
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
