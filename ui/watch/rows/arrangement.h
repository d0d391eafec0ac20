#pragma once

#include "core/watch/snapshot/snapshot.h"
#include "ui/watch/rows/itemfilter.h"

#include <QFuture>
#include <QHash>
#include <QSet>

#include <limits>
#include <memory>

namespace lockstep {

// The rows of an unfolded group, its own row first: they stay together wherever they are sorted.
// The place among the other rows is what the group said when it was unfolded or the table was
// sorted last, so that rows that somebody looks through do not wander.
struct RowBlock
{
    double rank = 0; // of the group
    ItemPtr group;
};
using RowBlockPtr = std::shared_ptr<const RowBlock>;

// What counts before rank and words when rows are sorted.
struct RowPlaces
{
    QSet<QByteArray> pinned; // keys: on top, whatever the order
    QHash<quint64, RowBlockPtr> blocks; // of unfolded groups, by the shape of their keys

    [[nodiscard]] RowBlockPtr blockOf(const Item &item) const;
    [[nodiscard]] bool isPinned(const Item &item) const;
};

// One row of an ItemModel.
struct ItemRow
{
    ItemPtr item;
    double rank = 0;
    int place = 0; // in the source; -1: about to be removed
    int before = 0; // row, while rows are rearranged
    bool changed = false; // in this merge, so that it may be out of order
    bool isPinned = false;
    RowBlockPtr block; // nothing: it stands by itself
};

// The rank that comes after every other; its negative comes before every other.
inline constexpr double lastRank = std::numeric_limits<double>::infinity();

// The order of a family's rows: by rank, then by compareWords. They are called on any thread. What
// they say of an item must not change before the item does: a row's place is found again by them.
struct RowOrder
{
    double (*rank)(const Item &item, int column, Instant now) = nullptr;
    // < 0: a comes first; > 0: b does.
    int (*compareWords)(const Item &a, const Item &b, int column) = nullptr;
};

// Compares the words of a first column that shows the key; other columns have none.
int compareKeys(const Item &a, const Item &b, int column);

// How the rows of a table are chosen and sorted. Cheap to copy, may be used on any thread.
struct Arranging
{
    RowOrder order;
    ItemFilter filter;
    RowPlaces places;
    int column = 0;
    Qt::SortOrder direction = Qt::AscendingOrder;
    Instant now{};
};

ItemRow makeRow(const Arranging &arranging, const ItemPtr &item, int place);

bool isBefore(
    const ItemRow &a, const ItemRow &b, const RowOrder &order, int column, Qt::SortOrder direction);

// All rows of a source, chosen and sorted.
struct Arrangement
{
    Snapshot::Items source;
    std::vector<ItemRow> rows;
    std::vector<int> rowAt; // by place in the source; -1: filtered out
    QHash<quint64, RowBlockPtr> blocks; // of the groups that are unfolded in the source
};
using ArrangementPtr = std::shared_ptr<Arrangement>;

// Arranges on a thread of the global pool. If the future is cancelled, it ends before it sorts.
QFuture<ArrangementPtr> arrange(const Snapshot::Items &source, const Arranging &arranging);

} // namespace lockstep
