// A part of LocksModel, BucketsModel and CountersModel, the models of the Watch tables: what the
// row of a group shows in each column and how it is sorted, that is, sums and the worst of its
// members, family by family.

#include "ui/text/wording.h"
#include "ui/watch/rows/bucketsmodel.h"
#include "ui/watch/rows/countersmodel.h"
#include "ui/watch/rows/itemgroup.h"
#include "ui/watch/rows/locksmodel.h"
#include "ui/watchtext/itemwording.h"

#include <limits>

namespace lockstep {

namespace {

QString milliseconds(std::optional<Instant::duration> time)
{
    return time ? QString::number(std::chrono::duration_cast<Milliseconds>(*time).count())
                : QString();
}

std::optional<Instant::duration> until(const std::optional<Instant> &end, Instant now)
{
    return end ? std::optional(*end - now) : std::nullopt;
}

double rankOf(const std::optional<Instant> &at)
{
    return at ? double(at->time_since_epoch().count()) : lastRank;
}

} // namespace

// How many members are held, and their worst state.
QString LocksModel::groupText(const ItemGroup &group, int column) const
{
    switch (column) {
    case KeyColumn:
        return groupTitle(group);
    case HolderColumn: {
        const int free = membersIn(group, LockState::Free);
        const int unknown = membersIn(group, LockState::Unknown);
        QString text = tr("%1 held").arg(wording::number(group.members - free - unknown));
        if (free > 0)
            text += tr(" · %1 free").arg(wording::number(free));
        if (unknown > 0)
            text += tr(" · %1 unknown").arg(wording::number(unknown));
        return text;
    }
    case TimeColumn:
        if (group.endsFirst)
            return wording::duration(
                std::chrono::duration_cast<Milliseconds>(*group.endsFirst - now()));
        return group.endless > 0 ? tr("never", "a lock that does not expire") : QStringLiteral("–");
    case AgeColumn: {
        if (!group.begunFirst)
            return QStringLiteral("–");
        const QString age =
            wording::age(std::chrono::duration_cast<Milliseconds>(ageNow() - *group.begunFirst));
        return group.beginIsKnown ? age : QStringLiteral("≥ ") + age;
    }
    case StateColumn: {
        const LockState worst = worstState(group);
        const bool alarms = worst == LockState::Immortal || worst == LockState::OrphanSuspected;
        if (alarms)
            return tr("%1 %2", "a number of locks, and their state")
                .arg(wording::number(membersIn(group, worst)), wording::state(worst));
        return group.waiters > 0 ? tr("%1 waiting").arg(wording::number(group.waiters))
                                 : wording::state(worst);
    }
    default:
        return {};
    }
}

LockState LocksModel::worstState(const ItemGroup &group)
{
    for (const LockState state :
        {LockState::Immortal, LockState::OrphanSuspected, LockState::Held, LockState::Unknown}) {
        if (membersIn(group, state) > 0)
            return state;
    }
    return LockState::Free;
}

QString LocksModel::groupRawText(const ItemGroup &group, int column) const
{
    switch (column) {
    case KeyColumn:
        return wording::key(group.key, 0);
    case TimeColumn:
        return milliseconds(until(group.endsFirst, now()));
    case AgeColumn:
        return milliseconds(
            group.begunFirst ? std::optional(ageNow() - *group.begunFirst) : std::nullopt);
    default:
        return groupText(group, column);
    }
}

QString LocksModel::groupToolTip(const ItemGroup &group, int column) const
{
    switch (column) {
    case TimeColumn:
        if (!group.endsFirst)
            return group.endless > 0 ? tr("None of them expires.") : QString();
        return tr("Until the first of them expires: %1 ms").arg(groupRawText(group, column));
    case AgeColumn:
        return tr("The oldest hold of them: %1 ms").arg(groupRawText(group, column));
    case StateColumn: {
        QStringList lines;
        for (const LockState state : {LockState::Immortal, LockState::OrphanSuspected,
                 LockState::Held, LockState::Unknown, LockState::Free}) {
            if (membersIn(group, state) > 0)
                lines << tr("%1 %2", "a number of locks, and their state")
                             .arg(wording::number(membersIn(group, state)), wording::state(state));
        }
        return lines.join(u'\n');
    }
    default:
        return ItemModel::groupToolTip(group);
    }
}

// A group is sorted like its oldest member, or the one that expires first.
double LocksModel::groupRank(const ItemGroup &group, int column)
{
    switch (column) {
    case TimeColumn:
        return rankOf(group.endsFirst);
    case AgeColumn:
        return group.begunFirst ? -double(group.begunFirst->time_since_epoch().count()) : lastRank;
    case StateColumn:
        return worstState(group) == LockState::Immortal       ? -2
            : worstState(group) == LockState::OrphanSuspected ? -1
                                                              : rankOf(group.endsFirst);
    default:
        return 0;
    }
}

BucketState BucketsModel::worstState(const ItemGroup &group)
{
    for (const BucketState state :
        {BucketState::Immortal, BucketState::Exhausted, BucketState::Open}) {
        if (membersIn(group, state) > 0)
            return state;
    }
    return BucketState::Unknown;
}

QString BucketsModel::groupUsedText(const ItemGroup &group, wording::Figures figures)
{
    return group.sum ? QStringLiteral("Σ ") + wording::number(*group.sum, figures)
                     : QStringLiteral("–");
}

QString BucketsModel::groupText(const ItemGroup &group, int column) const
{
    switch (column) {
    case KeyColumn:
        return groupTitle(group);
    case GaugeColumn:
        return group.largest ? wording::percent(*group.largest)
                             : tr("unknown", "which share of a limit is used");
    case UsedColumn:
        return groupUsedText(group);
    case TurnsColumn:
        return group.endsFirst
            ? wording::duration(std::chrono::duration_cast<Milliseconds>(*group.endsFirst - now()))
            : QStringLiteral("–");
    case StateColumn: {
        const BucketState worst = worstState(group);
        const bool alarms = worst == BucketState::Immortal || worst == BucketState::Exhausted;
        return alarms ? tr("%1 %2", "a number of limits, and their state")
                            .arg(wording::number(membersIn(group, worst)), wording::state(worst))
                      : wording::state(worst);
    }
    default:
        return {};
    }
}

QString BucketsModel::groupRawText(const ItemGroup &group, int column) const
{
    switch (column) {
    case KeyColumn:
        return wording::key(group.key, 0);
    case GaugeColumn:
        return group.largest ? QString::number(*group.largest) : QString();
    case UsedColumn:
        return group.sum ? QString::number(*group.sum, 'g', 17) : QString();
    case TurnsColumn:
        return milliseconds(until(group.endsFirst, now()));
    default:
        return groupText(group, column);
    }
}

QString BucketsModel::groupToolTip(const ItemGroup &group, int column) const
{
    switch (column) {
    case GaugeColumn:
        return tr("The largest share of them");
    case UsedColumn:
        return tr("What is used of all of them");
    case TurnsColumn:
        return tr("Until the first of them resets: %1 ms").arg(groupRawText(group, column));
    case StateColumn: {
        QStringList lines;
        for (const BucketState state : {BucketState::Immortal, BucketState::Exhausted,
                 BucketState::Open, BucketState::Unknown}) {
            if (membersIn(group, state) > 0)
                lines << tr("%1 %2", "a number of limits, and their state")
                             .arg(wording::number(membersIn(group, state)), wording::state(state));
        }
        return lines.join(u'\n');
    }
    default:
        return ItemModel::groupToolTip(group);
    }
}

double BucketsModel::groupRank(const ItemGroup &group, int column)
{
    switch (column) {
    case GaugeColumn:
        return group.largest.value_or(-1);
    case UsedColumn:
        return group.sum.value_or(-lastRank);
    case TurnsColumn:
        return rankOf(group.endsFirst);
    case StateColumn:
        return -double(worstState(group));
    default:
        return 0;
    }
}

// Several counters of presence may count the same user, so their sum would be too large. The
// largest value is a lower bound.
QString CountersModel::groupValueText(const ItemGroup &group, wording::Figures figures)
{
    if (!group.sum)
        return QStringLiteral("–");
    return group.mayCountTwice ? QStringLiteral("≥ ") + wording::number(*group.largest, figures)
                               : QStringLiteral("Σ ") + wording::number(*group.sum, figures);
}

QString CountersModel::groupText(const ItemGroup &group, int column) const
{
    switch (column) {
    case KeyColumn:
        return groupTitle(group);
    case ValueColumn:
        return groupValueText(group);
    case RateColumn:
        return isRateKnown(group) ? wording::rate(group.changePerSecond) : QStringLiteral("–");
    default:
        return {};
    }
}

QString CountersModel::groupRawText(const ItemGroup &group, int column) const
{
    switch (column) {
    case KeyColumn:
        return wording::key(group.key, 0);
    case ValueColumn:
        return group.sum
            ? QString::number(group.mayCountTwice ? *group.largest : *group.sum, 'g', 17)
            : QString();
    case RateColumn:
        return isRateKnown(group) ? QString::number(group.changePerSecond) : QString();
    default:
        return {};
    }
}

QString CountersModel::groupToolTip(const ItemGroup &group, int column) const
{
    switch (column) {
    case ValueColumn:
        return group.mayCountTwice ? tr("The largest of them. They count who is online, and one "
                                        "may be in several, so their "
                                        "sum would be too large.")
                                   : tr("The sum of all of them");
    case RateColumn:
        return tr("Change per second of all of them over the last seconds");
    default:
        return ItemModel::groupToolTip(group);
    }
}

double CountersModel::groupRank(const ItemGroup &group, int column)
{
    switch (column) {
    case ValueColumn:
        return !group.sum ? -lastRank : group.mayCountTwice ? *group.largest : *group.sum;
    case RateColumn:
    case TrendColumn:
        return group.isRateKnown ? group.changePerSecond : -std::numeric_limits<double>::infinity();
    default:
        return 0;
    }
}

} // namespace lockstep
