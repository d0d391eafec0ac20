// A reply time is a measurement at one instant, so the lines between the points are only a guide
// for the eye; a time without connection interrupts them. At most one point a second is kept, which
// is more than the watcher measures.

#include "ui/server/latencyplot.h"

#include "ui/plot/secondsticker.h"
#include "ui/widgets/theme.h"

#include <cmath>
#include <limits>

namespace lockstep {

LatencyPlot::LatencyPlot(const Theme *theme, QWidget *parent)
    : PlotCanvas(parent)
    , m_theme(theme)
    , m_line(addGraph())
{
    axisRect()->setMinimumMargins({40, 6, 24, 0});
    yAxis->ticker()->setTickCount(3);
    retranslate();
    connect(theme, &Theme::changed, this, &LatencyPlot::recolour);
    recolour();
    draw({});
}

void LatencyPlot::retranslate()
{
    xAxis->setTicker(QSharedPointer<SecondsTicker>::create(tr("now")));
    setAccessibleName(tr("Round trips of the last five minutes, in milliseconds"));
}

void LatencyPlot::add(Instant at, std::optional<std::chrono::microseconds> latency)
{
    const double ms = latency ? static_cast<double>(latency->count()) / 1000
                              : std::numeric_limits<double>::quiet_NaN();
    if (m_points.empty() || at - m_points.back().at >= std::chrono::seconds(1))
        m_points.push_back({at, ms});
    while (!m_points.empty() && m_points.front().at < at - span)
        m_points.pop_front();
    if (isVisible())
        draw(at);
}

void LatencyPlot::clear()
{
    m_points.clear();
    draw({});
}

void LatencyPlot::draw(Instant now)
{
    QVector<QCPGraphData> points;
    double highest = 0;
    for (const Point &point : m_points) {
        points.append({std::chrono::duration<double>(point.at - now).count(), point.ms});
        highest = std::isnan(point.ms) ? highest : std::max(highest, point.ms);
    }
    m_line->data()->set(points, true);
    xAxis->setRange(-std::chrono::duration<double>(span).count(), 0);
    yAxis->setRange(0, highest > 0 ? highest * 1.15 : 1);
    replot(QCustomPlot::rpQueuedReplot);
}

void LatencyPlot::recolour()
{
    setColours(m_theme->colours());
    m_line->setPen(QPen(m_theme->colours().accent, 1.6));
    replot(QCustomPlot::rpQueuedReplot);
}

QSize LatencyPlot::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 30, fontMetrics().height() * 6};
}

} // namespace lockstep
