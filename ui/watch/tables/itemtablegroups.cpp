// A part of ItemTable: grouped rows and pinned rows.
//
// If there are very many items, they are grouped on another thread, as they are sorted there. Until
// that is done the rows stay as they are. Then the latest snapshot is compared with the one that
// was grouped.

#include "ui/watch/tables/itemtable.h"

#include "core/watch/discovery/probesampler.h"
#include "ui/watch/tables/itemdelegate.h"

#include <QAction>
#include <QMenu>
#include <QMouseEvent>
#include <QPromise>
#include <QThreadPool>

#include <algorithm>

namespace lockstep {

namespace {

constexpr std::chrono::seconds regroupEvery{1}; // if the filter depends on the time
// Changes; with more, a table with many items is grouped on another thread.
constexpr size_t mostMerged = 2000;

} // namespace

bool ItemTable::isArranging() const
{
    return m_isRegrouping || m_model->isArranging();
}

void ItemTable::showItems(const LingeringItems::Shown &shown, Instant now)
{
    m_items = shown.items;
    if (!m_isGrouped)
        return m_model->setSnapshot(shown.items, now, shown.changes);
    m_model->setNow(now);
    if (m_isRegrouping)
        return;
    const bool isDue =
        m_filter.dependsOnTime() && !m_model->isOrderHeld() && now - m_groupedAt >= regroupEvery;
    const bool isTooMuch =
        m_items->size() >= ItemModel::manyItems && shown.changes.size() > mostMerged;
    if (isDue || isTooMuch)
        return regroup(groupSettings());
    m_groups.update(shown.items, shown.changes, now);
    m_model->setSnapshot(m_groups.shown(), now);
}

GroupedItems::Settings ItemTable::groupSettings() const
{
    return {m_filter, m_pinned, m_groups.settings().unfolded};
}

void ItemTable::regroup(GroupedItems::Settings settings)
{
    const Instant now = m_model->now();
    m_groupedAt = now;
    m_regrouping.setFuture({}); // the result of the present regrouping is ignored
    auto groups = std::make_shared<GroupedItems>(m_model->family(), std::move(settings));
    if (m_items->size() < ItemModel::manyItems) {
        groups->group(m_items, now);
        return takeGroups(std::move(*groups));
    }
    m_isRegrouping = true;
    auto promise = std::make_shared<QPromise<std::shared_ptr<GroupedItems>>>();
    promise->start();
    m_regrouping.setFuture(promise->future());
    QThreadPool::globalInstance()->start([promise, groups, items = m_items, now] {
        groups->group(items, now);
        promise->addResult(groups);
        promise->finish();
    });
}

// Releasing the groups of very many items takes long, so another thread does it.
void ItemTable::replaceGroups(GroupedItems &&groups)
{
    if (m_groups.source()->size() >= ItemModel::manyItems)
        QThreadPool::globalInstance()->start(
            [former = std::make_shared<GroupedItems>(std::move(m_groups))] {});
    m_groups = std::move(groups);
}

void ItemTable::takeGroups(GroupedItems &&groups)
{
    m_isRegrouping = false;
    replaceGroups(std::move(groups));
    const bool isHeld = m_model->isOrderHeld();
    m_groups.setHeld(isHeld);
    m_model->setSnapshot(m_groups.shown(), m_model->now());
    if (isHeld) // the user has asked for it, so rows move once although the order is held
        m_model->sort(m_model->sortColumn(), m_model->sortOrder());
    if (m_groups.source() != m_items)
        showItems({m_items, changesBetween(*m_groups.source(), *m_items)}, m_model->now());
    Q_EMIT groupedChanged();
}

void ItemTable::setGrouped(bool grouped)
{
    if (grouped == m_isGrouped)
        return;
    m_isGrouped = grouped;
    if (grouped) {
        m_model->setFilter({});
        regroup(groupSettings());
        forgetContents();
        return;
    }
    m_regrouping.setFuture({});
    m_isRegrouping = false;
    replaceGroups(GroupedItems(m_model->family(), groupSettings()));
    m_groups.setHeld(m_model->isOrderHeld());
    m_model->setFilter(m_filter);
    m_model->setSnapshot(m_items, m_model->now());
    m_model->sort(m_model->sortColumn(), m_model->sortOrder());
    forgetContents();
    Q_EMIT groupedChanged();
}

void ItemTable::setPinned(const QSet<QByteArray> &keys)
{
    if (keys == m_pinned)
        return;
    m_pinned = keys;
    m_lingering.setPinned(keys);
    if (m_isGrouped)
        regroup(groupSettings());
    m_model->setPinned(keys);
}

// Pins all selected rows; if all of them are pinned already, unpins them.
void ItemTable::togglePins()
{
    const QList<QByteArray> keys = selectedKeys();
    if (keys.isEmpty())
        return;
    const QSet<QByteArray> chosen(keys.begin(), keys.end());
    QSet<QByteArray> pinned = m_pinned;
    if (m_pinned.contains(chosen))
        pinned.subtract(chosen);
    else
        pinned.unite(chosen);
    setPinned(pinned);
    if (const int row = m_model->rowOf(keys.first()); row >= 0)
        scrollTo(m_model->index(row, 0)); // its new place
    Q_EMIT pinnedChanged();
}

const ItemGroup *ItemTable::groupAt(const QModelIndex &index) const
{
    return index.isValid() ? asGroup(*m_model->item(index.row())) : nullptr;
}

const ItemGroup *ItemTable::chosenGroup() const
{
    const QModelIndex current = currentIndex();
    return current.isValid() && selectionModel()->isSelected(current) ? groupAt(current) : nullptr;
}

void ItemTable::setUnfolded(quint64 shape, bool unfolded)
{
    if (m_isRegrouping || m_items->size() >= ItemModel::manyItems) {
        GroupedItems::Settings settings = groupSettings();
        if (unfolded)
            settings.unfolded.insert(shape);
        else
            settings.unfolded.remove(shape);
        return regroup(std::move(settings));
    }
    m_groups.setUnfolded(shape, unfolded, m_model->now());
    m_model->setSnapshot(m_groups.shown(), m_model->now());
    measureContents();
}

// Folds or unfolds the group. Returns false if there is none.
bool ItemTable::toggleGroup(const ItemGroup *group)
{
    if (!group)
        return false;
    const QByteArray key = group->key;
    setUnfolded(group->shape, !group->isUnfolded);
    const int row = m_model->rowOf(key);
    if (row >= 0) {
        scrollTo(m_model->index(std::min(row + 1, m_model->rowCount() - 1), 0));
        scrollTo(m_model->index(row, 0));
    }
    return true;
}

bool ItemTable::toggleGroupUnder(const QMouseEvent *event)
{
    const QModelIndex index = indexAt(event->position().toPoint());
    if (event->button() != Qt::LeftButton || index.column() != 0
        || !m_delegate->foldMark(visualRect(index)).contains(event->position().toPoint()))
        return false;
    return toggleGroup(groupAt(index));
}

void ItemTable::mousePressEvent(QMouseEvent *event)
{
    if (!toggleGroupUnder(event))
        QTableView::mousePressEvent(event);
}

void ItemTable::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (!toggleGroupUnder(event)) // a double click toggles again, like two clicks
        QTableView::mouseDoubleClickEvent(event);
}

// Left and Right fold and unfold as in a tree; in other rows they move between columns.
bool ItemTable::actOnArrow(Qt::Key key)
{
    const ItemGroup *group = chosenGroup();
    if (key == Qt::Key_Right && group && !group->isUnfolded)
        return toggleGroup(group);
    if (key != Qt::Key_Left)
        return false;
    if (group)
        return group->isUnfolded && toggleGroup(group);
    const ItemPtr item = chosenItem();
    return item && currentIndex().column() == 0 && foldAround(item->key);
}

// Selects the group of a member; if that is selected already, folds it.
bool ItemTable::foldAround(const QByteArray &key)
{
    if (!m_isGrouped || !m_groups.isInGroup(key))
        return false;
    const int row = m_model->rowOf(ProbeSampler::globOf(key));
    if (row < 0)
        return false;
    selectRow(row);
    return true;
}

void ItemTable::addArrangeActions(QMenu *menu)
{
    const QList<QByteArray> keys = selectedKeys();
    const bool arePinned = !keys.isEmpty()
        && std::all_of(keys.begin(), keys.end(),
            [this](const QByteArray &key) { return m_pinned.contains(key); });
    QAction *pin = menu->addAction(arePinned ? tr("Unpin") : tr("Pin to the top"));
    pin->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_P));
    pin->setEnabled(!keys.isEmpty());
    connect(pin, &QAction::triggered, this, &ItemTable::togglePins);
    QAction *group = menu->addAction(tr("Group similar keys"));
    group->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_G));
    group->setCheckable(true);
    group->setChecked(m_isGrouped);
    connect(group, &QAction::toggled, this, &ItemTable::setGrouped);
}

} // namespace lockstep
