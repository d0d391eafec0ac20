#include "ui/widgets/tableheader.h"

#include "ui/widgets/tablemetrics.h"
#include "ui/widgets/theme.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace lockstep {

namespace {

constexpr double arrowRoom = 1.8; // in widths of the arrow, with the gap to the text

double arrowSide(const QFontMetricsF &metrics)
{
    return metrics.xHeight() * 0.8;
}

} // namespace

TableHeader::TableHeader(const Theme *theme, QWidget *parent)
    : QHeaderView(Qt::Horizontal, parent)
    , m_theme(theme)
{
    setSectionsClickable(true);
    setHighlightSections(false);
    setSortIndicatorShown(true);
}

QSize TableHeader::sizeHint() const
{
    return {QHeaderView::sizeHint().width(), qRound(fontMetrics().height() * 1.6)};
}

// Leaves room for the arrow beside the text in every column, because the user may sort by any.
int TableHeader::titleWidth(int section) const
{
    const QFontMetricsF metrics(font());
    const double padding = sidePadding(metrics);
    const double text =
        metrics.horizontalAdvance(model()->headerData(section, orientation()).toString());
    const double left = section == 0 ? edgePadding(metrics) : padding;
    return qCeil(left + text + std::max(padding, arrowRoom * arrowSide(metrics))) + 1;
}

QSize TableHeader::sectionSizeFromContents(int section) const
{
    return {titleWidth(section), sizeHint().height()};
}

bool TableHeader::viewportEvent(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QHeaderView::viewportEvent(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const int section = logicalIndexAt(help->pos());
    const QRect area(sectionViewportPosition(section), 0, sectionSize(section), height());
    const QString title =
        section < 0 ? QString() : model()->headerData(section, orientation()).toString();
    if (title.isEmpty() || shownTitle(area, section) == title)
        return QHeaderView::viewportEvent(event);
    QToolTip::showText(help->globalPos(), title, this, area);
    return true;
}

// Where a title may stand: within its section and what is seen of it.
QRectF TableHeader::titleRoom(const QRect &area, int section) const
{
    const QFontMetricsF metrics(font());
    const double padding = sidePadding(metrics);
    const double leftPadding = section == 0 ? edgePadding(metrics) : padding;
    return QRectF(area & viewport()->rect()).adjusted(leftPadding, 0, -padding, -1);
}

QString TableHeader::shownTitle(const QRect &area, int section) const
{
    return QFontMetricsF(font()).elidedText(model()->headerData(section, orientation()).toString(),
        Qt::ElideRight, titleRoom(area, section).width());
}

void TableHeader::paintEvent(QPaintEvent *event)
{
    QPainter(viewport()).fillRect(rect(), m_theme->colours().panel);
    QHeaderView::paintEvent(event);
    QPainter(viewport()).fillRect(0, height() - 1, width(), 1, m_theme->colours().hairline);
}

void TableHeader::paintSection(QPainter *painter, const QRect &area, int section) const
{
    const Colours &colours = m_theme->colours();
    const QFontMetricsF metrics(font());
    const QRectF room = titleRoom(area, section);
    painter->fillRect(area, colours.panel);
    painter->setFont(font());
    painter->setPen(colours.secondary);
    const auto alignment =
        Qt::Alignment(model()->headerData(section, orientation(), Qt::TextAlignmentRole).toInt());
    const QString text = shownTitle(area, section);
    painter->drawText(room, int(alignment), text);
    if (section != sortIndicatorSection())
        return;
    const double side = arrowSide(metrics);
    const double textWidth = metrics.horizontalAdvance(text);
    const double left = alignment & Qt::AlignRight
        ? room.right() - textWidth - arrowRoom * side
        : room.left() + textWidth + (arrowRoom - 1) * side;
    if (left < area.left() || left + side > area.right())
        return;
    const double top = room.center().y() - side * 0.4;
    const double tip = sortIndicatorOrder() == Qt::AscendingOrder ? top : top + side * 0.8;
    const double base = sortIndicatorOrder() == Qt::AscendingOrder ? top + side * 0.8 : top;
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(colours.secondary);
    painter->drawPolygon(QPolygonF(
        {QPointF(left, base), QPointF(left + side, base), QPointF(left + side / 2, tip)}));
}

} // namespace lockstep
