#pragma once

#include "ui/widgets/theme.h"

#include "ui/plot/customplot.h"

#include <optional>

namespace lockstep {

// A line through a plot at one moment, with a box of words beside it. Must not outlive the plot.
class TimeCursor
{
public:
    explicit TimeCursor(QCustomPlot *plot);
    ~TimeCursor();
    TimeCursor(const TimeCursor &) = delete;
    TimeCursor &operator=(const TimeCursor &) = delete;

    void setColours(const QColor &line, Qt::PenStyle style, const Colours &colours);
    // x: on the axis of time; nothing, or one out of sight, hides it. words: plain text; without
    // any there is no box.
    void show(std::optional<double> x, const QString &words);
    [[nodiscard]] QString words() const { return m_box->visible() ? m_box->text() : QString(); }

private:
    QCustomPlot *m_plot;
    QCPItemLine *m_line;
    QCPItemText *m_box;
};

} // namespace lockstep
