#pragma once

#include "ui/lab/drawing/statemarks.h"
#include "ui/lab/drawing/stepcolumn.h"
#include "ui/lab/drawing/textlayoutcache.h"
#include "ui/lab/drawing/timelinegeometry.h"
#include "ui/lab/tracks/roundtracks.h"

#include <QPainter>

#include <cmath>

namespace lockstep {

// The rectangle between these edges, rounded to whole pixels: QPainter fills such rectangles
// several times faster, and without blurred edges.
inline QRect pixelRect(double left, double top, double right, double bottom)
{
    const int x = int(std::lround(left));
    const int y = int(std::lround(top));
    return {x, y, int(std::lround(right)) - x, int(std::lround(bottom)) - y};
}

// What every lane needs to paint itself. Created for one paint event and discarded after it.
struct LaneContext
{
    QPainter &painter;
    const TimeScale &time;
    const RoundTracks &tracks;
    const StateMarks &marks;
    const TextLayoutCache &smallTexts;
    const QFontMetricsF &smallMetrics;
    double unit; // height of a line of the widget's normal text, in pixels
    double clipLeft, clipRight; // the visible range of x
    StateSet shownStates;
    quint32 current; // the operation at the cursor, or none
    int markedLine; // the line of the scenario's file to highlight, or 0
    const QList<StepColumn> &columns; // one for each step; empty in a free run
    // If set, smallText() adds where it has written, so that lines can leave these places out.
    std::vector<QRectF> *written = nullptr;

    [[nodiscard]] const Colours &colours() const { return marks.colours(); }
    [[nodiscard]] Moment firstSeen() const { return time.at(clipLeft); }
    [[nodiscard]] Moment lastSeen() const { return time.at(clipRight); }
    [[nodiscard]] double smallWidth(const QString &text) const { return smallTexts.of(text); }
    // The y of the base line of small text whose vertical centre is middle.
    [[nodiscard]] double baseline(double middle) const
    {
        return middle + (smallMetrics.ascent() - smallMetrics.descent()) / 2;
    }
    // foot: the left end of the text's base line.
    void smallText(QPointF foot, const QString &text, const QColor &ink) const
    {
        painter.setPen(ink);
        smallTexts.draw(painter, foot, text);
        if (written)
            written->push_back(QRectF(foot.x(), foot.y() - smallMetrics.ascent(), smallWidth(text),
                                   smallMetrics.height())
                & painter.clipBoundingRect());
    }
    // Does what smallText() does, but on a plain background, so that the text can be read over a
    // pattern.
    void chip(QPointF foot, const QString &text, const QColor &ink) const
    {
        const double pad = unit * 0.2;
        painter.fillRect(QRectF(foot.x() - pad, foot.y() - smallMetrics.ascent() - 1,
                             smallWidth(text) + 2 * pad, smallMetrics.height() + 2),
            colours().panel);
        smallText(foot, text, ink);
    }
};

} // namespace lockstep
