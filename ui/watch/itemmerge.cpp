#include "ui/watch/itemmodel.h"

#include <algorithm>
#include <iterator>
#include <utility>

// How a snapshot becomes minimal model changes.
//
// 1. Two vectors sorted by key are walked side by side. Equal pointers mean unchanged, so for most
// rows this is
//    one comparison of two pointers. The outcome is three short lists: removed, changed, added.
//    Where a row is shown is looked up by its place in the vector; searching for it by its sort
//    keys was measured at several times the cost of everything else, because every step of the
//    search touches another item's memory.
// 2. Changed rows are replaced in place. Only if one is out of order now, the rows are arranged
// anew: the changed
//    ones are sorted and merged into the others in one pass and one layoutChanged, which carries
//    the persistent indexes along. Single moves were rejected: a header view pays for all its rows
//    at each of them.
// 3. Removed and added rows are announced in runs, from the bottom up. When there are many runs
// they are first
//    gathered at the end by one layoutChanged (added ones: appended, then arranged), because each
//    run costs the views a walk over all rows.
// 4. What changed in place is announced in runs that may span a few unchanged rows.

namespace lockstep {

namespace {

constexpr int manyRuns = 24; // from here on gathering is cheaper than announcing one by one
constexpr int spannedRows = 8; // unchanged rows that a run of changes may include

int countRuns(const std::vector<int> &rows)
{
    int runs = rows.empty() ? 0 : 1;
    for (size_t i = 1; i < rows.size(); ++i)
        runs += rows[i] != rows[i - 1] + 1;
    return runs;
}

} // namespace

struct ItemModel::Difference
{
    std::vector<int> removed; // rows, as they are shown before
    std::vector<std::pair<int, int>> changed; // row before, place in the new vector
    std::vector<int> added; // places in the new vector
    bool placesMoved = false; // of rows, even if none of them changed
};

void ItemModel::setSnapshot(const Snapshot::Items &items, Instant now)
{
    m_now = now;
    if (items == m_source)
        return;
    const Difference difference = differenceTo(*items);
    const Snapshot::Items before = std::exchange(m_source, items);
    apply(difference);
}

// Moves the places of the rows on to the new vector.
ItemModel::Difference ItemModel::differenceTo(const std::vector<ItemPtr> &items)
{
    Difference difference;
    const std::vector<ItemPtr> &before = *m_source;
    std::vector<int> moved; // new places by old ones, from the first that moved on
    bool anyMoved = false;
    size_t a = 0;
    size_t b = 0;
    const auto compare = [&] {
        if (a == before.size() || b == items.size())
            return a == before.size() ? 1 : -1;
        return before[a] == items[b] ? 0 : before[a]->key.compare(items[b]->key);
    };
    const auto add = [&] {
        if (isShown(*items[b]))
            difference.added.push_back(int(b));
    };
    while (a < before.size() || b < items.size()) {
        const int order = compare();
        if (order != 0 && !anyMoved) {
            anyMoved = true;
            moved.resize(before.size());
            for (size_t i = 0; i < a; ++i)
                moved[i] = int(i);
        }
        if (order > 0) {
            add();
            ++b;
            continue;
        }
        const int row = m_rowAt[a];
        const bool gone = order < 0 || (before[a] != items[b] && !isShown(*items[b]));
        if (gone && row >= 0)
            difference.removed.push_back(row);
        if (order == 0 && before[a] != items[b] && !gone) {
            if (row >= 0)
                difference.changed.emplace_back(row, int(b));
            else
                add();
        }
        if (anyMoved)
            moved[a] = int(b);
        ++a;
        b += order == 0;
    }
    difference.placesMoved = anyMoved;
    if (anyMoved) {
        for (Row &row : m_rows)
            row.place = moved[size_t(row.place)];
    }
    std::sort(difference.removed.begin(), difference.removed.end());
    return difference;
}

void ItemModel::setFilter(const KeyFilter &filter)
{
    if (filter == m_filter)
        return;
    m_filter = filter;
    Difference difference;
    for (size_t place = 0; place < m_source->size(); ++place) {
        const bool after = isShown(*(*m_source)[place]);
        if (m_rowAt[place] >= 0 && !after)
            difference.removed.push_back(m_rowAt[place]);
        else if (m_rowAt[place] < 0 && after)
            difference.added.push_back(int(place));
    }
    std::sort(difference.removed.begin(), difference.removed.end());
    apply(difference);
}

void ItemModel::sort(int column, Qt::SortOrder order)
{
    m_sortColumn = std::clamp(column, 0, columnCount() - 1);
    m_sortOrder = order;
    for (Row &row : m_rows)
        row.rank = rank(*row.item, m_sortColumn);
    rearrange([this] {
        std::sort(m_rows.begin(), m_rows.end(),
            [this](const Row &a, const Row &b) { return isBefore(a, b); });
    });
}

void ItemModel::apply(const Difference &difference)
{
    const bool inOrder = replace(difference);
    for (const int row : difference.removed)
        m_rows[size_t(row)].place = -1;
    remove(difference.removed);
    if (difference.placesMoved || !difference.removed.empty())
        indexRows();
    if (!inOrder)
        settle();
    insert(difference.added);
    announceChanges(difference);
}

// False if a row is out of order now. One that is to be removed still counts; it costs an
// arrangement too many.
bool ItemModel::replace(const Difference &difference)
{
    for (const auto &[row, place] : difference.changed) {
        m_rows[size_t(row)] = rowFor(place);
        m_rows[size_t(row)].changed = true;
    }
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
    std::vector<int> targets; // the row in m_rows, as it is now, that each comes before
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

void ItemModel::insertScattered(const std::vector<Row> &rows)
{
    const auto first = int(m_rows.size());
    beginInsertRows({}, first, first + int(rows.size()) - 1);
    m_rows.insert(m_rows.end(), rows.begin(), rows.end());
    endInsertRows();
    for (auto row = m_rows.begin() + first; row != m_rows.end(); ++row)
        row->changed = true;
    settle();
    for (const Row &row : rows)
        m_rows[size_t(m_rowAt[size_t(row.place)])].changed = false;
}

// Changed rows go where they belong; the others are in order among themselves.
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

// rows: in ascending order.
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
            m_rows[row].before = int(row);
    }
    arrange();
    indexRows();
    if (!from.isEmpty()) {
        std::vector<int> target(m_rows.size());
        for (size_t row = 0; row < m_rows.size(); ++row)
            target[size_t(m_rows[row].before)] = int(row);
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

ItemModel::Row ItemModel::rowFor(int place) const
{
    const ItemPtr &item = (*m_source)[size_t(place)];
    return {item, rank(*item, m_sortColumn), place, 0, false};
}

bool ItemModel::isBefore(const Row &a, const Row &b) const
{
    const bool ascending = m_sortOrder == Qt::AscendingOrder;
    if (a.rank != b.rank)
        return (a.rank < b.rank) == ascending;
    if (m_sortColumn == 0) // places are in the order of keys, and at hand
        return (a.place < b.place) == ascending;
    if (const int words = compareWords(*a.item, *b.item, m_sortColumn); words != 0)
        return (words < 0) == ascending;
    return a.place < b.place;
}

bool ItemModel::isInPlace(int row) const
{
    const auto at = size_t(row);
    return (at == 0 || isBefore(m_rows[at - 1], m_rows[at]))
        && (at + 1 >= m_rows.size() || isBefore(m_rows[at], m_rows[at + 1]));
}

bool ItemModel::isShown(const Item &item) const
{
    return m_filter.matches(item.key)
        || (!item.name.isEmpty() && m_filter.matches(item.name.toUtf8()));
}

} // namespace lockstep
