// The selection and the current cell survive an update because the model keeps its persistent
// indexes. The scroll position needs more: rows inserted or removed above the visible ones would
// move them, so the view scrolls by as much. At the very top it stays at the top, because who looks
// at the first rows wants to see the first rows.
//
// Between two events, another row may come under the pointer, and the current cell moves to a
// neighbour when its row vanishes: then Del would offer to release a lock that nobody chose. So
// actions apply to a selected row, a menu remembers the key on which it was opened, and nothing
// moves rows while the user aims at them.
//
// All rows have the same height. Columns are measured by the visible rows, at most once a second,
// and only become wider: measuring all items would take long, and changing widths would be
// restless.

#include "ui/watch/tables/itemtable.h"

#include "ui/watch/tables/columnlayout.h"
#include "ui/watch/tables/itemdelegate.h"
#include "ui/watchtext/itemwording.h"
#include "ui/widgets/tableheader.h"
#include "ui/widgets/theme.h"

#include <QAccessible>
#include <QEvent>
#include <QGuiApplication>
#include <QScrollBar>

#include <algorithm>

namespace lockstep {

namespace {

constexpr std::chrono::seconds measureEvery{1};

} // namespace

ItemTable::ItemTable(ItemModel *model, ItemDelegate *delegate, const Theme *theme, QWidget *parent)
    : RowTable(theme, parent)
    , m_model(model)
    , m_delegate(delegate)
    , m_lingering(model->family())
    , m_groups(model->family())
    , m_header(new TableHeader(theme, this))
{
    model->setParent(this);
    delegate->setParent(this);
    setHorizontalHeader(m_header);
    setModel(model);
    setItemDelegate(delegate);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollMode(ScrollPerPixel);
    // Always there, because columns would jump when it appears.
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    buildColumns();
    setAccessibleName(wording::family(model->family()));
    setSortingEnabled(true);
    applyFont();
    connect(model, &QAbstractItemModel::rowsInserted, this,
        [this](const QModelIndex &, int first, int last) { keepPlace(first, last - first + 1); });
    connect(model, &QAbstractItemModel::rowsRemoved, this,
        [this](const QModelIndex &, int first, int last) { keepPlace(first, first - last - 1); });
    connect(this, &QAbstractItemView::doubleClicked, this, [this](const QModelIndex &index) {
        if (!toggleGroup(groupAt(index)))
            requestDetails(m_model->item(index.row()));
    });
    connect(this, &QAbstractItemView::clicked, this, [this](const QModelIndex &index) {
        const ItemPtr item = m_model->item(index.row());
        const bool isPlain = QGuiApplication::keyboardModifiers() == Qt::NoModifier;
        if (isPlain && !groupAt(index) && m_model->asksForLimit(*item, index.column()))
            requestRule(item, RuleField::Limit);
    });
    connect(model, &QAbstractItemModel::modelAboutToBeReset, this, &ItemTable::rememberSelection);
    connect(model, &QAbstractItemModel::modelReset, this, &ItemTable::selectAgain);
    // Otherwise the next showTime() would repaint only some columns in the new order.
    connect(model, &QAbstractItemModel::layoutChanged, this, [this] {
        m_timeLooks.clear();
        viewport()->update();
    });
    connect(&m_regrouping, &QFutureWatcherBase::finished, this, [this] {
        if (m_isRegrouping && m_regrouping.isFinished() && !m_regrouping.isCanceled())
            takeGroups(std::move(*m_regrouping.result()));
    });
    applyColours();
    connect(theme, &Theme::changed, this, &ItemTable::applyColours);
}

void ItemTable::setSnapshot(const Snapshot::Items &items, Instant now)
{
    m_shift = 0;
    m_placeBefore = verticalScrollBar()->value(); // removing rows may move the scroll bar
    QSet<QByteArray> selected;
    // Vanished rows are dropped after their time even while the shown time stands still.
    const Instant present = m_model->unseen() ? m_model->unseen()->now : now;
    const auto shown = m_lingering.update(items, present, [&](const QByteArray &key) {
        if (selected.isEmpty() && selectionModel()->hasSelection()) {
            const QList<QByteArray> keys = selectedKeys();
            selected = QSet<QByteArray>(keys.begin(), keys.end());
        }
        return selected.contains(key);
    });
    showItems(shown, now);
    if (now - m_measuredAt >= measureEvery)
        measureContents();
    if (m_shift == 0)
        return;
    executeDelayedItemsLayout();
    verticalScrollBar()->setValue(m_placeBefore + m_shift * m_delegate->rowHeight());
}

void ItemTable::startOver()
{
    m_lingering = LingeringItems(m_model->family());
    m_lingering.setRecorded(m_model->isRecorded());
    m_lingering.setHeld(m_model->isOrderHeld());
    setPinned({});
    m_items = std::make_shared<const std::vector<ItemPtr>>();
    if (m_isGrouped)
        regroup({m_filter, {}, {}});
    m_model->setSnapshot(m_items, m_model->now());
}

void ItemTable::setFilter(const ItemFilter &filter)
{
    m_filter = filter;
    if (m_isGrouped)
        regroup(groupSettings());
    else
        m_model->setFilter(filter);
    forgetContents();
    const QModelIndexList rows = selectionModel()->selectedRows();
    if (rows.isEmpty())
        scrollToTop();
    else
        scrollTo(rows.first());
}

// Counts the rows that were inserted or removed above the visible ones. count: negative for removed
// rows.
void ItemTable::keepPlace(int first, int count)
{
    m_timeLooks.clear();
    const int top = m_placeBefore / m_delegate->rowHeight() + m_shift;
    if (m_placeBefore > 0 && first <= top)
        m_shift += count < 0 ? -std::min(-count, top - first) : count;
}

void ItemTable::showTime(Instant now)
{
    m_model->setNow(now);
    if (!isVisible() || m_model->rowCount() == 0)
        return;
    QHash<std::pair<int, int>, QString> looks;
    const auto [first, last] = visibleRows();
    for (int row = first; row < last; ++row) {
        for (int column = 0; column < m_model->columnCount(); ++column) {
            if (!m_model->tellsTime(column) || isColumnHidden(column))
                continue;
            const std::pair cell(row, column);
            const QString look =
                m_delegate->timeLook(*m_model->item(row), column, columnWidth(column));
            if (m_timeLooks.value(cell) != look)
                viewport()->update(visualRect(m_model->index(row, column)));
            looks.insert(cell, look);
        }
    }
    m_timeLooks.swap(looks);
}

std::pair<int, int> ItemTable::visibleRows() const
{
    const int first = rowAt(0);
    if (first < 0)
        return {0, 0};
    const int last = rowAt(viewport()->height() - 1);
    return {first, last < 0 ? m_model->rowCount() : last + 1};
}

// QAbstractItemView repaints everything visible if more than one cell changes. There are no editors
// here, so only the cells are repainted.
void ItemTable::dataChanged(
    const QModelIndex &topLeft, const QModelIndex &bottomRight, const QList<int> &roles)
{
    if (QAccessible::isActive())
        return QTableView::dataChanged(topLeft, bottomRight, roles);
    const auto [first, last] = visibleRows();
    const int from = std::max(topLeft.row(), first);
    const int to = std::min(bottomRight.row(), last - 1);
    if (from > to)
        return;
    const int top = rowViewportPosition(from);
    viewport()->update(0, top, viewport()->width(), rowViewportPosition(to) + rowHeight(to) - top);
}

void ItemTable::setFreed(const Snapshot::Items &freed)
{
    m_lingering.setFreed(freed);
}

void ItemTable::setGaps(const Snapshot &snapshot)
{
    m_lingering.setGaps(snapshot.unseen, snapshot.nodes);
}

void ItemTable::setUnseen(const std::optional<ItemModel::Unseen> &unseen)
{
    if (!unseen && !m_model->unseen())
        return;
    m_model->setUnseen(unseen);
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
    for (const QModelIndex &row : rows) {
        if (!groupAt(row))
            keys << m_model->item(row.row())->key;
    }
    return keys;
}

ItemPtr ItemTable::chosenItem() const
{
    const QModelIndex current = currentIndex();
    const QModelIndexList rows = selectionModel()->selectedRows();
    const QModelIndex chosen = current.isValid() && selectionModel()->isSelected(current) ? current
        : rows.size() == 1 ? rows.first()
                           : QModelIndex();
    return chosen.isValid() && !groupAt(chosen) ? m_model->item(chosen.row()) : ItemPtr();
}

ItemPtr ItemTable::itemOf(const QByteArray &key) const
{
    const int row = m_model->rowOf(key);
    return row < 0 ? ItemPtr() : m_model->item(row);
}

qsizetype ItemTable::shown() const
{
    const std::vector<ItemPtr> vanished = m_lingering.vanished();
    return (m_isGrouped ? m_groups.members() : m_model->rowCount())
        - std::count_if(vanished.begin(), vanished.end(),
            [this](const ItemPtr &item) { return m_filter.matches(*item, m_model->now()); });
}

void ItemTable::selectKey(const QByteArray &key)
{
    if (m_isGrouped && m_groups.isInGroup(key))
        setUnfolded(groupIdOf(key), true);
    const int row = m_model->rowOf(key);
    if (row < 0)
        return;
    // selectRow() alone would toggle the row or add it while somebody holds a key.
    const QModelIndex index = m_model->index(row, 0);
    setCurrentIndex(index);
    selectionModel()->select(
        index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    scrollTo(index);
}

void ItemTable::rememberSelection()
{
    m_isResetting = true;
    m_keptKeys = selectedKeys();
    const QModelIndex current = currentIndex();
    m_keptCurrent = current.isValid() ? m_model->item(current.row())->key : QByteArray();
    m_keptColumn = current.isValid() ? current.column() : 0;
}

void ItemTable::selectAgain()
{
    QItemSelection selection;
    qsizetype found = 0;
    for (const QByteArray &key : std::as_const(m_keptKeys)) {
        const int row = m_model->rowOf(key);
        if (row < 0)
            continue;
        ++found;
        selection.select(m_model->index(row, 0), m_model->index(row, m_model->columnCount() - 1));
    }
    const int current = m_keptCurrent.isEmpty() ? -1 : m_model->rowOf(m_keptCurrent);
    if (current >= 0)
        selectionModel()->setCurrentIndex(
            m_model->index(current, m_keptColumn), QItemSelectionModel::NoUpdate);
    selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
    m_isResetting = false;
    if (found != m_keptKeys.size())
        Q_EMIT selectedKeysChanged();
    m_timeLooks.clear();
    measureContents();
}

bool ItemTable::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::Enter || event->type() == QEvent::Leave) {
        m_hasPointer = event->type() == QEvent::Enter;
        holdOrder();
    }
    return QTableView::viewportEvent(event);
}

void ItemTable::focusInEvent(QFocusEvent *event)
{
    RowTable::focusInEvent(event);
    viewport()->update();
    holdOrder();
}

void ItemTable::focusOutEvent(QFocusEvent *event)
{
    QTableView::focusOutEvent(event);
    viewport()->update();
    holdOrder();
}

void ItemTable::hideEvent(QHideEvent *event)
{
    QTableView::hideEvent(event);
    m_hasPointer = false;
    holdOrder();
}

void ItemTable::holdOrder()
{
    const bool aimsByKeyboard =
        m_selectedByKeyboard && hasFocus() && selectionModel()->hasSelection();
    const bool held = m_hasPointer || aimsByKeyboard;
    if (held == m_model->isOrderHeld())
        return;
    m_lingering.setHeld(held);
    m_model->setOrderHeld(held);
    if (!m_groups.setHeld(held))
        regroup(groupSettings());
    Q_EMIT orderHeldChanged();
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
    if (m_isResetting)
        return;
    // Rows that vanish are deselected, which is not the user's doing.
    if (!selected.isEmpty())
        m_selectedByKeyboard = m_isPressingKey;
    // Queued, because rows that vanish are deselected in the middle of a model change, which must
    // not be interrupted by sorting.
    QMetaObject::invokeMethod(this, &ItemTable::holdOrder, Qt::QueuedConnection);
    Q_EMIT selectedKeysChanged();
}

void ItemTable::applyColours()
{
    m_delegate->setFont(font());
    viewport()->update();
}

// QTableView lets the row touch the bottom edge, and thereby cuts the one at the top.
void ItemTable::scrollTo(const QModelIndex &index, ScrollHint hint)
{
    QScrollBar *bar = verticalScrollBar();
    const int before = bar->value();
    RowTable::scrollTo(index, hint);
    if (const int past = bar->value() % m_delegate->rowHeight(); past > 0 && bar->value() != before)
        bar->setValue(bar->value() - past + m_delegate->rowHeight());
}

QSize ItemTable::minimumSizeHint() const
{
    const int rows =
        horizontalHeader()->sizeHint().height() + verticalHeader()->defaultSectionSize();
    return {RowTable::minimumSizeHint().width(), rows + 2 * frameWidth()};
}

void ItemTable::applyFont()
{
    m_delegate->setFont(font());
    verticalHeader()->setMinimumSectionSize(1);
    verticalHeader()->setDefaultSectionSize(m_delegate->rowHeight());
    const double unit = QFontMetricsF(font()).averageCharWidth();
    horizontalHeader()->setMinimumSectionSize(qRound(unit * 4));
    forgetContents();
    viewport()->update();
}

} // namespace lockstep
