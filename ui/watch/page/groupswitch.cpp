// The switch shows a triangle, as in the rows of groups, and lines that are folded under it. A text
// would take the room of the heading if the window is narrow.

#include "ui/watch/page/groupswitch.h"

#include "ui/widgets/marks.h"
#include "ui/widgets/theme.h"

#include <QPainter>

namespace lockstep {

GroupSwitch::GroupSwitch(const Theme *theme, QWidget *parent)
    : QAbstractButton(parent)
    , m_theme(theme)
{
    setCheckable(true);
    setFocusPolicy(Qt::TabFocus);
    retranslate();
    connect(theme, &Theme::changed, this, [this] { update(); });
}

void GroupSwitch::retranslate()
{
    setText(tr("Group similar keys"));
    setAccessibleName(text());
    setToolTip(tr("Group similar keys (Ctrl+G): those that differ in a number or an identifier "
                  "only become one row."));
}

QSize GroupSwitch::sizeHint() const
{
    const int unit = fontMetrics().height();
    return {qRound(unit * 1.9), qRound(unit * 1.4)};
}

void GroupSwitch::paintEvent(QPaintEvent *)
{
    const Colours &colours = m_theme->colours();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double unit = fontMetrics().height();
    const QRectF frame(unit * 0.1, (height() - unit * 1.25) / 2, unit * 1.5, unit * 1.25);
    if (isChecked() || underMouse()) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(isChecked() ? colours.selection : colours.ground);
        painter.drawRoundedRect(frame, 3, 3);
    }
    if (hasFocus()) {
        painter.setPen(QPen(colours.accent, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(frame, 3, 3);
    }
    const QColor colour = isChecked() ? colours.accent : colours.secondary;
    const double size = unit * 0.55;
    const QRectF triangle(frame.left() + unit * 0.2, frame.center().y() - size / 2, size, size);
    Marks(colours).glyph(
        painter, triangle, isChecked() ? Marks::Glyph::Folded : Marks::Glyph::Unfolded, colour);
    painter.setPen(QPen(colour, std::max(1.2, unit / 12)));
    for (const double y : {-0.25, 0.0, 0.25})
        painter.drawLine(QPointF(triangle.right() + unit * 0.12, frame.center().y() + y * unit),
            QPointF(frame.right() - unit * 0.2, frame.center().y() + y * unit));
}

} // namespace lockstep
