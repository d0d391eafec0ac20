#include "ui/watch/itemtable.h"

#include "ui/export/csv.h"

#include "ui/theme.h"
#include "ui/watch/itemdelegate.h"
#include "ui/watch/tableheader.h"
#include "ui/wording.h"

#include <QAction>
#include <QActionGroup>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>

// Selection and current cell survive a refresh because the model keeps its persistent indexes. The
// scroll position needs a word more: rows that come or go above the visible ones would push them
// away, so the view moves along by as much. At the very top it stays at the top: who looks at the
// first rows wants the first rows.
//
// Rows all have one height and columns get their widths once: measuring contents of live data costs
// a walk over all of it and makes the table dance.

namespace lockstep {

ItemTable::ItemTable(ItemModel *model, ItemDelegate *delegate, const Theme *theme, QWidget *parent)
    : QTableView(parent)
    , m_model(model)
    , m_delegate(delegate)
    , m_theme(theme)
{
    model->setParent(this);
    delegate->setParent(this);
    setHorizontalHeader(new TableHeader(theme, this));
    setModel(model);
    setItemDelegate(delegate);
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setWordWrap(false);
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setTabKeyNavigation(false);
    setCornerButtonEnabled(false);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollMode(ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setSectionResizeMode(QHeaderView::Interactive);
    horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    setAccessibleName(wording::family(model->family()));
    setSortingEnabled(true);
    applyFont();
    connect(model, &QAbstractItemModel::rowsInserted, this,
        [this](const QModelIndex &, int first, int last) { keepPlace(first, last - first + 1); });
    connect(model, &QAbstractItemModel::rowsRemoved, this,
        [this](const QModelIndex &, int first, int last) { keepPlace(first, first - last - 1); });
    connect(this, &QAbstractItemView::doubleClicked, this,
        [this](const QModelIndex &index) { Q_EMIT detailsRequested(m_model->item(index.row())); });
    applyColours();
    connect(theme, &Theme::changed, this, &ItemTable::applyColours);
}

void ItemTable::setSnapshot(const Snapshot::Items &items, Instant now)
{
    m_shift = 0;
    m_placeBefore = verticalScrollBar()->value(); // a removal may move the bar before we do
    m_model->setSnapshot(items, now);
    if (m_shift == 0)
        return;
    executeDelayedItemsLayout();
    verticalScrollBar()->setValue(m_placeBefore + m_shift * m_delegate->rowHeight());
}

void ItemTable::keepPlace(int first, int count)
{
    const int top = m_placeBefore / m_delegate->rowHeight() + m_shift;
    if (m_placeBefore > 0 && first <= top)
        m_shift += count < 0 ? -std::min(-count, top - first) : count;
}

void ItemTable::showTime(Instant now)
{
    m_model->setNow(now);
    if (!isVisible() || m_model->rowCount() == 0)
        return;
    QRegion region;
    for (int column = 0; column < m_model->columnCount(); ++column) {
        if (m_model->tellsTime(column))
            region += QRect(columnViewportPosition(column), 0, columnWidth(column),
                std::min(viewport()->height(),
                    rowViewportPosition(m_model->rowCount() - 1) + m_delegate->rowHeight()));
    }
    viewport()->update(region);
}

void ItemTable::setEmptyText(const QString &text)
{
    if (text == m_emptyText)
        return;
    m_emptyText = text;
    setAccessibleDescription(text);
    if (m_model->rowCount() == 0)
        viewport()->update();
}

ItemModel *ItemTable::itemModel() const
{
    return m_model;
}

QList<QByteArray> ItemTable::selectedKeys() const
{
    QList<QByteArray> keys;
    const QModelIndexList rows = selectionModel()->selectedRows();
    for (const QModelIndex &row : rows)
        keys << m_model->item(row.row())->key;
    return keys;
}

ItemPtr ItemTable::currentItem() const
{
    const QModelIndex index = currentIndex();
    return index.isValid() ? m_model->item(index.row()) : ItemPtr();
}

QString ItemTable::selectionAsTsv() const
{
    QModelIndexList rows = selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end());
    QStringList lines;
    for (const QModelIndex &row : rows) {
        QStringList cells;
        for (int column = 0; column < m_model->columnCount(); ++column)
            cells << tsvCell(row.siblingAtColumn(column).data(ItemModel::RawRole).toString());
        lines << cells.join(u'\t');
    }
    return lines.join(u'\n');
}

void ItemTable::selectKey(const QByteArray &key)
{
    for (int row = 0; row < itemModel()->rowCount(); ++row) {
        if (itemModel()->item(row)->key != key)
            continue;
        selectRow(row);
        scrollTo(itemModel()->index(row, 0));
        return;
    }
}

void ItemTable::copyCell()
{
    if (currentIndex().isValid())
        QGuiApplication::clipboard()->setText(currentIndex().data(ItemModel::RawRole).toString());
}

void ItemTable::copyRows()
{
    const QString rows = selectionAsTsv();
    if (!rows.isEmpty())
        QGuiApplication::clipboard()->setText(rows);
}

void ItemTable::copyCommand()
{
    const ItemPtr item = currentItem();
    if (item)
        QGuiApplication::clipboard()->setText(
            wording::readCommands(*item, {m_model->now(), m_model->wallNow()}));
}

void ItemTable::keyPressEvent(QKeyEvent *event)
{
    const auto key = event->key();
    if (event->matches(QKeySequence::Copy)) {
        copyCell();
    } else if (event->modifiers() == (Qt::ControlModifier | Qt::ShiftModifier)
        && key == Qt::Key_C) {
        copyRows();
    } else if (event->modifiers() == (Qt::ControlModifier | Qt::AltModifier) && key == Qt::Key_C) {
        copyCommand();
    } else if ((key == Qt::Key_Return || key == Qt::Key_Enter) && currentItem()) {
        Q_EMIT detailsRequested(currentItem());
    } else if (event->matches(QKeySequence::Delete)) {
        requestRelease();
    } else {
        QTableView::keyPressEvent(event);
    }
}

void ItemTable::contextMenuEvent(QContextMenuEvent *event)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const ItemPtr item = currentItem();
    const auto add = [&](const QString &text, const QKeySequence &keys, auto verb) {
        QAction *action = menu->addAction(text);
        action->setShortcut(keys);
        action->setEnabled(item != nullptr);
        connect(action, &QAction::triggered, this, verb);
    };
    add(tr("Details…"), QKeySequence(Qt::Key_Return),
        [this, item] { Q_EMIT detailsRequested(item); });
    menu->addSeparator();
    add(tr("Copy cell"), QKeySequence(QKeySequence::Copy), [this] { copyCell(); });
    add(tr("Copy rows"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C), [this] { copyRows(); });
    add(tr("Copy read command"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_C),
        [this] { copyCommand(); });
    if (m_model->family() == Family::Lock)
        addReleaseAction(menu);
    menu->addSeparator();
    addSortActions(menu->addMenu(tr("Sort by")));
    menu->popup(event->reason() == QContextMenuEvent::Keyboard && currentIndex().isValid()
            ? viewport()->mapToGlobal(visualRect(currentIndex()).bottomLeft())
            : event->globalPos());
}

void ItemTable::addReleaseAction(QMenu *menu)
{
    menu->addSeparator();
    QAction *action = menu->addAction(
        m_releaseAllowed ? tr("Release lock…") : tr("Release lock… (connected read-only)"));
    action->setShortcut(QKeySequence::Delete);
    action->setEnabled(canRelease());
    connect(action, &QAction::triggered, this, &ItemTable::requestRelease);
}

bool ItemTable::canRelease() const
{
    const ItemPtr item = currentItem();
    return m_releaseAllowed && item && item->format && item->format->family() == Family::Lock
        && item->reading.holder;
}

void ItemTable::requestRelease()
{
    if (canRelease())
        Q_EMIT releaseRequested(currentItem());
}

void ItemTable::addSortActions(QMenu *menu)
{
    auto *columns = new QActionGroup(menu);
    for (int column = 0; column < m_model->columnCount(); ++column) {
        QAction *action = columns->addAction(m_model->columnTitle(column));
        action->setCheckable(true);
        action->setChecked(column == m_model->sortColumn());
        connect(action, &QAction::triggered, this,
            [this, column] { sortByColumn(column, m_model->sortOrder()); });
    }
    menu->addActions(columns->actions());
    menu->addSeparator();
    QAction *descending = menu->addAction(tr("Descending"));
    descending->setCheckable(true);
    descending->setChecked(m_model->sortOrder() == Qt::DescendingOrder);
    connect(descending, &QAction::toggled, this, [this](bool on) {
        sortByColumn(m_model->sortColumn(), on ? Qt::DescendingOrder : Qt::AscendingOrder);
    });
}

void ItemTable::paintEvent(QPaintEvent *event)
{
    QTableView::paintEvent(event);
    if (m_model->rowCount() > 0 || m_emptyText.isEmpty())
        return;
    QPainter painter(viewport());
    painter.setPen(m_theme->colours().secondary);
    const int margin = fontMetrics().height() * 2;
    painter.drawText(viewport()->rect().adjusted(margin, 0, -margin, 0),
        int(Qt::AlignCenter) | int(Qt::TextWordWrap), m_emptyText);
}

void ItemTable::changeEvent(QEvent *event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        applyFont();
}

void ItemTable::selectionChanged(const QItemSelection &selected, const QItemSelection &deselected)
{
    QTableView::selectionChanged(selected, deselected);
    Q_EMIT selectedKeysChanged();
}

void ItemTable::applyColours()
{
    m_delegate->setFont(font());
    verticalScrollBar()->setStyleSheet(m_theme->scrollBarStyleSheet());
    viewport()->update();
}

void ItemTable::applyFont()
{
    m_delegate->setFont(font());
    verticalHeader()->setMinimumSectionSize(1);
    verticalHeader()->setDefaultSectionSize(m_delegate->rowHeight());
    const double unit = QFontMetricsF(font()).averageCharWidth();
    horizontalHeader()->setMinimumSectionSize(qRound(unit * 4));
    for (int column = 1; column < m_model->columnCount(); ++column)
        setColumnWidth(column, m_delegate->columnWidth(column));
    viewport()->update();
}

} // namespace lockstep
