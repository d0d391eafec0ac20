#include "ui/watch/problems/problemsmodel.h"

#include "ui/text/wording.h"
#include "ui/watch/rows/bucketsmodel.h"
#include "ui/watch/rows/countersmodel.h"
#include "ui/watch/rows/lingeringitems.h"
#include "ui/watch/rows/locksmodel.h"
#include "ui/watchtext/itemwording.h"

#include <algorithm>
#include <limits>

namespace lockstep {

namespace {

bool isLock(const Item &item)
{
    return item.format && item.format->family() == Family::Lock;
}

QString problemText(const Item &item, std::optional<ProblemKind> kind)
{
    if (!kind)
        return ProblemsModel::tr("over"); // it was a problem when the rows were made
    switch (*kind) {
    case ProblemKind::Immortal:
        return wording::state(LockState::Immortal);
    case ProblemKind::Orphan:
        return wording::state(LockState::OrphanSuspected);
    case ProblemKind::NotRenewed:
        return ProblemsModel::tr("not renewed");
    case ProblemKind::HeldLong:
        return ProblemsModel::tr("held long");
    case ProblemKind::Exhausted:
        return wording::state(BucketState::Exhausted);
    case ProblemKind::Stopped:
        return ProblemsModel::tr("stopped");
    case ProblemKind::WaitedFor:
        return ProblemsModel::tr("%1 waiting")
            .arg(wording::number(item.reading.waiters.value_or(0)));
    }
    return {};
}

QString explanation(const Item &item, std::optional<ProblemKind> kind)
{
    if (!kind)
        return ProblemsModel::tr("It was a problem a moment ago.");
    switch (*kind) {
    case ProblemKind::Immortal:
        return isLock(item)
            ? ProblemsModel::tr("It has no TTL: only its holder, or a person, can end it.")
            : ProblemsModel::tr("It has no TTL, so it never resets by itself.");
    case ProblemKind::Orphan:
        return ProblemsModel::tr(
            "It has been renewed for so long that its owner may have forgotten it.");
    case ProblemKind::NotRenewed:
        return ProblemsModel::tr(
            "It is about to expire, although its holders usually renew or release it.");
    case ProblemKind::HeldLong:
        return ProblemsModel::tr("It has been held for longer than ever before.");
    case ProblemKind::Exhausted:
        return ProblemsModel::tr("The limit is reached: callers are refused until it resets.");
    case ProblemKind::Stopped:
        return ProblemsModel::tr(
            "It used to change regularly, and has stood still for a long time.");
    case ProblemKind::WaitedFor:
        return ProblemsModel::tr("Somebody is waiting for it.");
    }
    return {};
}

// Sorts by the kind of problem, the worst first, then by the number of waiters, the most first.
double rankOf(const Item &item, Instant now)
{
    const auto kind = ProblemsModel::problemOf(item, now);
    if (!kind)
        return std::numeric_limits<double>::infinity();
    return double(*kind) - std::min(item.reading.waiters.value_or(0), 1'000'000) * 1e-7;
}

QString detailsText(const Item &item, wording::Figures figures)
{
    if (hasVanished(item))
        return QStringLiteral("–");
    if (isLock(item))
        return ProblemsModel::tr("held by %1").arg(LocksModel::holderText(item));
    if (item.format && item.format->family() == Family::Counter)
        return ProblemsModel::tr("value %1").arg(CountersModel::valueText(item, figures));
    return ProblemsModel::tr("%1 used").arg(BucketsModel::usedText(item, figures));
}

} // namespace

std::optional<ProblemKind> ProblemsModel::problemOf(const Item &item, Instant now)
{
    return hasVanished(item) ? std::nullopt : worst(problemsOf(item, now));
}

ProblemsModel::ProblemsModel(QObject *parent)
    : ItemModel(Family::Lock, {&ProblemsModel::rank, &compareKeys}, parent)
{
}

int ProblemsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString ProblemsModel::text(const Item &item, int column) const
{
    switch (column) {
    case KeyColumn:
        return wording::title(item);
    case ProblemColumn:
        return problemText(item, problemOf(item, now()));
    case DetailsColumn:
        return detailsText(item, wording::Figures::Whole);
    case AgeColumn:
        if (hasVanished(item))
            return QStringLiteral("–");
        if (const auto since = stoppedSince(item, now()))
            return wording::age(std::chrono::duration_cast<Milliseconds>(ageNow() - *since));
        return isLock(item) ? LocksModel::ageText(item, ageNow()) : QStringLiteral("–");
    default:
        return {};
    }
}

QString ProblemsModel::briefText(const Item &item, int column) const
{
    return column == DetailsColumn ? detailsText(item, wording::Figures::Brief)
                                   : text(item, column);
}

QString ProblemsModel::rawText(const Item &item, int column) const
{
    return column == KeyColumn ? wording::key(item.key, 0) : text(item, column);
}

QString ProblemsModel::toolTip(const Item &item, int column) const
{
    switch (column) {
    case ProblemColumn:
        return explanation(item, problemOf(item, now()));
    case DetailsColumn:
        return item.reading.holder ? wording::holderInFull(*item.reading.holder)
                                   : text(item, column);
    default:
        return wording::key(item.key, 400) + u'\n' + wording::kind(item);
    }
}

QString ProblemsModel::columnTitle(int column) const
{
    switch (column) {
    case KeyColumn:
        return tr("Key");
    case ProblemColumn:
        return tr("Problem");
    case DetailsColumn:
        return tr("Details");
    case AgeColumn:
        return tr("Age");
    default:
        return {};
    }
}

bool ProblemsModel::isNumeric(int column) const
{
    return column == AgeColumn;
}

int ProblemsModel::dispensable(int column) const
{
    return column == AgeColumn ? 1 : 0;
}

bool ProblemsModel::tellsTime(int column) const
{
    return column == AgeColumn || column == ProblemColumn;
}

double ProblemsModel::rank(const Item &item, int column, Instant now)
{
    switch (column) {
    case ProblemColumn:
        return rankOf(item, now);
    case AgeColumn:
        return isLock(item) ? LocksModel::rank(item, LocksModel::AgeColumn, now) : 0;
    default:
        return 0;
    }
}

} // namespace lockstep
