#include "ui/widgets/outlinedstyle.h"

#include <QPainter>
#include <QStyleOption>

namespace lockstep {

OutlinedStyle::OutlinedStyle()
    : QProxyStyle(QStringLiteral("Fusion"))
{
}

// Drawn over Fusion's outline. Who has the keyboard focus keeps Fusion's, which is in the accent's
// colour.
void OutlinedStyle::drawPrimitive(PrimitiveElement element, const QStyleOption *option,
    QPainter *painter, const QWidget *widget) const
{
    QProxyStyle::drawPrimitive(element, option, painter, widget);
    const bool isBox = element == PE_IndicatorCheckBox || element == PE_IndicatorItemViewItemCheck;
    const bool isFocused =
        (option->state & State_HasFocus) && (option->state & State_KeyboardFocusChange);
    if (!isBox || isFocused)
        return;
    painter->save();
    painter->setPen(QPen(option->palette.color(QPalette::PlaceholderText), 1));
    painter->setBrush(Qt::NoBrush);
    painter->drawRect(QRectF(option->rect).adjusted(0.5, 0.5, -0.5, -0.5));
    painter->restore();
}

} // namespace lockstep
