#include "ui/lab/page/modeswitch.h"

#include "ui/widgets/panel.h"
#include "ui/widgets/theme.h"

#include <QPainter>

namespace lockstep {

ModeSwitch::ModeSwitch(const Theme *theme, QWidget *parent)
    : QTabBar(parent)
    , m_theme(theme)
{
    setDrawBase(false);
    setExpanding(false);
    setUsesScrollButtons(false);
    // A click means that the user wants to use the mode, not the switch.
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(theme, &Theme::changed, this, [this] { update(); });
}

QSize ModeSwitch::tabSizeHint(int index) const
{
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    const int unit = fontMetrics().height();
    return {
        QFontMetrics(bold).horizontalAdvance(tabText(index)) + unit * 3 / 2, qRound(unit * 1.75)};
}

QSize ModeSwitch::minimumTabSizeHint(int index) const
{
    return tabSizeHint(index);
}

void ModeSwitch::paintEvent(QPaintEvent *)
{
    const Colours &colours = m_theme->colours();
    QPainter painter(this);
    paintFrame(painter, rect(), colours.panel, hasFocus() ? colours.accent : colours.hairline);
    for (int i = 0; i < count(); ++i) {
        const QRect area = tabRect(i);
        const bool isCurrent = i == currentIndex();
        if (isCurrent)
            painter.fillRect(
                area.adjusted(i == 0 ? 2 : 0, 1, i == count() - 1 ? -2 : 0, -1), colours.selection);
        if (i > 0)
            painter.fillRect(area.left(), 1, 1, height() - 2, colours.hairline);
        QFont shown = font();
        if (isCurrent)
            shown.setWeight(QFont::DemiBold);
        painter.setFont(shown);
        painter.setPen(isCurrent ? colours.accent : colours.text);
        painter.drawText(area, int(Qt::AlignCenter), tabText(i));
    }
}

} // namespace lockstep
