#include "ui/watch/tables/countersdelegate.h"

#include "ui/plot/sparkline.h"
#include "ui/text/wording.h"
#include "ui/watch/rows/countersmodel.h"
#include "ui/watchtext/itemwording.h"

#include <QPainter>

namespace lockstep {

namespace {

constexpr double nearlyFull = 0.8;
constexpr Milliseconds trendSpan{60'000};

} // namespace

int CountersDelegate::columnWidth(int column) const
{
    switch (column) {
    case CountersModel::ValueColumn:
        return padded(textWidth(QStringLiteral("≈ 999 999 999")));
    case CountersModel::RateColumn:
        return padded(textWidth(QStringLiteral("+999 999")));
    case CountersModel::TrendColumn:
        return padded(metrics().height() * 6.5);
    default:
        return padded(keyMetrics().averageCharWidth() * 20);
    }
}

bool CountersDelegate::isGraphic(int column) const
{
    return column == CountersModel::TrendColumn;
}

int CountersDelegate::leastWidth(int column) const
{
    switch (column) {
    case CountersModel::ValueColumn:
        return padded(textWidth(QStringLiteral("≈ 999 999"))); // or ≈ 1.23 G
    case CountersModel::RateColumn:
        return padded(textWidth(QStringLiteral("+9 999")));
    case CountersModel::TrendColumn:
        return padded(std::max(metrics().height() * 2, textWidth(QStringLiteral("±0.8 %"))));
    default:
        return padded(keyMetrics().averageCharWidth() * 10);
    }
}

double CountersDelegate::cellWidth(const Item &item, int column) const
{
    return column == CountersModel::TrendColumn ? metrics().height() * 6.5
                                                : ItemDelegate::cellWidth(item, column);
}

QString CountersDelegate::besideKey(const Item &item) const
{
    QStringList words;
    if (!item.name.isEmpty())
        words << wording::key(item.name.toUtf8());
    words << wording::kind(item);
    return words.join(QStringLiteral(" · "));
}

void CountersDelegate::paintCell(const Cell &cell) const
{
    switch (cell.column) {
    case CountersModel::KeyColumn:
        paintKey(cell);
        return;
    case CountersModel::ValueColumn:
    case CountersModel::RateColumn:
        paintFigures(cell);
        return;
    case CountersModel::TrendColumn:
        paintTrend(cell);
        return;
    default:
        return;
    }
}

void CountersDelegate::paintTrend(const Cell &cell) const
{
    const Reading &reading = cell.item.reading;
    if (reading.limit && reading.value && *reading.limit > 0) {
        const double share = *reading.value / *reading.limit;
        const Marks::Fill fill = share >= 1 ? Marks::Fill::Crossed
            : share >= nearlyFull           ? Marks::Fill::Hatched
                                            : Marks::Fill::Solid;
        marks().bar(cell.painter, barArea(cell.area), share, fill);
        return;
    }
    if (cell.item.series && !reading.valueIsEstimate) {
        const auto &unseen = model().unseen();
        paintSparkline(cell.painter, barArea(cell.area), *cell.item.series,
            unseen ? unseen->now : model().now(), trendSpan, colours().secondary,
            unseen ? std::optional(unseen->since) : std::nullopt);
        return;
    }
    paintLeft(cell, model().text(cell.item, cell.column), colours().secondary);
}

} // namespace lockstep
