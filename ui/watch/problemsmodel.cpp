#include "ui/watch/problemsmodel.h"

#include "ui/watch/bucketsmodel.h"
#include "ui/watch/lingeringitems.h"
#include "ui/watch/locksmodel.h"
#include "ui/watch/trouble.h"
#include "ui/wording.h"

namespace lockstep {

namespace {

bool isLock(const Item &item)
{
    return item.format && item.format->family() == Family::Lock;
}

} // namespace

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
        return troubleText(item, now());
    case DetailsColumn:
        if (hasVanished(item))
            return QStringLiteral("–");
        if (isLock(item))
            return tr("held by %1").arg(LocksModel::holderText(item));
        return tr("%1 used").arg(BucketsModel::usedText(item));
    case AgeColumn:
        return isLock(item) && !hasVanished(item) ? wording::age(heldFor(item, now(), wallNow()))
                                                  : QStringLiteral("–");
    default:
        return {};
    }
}

QString ProblemsModel::rawText(const Item &item, int column) const
{
    return column == KeyColumn ? wording::key(item.key, 0) : text(item, column);
}

QString ProblemsModel::toolTip(const Item &item, int column) const
{
    switch (column) {
    case ProblemColumn:
        switch (troubleOf(item, now())) {
        case Trouble::Immortal:
            return tr("It has no TTL: only its holder, or a person, can end it.");
        case Trouble::Orphan:
            return tr("It has been renewed for so long that its owner may have forgotten it.");
        case Trouble::Exhausted:
            return tr("The limit is reached: callers are refused until it resets.");
        case Trouble::WaitedFor:
            return tr("Somebody waits until it is released.");
        case Trouble::None:
            return tr("It was a problem a moment ago.");
        }
        return {};
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

bool ProblemsModel::tellsTime(int column) const
{
    return column == AgeColumn || column == ProblemColumn;
}

double ProblemsModel::rank(const Item &item, int column, Instant now)
{
    switch (column) {
    case ProblemColumn:
        return double(troubleOf(item, now));
    case AgeColumn:
        return isLock(item) ? LocksModel::rank(item, LocksModel::AgeColumn, now) : 0;
    default:
        return 0;
    }
}

} // namespace lockstep
