// A part of ItemModel: the order of the rows, and how it changes without losing persistent indexes.
// itemmerge.cpp says when it changes.

#include "ui/watch/rows/itemmodel.h"

#include "ui/watch/rows/itemgroup.h"

#include <QThreadPool>

#include <algorithm>
#include <iterator>
#include <utility>

namespace lockstep {

void ItemModel::sort(int column, Qt::SortOrder order)
{
    m_sortColumn = std::clamp(column, 0, columnCount() - 1);
    m_sortOrder = order;
    if (m_arranging || m_source->size() >= manyItems) {
        arrangeAll(m_arranging ? m_latest : m_source);
        return;
    }
    m_orderIsStale = false;
    renewBlocks();
    for (Row &row : m_rows) {
        row.rank = m_order.rank(*row.item, m_sortColumn, m_now);
        row.isPinned = m_places.isPinned(*row.item);
        row.block = m_places.blockOf(*row.item);
    }
    rearrange([this] {
        std::sort(m_rows.begin(), m_rows.end(),
            [this](const Row &a, const Row &b) { return isBefore(a, b); });
    });
}

// Fixes the places of unfolded groups again, by what they show now.
void ItemModel::renewBlocks()
{
    if (m_places.blocks.isEmpty())
        return;
    for (const Row &row : std::as_const(m_rows)) {
        const ItemGroup *group = asGroup(*row.item);
        if (group && m_places.blocks.contains(group->shape))
            m_places.blocks[group->shape] = std::make_shared<const RowBlock>(
                RowBlock{m_order.rank(*group, m_sortColumn, m_now), row.item});
    }
}

// The user has pinned rows, so rows move once although the order may be held.
void ItemModel::setPinned(const QSet<QByteArray> &keys)
{
    if (keys == m_places.pinned)
        return;
    m_places.pinned = keys;
    sort(m_sortColumn, m_sortOrder);
}

void ItemModel::setOrderHeld(bool held)
{
    if (held == m_orderHeld)
        return;
    m_orderHeld = held;
    if (held || !m_orderIsStale)
        return;
    sort(m_sortColumn, m_sortOrder);
    filterAnew();
}

// Moves changed rows to where they belong; the others are in order already.
void ItemModel::settle()
{
    rearrange([this] {
        const auto before = [this](const Row &a, const Row &b) { return isBefore(a, b); };
        std::vector<Row> moving;
        for (const Row &row : m_rows) {
            if (row.changed)
                moving.push_back(row);
        }
        std::sort(moving.begin(), moving.end(), before);
        m_spare.clear();
        m_spare.reserve(m_rows.size());
        auto next = moving.begin();
        for (Row &row : m_rows) {
            if (row.changed)
                continue;
            while (next != moving.end() && isBefore(*next, row))
                m_spare.push_back(std::move(*next++));
            m_spare.push_back(std::move(row));
        }
        m_spare.insert(
            m_spare.end(), std::make_move_iterator(next), std::make_move_iterator(moving.end()));
        m_rows.swap(m_spare);
    });
}

// Moves rows to the end. rows: in ascending order.
void ItemModel::gatherAtEnd(const std::vector<int> &rows)
{
    rearrange([this, &rows] {
        std::vector<Row> leaving;
        auto next = rows.begin();
        auto kept = m_rows.begin();
        for (auto row = m_rows.begin(); row != m_rows.end(); ++row) {
            if (next != rows.end() && *next == row - m_rows.begin()) {
                leaving.push_back(std::move(*row));
                ++next;
            } else if (kept++ != row) {
                *(kept - 1) = std::move(*row);
            }
        }
        std::move(leaving.begin(), leaving.end(), kept);
    });
}

void ItemModel::rearrange(const std::function<void()> &arrange)
{
    Q_EMIT layoutAboutToBeChanged({}, VerticalSortHint);
    const QModelIndexList from = persistentIndexList();
    if (!from.isEmpty()) {
        for (size_t row = 0; row < m_rows.size(); ++row)
            m_rows[row].oldRow = int(row);
    }
    arrange();
    indexRows();
    if (!from.isEmpty()) {
        std::vector<int> target(m_rows.size());
        for (size_t row = 0; row < m_rows.size(); ++row)
            target[size_t(m_rows[row].oldRow)] = int(row);
        QModelIndexList to;
        to.reserve(from.size());
        for (const QModelIndex &old : from)
            to << index(target[size_t(old.row())], old.column());
        changePersistentIndexList(from, to);
    }
    Q_EMIT layoutChanged({}, VerticalSortHint);
}

void ItemModel::indexRows()
{
    m_rowAt.assign(m_source->size(), -1);
    for (size_t row = 0; row < m_rows.size(); ++row) {
        if (m_rows[row].place >= 0)
            m_rowAt[size_t(m_rows[row].place)] = int(row);
    }
}

ItemModel::Row ItemModel::rowFor(int place) const
{
    const ItemPtr &item = (*m_source)[size_t(place)];
    return {item, m_order.rank(*item, m_sortColumn, m_now), place, 0, false,
        m_places.isPinned(*item), m_places.blockOf(*item)};
}

Arranging ItemModel::arranging() const
{
    return {m_order, m_filter, m_places, m_sortColumn, m_sortOrder, m_now};
}

bool ItemModel::isBefore(const Row &a, const Row &b) const
{
    return lockstep::isBefore(a, b, m_order, m_sortColumn, m_sortOrder);
}

// Whether the row is in order with its neighbours, not counting rows that are about to be removed.
bool ItemModel::isInPlace(int row) const
{
    const auto stays = [](const Row &each) { return each.place >= 0; };
    const auto at = m_rows.begin() + row;
    const auto before = std::find_if(std::make_reverse_iterator(at), m_rows.rend(), stays);
    const auto after = std::find_if(at + 1, m_rows.end(), stays);
    return (before == m_rows.rend() || isBefore(*before, *at))
        && (after == m_rows.end() || isBefore(*at, *after));
}

// row: -1 if it was filtered out so far.
bool ItemModel::staysShown(int row, const Item &item)
{
    const bool passes = shows(item);
    if (passes || row < 0 || !m_orderHeld)
        return passes;
    m_orderIsStale = true;
    return true;
}

bool ItemModel::shows(const Item &item) const
{
    return m_filter.matches(item, m_now);
}

// Arranges all rows on another thread. The latest snapshot waits in m_latest until that is done, so
// nothing is lost.
void ItemModel::arrangeAll(const Snapshot::Items &items)
{
    m_arrangement.cancel();
    m_latest = items;
    m_arrangement.setFuture(arrange(items, arranging()));
    if (!std::exchange(m_arranging, true))
        Q_EMIT arrangingChanged();
}

void ItemModel::clear()
{
    m_arrangement.cancel();
    m_arrangement.setFuture({});
    m_latest.reset();
    m_arranging = true; // so that nothing else changes the rows
    applyArrangement(std::make_shared<Arrangement>(
        Arrangement{std::make_shared<const std::vector<ItemPtr>>(), {}, {}, {}}));
}

void ItemModel::applyArrangement(const ArrangementPtr &arrangement)
{
    beginResetModel();
    std::swap(m_source, arrangement->source);
    m_rows.swap(arrangement->rows);
    m_rowAt.swap(arrangement->rowAt);
    m_places.blocks = arrangement->blocks;
    m_orderIsStale = false;
    m_arranging = false;
    endResetModel();
    // Releasing a million references takes long, so another thread does it.
    QThreadPool::globalInstance()->start([former = arrangement] {});
    if (const Snapshot::Items latest = std::exchange(m_latest, nullptr))
        setSnapshot(latest, m_now);
    if (!m_arranging)
        Q_EMIT arrangingChanged();
}

} // namespace lockstep
