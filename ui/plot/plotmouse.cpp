#include "ui/plot/plotmouse.h"

#include "ui/plot/customplot.h"

#include <QGuiApplication>
#include <QMouseEvent>
#include <QStyleHints>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace lockstep {

PlotMouse::PlotMouse(QCustomPlot *plot)
    : QObject(plot)
    , m_plot(plot)
{
    plot->setMouseTracking(true);
    plot->installEventFilter(this);
}

bool PlotMouse::eventFilter(QObject *watched, QEvent *event)
{
    switch (event->type()) {
    case QEvent::MouseButtonPress:
        press(*static_cast<QMouseEvent *>(event));
        return true;
    case QEvent::MouseMove:
        move(*static_cast<QMouseEvent *>(event));
        return true;
    case QEvent::MouseButtonRelease:
        release(*static_cast<QMouseEvent *>(event));
        return true;
    case QEvent::MouseButtonDblClick:
        m_pressedAt.reset();
        Q_EMIT doubleClicked();
        return true;
    case QEvent::Wheel:
        turn(*static_cast<QWheelEvent *>(event));
        event->accept();
        return true;
    case QEvent::Leave:
        Q_EMIT left();
        break;
    default:
        break;
    }
    return QObject::eventFilter(watched, event);
}

double PlotMouse::xOf(const QPointF &position) const
{
    return m_plot->xAxis->pixelToCoord(position.x());
}

void PlotMouse::press(const QMouseEvent &event)
{
    m_pressedAt = event.position().x();
    m_draggedTo.reset();
}

void PlotMouse::move(const QMouseEvent &event)
{
    const double x = event.position().x();
    if (!m_pressedAt) {
        Q_EMIT pointed(xOf(event.position()));
        return;
    }
    if (!m_draggedTo
        && std::abs(x - *m_pressedAt) < QGuiApplication::styleHints()->startDragDistance())
        return;
    const double by = x - m_draggedTo.value_or(*m_pressedAt);
    m_draggedTo = x;
    Q_EMIT panned(by / std::max(1, m_plot->axisRect()->width()));
}

void PlotMouse::release(const QMouseEvent &event)
{
    const bool isClick = m_pressedAt && !m_draggedTo;
    m_pressedAt.reset();
    m_draggedTo.reset();
    if (isClick)
        Q_EMIT clicked(xOf(event.position()));
}

void PlotMouse::turn(const QWheelEvent &event)
{
    const QRect rect = m_plot->axisRect()->rect();
    const double share = (event.position().x() - rect.left()) / std::max(1, rect.width());
    // A notch of the wheel is 120.
    Q_EMIT zoomed(std::pow(0.8, event.angleDelta().y() / 120.0), std::clamp(share, 0.0, 1.0));
}

} // namespace lockstep
