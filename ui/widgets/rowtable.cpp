#include "ui/widgets/rowtable.h"

#include "ui/widgets/theme.h"

#include <QHeaderView>
#include <QPainter>
#include <QScrollBar>

namespace lockstep {

RowTable::RowTable(const Theme *theme, QWidget *parent)
    : QTableView(parent)
    , m_theme(theme)
{
    setFrameShape(NoFrame);
    setShowGrid(false);
    setWordWrap(false);
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setTabKeyNavigation(false);
    setCornerButtonEnabled(false);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
}

void RowTable::setEmptyText(const QString &text)
{
    if (text == m_emptyText)
        return;
    m_emptyText = text;
    setAccessibleDescription(text);
    viewport()->update();
}

void RowTable::scrollContentsBy(int dx, int dy)
{
    QTableView::scrollContentsBy(dx, dy);
    keepTopRowWhole();
}

void RowTable::updateGeometries()
{
    QTableView::updateGeometries();
    keepTopRowWhole();
}

// QTableView scrolls to the end so that the last row touches the bottom edge, and thereby cuts the
// row at the top, even if it scrolls row by row. Here the top row is always whole, and the rest of
// the height stays empty below the last row.
void RowTable::keepTopRowWhole()
{
    if (verticalScrollMode() != ScrollPerItem)
        return;
    const int before = verticalHeader()->offset();
    verticalHeader()->setOffsetToSectionPosition(verticalScrollBar()->value());
    if (verticalHeader()->offset() != before)
        viewport()->update();
}

void RowTable::paintEvent(QPaintEvent *event)
{
    QTableView::paintEvent(event);
    QPainter painter(viewport());
    if (hasFocus()) {
        painter.setPen(m_theme->colours().accent);
        painter.drawRect(viewport()->rect().adjusted(0, 0, -1, -1));
    }
    if (model()->rowCount() > 0 || m_emptyText.isEmpty())
        return;
    painter.setPen(m_theme->colours().secondary);
    const int margin = fontMetrics().height() * 2;
    painter.drawText(viewport()->rect().adjusted(margin, 0, -margin, 0),
        int(Qt::AlignCenter) | int(Qt::TextWordWrap), m_emptyText);
}

} // namespace lockstep
