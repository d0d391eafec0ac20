#include "ui/watch/rows/arrangement.h"

#include "ui/watch/rows/itemgroup.h"
#include "ui/watch/rows/naturalorder.h"

#include <QPromise>
#include <QThreadPool>

#include <algorithm>

namespace lockstep {

namespace {

constexpr int stride = 10'000; // items between two checks whether it was cancelled

// Makes the blocks before the rows, because a member may come before its group.
void makeBlocks(Arranging &arranging, Arrangement &arrangement)
{
    for (const ItemPtr &item : *arrangement.source) {
        const ItemGroup *group = asGroup(*item);
        if (group && group->isUnfolded)
            arrangement.blocks.insert(group->shape,
                std::make_shared<const RowBlock>(
                    RowBlock{arranging.order.rank(*item, arranging.column, arranging.now), item}));
    }
    arranging.places.blocks = arrangement.blocks;
}

void chooseRows(
    const QPromise<ArrangementPtr> &promise, const Arranging &arranging, Arrangement &arrangement)
{
    const std::vector<ItemPtr> &source = *arrangement.source;
    for (int place = 0; place < int(source.size()); ++place) {
        if (place % stride == 0 && promise.isCanceled())
            return;
        const ItemPtr &item = source[size_t(place)];
        if (arranging.filter.matches(*item, arranging.now))
            arrangement.rows.push_back(makeRow(arranging, item, place));
    }
}

void sortRows(const Arranging &arranging, Arrangement &arrangement)
{
    std::sort(arrangement.rows.begin(), arrangement.rows.end(),
        [&arranging](const ItemRow &a, const ItemRow &b) {
            return isBefore(a, b, arranging.order, arranging.column, arranging.direction);
        });
    arrangement.rowAt.assign(arrangement.source->size(), -1);
    for (size_t row = 0; row < arrangement.rows.size(); ++row)
        arrangement.rowAt[size_t(arrangement.rows[row].place)] = int(row);
}

} // namespace

int compareKeys(const Item &a, const Item &b, int column)
{
    return column == 0 ? compareNaturally(a.key, b.key) : 0;
}

RowBlockPtr RowPlaces::blockOf(const Item &item) const
{
    if (blocks.isEmpty() || isPinned(item))
        return {};
    const ItemGroup *group = asGroup(item);
    return blocks.value(group ? group->shape : groupIdOf(item.key));
}

bool RowPlaces::isPinned(const Item &item) const
{
    return !pinned.isEmpty() && !asGroup(item) && pinned.contains(item.key);
}

ItemRow makeRow(const Arranging &arranging, const ItemPtr &item, int place)
{
    return {item, arranging.order.rank(*item, arranging.column, arranging.now), place, 0, false,
        arranging.places.isPinned(*item), arranging.places.blockOf(*item)};
}

// Pinned rows come first in either direction. Rows of the same block, which is an unfolded group,
// are compared with each other, with the group's own row first. Compared with any other row, a
// block counts as its group does.
bool isBefore(
    const ItemRow &a, const ItemRow &b, const RowOrder &order, int column, Qt::SortOrder direction)
{
    if (a.isPinned != b.isPinned)
        return a.isPinned;
    const bool together = a.block == b.block;
    if (together && a.block) {
        const bool aIsGroup = asGroup(*a.item);
        if (aIsGroup != bool(asGroup(*b.item)))
            return aIsGroup;
    }
    const bool ascending = direction == Qt::AscendingOrder;
    const bool ofBlockA = a.block && !together;
    const bool ofBlockB = b.block && !together;
    const double rankA = ofBlockA ? a.block->rank : a.rank;
    const double rankB = ofBlockB ? b.block->rank : b.rank;
    if (rankA != rankB)
        return (rankA < rankB) == ascending;
    const Item &itemA = ofBlockA ? *a.block->group : *a.item;
    const Item &itemB = ofBlockB ? *b.block->group : *b.item;
    if (const int words = order.compareWords(itemA, itemB, column); words != 0)
        return (words < 0) == ascending;
    if (together)
        return a.place < b.place;
    if (itemA.key != itemB.key)
        return itemA.key < itemB.key;
    return bool(asGroup(itemA)) > bool(asGroup(itemB));
}

QFuture<ArrangementPtr> arrange(const Snapshot::Items &source, const Arranging &arranging)
{
    auto promise = std::make_shared<QPromise<ArrangementPtr>>();
    promise->start();
    QThreadPool::globalInstance()->start([promise, source, how = Arranging(arranging)]() mutable {
        auto arrangement = std::make_shared<Arrangement>(Arrangement{source, {}, {}, {}});
        makeBlocks(how, *arrangement);
        chooseRows(*promise, how, *arrangement);
        if (!promise->isCanceled()) {
            sortRows(how, *arrangement);
            promise->addResult(std::move(arrangement));
        }
        promise->finish();
    });
    return promise->future();
}

} // namespace lockstep
