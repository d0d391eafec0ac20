#include "ui/lab/verdict/verdictglyph.h"

#include "ui/widgets/marks.h"
#include "ui/widgets/theme.h"

#include <QPainter>

namespace lockstep {

namespace {

void paintExclamation(QPainter &painter, const QRectF &area, const QColor &colour)
{
    QPen pen(colour, std::max(1.6, area.height() / 5));
    pen.setCapStyle(Qt::RoundCap);
    painter.setPen(pen);
    const double x = area.center().x();
    painter.drawLine(
        QLineF(x, area.top() + area.height() * 0.04, x, area.top() + area.height() * 0.56));
    painter.drawPoint(QPointF(x, area.bottom() - area.height() * 0.06));
}

} // namespace

QColor verdictColour(Verdict::Kind kind, const Colours &colours)
{
    switch (kind) {
    case Verdict::Kind::Holds:
        return colours.holding;
    case Verdict::Kind::Violated:
    case Verdict::Kind::Possible:
        return colours.violation;
    case Verdict::Kind::Undecided:
    case Verdict::Kind::NotChecked:
        return colours.secondary;
    case Verdict::Kind::Mistake:
        break;
    }
    return colours.text;
}

void paintVerdict(QPainter &painter, const QRectF &area, Verdict::Kind kind, const Colours &colours)
{
    const QColor colour = verdictColour(kind, colours);
    const Marks marks(colours);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    switch (kind) {
    case Verdict::Kind::Holds:
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
        painter.drawEllipse(area);
        break;
    case Verdict::Kind::Violated:
        marks.glyph(painter, area.adjusted(1, 1, -1, -1), Marks::Glyph::Cross, colour);
        break;
    case Verdict::Kind::Possible:
        marks.glyph(painter, area, Marks::Glyph::Question, colour);
        break;
    case Verdict::Kind::Undecided:
        marks.glyph(painter, area, Marks::Glyph::Hourglass, colour);
        break;
    case Verdict::Kind::NotChecked:
        painter.fillRect(
            QRectF(area.left() + 1, area.center().y() - 1, area.width() - 2, 2), colour);
        break;
    case Verdict::Kind::Mistake:
        paintExclamation(painter, area, colour);
        break;
    }
    painter.restore();
}

} // namespace lockstep
