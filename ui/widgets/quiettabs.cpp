#include "ui/widgets/quiettabs.h"

#include "ui/widgets/theme.h"

#include <QPainter>

namespace lockstep {

QuietTabs::QuietTabs(const Theme *theme, QWidget *parent)
    : QTabBar(parent)
    , m_theme(theme)
{
    setDrawBase(false);
    setExpanding(false);
    setUsesScrollButtons(false);
    setFocusPolicy(Qt::StrongFocus);
    connect(theme, &Theme::changed, this, [this] { update(); });
}

QSize QuietTabs::tabSizeHint(int index) const
{
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    const int unit = fontMetrics().height();
    const QWidget *close = tabButton(index, RightSide);
    return {QFontMetrics(bold).horizontalAdvance(tabText(index)) + unit * 3 / 2
            + (close ? close->sizeHint().width() : 0),
        qRound(unit * 1.9)};
}

// Tabs that can be closed may be many, so they may become narrower than their names.
QSize QuietTabs::minimumTabSizeHint(int index) const
{
    const QSize whole = tabSizeHint(index);
    const QWidget *close = tabButton(index, RightSide);
    return close ? QSize(fontMetrics().height() * 2 + close->sizeHint().width(), whole.height())
                 : whole;
}

void QuietTabs::paintEvent(QPaintEvent *)
{
    const Colours &colours = m_theme->colours();
    QPainter painter(this);
    painter.fillRect(0, height() - 1, width(), 1, colours.hairline);
    for (int i = 0; i < count(); ++i) {
        if (!isTabVisible(i))
            continue;
        QRect area = tabRect(i);
        if (const QWidget *close = tabButton(i, RightSide))
            area.setRight(close->x());
        const bool isCurrent = i == currentIndex();
        QFont shown = font();
        if (isCurrent)
            shown.setWeight(QFont::DemiBold);
        painter.setFont(shown);
        painter.setPen(isCurrent ? colours.text : colours.secondary);
        painter.drawText(area, int(Qt::AlignCenter),
            painter.fontMetrics().elidedText(tabText(i), Qt::ElideRight, area.width()));
        if (!isCurrent)
            continue;
        const int side = fontMetrics().height() / 2;
        painter.fillRect(area.adjusted(side, area.height() - 2, -side, 0), colours.accent);
        if (hasFocus()) {
            painter.setPen(colours.accent);
            painter.drawRoundedRect(area.adjusted(2, 3, -3, -5), 4, 4);
        }
    }
}

} // namespace lockstep
