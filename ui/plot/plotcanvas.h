#pragma once

#include "ui/plot/customplot.h"

namespace lockstep {

struct Colours;

// A QCustomPlot with the look of the rest of the window. When it is rendered into something else
// than its own window, such as an SVG, a PDF or an image of another scale, it draws itself again as
// lines and text.
class PlotCanvas : public QCustomPlot
{
    Q_OBJECT

public:
    explicit PlotCanvas(QWidget *parent = nullptr);

    void setColours(const Colours &colours);

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void scaleFonts();
};

} // namespace lockstep
