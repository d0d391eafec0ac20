#pragma once

#include "core/watch/snapshot/snapshot.h"
#include "ui/watch/rows/itemfilter.h"

#include <QFuture>
#include <QHash>
#include <QSet>

#include <limits>
#include <memory>

namespace lockstep {

// The rows of an unfolded group, which stay together wherever they are sorted, with the group's own
// row first. Their place among the other rows is fixed when the group is unfolded or the table is
// sorted, so that they do not move while somebody reads them.
struct RowBlock
{
    double rank = 0; // of the group, when its place was fixed
    ItemPtr group;
};
using RowBlockPtr = std::shared_ptr<const RowBlock>;

// What decides on the order of rows before their rank and words.
struct RowPlaces
{
    QSet<QByteArray> pinned; // keys of rows that stay on top
    QHash<quint64, RowBlockPtr> blocks; // the unfolded groups, by the shape of their keys

    [[nodiscard]] RowBlockPtr blockOf(const Item &item) const;
    [[nodiscard]] bool isPinned(const Item &item) const;
};

// One row of an ItemModel.
struct ItemRow
{
    ItemPtr item;
    double rank = 0;
    int place = 0; // index in the source; -1 if the row is about to be removed
    int oldRow = 0; // where it was before, while rows are rearranged
    bool changed = false; // by the present merge, so that it may be out of order
    bool isPinned = false;
    RowBlockPtr block; // nullptr if the row is in no unfolded group
};

// The rank that comes after all others; its negative comes before all others.
inline constexpr double lastRank = std::numeric_limits<double>::infinity();

// The order of a family's rows: by rank, then by compareWords. Both are called on any thread. Their
// results for an item must not change unless the item does, because a row is found again by them.
struct RowOrder
{
    double (*rank)(const Item &item, int column, Instant now) = nullptr;
    // Negative if a comes first, positive if b does.
    int (*compareWords)(const Item &a, const Item &b, int column) = nullptr;
};

// Compares keys in the first column; in all other columns the result is 0.
int compareKeys(const Item &a, const Item &b, int column);

// How the rows of a table are filtered and sorted. It is cheap to copy and may be used on any
// thread.
struct Arranging
{
    RowOrder order;
    ItemFilter filter;
    RowPlaces places;
    int column = 0;
    Qt::SortOrder direction = Qt::AscendingOrder;
    Instant now{};
};

// Makes a row. place: the item's index in the source.
ItemRow makeRow(const Arranging &arranging, const ItemPtr &item, int place);

// Whether row a stands before row b.
bool isBefore(
    const ItemRow &a, const ItemRow &b, const RowOrder &order, int column, Qt::SortOrder direction);

// All rows of a source, filtered and sorted.
struct Arrangement
{
    Snapshot::Items source;
    std::vector<ItemRow> rows;
    std::vector<int> rowAt; // by index in the source; -1 if filtered out
    QHash<quint64, RowBlockPtr> blocks; // of the unfolded groups in the source
};
using ArrangementPtr = std::shared_ptr<Arrangement>;

// Arranges on a thread of the global pool. If the future is cancelled, it ends before sorting.
QFuture<ArrangementPtr> arrange(const Snapshot::Items &source, const Arranging &arranging);

} // namespace lockstep
