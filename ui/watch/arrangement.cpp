#include "ui/watch/arrangement.h"

#include "ui/watch/naturalorder.h"

#include <QPromise>
#include <QThreadPool>

#include <algorithm>

namespace lockstep {

namespace {

constexpr int stride = 10'000; // items between two looks whether it is still wanted

void chooseRows(
    const QPromise<ArrangementPtr> &promise, const Arranging &arranging, Arrangement &arrangement)
{
    const std::vector<ItemPtr> &source = *arrangement.source;
    for (int place = 0; place < int(source.size()); ++place) {
        if (place % stride == 0 && promise.isCanceled())
            return;
        const ItemPtr &item = source[size_t(place)];
        if (arranging.filter.matches(*item, arranging.now))
            arrangement.rows.push_back({item,
                arranging.order.rank(*item, arranging.column, arranging.now), place, 0, false});
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

bool isBefore(
    const ItemRow &a, const ItemRow &b, const RowOrder &order, int column, Qt::SortOrder direction)
{
    const bool ascending = direction == Qt::AscendingOrder;
    if (a.rank != b.rank)
        return (a.rank < b.rank) == ascending;
    if (const int words = order.compareWords(*a.item, *b.item, column); words != 0)
        return (words < 0) == ascending;
    return a.place < b.place;
}

QFuture<ArrangementPtr> arrange(const Snapshot::Items &source, const Arranging &arranging)
{
    auto promise = std::make_shared<QPromise<ArrangementPtr>>();
    promise->start();
    QThreadPool::globalInstance()->start([promise, source, arranging] {
        auto arrangement = std::make_shared<Arrangement>(Arrangement{source, {}, {}});
        chooseRows(*promise, arranging, *arrangement);
        if (!promise->isCanceled()) {
            sortRows(arranging, *arrangement);
            promise->addResult(std::move(arrangement));
        }
        promise->finish();
    });
    return promise->future();
}

} // namespace lockstep
