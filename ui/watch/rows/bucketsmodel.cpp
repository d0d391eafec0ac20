#include "ui/watch/rows/bucketsmodel.h"

#include "ui/text/wording.h"
#include "ui/watch/rows/itemgroup.h"
#include "ui/watch/rows/lingeringitems.h"
#include "ui/watchtext/itemwording.h"

namespace lockstep {

BucketsModel::BucketsModel(QObject *parent)
    : ItemModel(Family::Bucket, {&BucketsModel::rank, &compareKeys}, parent)
{
}

int BucketsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

// Both sides are always written, so that a single number cannot be mistaken.
QString BucketsModel::usedText(const Item &item, wording::Figures figures)
{
    const Reading &reading = item.reading;
    const QString unknown = QStringLiteral("–");
    if (!reading.value && reading.remaining) // a token bucket whose size is unknown
        return BucketsModel::tr("%1 left").arg(wording::number(*reading.remaining, figures));
    const QString used = reading.value ? readValueText(reading, figures) : unknown;
    const QString limit = reading.limit ? wording::number(*reading.limit, figures) : unknown;
    const QString sign = reading.limitIsInferred ? QStringLiteral("/≥") : QStringLiteral("/");
    return used + sign + limit;
}

std::optional<double> BucketsModel::usedShare(const Item &item)
{
    const Reading &reading = item.reading;
    if (!reading.value || !reading.limit || !(*reading.limit > 0))
        return std::nullopt;
    return *reading.value / *reading.limit;
}

std::optional<Instant> BucketsModel::turnsAt(const Item &item)
{
    return item.reading.resetsAt ? item.reading.resetsAt : item.reading.ttl.deadline();
}

QString BucketsModel::text(const Item &item, int column) const
{
    if (const ItemGroup *group = asGroup(item))
        return groupText(*group, column);
    switch (column) {
    case KeyColumn:
        return wording::title(item);
    case GaugeColumn: {
        const auto share = usedShare(item);
        if (asksForLimit(item, column))
            return tr("Set limit…");
        if (!share)
            return tr("unknown", "which share of a limit is used");
        // The true limit may be higher than the largest value seen, so this is an upper bound.
        return item.reading.limitIsInferred ? QStringLiteral("≤ ") + wording::percent(*share)
                                            : wording::percent(*share);
    }
    case UsedColumn:
        return usedText(item);
    case TurnsColumn: {
        const auto at = turnsAt(item);
        if (!at)
            return item.reading.ttl.isPersistent() ? tr("never") : QStringLiteral("–");
        return wording::duration(std::chrono::duration_cast<Milliseconds>(*at - now()));
    }
    case StateColumn:
        if (!item.format)
            return tr("not seen", "a pinned key");
        return hasVanished(item) ? tr("gone", "a key") : wording::state(bucketState(item));
    default:
        return {};
    }
}

QString BucketsModel::briefText(const Item &item, int column) const
{
    const ItemGroup *group = asGroup(item);
    if (column == UsedColumn)
        return group ? groupUsedText(*group, wording::Figures::Brief)
                     : usedText(item, wording::Figures::Brief);
    const auto resetsAt = group ? group->endsFirst : turnsAt(item);
    if (column == TurnsColumn && resetsAt)
        return wording::age(std::chrono::duration_cast<Milliseconds>(*resetsAt - now()));
    return text(item, column);
}

QString BucketsModel::rawText(const Item &item, int column) const
{
    if (const ItemGroup *group = asGroup(item))
        return groupRawText(*group, column);
    switch (column) {
    case KeyColumn:
        return wording::key(item.key, 0);
    case GaugeColumn: {
        const auto share = usedShare(item);
        return share ? QString::number(*share) : QString();
    }
    case UsedColumn:
        return item.reading.value ? QString::number(*item.reading.value, 'g', 17) : QString();
    case TurnsColumn: {
        const auto at = turnsAt(item);
        if (!at)
            return {};
        const auto left = std::chrono::duration_cast<Milliseconds>(*at - now());
        return QString::number(std::max<qint64>(left.count(), 0));
    }
    default:
        return text(item, column);
    }
}

QString BucketsModel::toolTip(const Item &item, int column) const
{
    if (const ItemGroup *group = asGroup(item))
        return groupToolTip(*group, column);
    if (column == TurnsColumn && turnsAt(item))
        return tr("%1 ms").arg(rawText(item, column));
    if (asksForLimit(item, column))
        return tr("Nothing in Redis tells this limit. A click sets it, by a rule.");
    if (column == UsedColumn && item.reading.limitIsInferred)
        return tr("The limit is not written in Redis: this is the largest value seen.");
    QString text = wording::key(item.key, 400) + u'\n' + wording::kind(item);
    if (item.format && !item.format->library().isEmpty())
        text += QStringLiteral(", ") + item.format->library();
    if (item.reading.window)
        text += u'\n' + tr("window %1").arg(wording::duration(*item.reading.window));
    return text;
}

QString BucketsModel::columnTitle(int column) const
{
    switch (column) {
    case KeyColumn:
        return tr("Key");
    case GaugeColumn:
        return tr("Share");
    case UsedColumn:
        return tr("Used");
    case TurnsColumn:
        return tr("Resets in");
    case StateColumn:
        return tr("State");
    default:
        return {};
    }
}

bool BucketsModel::isNumeric(int column) const
{
    return column == UsedColumn || column == TurnsColumn;
}

// That a limit is used up is seen of its share, too.
int BucketsModel::dispensable(int column) const
{
    return column == StateColumn ? 2 : column == TurnsColumn ? 1 : 0;
}

bool BucketsModel::tellsTime(int column) const
{
    return column == TurnsColumn;
}

bool BucketsModel::asksForLimit(const Item &item, int column) const
{
    return !isRecorded() && column == GaugeColumn && !item.reading.limit
        && bucketState(item) == BucketState::Unknown;
}

double BucketsModel::rank(const Item &item, int column, Instant)
{
    if (const ItemGroup *group = asGroup(item))
        return groupRank(*group, column);
    switch (column) {
    case GaugeColumn:
        return usedShare(item).value_or(-1);
    case UsedColumn:
        return item.reading.value.value_or(-lastRank);
    case TurnsColumn: {
        const auto at = turnsAt(item);
        return at ? double(at->time_since_epoch().count()) : lastRank;
    }
    case StateColumn:
        return -double(bucketState(item));
    default:
        return 0;
    }
}

} // namespace lockstep
