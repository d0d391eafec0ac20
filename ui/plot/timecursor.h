#pragma once

#include "ui/widgets/theme.h"

#include "ui/plot/customplot.h"

#include <optional>

namespace lockstep {

// A vertical line through a plot at one moment, with a text box beside it. The plot must outlive
// this.
class TimeCursor
{
public:
    explicit TimeCursor(QCustomPlot *plot);
    ~TimeCursor();
    TimeCursor(const TimeCursor &) = delete;
    TimeCursor &operator=(const TimeCursor &) = delete;

    void setColours(const QColor &line, Qt::PenStyle style, const Colours &colours);
    // x: on the axis of time; nothing, or a value out of sight, hides the line. words: plain text;
    // if empty, there is no box.
    void show(std::optional<double> x, const QString &words);
    [[nodiscard]] QString words() const { return m_box->visible() ? m_box->text() : QString(); }

private:
    QCustomPlot *m_plot;
    QCPItemLine *m_line;
    QCPItemText *m_box;
};

} // namespace lockstep
