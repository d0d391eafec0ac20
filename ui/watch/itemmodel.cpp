#include "ui/watch/itemmodel.h"

#include <QTextDocument>

#include <algorithm>
#include <iterator>
#include <numeric>

// How a snapshot becomes minimal model changes.
//
// 1. Two vectors sorted by key are walked side by side. Equal pointers mean unchanged, so for most
// rows this is
//    one comparison of two pointers. The outcome is three short lists: removed, changed, added.
// 2. A row is found by binary search with the *old* item, since rows are ordered by (rank, words,
// key) of what
//    they show. No map from key to row has to be kept up to date when rows move.
// 3. Changed rows are replaced in place. Only if one is out of order now, the rows are arranged
// anew: the changed
//    ones are sorted and merged into the others, in one layoutChanged that carries the persistent
//    indexes along. Single moves were rejected: a header view pays for all its rows at each of
//    them.
// 4. Removed and added rows are announced in runs, from the bottom up. When there are many runs
// they are first
//    gathered at the end by one layoutChanged (added ones: appended, then arranged), because each
//    run costs the views a walk over all rows.
// 5. What changed in place is announced in runs that may span a few unchanged rows.

namespace lockstep {

namespace {

constexpr int manyRuns = 24; // from here on gathering is cheaper than announcing one by one
constexpr int spannedRows = 8; // unchanged rows that a run of changes may include

} // namespace

struct ItemModel::Difference
{
    std::vector<ItemPtr> removed, added;
    std::vector<std::pair<ItemPtr, ItemPtr>> changed; // old, new
};

ItemModel::ItemModel(Family family, QObject *parent)
    : QAbstractTableModel(parent)
    , m_family(family)
    , m_now(std::chrono::steady_clock::now())
    , m_clockOffset(std::chrono::system_clock::now().time_since_epoch()
          - std::chrono::duration_cast<std::chrono::system_clock::duration>(
              m_now.time_since_epoch()))
{
}

void ItemModel::setSnapshot(const Snapshot::Items &items, Instant now)
{
    m_now = now;
    if (items == m_source)
        return;
    Difference difference;
    const Snapshot::Items before = std::exchange(m_source, items);
    const auto remove = [&](const ItemPtr &item) {
        if (isShown(*item))
            difference.removed.push_back(item);
    };
    const auto add = [&](const ItemPtr &item) {
        if (isShown(*item))
            difference.added.push_back(item);
    };
    auto a = before->begin();
    auto b = items->begin();
    while (a != before->end() && b != items->end()) {
        if (*a != *b) {
            const int order = (*a)->key.compare((*b)->key);
            if (order < 0) {
                remove(*a++);
                continue;
            }
            if (order > 0) {
                add(*b++);
                continue;
            }
            if (isShown(**a) && isShown(**b)) {
                difference.changed.emplace_back(*a, *b);
            } else {
                remove(*a);
                add(*b);
            }
        }
        ++a;
        ++b;
    }
    std::for_each(a, before->end(), remove);
    std::for_each(b, items->end(), add);
    apply(difference);
}

void ItemModel::setNow(Instant now)
{
    m_now = now;
}

void ItemModel::setFilter(const KeyFilter &filter)
{
    if (filter == m_filter)
        return;
    Difference difference;
    std::vector<bool> before(m_source->size());
    for (size_t i = 0; i < before.size(); ++i)
        before[i] = isShown(*(*m_source)[i]);
    m_filter = filter;
    for (size_t i = 0; i < before.size(); ++i) {
        const ItemPtr &item = (*m_source)[i];
        const bool after = isShown(*item);
        if (before[i] && !after)
            difference.removed.push_back(item);
        else if (!before[i] && after)
            difference.added.push_back(item);
    }
    apply(difference);
}

void ItemModel::sort(int column, Qt::SortOrder order)
{
    m_sortColumn = std::clamp(column, 0, columnCount() - 1);
    m_sortOrder = order;
    for (Row &row : m_rows)
        row.rank = rank(*row.item, m_sortColumn);
    permute([this](std::vector<int> &rows) {
        std::sort(rows.begin(), rows.end(),
            [this](int a, int b) { return isBefore(m_rows[size_t(a)], m_rows[size_t(b)]); });
    });
}

void ItemModel::apply(const Difference &difference)
{
    std::vector<int> leaving;
    leaving.reserve(difference.removed.size());
    for (const ItemPtr &item : difference.removed)
        leaving.push_back(find(item));
    std::sort(leaving.begin(), leaving.end());
    remove(leaving);
    replace(difference);
    std::vector<Row> coming;
    coming.reserve(difference.added.size());
    for (const ItemPtr &item : difference.added)
        coming.push_back(rowFor(item));
    insert(std::move(coming));
    announceChanges();
}

void ItemModel::replace(const Difference &difference)
{
    std::vector<int> places;
    places.reserve(difference.changed.size());
    for (const auto &[before, after] : difference.changed)
        places.push_back(find(before));
    for (size_t i = 0; i < places.size(); ++i) {
        Row &row = m_rows[size_t(places[i])];
        row = rowFor(difference.changed[i].second);
        row.mark = Mark::Changed;
    }
    if (!std::all_of(places.begin(), places.end(), [this](int row) { return isInPlace(row); }))
        settle();
}

void ItemModel::remove(const std::vector<int> &rows)
{
    if (rows.empty())
        return;
    int runs = 1;
    for (size_t i = 1; i < rows.size(); ++i)
        runs += rows[i] != rows[i - 1] + 1;
    auto last = int(rows.size()) - 1;
    if (runs > manyRuns) {
        for (const int row : rows)
            m_rows[size_t(row)].mark = Mark::Leaving;
        permute([this](std::vector<int> &order) {
            std::stable_partition(order.begin(), order.end(),
                [this](int row) { return m_rows[size_t(row)].mark != Mark::Leaving; });
        });
        const auto kept = int(m_rows.size() - rows.size());
        beginRemoveRows({}, kept, int(m_rows.size()) - 1);
        m_rows.resize(size_t(kept));
        endRemoveRows();
        return;
    }
    while (last >= 0) {
        int first = last;
        while (first > 0 && rows[size_t(first) - 1] == rows[size_t(first)] - 1)
            --first;
        beginRemoveRows({}, rows[size_t(first)], rows[size_t(last)]);
        m_rows.erase(m_rows.begin() + rows[size_t(first)], m_rows.begin() + rows[size_t(last)] + 1);
        endRemoveRows();
        last = first - 1;
    }
}

void ItemModel::insert(std::vector<Row> rows)
{
    if (rows.empty())
        return;
    const auto before = [this](const Row &a, const Row &b) { return isBefore(a, b); };
    std::sort(rows.begin(), rows.end(), before);
    std::vector<int> places; // the row in m_rows, as it is now, that each comes before
    int runs = 0;
    for (const Row &row : rows) {
        const auto at = std::lower_bound(m_rows.begin(), m_rows.end(), row, before);
        const auto place = int(at - m_rows.begin());
        runs += places.empty() || places.back() != place;
        places.push_back(place);
    }
    if (runs > manyRuns) {
        const auto first = int(m_rows.size());
        beginInsertRows({}, first, first + int(rows.size()) - 1);
        for (Row &row : rows)
            row.mark = Mark::Changed;
        std::move(rows.begin(), rows.end(), std::back_inserter(m_rows));
        endInsertRows();
        settle();
        return;
    }
    for (auto last = int(rows.size()) - 1; last >= 0;) {
        int first = last;
        while (first > 0 && places[size_t(first) - 1] == places[size_t(last)])
            --first;
        const int place = places[size_t(last)];
        beginInsertRows({}, place, place + last - first);
        m_rows.insert(m_rows.begin() + place, std::make_move_iterator(rows.begin() + first),
            std::make_move_iterator(rows.begin() + last + 1));
        endInsertRows();
        last = first - 1;
    }
}

// Changed rows go where they belong; the others are in order among themselves.
void ItemModel::settle()
{
    permute([this](std::vector<int> &rows) {
        const auto before = [this](int a, int b) {
            return isBefore(m_rows[size_t(a)], m_rows[size_t(b)]);
        };
        const auto middle = std::stable_partition(rows.begin(), rows.end(),
            [this](int row) { return m_rows[size_t(row)].mark != Mark::Changed; });
        std::sort(middle, rows.end(), before);
        std::inplace_merge(rows.begin(), middle, rows.end(), before);
    });
}

// arrange: gets the row numbers in their present order and puts them into the new one.
void ItemModel::permute(const std::function<void(std::vector<int> &)> &arrange)
{
    Q_EMIT layoutAboutToBeChanged({}, VerticalSortHint);
    std::vector<int> order(m_rows.size());
    std::iota(order.begin(), order.end(), 0);
    arrange(order);
    std::vector<int> target(order.size());
    std::vector<Row> rows(order.size());
    for (size_t i = 0; i < order.size(); ++i) {
        target[size_t(order[i])] = int(i);
        rows[i] = std::move(m_rows[size_t(order[i])]);
    }
    m_rows = std::move(rows);
    const QModelIndexList from = persistentIndexList();
    QModelIndexList to;
    to.reserve(from.size());
    for (const QModelIndex &old : from)
        to << index(target[size_t(old.row())], old.column());
    changePersistentIndexList(from, to);
    Q_EMIT layoutChanged({}, VerticalSortHint);
}

void ItemModel::announceChanges()
{
    int first = -1;
    int last = -1;
    const auto announce = [&] {
        if (first >= 0)
            Q_EMIT dataChanged(index(first, 0), index(last, columnCount() - 1));
    };
    for (int row = 0; row < int(m_rows.size()); ++row) {
        if (m_rows[size_t(row)].mark == Mark::Settled)
            continue;
        m_rows[size_t(row)].mark = Mark::Settled;
        if (first < 0 || row - last > spannedRows) {
            announce();
            first = row;
        }
        last = row;
    }
    announce();
}

ItemModel::Row ItemModel::rowFor(const ItemPtr &item) const
{
    return {item, rank(*item, m_sortColumn), Mark::Settled};
}

bool ItemModel::isBefore(const Row &a, const Row &b) const
{
    const bool ascending = m_sortOrder == Qt::AscendingOrder;
    if (a.rank != b.rank)
        return (a.rank < b.rank) == ascending;
    if (const int words = compareWords(*a.item, *b.item, m_sortColumn); words != 0)
        return (words < 0) == ascending;
    return a.item->key < b.item->key;
}

int ItemModel::find(const ItemPtr &item) const
{
    const auto found = std::lower_bound(m_rows.begin(), m_rows.end(), rowFor(item),
        [this](const Row &a, const Row &b) { return isBefore(a, b); });
    Q_ASSERT(found != m_rows.end() && found->item == item);
    return int(found - m_rows.begin());
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

Family ItemModel::family() const
{
    return m_family;
}

Instant ItemModel::now() const
{
    return m_now;
}

std::chrono::system_clock::time_point ItemModel::wallNow() const
{
    return std::chrono::system_clock::time_point(m_clockOffset
        + std::chrono::duration_cast<std::chrono::system_clock::duration>(
            m_now.time_since_epoch()));
}

const ItemPtr &ItemModel::item(int row) const
{
    return m_rows.at(size_t(row)).item;
}

qsizetype ItemModel::total() const
{
    return qsizetype(m_source->size());
}

const KeyFilter &ItemModel::filter() const
{
    return m_filter;
}

int ItemModel::sortColumn() const
{
    return m_sortColumn;
}

Qt::SortOrder ItemModel::sortOrder() const
{
    return m_sortOrder;
}

int ItemModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

QVariant ItemModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Item &shown = *item(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return text(shown, index.column());
    case Qt::ToolTipRole: // a tool tip would take a key like <b> for markup
        return Qt::convertFromPlainText(toolTip(shown, index.column()));
    case Qt::TextAlignmentRole:
        return int((isNumeric(index.column()) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case RawRole:
        return rawText(shown, index.column());
    default:
        return {};
    }
}

QVariant ItemModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::DisplayRole)
        return columnTitle(section);
    if (role == Qt::TextAlignmentRole)
        return int((isNumeric(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    return {};
}

int ItemModel::compareWords(const Item &a, const Item &b, int column) const
{
    return column == 0 ? a.key.compare(b.key) : 0;
}

std::chrono::system_clock::duration ItemModel::clockOffset() const
{
    return m_clockOffset;
}

} // namespace lockstep
