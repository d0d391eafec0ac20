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

QColor verdictColour(CheckOutcome outcome, const Colours &colours)
{
    switch (outcome) {
    case CheckOutcome::Holds:
        return colours.holding;
    case CheckOutcome::Violated:
    case CheckOutcome::Possible:
        return colours.violation;
    case CheckOutcome::Undecided:
    case CheckOutcome::NotChecked:
        return colours.secondary;
    case CheckOutcome::Mistake:
        break;
    }
    return colours.text;
}

void paintVerdict(
    QPainter &painter, const QRectF &area, CheckOutcome outcome, const Colours &colours)
{
    const QColor colour = verdictColour(outcome, colours);
    const Marks marks(colours);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    switch (outcome) {
    case CheckOutcome::Holds:
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
        painter.drawEllipse(area);
        break;
    case CheckOutcome::Violated:
        marks.glyph(painter, area.adjusted(1, 1, -1, -1), Marks::Glyph::Cross, colour);
        break;
    case CheckOutcome::Possible:
        marks.glyph(painter, area, Marks::Glyph::Question, colour);
        break;
    case CheckOutcome::Undecided:
        marks.glyph(painter, area, Marks::Glyph::Hourglass, colour);
        break;
    case CheckOutcome::NotChecked:
        painter.fillRect(
            QRectF(area.left() + 1, area.center().y() - 1, area.width() - 2, 2), colour);
        break;
    case CheckOutcome::Mistake:
        paintExclamation(painter, area, colour);
        break;
    }
    painter.restore();
}

} // namespace lockstep
