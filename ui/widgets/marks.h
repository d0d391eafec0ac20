#pragma once

#include "ui/widgets/theme.h"

#include <QBrush>
#include <QFont>
#include <QFontMetricsF>
#include <QPointF>
#include <QString>

class QPainter;
class QRectF;

namespace lockstep {

// Paints the marks of states. Each state has a fill, a pattern and a glyph, so that none is told by
// colour alone. The patterns are made once, so painting is cheap.
class Marks
{
public:
    enum class Fill : quint8 {
        Solid, // held, or with room left
        Hatched, // 45° stripes: expires soon, or is nearly used up
        Crossed, // crossed stripes: exhausted
        Endless, // a double edge and ∞: never ends, but should
        EndlessByDesign, // never ends, as its library intends
    };
    enum class Glyph : quint8 {
        None,
        Hourglass,
        Renewed,
        Question,
        Infinity,
        Cross,
        Exclamation,
        Folded, // a triangle that points right, for something that can be unfolded
        Unfolded, // a triangle that points down, for something that is unfolded
        Pin,
    };

    explicit Marks(const Colours &colours);

    // Paints a bar of which a share is filled. share: 0…1.
    void bar(QPainter &painter, const QRectF &area, double share, Fill fill) const;
    // Paints a framed word with its glyph at the left of the area, not wider than the area. Returns
    // the width used.
    double badge(QPainter &painter, const QRectF &area, Glyph glyph, const QString &word,
        const QColor &colour, Qt::Alignment alignment = Qt::AlignLeft) const;
    [[nodiscard]] static double badgeWidth(const QFont &font, Glyph glyph, const QString &word);
    // Where the word of a badge begins and how wide it may be, in pixels, for callers that draw it
    // themselves.
    struct BadgeWord
    {
        QPointF baseline;
        double room = 0;
    };
    // Paints a badge without its word and leaves the painter with the pen for it. width: of the
    // whole badge.
    BadgeWord badgeFrame(QPainter &painter, const QRectF &area, const QFontMetricsF &metrics,
        Glyph glyph, double width, const QColor &colour,
        Qt::Alignment alignment = Qt::AlignLeft) const;
    [[nodiscard]] static double badgeWidth(
        const QFontMetricsF &metrics, Glyph glyph, double wordWidth);
    void glyph(QPainter &painter, const QRectF &area, Glyph glyph, const QColor &colour) const;

    [[nodiscard]] const Colours &colours() const { return *m_colours; }

private:
    [[nodiscard]] QColor fillColour(Fill fill) const;

    const Colours *m_colours;
    QBrush m_hatch, m_cross;
    QColor m_track;
};

// Returns the colour of a painted over b with the opacity shareOfA, 0…1.
QColor blended(const QColor &a, const QColor &b, double shareOfA);

} // namespace lockstep
