// A part of ItemModel: how a snapshot becomes as few model changes as possible.
//
// 1. The differences of two vectors sorted by key become three short lists: removed, changed and
//    added. The row of an item is looked up by its index in the vector. Searching for it by its
//    sort keys was measured at several times the cost of everything else, because every step of the
//    search touches the memory of another item.
// 2. Changed rows are replaced in place. Only if one is out of order then, the rows are rearranged:
//    the changed ones are sorted and merged into the others in one pass and one layoutChanged,
//    which moves the persistent indexes along. Single moves were rejected, because a header view
//    looks at all its rows for each of them.
// 3. Removed and added rows are announced in runs, from the bottom up. If there are many runs, they
//    are first gathered at the end by one layoutChanged (added rows are appended and then
//    arranged), because each run makes the views look at all rows.
// 4. Rows that changed in place are announced in runs that may include a few unchanged rows.

#include "ui/watch/rows/itemmodel.h"

#include "ui/watch/rows/itemgroup.h"
#include "ui/watch/rows/lingeringitems.h"

#include <QThreadPool>

#include <algorithm>
#include <iterator>
#include <utility>

namespace lockstep {

namespace {

constexpr int manyRuns = 24; // from this number of runs on, gathering them is cheaper
constexpr size_t large = 1000; // items
constexpr int spannedRows = 8; // unchanged rows that a run of changes may include
// Changes; with more, a table with many items is arranged on another thread.
constexpr size_t mostMerged = 2000;
constexpr std::chrono::seconds filterEvery{1}; // if the filter depends on the time

int countRuns(const std::vector<int> &rows)
{
    int runs = rows.empty() ? 0 : 1;
    for (size_t i = 1; i < rows.size(); ++i)
        runs += rows[i] != rows[i - 1] + 1;
    return runs;
}

// Releases a large vector on another thread: releasing ten thousand references takes as long as the
// rest of a merge.
void letGo(Snapshot::Items items)
{
    if (items.use_count() == 1 && items->size() >= large)
        QThreadPool::globalInstance()->start([items = std::move(items)] {});
}

} // namespace

struct ItemModel::Difference
{
    std::vector<int> removed; // rows before the change
    std::vector<std::pair<int, int>> changed; // row before the change, index in the new vector
    std::vector<int> added; // indexes in the new vector
    bool placesMoved = false; // whether rows have another index, even if none of them changed

    // Adds a changed item. row: -1 if it was filtered out so far; it may match now, because a rule
    // may have given it another name.
    void changeOf(int row, int place, bool shown)
    {
        if (row >= 0 && shown)
            changed.emplace_back(row, place);
        else if (row >= 0)
            removed.push_back(row);
        else if (shown)
            added.push_back(place);
    }
};

void ItemModel::setSnapshot(const Snapshot::Items &items, Instant now)
{
    setSnapshot(
        items, now, m_arranging ? std::vector<PlaceChange>() : changesBetween(*m_source, *items));
}

void ItemModel::setSnapshot(
    const Snapshot::Items &items, Instant now, const std::vector<PlaceChange> &changes)
{
    setNow(now);
    if (items->empty() && (m_arranging || m_source->size() >= manyItems)) {
        clear();
    } else if (m_arranging) {
        m_latest = items;
    } else if (items == m_source) {
        filterWhenDue();
    } else if (isTooMuchAtOnce(*items, changes)) {
        arrangeAll(items);
    } else {
        noteBlocks(*items, changes);
        const Difference difference = differenceTo(*items, changes);
        Snapshot::Items before = std::exchange(m_source, items);
        apply(difference);
        letGo(std::move(before));
        filterWhenDue();
    }
}

// A group gets its place when it is unfolded and keeps it until it is folded or vanishes.
void ItemModel::noteBlocks(
    const std::vector<ItemPtr> &items, const std::vector<PlaceChange> &changes)
{
    for (const auto &[before, after] : changes) {
        const ItemGroup *was = before >= 0 ? asGroup(*(*m_source)[size_t(before)]) : nullptr;
        const ItemGroup *is = after >= 0 ? asGroup(*items[size_t(after)]) : nullptr;
        if (is && is->isUnfolded && !m_places.blocks.contains(is->shape))
            m_places.blocks.insert(is->shape,
                std::make_shared<const RowBlock>(
                    RowBlock{m_order.rank(*is, m_sortColumn, m_now), items[size_t(after)]}));
        else if (is && !is->isUnfolded)
            m_places.blocks.remove(is->shape);
        else if (was && !is)
            m_places.blocks.remove(was->shape);
    }
}

bool ItemModel::isTooMuchAtOnce(
    const std::vector<ItemPtr> &items, const std::vector<PlaceChange> &changes) const
{
    return std::max(items.size(), m_source->size()) >= manyItems && changes.size() > mostMerged;
}

// The state of an item may change although the item does not, so the filter is applied again.
void ItemModel::filterWhenDue()
{
    if (m_filter.dependsOnTime() && !m_orderHeld && m_now - m_filteredAt >= filterEvery)
        filterAnew();
}

ItemModel::Difference ItemModel::differenceTo(
    const std::vector<ItemPtr> &items, const std::vector<PlaceChange> &changes)
{
    Difference difference;
    for (const auto &[before, after] : changes) {
        if (before >= 0 && after >= 0) {
            const int row = m_rowAt[size_t(before)];
            difference.changeOf(row, after, staysShown(row, *items[size_t(after)]));
            continue;
        }
        difference.placesMoved = true;
        if (after >= 0 && shows(*items[size_t(after)]))
            difference.added.push_back(after);
        else if (before >= 0 && m_rowAt[size_t(before)] >= 0)
            difference.removed.push_back(m_rowAt[size_t(before)]);
    }
    if (difference.placesMoved)
        movePlaces(changes);
    std::sort(difference.removed.begin(), difference.removed.end());
    return difference;
}

// Changes the indexes of the rows to those in the new vector.
void ItemModel::movePlaces(const std::vector<PlaceChange> &changes)
{
    std::vector<int> moved(m_source->size());
    int shift = 0;
    int next = 0;
    for (const auto &[before, after] : changes) {
        const int until = before >= 0 ? before : after - shift; // the old index it comes before
        for (; next < until; ++next)
            moved[size_t(next)] = next + shift;
        shift += int(before < 0) - int(after < 0);
        if (before >= 0)
            moved[size_t(next++)] = after;
    }
    for (; next < int(moved.size()); ++next)
        moved[size_t(next)] = next + shift;
    for (Row &row : m_rows)
        row.place = moved[size_t(row.place)];
}

void ItemModel::setFilter(const ItemFilter &filter)
{
    if (filter == m_filter)
        return;
    m_filter = filter;
    filterAnew();
}

// The user has changed the filter, so the rows are sorted once although the order may be held.
void ItemModel::filterAnew()
{
    m_filteredAt = m_now;
    if (m_arranging || m_source->size() >= manyItems) {
        arrangeAll(m_arranging ? m_latest : m_source);
        return;
    }
    const bool held = std::exchange(m_orderHeld, false);
    if (m_orderIsStale)
        sort(m_sortColumn, m_sortOrder);
    Difference difference;
    for (size_t place = 0; place < m_source->size(); ++place) {
        const bool after = shows(*(*m_source)[place]);
        if (m_rowAt[place] >= 0 && !after)
            difference.removed.push_back(m_rowAt[place]);
        else if (m_rowAt[place] < 0 && after)
            difference.added.push_back(int(place));
    }
    std::sort(difference.removed.begin(), difference.removed.end());
    apply(difference);
    m_orderHeld = held;
}

void ItemModel::apply(const Difference &difference)
{
    const bool inOrder = replace(difference);
    for (const int row : difference.removed)
        m_rows[size_t(row)].place = -1;
    remove(difference.removed);
    if (difference.placesMoved || !difference.removed.empty())
        indexRows();
    if (!inOrder && m_orderHeld)
        m_orderIsStale = true;
    else if (!inOrder)
        settle();
    insert(difference.added);
    announceChanges(difference);
}

// Returns false if a row is out of order now. A row that is about to be removed counts, too; at
// worst that causes an unnecessary arrangement.
bool ItemModel::replace(const Difference &difference)
{
    for (const auto &[row, place] : difference.changed) {
        Row changed = rowFor(place);
        // The lock may be held again in a moment, so its place is kept.
        if (hasVanished(*changed.item) && !hasLostItsPlace(*changed.item, m_now))
            changed.rank = m_rows[size_t(row)].rank;
        changed.changed = true;
        m_rows[size_t(row)] = std::move(changed);
    }
    if (m_sortColumn == 0 && m_places.blocks.isEmpty())
        return true; // keys never change
    return std::all_of(difference.changed.begin(), difference.changed.end(),
        [this](const auto &change) { return isInPlace(change.first); });
}

void ItemModel::remove(const std::vector<int> &rows)
{
    if (countRuns(rows) > manyRuns) {
        gatherAtEnd(rows);
        const int kept = int(m_rows.size() - rows.size());
        beginRemoveRows({}, kept, int(m_rows.size()) - 1);
        m_rows.resize(size_t(kept));
        endRemoveRows();
        return;
    }
    for (auto last = int(rows.size()) - 1; last >= 0;) {
        int first = last;
        while (first > 0 && rows[size_t(first) - 1] == rows[size_t(first)] - 1)
            --first;
        beginRemoveRows({}, rows[size_t(first)], rows[size_t(last)]);
        m_rows.erase(m_rows.begin() + rows[size_t(first)], m_rows.begin() + rows[size_t(last)] + 1);
        endRemoveRows();
        last = first - 1;
    }
}

void ItemModel::insert(const std::vector<int> &places)
{
    if (places.empty())
        return;
    const auto before = [this](const Row &a, const Row &b) { return isBefore(a, b); };
    std::vector<Row> rows;
    rows.reserve(places.size());
    for (const int place : places)
        rows.push_back(rowFor(place));
    std::sort(rows.begin(), rows.end(), before);
    if (m_orderHeld) {
        insertHeld(std::move(rows));
        indexRows();
        m_orderIsStale = true;
        return;
    }
    std::vector<int> targets; // the row in m_rows before which each one comes
    int runs = 0;
    for (const Row &row : rows) {
        const auto at = std::lower_bound(m_rows.begin(), m_rows.end(), row, before);
        const auto target = int(at - m_rows.begin());
        runs += targets.empty() || targets.back() != target;
        targets.push_back(target);
    }
    if (runs > manyRuns) {
        insertScattered(rows);
        return;
    }
    for (auto last = int(rows.size()) - 1; last >= 0;) {
        int first = last;
        while (first > 0 && targets[size_t(first) - 1] == targets[size_t(last)])
            --first;
        const int target = targets[size_t(last)];
        beginInsertRows({}, target, target + last - first);
        m_rows.insert(m_rows.begin() + target, std::make_move_iterator(rows.begin() + first),
            std::make_move_iterator(rows.begin() + last + 1));
        endInsertRows();
        last = first - 1;
    }
    indexRows();
}

// Inserts rows at the end, or at the end of their group.
void ItemModel::insertHeld(std::vector<Row> rows)
{
    const auto byThemselves = std::stable_partition(
        rows.begin(), rows.end(), [](const Row &row) { return bool(row.block); });
    for (auto first = rows.begin(); first != byThemselves;) {
        const auto last = std::find_if(
            first, byThemselves, [&first](const Row &row) { return row.block != first->block; });
        const auto end = std::find_if(m_rows.rbegin(), m_rows.rend(),
            [&first](const Row &row) { return row.block == first->block; });
        const auto target = int(m_rows.rend() - end); // the row behind it; 0 if there is none
        const int at = target == 0 ? int(m_rows.size()) : target;
        beginInsertRows({}, at, at + int(last - first) - 1);
        m_rows.insert(m_rows.begin() + at, first, last);
        endInsertRows();
        first = last;
    }
    rows.erase(rows.begin(), byThemselves);
    if (!rows.empty())
        append(rows);
}

void ItemModel::append(const std::vector<Row> &rows)
{
    const auto first = int(m_rows.size());
    beginInsertRows({}, first, first + int(rows.size()) - 1);
    m_rows.insert(m_rows.end(), rows.begin(), rows.end());
    endInsertRows();
}

void ItemModel::insertScattered(const std::vector<Row> &rows)
{
    const auto first = int(m_rows.size());
    append(rows);
    for (auto row = m_rows.begin() + first; row != m_rows.end(); ++row)
        row->changed = true;
    settle();
    for (const Row &row : rows)
        m_rows[size_t(m_rowAt[size_t(row.place)])].changed = false;
}

void ItemModel::announceChanges(const Difference &difference)
{
    std::vector<int> rows;
    rows.reserve(difference.changed.size());
    for (const auto &change : difference.changed) {
        rows.push_back(m_rowAt[size_t(change.second)]);
        m_rows[size_t(rows.back())].changed = false;
    }
    std::sort(rows.begin(), rows.end());
    for (size_t first = 0; first < rows.size();) {
        size_t last = first;
        while (last + 1 < rows.size() && rows[last + 1] - rows[last] <= spannedRows)
            ++last;
        Q_EMIT dataChanged(index(rows[first], 0), index(rows[last], columnCount() - 1));
        first = last + 1;
    }
}

} // namespace lockstep
