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

// The drawn marks of states: each has a fill, a pattern and a glyph, so that none is told by colour
// alone. Cheap to draw often: the patterns are made once.
class Marks
{
public:
    enum class Fill : quint8 {
        Solid, // holding, open
        Hatched, // expiring, nearly used up: 45° stripes
        Crossed, // exhausted: cross hatch
        Endless, // never ends, and should: double edge and ∞
        EndlessByDesign, // never ends, as its library means it
    };
    enum class Glyph : quint8 {
        None,
        Hourglass,
        Renewed,
        Question,
        Infinity,
        Cross,
        Exclamation,
        Folded, // a triangle that points to the right: there is more to it
        Unfolded, // and downwards: what it has follows
        Pin,
    };

    explicit Marks(const Colours &colours);

    // A track of which share is filled, 0…1.
    void bar(QPainter &painter, const QRectF &area, double share, Fill fill) const;
    // A framed word with its glyph, at the left of the area and no wider than it. Gives the width
    // used.
    double badge(QPainter &painter, const QRectF &area, Glyph glyph, const QString &word,
        const QColor &colour, Qt::Alignment alignment = Qt::AlignLeft) const;
    [[nodiscard]] static double badgeWidth(const QFont &font, Glyph glyph, const QString &word);
    // The same for whoever measures and draws the word: where it begins, and the room for it.
    struct BadgeWord
    {
        QPointF baseline;
        double room = 0;
    };
    // width: of the whole badge. Leaves the painter with the pen for the word.
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

// a over b.
QColor blended(const QColor &a, const QColor &b, double shareOfA);

} // namespace lockstep
