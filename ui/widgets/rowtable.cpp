#include "ui/widgets/rowtable.h"

#include "ui/widgets/theme.h"

#include <QApplication>
#include <QBackingStore>
#include <QFontMetricsF>
#include <QHeaderView>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStyleOptionViewItem>

#include <algorithm>

namespace lockstep {

namespace {

constexpr int leastOfName = 4; // characters; less would be little more than an ellipsis

} // namespace

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

void RowTable::setModel(QAbstractItemModel *model)
{
    // Before the selection model, which gives the current row that goes a successor.
    connect(
        model, &QAbstractItemModel::rowsAboutToBeRemoved, this, [this] { m_isLosingRows = true; });
    connect(model, &QAbstractItemModel::rowsRemoved, this, [this] { m_isLosingRows = false; });
    QTableView::setModel(model);
}

// A view scrolls to whatever row becomes the current one, also to the neighbour of one that is
// removed, which may be far from what is looked at.
void RowTable::currentChanged(const QModelIndex &current, const QModelIndex &previous)
{
    const bool scrolls = hasAutoScroll();
    setAutoScroll(scrolls && !m_isLosingRows);
    QTableView::currentChanged(current, previous);
    setAutoScroll(scrolls);
}

// The first row becomes the current one when a table gets the focus, and later the model may carry
// it to any place.
void RowTable::beginInSight()
{
    if (selectionModel()->hasSelection()
        || viewport()->rect().intersects(visualRect(currentIndex())))
        return;
    const int row = rowAt(0);
    const bool isWhole = rowViewportPosition(row) >= 0;
    const int column = std::max(0, columnAt(0));
    const QModelIndex first = model()->index(isWhole ? row : row + 1, column);
    if (row < 0 || !first.isValid())
        return;
    const bool scrolls = hasAutoScroll();
    setAutoScroll(false);
    selectionModel()->setCurrentIndex(first, QItemSelectionModel::NoUpdate);
    setAutoScroll(scrolls);
}

void RowTable::focusInEvent(QFocusEvent *event)
{
    beginInSight();
    QTableView::focusInEvent(event);
}

void RowTable::keyPressEvent(QKeyEvent *event)
{
    beginInSight();
    QTableView::keyPressEvent(event);
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

// QWidget::render() has the paint event paint on a device of its own.
bool RowTable::isPaintedOnScreen() const
{
    const QPainter painter(viewport());
    QBackingStore *screen = window()->backingStore();
    return painter.isActive() && screen
        && painter.paintEngine()->paintDevice() == screen->paintDevice();
}

int RowTable::bottomOfLastWholeRow() const
{
    const int height = viewport()->height();
    const int last = rowAt(height - 1);
    const bool isCut = last >= 0 && rowViewportPosition(last) + rowHeight(last) > height;
    // A table that is lower than a row shows what it can of that row.
    return isCut && rowViewportPosition(last) > 0 ? rowViewportPosition(last) : height;
}

// On a screen a row that is cut at the bottom edge shows that there is more to scroll to. On a
// picture, where nobody scrolls, it is only half a text.
void RowTable::paintEvent(QPaintEvent *event)
{
    if (isPaintedOnScreen()) {
        QTableView::paintEvent(event);
    } else {
        QPaintEvent whole(
            event->region() & QRect(0, 0, viewport()->width(), bottomOfLastWholeRow()));
        QTableView::paintEvent(&whole);
    }
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

void paintNameBesideKey(QPainter &painter, const QStyleOptionViewItem &cellOfKey,
    const QString &name, const QFont &font, const QColor &colour)
{
    const QStyle *style = cellOfKey.widget ? cellOfKey.widget->style() : QApplication::style();
    const int margin =
        style->pixelMetric(QStyle::PM_FocusFrameHMargin, &cellOfKey, cellOfKey.widget) + 1;
    const QFontMetricsF metrics(font);
    const double used = QFontMetricsF(cellOfKey.font).horizontalAdvance(cellOfKey.text)
        + metrics.averageCharWidth();
    const QRectF room = QRectF(cellOfKey.rect).adjusted(margin + used, 0, -margin, 0);
    const bool fits = metrics.horizontalAdvance(name) <= room.width();
    if (name.isEmpty() || (!fits && room.width() < metrics.averageCharWidth() * leastOfName))
        return;
    painter.save();
    painter.setFont(font);
    painter.setPen(colour);
    painter.drawText(room, int(Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine),
        fits ? name : metrics.elidedText(name, Qt::ElideRight, room.width()));
    painter.restore();
}

} // namespace lockstep
