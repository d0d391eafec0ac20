// A part of ItemTable: the actions on a row, by keyboard and by menu.

#include "ui/watch/tables/itemtable.h"

#include "core/watch/readers/reader.h"
#include "ui/export/csvcell.h"
#include "ui/watch/rows/itemfilter.h"
#include "ui/watch/tables/columnlayout.h"
#include "ui/watchtext/itemwording.h"

#include <QAction>
#include <QActionGroup>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QScopedValueRollback>

#include <algorithm>

namespace lockstep {

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
    const ItemPtr item = chosenItem();
    const Instant now = m_model->now();
    if (item)
        QGuiApplication::clipboard()->setText(
            wording::readCommands(*item, {now, serverNow(m_time, now)}));
}

void ItemTable::keyPressEvent(QKeyEvent *event)
{
    if (actOnKey(event))
        return;
    const QScopedValueRollback pressing(m_isPressingKey, true);
    RowTable::keyPressEvent(event);
}

// Handles our own keys. Returns whether the key was one of them.
bool ItemTable::actOnKey(QKeyEvent *event)
{
    const auto key = event->key();
    if (event->matches(QKeySequence::Copy))
        copyCell();
    else if (event->modifiers() == (Qt::ControlModifier | Qt::ShiftModifier) && key == Qt::Key_C)
        copyRows();
    else if (event->modifiers() == (Qt::ControlModifier | Qt::AltModifier) && key == Qt::Key_C)
        copyCommand();
    else if (event->modifiers() == Qt::ControlModifier && key == Qt::Key_P && m_isArrangeable)
        togglePins();
    else if (event->modifiers() == Qt::ControlModifier && key == Qt::Key_G && m_isArrangeable)
        setGrouped(!m_isGrouped);
    else if (event->modifiers() == Qt::NoModifier && actOnArrow(Qt::Key(key)))
        return true;
    else if ((key == Qt::Key_Return || key == Qt::Key_Enter) && toggleGroup(chosenGroup()))
        return true;
    else if (key == Qt::Key_Return || key == Qt::Key_Enter)
        requestDetails(chosenItem());
    else if (event->matches(QKeySequence::Delete))
        requestRelease(chosenItem());
    else if (key == Qt::Key_F2)
        requestRule(chosenItem(), RuleField::Name);
    else if (key == Qt::Key_Escape && selectionModel()->hasSelection())
        clearSelection();
    else
        return false;
    return true;
}

void ItemTable::contextMenuEvent(QContextMenuEvent *event)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const ItemPtr item = chosenItem();
    const auto add = [&](const QString &text, const QKeySequence &keys, auto verb) {
        QAction *action = menu->addAction(text);
        action->setShortcut(keys);
        action->setEnabled(item != nullptr);
        connect(action, &QAction::triggered, this, verb);
    };
    add(tr("Details…"), QKeySequence(Qt::Key_Return), [this, item] { requestDetails(item); });
    menu->addSeparator();
    add(tr("Copy cell"), QKeySequence(QKeySequence::Copy), [this] { copyCell(); });
    add(tr("Copy rows"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C), [this] { copyRows(); });
    add(tr("Copy read command"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_C),
        [this] { copyCommand(); });
    if (!m_model->isRecorded())
        addRuleActions(menu, item);
    if (m_model->family() == Family::Lock)
        addHolderAction(menu, item);
    if (m_model->family() == Family::Lock && !m_model->isRecorded())
        addReleaseAction(menu, item);
    menu->addSeparator();
    if (m_isArrangeable)
        addArrangeActions(menu);
    addSortActions(menu->addMenu(tr("Sort by")));
    m_columns->addActions(menu->addMenu(tr("Columns")));
    menu->popup(event->reason() == QContextMenuEvent::Keyboard && currentIndex().isValid()
            ? viewport()->mapToGlobal(visualRect(currentIndex()).bottomLeft())
            : event->globalPos());
}

// Shows what a holder holds by setting the filter, which the user can see, change and clear.
void ItemTable::addHolderAction(QMenu *menu, const ItemPtr &item)
{
    const QString filter =
        item && item->reading.holder ? filterFor(*item->reading.holder) : QString();
    QAction *action = menu->addAction(tr("What this holder holds"));
    action->setEnabled(!filter.isEmpty());
    connect(action, &QAction::triggered, this, [this, filter] { Q_EMIT filterRequested(filter); });
}

// Remembers the lock, because it may be held by somebody else or be free when the entry is chosen.
void ItemTable::addReleaseAction(QMenu *menu, const ItemPtr &item)
{
    menu->addSeparator();
    QAction *action = menu->addAction(
        m_releaseAllowed ? tr("Release lock…") : tr("Release lock… (connected read-only)"));
    action->setShortcut(QKeySequence::Delete);
    action->setEnabled(m_releaseAllowed && isHeldLock(item));
    connect(action, &QAction::triggered, this, [this, item] { requestRelease(itemOf(item->key)); });
}

void ItemTable::addRuleActions(QMenu *menu, const ItemPtr &item)
{
    menu->addSeparator();
    const auto add = [&](const QString &text, RuleField field) {
        QAction *action =
            menu->addAction(text, this, [this, item, field] { requestRule(item, field); });
        action->setEnabled(item != nullptr);
        return action;
    };
    const bool isLock = item && item->format && item->format->family() == Family::Lock;
    if (!isLock || item->reading.permits)
        add(tr("Set limit…"), RuleField::Limit);
    add(tr("Name…"), RuleField::Name)->setShortcut(QKeySequence(Qt::Key_F2));
    add(tr("Ignore…"), RuleField::Ignore);
    QAction *alert =
        menu->addAction(tr("Alert…"), this, [this, item] { Q_EMIT alertRequested(item); });
    alert->setEnabled(item != nullptr);
}

void ItemTable::requestRule(const ItemPtr &item, RuleField field)
{
    if (item && !m_model->isRecorded())
        Q_EMIT ruleRequested(item, field);
}

void ItemTable::requestDetails(const ItemPtr &item)
{
    if (item)
        Q_EMIT detailsRequested(item);
}

bool ItemTable::isHeldLock(const ItemPtr &item)
{
    return item && item->format && item->format->family() == Family::Lock && item->reading.holder;
}

void ItemTable::requestRelease(const ItemPtr &item)
{
    if (!isHeldLock(item) || m_model->isRecorded())
        return;
    if (m_releaseAllowed)
        Q_EMIT releaseRequested(item);
    else
        Q_EMIT releaseRefused();
}

void ItemTable::addSortActions(QMenu *menu)
{
    auto *columns = new QActionGroup(menu);
    for (int column = 0; column < m_model->columnCount(); ++column) {
        if (m_model->isAlwaysEmpty(column))
            continue;
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

} // namespace lockstep
