#include "ui/watch/bucketsdelegate.h"

#include "ui/watch/bucketsmodel.h"
#include "ui/wording.h"

#include <QPainter>

namespace lockstep {

namespace {

constexpr double nearlyUsedUp = 0.8;

} // namespace

int BucketsDelegate::columnWidth(int column) const
{
    switch (column) {
    case BucketsModel::GaugeColumn:
        return padded(metrics().height() * 4.5);
    case BucketsModel::UsedColumn:
        return padded(std::max(metrics().horizontalAdvance(QStringLiteral("999/999")),
            metrics().horizontalAdvance(model().columnTitle(column))));
    case BucketsModel::TurnsColumn:
        return padded(metrics().horizontalAdvance(QStringLiteral("59 m 59 s")));
    case BucketsModel::StateColumn:
        return padded(badgeRoom(Marks::Glyph::Cross, wording::state(BucketState::Exhausted)));
    default:
        return 0;
    }
}

void BucketsDelegate::paintCell(const Cell &cell) const
{
    switch (cell.column) {
    case BucketsModel::KeyColumn:
        paintKey(cell, cell.item.format ? cell.item.format->library() : QString());
        return;
    case BucketsModel::GaugeColumn:
        paintGauge(cell);
        return;
    case BucketsModel::UsedColumn:
    case BucketsModel::TurnsColumn:
        paintRight(cell, model().text(cell.item, cell.column), colours().text);
        return;
    case BucketsModel::StateColumn:
        paintState(cell);
        return;
    default:
        return;
    }
}

void BucketsDelegate::paintGauge(const Cell &cell) const
{
    const BucketState state = bucketState(cell.item);
    const auto share = BucketsModel::usedShare(cell.item);
    if (state == BucketState::Immortal) {
        marks().bar(cell.painter, barArea(cell.area), 1, Marks::Fill::Endless);
    } else if (!share || cell.item.reading.limitIsInferred) {
        paintLeft(cell, model().text(cell.item, cell.column), colours().secondary);
    } else {
        const Marks::Fill fill = state == BucketState::Exhausted ? Marks::Fill::Crossed
            : *share >= nearlyUsedUp                             ? Marks::Fill::Hatched
                                                                 : Marks::Fill::Solid;
        marks().bar(cell.painter, barArea(cell.area), *share, fill);
    }
}

void BucketsDelegate::paintState(const Cell &cell) const
{
    const BucketState state = bucketState(cell.item);
    const QString word = wording::state(state);
    if (state == BucketState::Open || state == BucketState::Unknown)
        paintLeft(cell, word, colours().secondary);
    else
        paintBadge(cell,
            state == BucketState::Exhausted ? Marks::Glyph::Cross : Marks::Glyph::Infinity, word,
            colours().violation);
}

} // namespace lockstep
