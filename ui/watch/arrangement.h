#pragma once

#include "core/watch/snapshot.h"
#include "ui/watch/itemfilter.h"

#include <QFuture>

namespace lockstep {

// One row of an ItemModel.
struct ItemRow
{
    ItemPtr item;
    double rank = 0;
    int place = 0; // in the source; -1: about to be removed
    int before = 0; // row, while rows are rearranged
    bool changed = false; // in this merge; may be out of order
};

// The order of a family's rows: by rank, then by compareWords. They are called on any thread. What
// they say of an item must not change before the item does: a row's place is found again by them.
struct RowOrder
{
    double (*rank)(const Item &item, int column, Instant now) = nullptr;
    // < 0, 0, > 0
    int (*compareWords)(const Item &a, const Item &b, int column) = nullptr;
};

// The words of a first column that shows the key; of other columns there are none.
int compareKeys(const Item &a, const Item &b, int column);

// How the rows of a table are chosen and sorted. Cheap to copy, may be used on any thread.
struct Arranging
{
    RowOrder order;
    ItemFilter filter;
    int column = 0;
    Qt::SortOrder direction = Qt::AscendingOrder;
    Instant now{};
};

bool isBefore(
    const ItemRow &a, const ItemRow &b, const RowOrder &order, int column, Qt::SortOrder direction);

// All rows of a source, chosen and sorted.
struct Arrangement
{
    Snapshot::Items source;
    std::vector<ItemRow> rows;
    std::vector<int> rowAt; // by place in the source; -1: filtered out
};
using ArrangementPtr = std::shared_ptr<Arrangement>;

// On a thread of the global pool. What nobody waits for any more is cancelled before it is sorted.
QFuture<ArrangementPtr> arrange(const Snapshot::Items &source, const Arranging &arranging);

} // namespace lockstep
