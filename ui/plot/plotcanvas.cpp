// QCustomPlot keeps a pixmap of itself in the scale of its screen and copies it into whatever it is
// rendered to. An SVG or PDF would get a pixmap in place of lines, and at another scale it would be
// blurred. QWidget::render() passes its painter to the paint event, which can therefore recognise
// this case, whoever exports. The pixmap also lags behind the data while a replot is queued, which
// matters when a picture is taken immediately.

#include "ui/plot/plotcanvas.h"

#include "ui/widgets/theme.h"

namespace lockstep {

PlotCanvas::PlotCanvas(QWidget *parent)
    : QCustomPlot(parent)
{
    setAutoAddPlottableToLegend(false);
    // Otherwise each replot would at once paint everything in the window that waits to be painted.
    setPlottingHint(QCP::phImmediateRefresh, false);
    setFocusPolicy(Qt::NoFocus);
    setAttribute(Qt::WA_OpaquePaintEvent, false);
    plotLayout()->setMargins(QMargins());
    for (QCPAxis *axis : axisRect()->axes()) {
        axis->setTickPen(Qt::NoPen);
        axis->setSubTickPen(Qt::NoPen);
        axis->setBasePen(Qt::NoPen);
        axis->setTickLengthIn(0);
        axis->setSubTickLengthIn(0);
    }
    xAxis->grid()->setVisible(false);
    xAxis->setTickLabelPadding(8);
    scaleFonts();
}

void PlotCanvas::setColours(const Colours &colours)
{
    setBackground(colours.panel);
    for (QCPAxis *axis : axisRect()->axes()) {
        axis->setTickLabelColor(colours.secondary);
        axis->setLabelColor(colours.secondary);
        axis->grid()->setPen(QPen(colours.hairline, 1));
        axis->grid()->setZeroLinePen(QPen(colours.hairline, 1));
    }
    legend->setBrush(Qt::NoBrush);
    legend->setBorderPen(Qt::NoPen);
    legend->setTextColor(colours.secondary);
}

void PlotCanvas::paintEvent(QPaintEvent *event)
{
    QCPPainter painter(this);
    if (!painter.isActive())
        return;
    const QPaintEngine *engine = painter.paintEngine();
    const bool isPixels = engine->type() == QPaintEngine::Raster;
    const QPaintDevice *target = engine->paintDevice();
    const bool sameScale =
        target && qFuzzyCompare(target->devicePixelRatioF(), bufferDevicePixelRatio());
    if (isPixels && sameScale && !mReplotQueued) {
        painter.end();
        QCustomPlot::paintEvent(event);
        return;
    }
    if (!isPixels)
        painter.setMode(QCPPainter::pmVectorized);
    toPainter(&painter, width(), height());
}

void PlotCanvas::changeEvent(QEvent *event)
{
    QCustomPlot::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        scaleFonts();
}

void PlotCanvas::scaleFonts()
{
    QFont small = font();
    if (small.pointSizeF() > 0)
        small.setPointSizeF(small.pointSizeF() * 0.9);
    for (QCPAxis *axis : axisRect()->axes()) {
        axis->setTickLabelFont(small);
        axis->setLabelFont(small);
    }
    legend->setFont(small);
}

} // namespace lockstep
