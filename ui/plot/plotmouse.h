#pragma once

#include <QObject>

#include <optional>

class QCustomPlot;
class QMouseEvent;
class QWheelEvent;

namespace lockstep {

// What the mouse does in a plot over time. It takes the events of the plot, so that QCustomPlot
// does not react to them as well. Each x is a coordinate of the plot's x axis, and each share one
// of the width of its axes.
class PlotMouse : public QObject
{
    Q_OBJECT

public:
    explicit PlotMouse(QCustomPlot *plot); // plot owns this

Q_SIGNALS:
    void pointed(double x); // at a place, without a button
    void left(); // the pointer has left the plot
    void clicked(double x);
    void doubleClicked();
    void panned(double share); // dragged so far to the right
    void zoomed(double factor, double share); // by the wheel, around a place. Below 1 shows less.

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void press(const QMouseEvent &event);
    void move(const QMouseEvent &event);
    void release(const QMouseEvent &event);
    void turn(const QWheelEvent &event);
    [[nodiscard]] double xOf(const QPointF &position) const;

    QCustomPlot *m_plot;
    std::optional<double> m_pressedAt, m_draggedTo; // in pixels
};

} // namespace lockstep
