#include "ui/watch/tables/bucketsdelegate.h"

#include "ui/text/wording.h"
#include "ui/watch/rows/bucketsmodel.h"
#include "ui/watchtext/itemwording.h"

#include <QPainter>

namespace lockstep {

namespace {

constexpr double nearlyUsedUp = 0.8;

Marks::Fill fillOf(double share)
{
    return share >= 1           ? Marks::Fill::Crossed
        : share >= nearlyUsedUp ? Marks::Fill::Hatched
                                : Marks::Fill::Solid;
}

} // namespace

int BucketsDelegate::columnWidth(int column) const
{
    switch (column) {
    case BucketsModel::GaugeColumn:
        return padded(gaugeWidth());
    case BucketsModel::UsedColumn:
        return padded(
            std::max(textWidth(QStringLiteral("999/999")), textWidth(model().columnTitle(column))));
    case BucketsModel::TurnsColumn:
        return padded(textWidth(QStringLiteral("59 m 59 s")));
    case BucketsModel::StateColumn:
        return padded(badgeRoom(Marks::Glyph::Cross, wording::state(BucketState::Exhausted)));
    default:
        return padded(keyMetrics().averageCharWidth() * 20);
    }
}

// At least as wide as the text that may stand in place of a gauge.
double BucketsDelegate::gaugeWidth() const
{
    return std::max(metrics().height() * 4.5, textWidth(BucketsModel::tr("Set limit…")));
}

bool BucketsDelegate::isGraphic(int column) const
{
    return column == BucketsModel::GaugeColumn;
}

int BucketsDelegate::leastWidth(int column) const
{
    if (column == BucketsModel::GaugeColumn)
        return padded(std::max(
            metrics().height() * 2, textWidth(BucketsModel::tr("Set…", "short for “Set limit…”"))));
    if (column == BucketsModel::KeyColumn)
        return padded(keyMetrics().averageCharWidth() * 10);
    if (column == BucketsModel::TurnsColumn)
        return padded(textWidth(QStringLiteral("59.9 s")));
    return columnWidth(column);
}

double BucketsDelegate::cellWidth(const Item &item, int column) const
{
    if (column == BucketsModel::GaugeColumn)
        return gaugeWidth();
    if (column == BucketsModel::StateColumn)
        return badgeRoom(Marks::Glyph::Cross, model().text(item, column));
    return ItemDelegate::cellWidth(item, column);
}

QString BucketsDelegate::besideKey(const Item &item) const
{
    QStringList words;
    if (!item.name.isEmpty())
        words << wording::key(item.name.toUtf8());
    if (item.format && !item.format->library().isEmpty())
        words << item.format->library();
    return words.join(QStringLiteral(" · "));
}

void BucketsDelegate::paintCell(const Cell &cell) const
{
    switch (cell.column) {
    case BucketsModel::KeyColumn:
        paintKey(cell);
        return;
    case BucketsModel::GaugeColumn:
        paintGauge(cell);
        return;
    case BucketsModel::UsedColumn:
    case BucketsModel::TurnsColumn:
        paintFigures(cell);
        return;
    case BucketsModel::StateColumn:
        paintState(cell);
        return;
    default:
        return;
    }
}

void BucketsDelegate::paintGroupCell(const Cell &cell, const ItemGroup &group) const
{
    const QString word = model().text(group, cell.column);
    const BucketState worst = BucketsModel::worstState(group);
    if (cell.column == BucketsModel::GaugeColumn && group.largest)
        marks().bar(cell.painter, barArea(cell.area), *group.largest, fillOf(*group.largest));
    else if (cell.column != BucketsModel::StateColumn)
        ItemDelegate::paintGroupCell(cell, group);
    else if (worst == BucketState::Open || worst == BucketState::Unknown)
        paintLeft(cell, word, colours().secondary);
    else
        paintBadge(cell,
            worst == BucketState::Exhausted ? Marks::Glyph::Cross : Marks::Glyph::Infinity, word,
            colours().violation);
}

void BucketsDelegate::paintGauge(const Cell &cell) const
{
    const BucketState state = bucketState(cell.item);
    const auto share = BucketsModel::usedShare(cell.item);
    if (state == BucketState::Immortal) {
        marks().bar(cell.painter, barArea(cell.area), 1, Marks::Fill::Endless);
    } else if (model().asksForLimit(cell.item, cell.column)) {
        paintLink(cell);
    } else if (!share || cell.item.reading.limitIsInferred) {
        const QString text = model().text(cell.item, cell.column);
        const bool fits = textWidth(text) <= cell.area.width() + 1;
        if (!fits)
            noteCut();
        paintLeft(cell, fits ? text : QStringLiteral("–"), colours().secondary);
    } else {
        marks().bar(cell.painter, barArea(cell.area), *share, fillOf(*share));
    }
}

void BucketsDelegate::paintLink(const Cell &cell) const
{
    const QString whole = model().text(cell.item, cell.column);
    const bool fits = textWidth(whole) <= cell.area.width() + 1;
    if (!fits)
        noteCut();
    const QString text = fits ? whole : BucketsModel::tr("Set…", "short for “Set limit…”");
    paintLeft(cell, text, colours().accent);
    const double width = std::min(textWidth(text), cell.area.width());
    const double y = barArea(cell.area).bottom();
    cell.painter.drawLine(QPointF(cell.area.left(), y), QPointF(cell.area.left() + width, y));
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
