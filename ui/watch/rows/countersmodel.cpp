#include "ui/watch/rows/countersmodel.h"

#include "ui/text/wording.h"
#include "ui/watch/rows/itemgroup.h"
#include "ui/watchtext/itemwording.h"

#include <limits>

namespace lockstep {

CountersModel::CountersModel(QObject *parent)
    : ItemModel(Family::Counter, {&CountersModel::rank, &compareKeys}, parent)
{
}

int CountersModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString CountersModel::valueText(const Item &item, wording::Figures figures)
{
    if (!item.reading.value)
        return QStringLiteral("–");
    QString value = readValueText(item.reading, figures);
    if (item.reading.valueIsEstimate)
        value.prepend(QStringLiteral("≈ "));
    if (item.reading.limit)
        value += (figures == wording::Figures::Brief ? QStringLiteral("/") : QStringLiteral(" / "))
            + wording::number(*item.reading.limit, figures);
    return value;
}

QString CountersModel::rateText(const Item &item, wording::Figures figures) const
{
    return isRateKnown(item) ? wording::rate(changePerSecond(item, now()), figures)
                             : QStringLiteral("–");
}

// A counter that was first seen recently has not been watched for long enough to know its rate.
bool CountersModel::isRateKnown(const Item &item) const
{
    if (unseen())
        return false;
    if (const ItemGroup *group = asGroup(item))
        return group->sum && group->isRateKnown && isFollowed(item, now());
    return item.reading.value && lockstep::isRateKnown(item, now());
}

QString CountersModel::text(const Item &item, int column) const
{
    if (const ItemGroup *group = asGroup(item))
        return groupText(*group, column);
    switch (column) {
    case KeyColumn:
        return wording::title(item);
    case ValueColumn:
        return valueText(item);
    case RateColumn:
        return rateText(item);
    case TrendColumn:
        if (!item.reading.valueIsEstimate)
            return {};
        // The standard error that the documentation of PFCOUNT gives.
        return wording::kind(item) == u"HyperLogLog" ? QStringLiteral("±0.8 %") : tr("estimate");
    default:
        return {};
    }
}

QString CountersModel::briefText(const Item &item, int column) const
{
    const ItemGroup *group = asGroup(item);
    switch (column) {
    case ValueColumn:
        return group ? groupValueText(*group, wording::Figures::Brief)
                     : valueText(item, wording::Figures::Brief);
    case RateColumn:
        return rateText(item, wording::Figures::Brief);
    default:
        return text(item, column);
    }
}

QString CountersModel::rawText(const Item &item, int column) const
{
    if (const ItemGroup *group = asGroup(item))
        return groupRawText(*group, column);
    switch (column) {
    case KeyColumn:
        return wording::key(item.key, 0);
    case ValueColumn:
        if (const auto large = largeInteger(item.reading))
            return QString::number(*large);
        return item.reading.value ? QString::number(*item.reading.value, 'g', 17) : QString();
    case RateColumn:
        return isRateKnown(item) ? QString::number(changePerSecond(item, now())) : QString();
    default:
        return text(item, column);
    }
}

QString CountersModel::toolTip(const Item &item, int column) const
{
    if (const ItemGroup *group = asGroup(item))
        return groupToolTip(*group, column);
    if (column == KeyColumn || column == TrendColumn)
        return wording::key(item.key, 400) + u'\n' + wording::kind(item);
    if (column == RateColumn)
        return tr("Change per second over the last seconds");
    return rawText(item, column);
}

QString CountersModel::columnTitle(int column) const
{
    switch (column) {
    case KeyColumn:
        return tr("Key");
    case ValueColumn:
        return tr("Value");
    case RateColumn:
        return tr("/s", "column: change per second");
    case TrendColumn:
        return tr("Trend");
    default:
        return {};
    }
}

bool CountersModel::isNumeric(int column) const
{
    return column == ValueColumn || column == RateColumn;
}

int CountersModel::dispensable(int column) const
{
    return column == TrendColumn ? 2 : column == RateColumn ? 1 : 0;
}

bool CountersModel::needsSeveralReadings(int column) const
{
    return column == RateColumn || column == TrendColumn;
}

// While a counter does not change, its rate falls to 0 and its trend moves on.
bool CountersModel::tellsTime(int column) const
{
    return column == RateColumn || column == TrendColumn;
}

double CountersModel::rank(const Item &item, int column, Instant now)
{
    if (const ItemGroup *group = asGroup(item))
        return groupRank(*group, column);
    switch (column) {
    case ValueColumn:
        return item.reading.value.value_or(-std::numeric_limits<double>::infinity());
    case RateColumn:
    case TrendColumn:
        return item.reading.value && lockstep::isRateKnown(item, now)
            ? changePerSecond(item, now)
            : -std::numeric_limits<double>::infinity();
    default:
        return 0;
    }
}

} // namespace lockstep
