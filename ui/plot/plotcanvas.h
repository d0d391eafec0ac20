#pragma once

#include "ui/plot/customplot.h"

namespace lockstep {

struct Colours;

// A QCustomPlot that looks like the rest of the window and that draws itself anew, as lines and
// text, where it is rendered into something that is not its own window: an SVG, a PDF, an image of
// another scale.
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
