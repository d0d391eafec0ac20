#pragma once

#include "ui/lab/drawing/statemarks.h"
#include "ui/lab/drawing/stepcolumn.h"
#include "ui/lab/drawing/textlayoutcache.h"
#include "ui/lab/drawing/timelinegeometry.h"
#include "ui/lab/tracks/roundtracks.h"

#include <QPainter>

#include <cmath>

namespace lockstep {

// The rectangle of whole pixels between these edges. Such rectangles are filled several times
// faster, and without blurred edges.
inline QRect pixelRect(double left, double top, double right, double bottom)
{
    const int x = int(std::lround(left));
    const int y = int(std::lround(top));
    return {x, y, int(std::lround(right)) - x, int(std::lround(bottom)) - y};
}

// What every lane needs to paint itself. Lives for one paint.
struct LaneContext
{
    QPainter &painter;
    const TimeScale &time;
    const RoundTracks &tracks;
    const StateMarks &marks;
    const TextLayoutCache &smallTexts;
    const QFontMetricsF &smallMetrics;
    double unit; // height of a line of text in font
    double clipLeft, clipRight; // x: nothing beyond it can be seen
    quint32 shownStates; // bit 1 << LaneSpan::State
    quint32 current; // operation at the cursor, or none
    int markedLine; // of the file, or 0
    const QList<StepColumn> &columns; // of a stepped run

    [[nodiscard]] const Colours &colours() const { return marks.colours(); }
    [[nodiscard]] Moment firstSeen() const { return time.at(clipLeft); }
    [[nodiscard]] Moment lastSeen() const { return time.at(clipRight); }
    [[nodiscard]] double smallWidth(const QString &text) const { return smallTexts.of(text); }
    // The y of the base line of small text that is centred at that height.
    [[nodiscard]] double baseline(double middle) const
    {
        return middle + (smallMetrics.ascent() - smallMetrics.descent()) / 2;
    }
    void smallText(QPointF foot, const QString &text, const QColor &ink) const
    {
        painter.setPen(ink);
        smallTexts.draw(painter, foot, text);
    }
    // The same on a background of its own, for places with a pattern.
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
