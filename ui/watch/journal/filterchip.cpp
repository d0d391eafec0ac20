#include "ui/watch/journal/filterchip.h"

#include "ui/widgets/theme.h"

#include <QPainter>

namespace lockstep {

FilterChip::FilterChip(const Theme *theme, QWidget *parent)
    : QAbstractButton(parent)
    , m_theme(theme)
{
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::TabFocus);
    hide();
}

void FilterChip::setCondition(const QString &text)
{
    setText(text);
    setToolTip(text.isEmpty() ? QString() : tr("%1\nClick: no longer filter by it").arg(text));
    setAccessibleName(tr("Filter: %1").arg(text));
    setVisible(!text.isEmpty());
    updateGeometry();
}

QSize FilterChip::sizeHint() const
{
    const int high = fontMetrics().height();
    return {fontMetrics().horizontalAdvance(text()) + high * 2, high * 5 / 4};
}

QSize FilterChip::minimumSizeHint() const
{
    const QSize whole = sizeHint();
    return {std::min(whole.width(), fontMetrics().averageCharWidth() * 10), whole.height()};
}

void FilterChip::paintEvent(QPaintEvent *)
{
    const Colours &colours = m_theme->colours();
    const double high = fontMetrics().height();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(hasFocus() ? colours.accent : colours.hairline, hasFocus() ? 2 : 1));
    painter.setBrush(colours.selection);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);

    const QRectF words = QRectF(rect()).adjusted(high * 0.4, 0, -high * 1.3, 0);
    painter.setPen(colours.text);
    painter.drawText(words, int(Qt::AlignVCenter) | int(Qt::AlignLeft) | int(Qt::TextSingleLine),
        fontMetrics().elidedText(text(), Qt::ElideMiddle, int(words.width())));
    const double arm = high * 0.2;
    const QPointF centre(width() - high * 0.75, height() / 2.0);
    painter.setPen(QPen(underMouse() ? colours.text : colours.secondary, 1.4));
    painter.drawLine(centre - QPointF(arm, arm), centre + QPointF(arm, arm));
    painter.drawLine(centre - QPointF(arm, -arm), centre + QPointF(arm, -arm));
}

} // namespace lockstep
