#include "ui/widgets/panelheader.h"

#include <QEvent>
#include <QPainter>

namespace lockstep {

PanelHeader::PanelHeader(QWidget *parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

void PanelHeader::setColours(const Colours &colours)
{
    m_colours = colours;
    update();
}

void PanelHeader::setTexts(const QString &title, const QString &aside)
{
    if (title == m_title && aside == m_aside)
        return;
    m_title = title;
    m_aside = aside;
    setAccessibleName(title);
    setAccessibleDescription(aside);
    update();
}

void PanelHeader::setCorner(QWidget *corner)
{
    m_corner = corner;
    corner->setParent(this);
    placeCorner();
}

void PanelHeader::placeCorner()
{
    if (!m_corner)
        return;
    const QSize size = m_corner->sizeHint();
    const int margin = fontMetrics().height() / 3;
    m_corner->setGeometry(width() - size.width() - margin, (height() - size.height()) / 2,
        size.width(), size.height());
    update();
}

void PanelHeader::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    placeCorner();
}

// Qt sends a LayoutRequest when the size hint of the corner has changed, for example because of its
// text.
bool PanelHeader::event(QEvent *event)
{
    if (event->type() == QEvent::LayoutRequest)
        placeCorner();
    return QWidget::event(event);
}

QSize PanelHeader::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 40, fontMetrics().height() * 2};
}

void PanelHeader::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const int margin = fontMetrics().height() * 3 / 4;
    const int taken = m_corner && m_corner->isVisibleTo(this) ? m_corner->width() : 0;
    const QRect area = rect().adjusted(margin, 0, -margin - taken, -1);
    painter.setPen(m_colours.hairline);
    painter.drawLine(rect().bottomLeft(), rect().bottomRight());

    QFont bold = font();
    bold.setBold(true);
    const QFontMetrics boldMetrics(bold);
    // The remark is shown whole if that leaves half of the width to the title. The title gets two
    // pixels more than its width, because a missing fraction of a pixel would elide it.
    const int wanted = boldMetrics.horizontalAdvance(m_title) + 2;
    const int titleWidth = std::min(wanted,
        std::max(
            area.width() / 2, area.width() - margin - fontMetrics().horizontalAdvance(m_aside)));
    painter.setFont(bold);
    painter.setPen(m_colours.text);
    painter.drawText(area, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
        boldMetrics.elidedText(m_title, Qt::ElideMiddle, titleWidth));

    const QRect right = area.adjusted(titleWidth + margin, 0, 0, 0);
    painter.setFont(font());
    painter.setPen(m_colours.secondary);
    painter.drawText(right, Qt::AlignVCenter | Qt::AlignRight | Qt::TextSingleLine,
        fontMetrics().elidedText(m_aside, Qt::ElideMiddle, right.width()));
}

} // namespace lockstep
