#pragma once

#include "core/watch/snapshot/snapshot.h"
#include "ui/plot/plotcanvas.h"

#include <deque>

namespace lockstep {

class Theme;

// Plots the measured round-trip times of the last five minutes, in milliseconds.
class LatencyPlot : public PlotCanvas
{
    Q_OBJECT

public:
    static constexpr Milliseconds span{300'000};

    explicit LatencyPlot(const Theme *theme, QWidget *parent = nullptr);

    void clear();
    void add(Instant at, std::optional<std::chrono::microseconds> latency);
    void retranslate();
    [[nodiscard]] std::size_t points() const { return m_points.size(); }

    [[nodiscard]] QSize minimumSizeHint() const override;

private:
    struct Point
    {
        Instant at;
        double ms;
    };

    void recolour();
    void draw(Instant now);

    const Theme *m_theme;
    QCPGraph *m_line;
    std::deque<Point> m_points;
};

} // namespace lockstep
