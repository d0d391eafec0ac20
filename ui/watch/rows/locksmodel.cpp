// Time left is sorted by deadline, so that rows do not move between two renewals. The state is also
// sorted only by what does not depend on the present moment (immortal, orphan suspected by
// renewals, held by deadline): among held locks the one that expires first comes first.

#include "ui/watch/rows/locksmodel.h"

#include "core/watch/items/comparison.h"
#include "ui/text/wording.h"
#include "ui/watch/rows/itemgroup.h"
#include "ui/watch/rows/lingeringitems.h"
#include "ui/watchtext/itemwording.h"

#include <algorithm>
#include <limits>

namespace lockstep {

namespace {

constexpr double never = std::numeric_limits<double>::max();
constexpr double ended = std::numeric_limits<double>::infinity();

// The key of a free lock may be there still, with a TTL: a semaphore keeps permits that have ended.
bool isNobodys(const Item &item)
{
    return !item.reading.holder && !item.reading.isUnreadable;
}

// A free lock has no time left; its last deadline means nothing any more.
double deadlineRank(const Item &item)
{
    if (!item.reading.holder)
        return ended;
    const auto end = lockEndsAt(item);
    return end ? double(end->time_since_epoch().count()) : never;
}

double stateRank(const Item &item)
{
    switch (lockState(item, item.readAt)) {
    case LockState::Immortal:
        return -2;
    case LockState::OrphanSuspected:
        return -1;
    case LockState::Free:
    case LockState::Unknown:
        return ended;
    case LockState::Held:
    case LockState::Expiring:
        break;
    }
    return deadlineRank(item);
}

} // namespace

LocksModel::LocksModel(QObject *parent)
    : ItemModel(Family::Lock, {&LocksModel::rank, &LocksModel::compareWords}, parent)
{
}

int LocksModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString LocksModel::holderText(const Item &item)
{
    if (!item.format || item.reading.isUnreadable)
        return QStringLiteral("–"); // nothing is known of it
    if (!item.reading.holder)
        return tr("nobody");
    return wording::holders(item.reading).text();
}

QString LocksModel::timeText(const Item &item, Instant now)
{
    if (const auto left = timeLeft(item, now))
        return wording::duration(*left);
    return !isNobodys(item) && item.reading.ttl.isPersistent()
        ? tr("never", "a lock that does not expire")
        : QStringLiteral("–");
}

// The age of a hold is uncertain in three ways: one that was there when it was first seen may be
// older, one that was waited for is younger than its token, and the time in a token is by a
// client's clock.
QString LocksModel::ageText(const Item &item, Instant now)
{
    if (!item.format || item.reading.isUnreadable)
        return QStringLiteral("–");
    const QString age = wording::age(heldFor(item, now));
    switch (ageBound(item)) {
    case AgeBound::Exact:
        return age;
    case AgeBound::AtLeast:
        return QStringLiteral("≥ ") + age;
    case AgeBound::AtMost:
        return QStringLiteral("≤ ") + age;
    case AgeBound::ByToken:
        return QStringLiteral("≈ ") + age;
    case AgeBound::Unsure:
        return QStringLiteral("? ") + age;
    }
    return age;
}

QString LocksModel::timeToolTip(const Item &item) const
{
    if (isNobodys(item) || (!item.reading.holder && !item.reading.ttl.deadline()))
        return withoutHolderToolTip(item);
    if (item.reading.ttl.isPersistent() && item.reading.resetsAt && isPermits(item.reading))
        return tr("The key never expires, but permits do: the last one in %1 ms.")
            .arg(std::max(std::chrono::duration_cast<Milliseconds>(*item.reading.resetsAt - now()),
                Milliseconds(0))
                     .count());
    if (item.reading.ttl.isPersistent())
        return tr("It never expires: only its holder, or a person, can end it.");
    if (!item.reading.ttl.deadline())
        return tr("It is not known when it expires: PTTL is not permitted.");
    return tr("%1 ms; longest lease %2 ms").arg(rawText(item, TimeColumn)).arg(item.longestLease);
}

QString LocksModel::ageToolTip(const Item &item) const
{
    if (!item.reading.holder)
        return withoutHolderToolTip(item);
    const QString age = rawText(item, AgeColumn);
    if (isPermits(item.reading) && ageBound(item) == AgeBound::AtLeast)
        return tr("It has been in use for at least %1 ms, by holders who come and go: it was in "
                  "use already when it was first seen.")
            .arg(age);
    if (isPermits(item.reading) && ageBound(item) != AgeBound::Unsure)
        return tr("It has been in use for %1 ms, by holders who come and go.").arg(age);
    switch (ageBound(item)) {
    case AgeBound::Exact:
        break;
    case AgeBound::AtLeast:
        return tr("It was held already when it was first seen, %1 ms ago.").arg(age);
    case AgeBound::AtMost:
        return tr("Its holder asked for it %1 ms ago, as its token says, and may have waited "
                  "for it since.")
            .arg(age);
    case AgeBound::ByToken:
        return tr("%1 ms, as its token says, by the clock of the client that wrote it").arg(age);
    case AgeBound::Unsure:
        return tr("%1 ms, but perhaps not all the time: it may have been released and taken again "
                  "unseen.")
            .arg(age);
    }
    return tr("%1 ms, since this holder was seen to get it").arg(age);
}

// The age of a free lock, of which no token tells.
QString LocksModel::freeToolTip(AgeBound bound)
{
    switch (bound) {
    case AgeBound::Exact:
        break;
    case AgeBound::AtLeast:
    case AgeBound::AtMost:
    case AgeBound::ByToken:
        return tr("Free for at least %1 ms: it became free unseen.");
    case AgeBound::Unsure:
        return tr("Free for %1 ms, but perhaps not all the time: it may have been held unseen.");
    }
    return tr("Free for %1 ms");
}

// Why there is no age and no time left.
QString LocksModel::withoutHolderToolTip(const Item &item) const
{
    if (!item.format)
        return tr("This pinned key has not been seen since the connection was made.");
    if (isRecorded() && item.reading.isUnreadable)
        return tr("Who held it at this moment is not known.");
    if (!item.reading.isUnreadable)
        return freeToolTip(ageBound(item)).arg(rawText(item, AgeColumn));
    if (hasVanished(item))
        return tr("It is not watched any more: it is gone, no lock now, too large, elsewhere, or a "
                  "rule leaves it out.");
    return item.isHidden ? tr("Who holds it is not known: no node of the cluster answers for it.")
                         : tr("Who holds it may not be read any more.");
}

QString LocksModel::text(const Item &item, int column) const
{
    if (const ItemGroup *group = asGroup(item))
        return groupText(*group, column);
    switch (column) {
    case KeyColumn:
        return item.confidence == Confidence::Possible
            ? tr("%1 possible", "a key that may be a lock").arg(wording::title(item))
            : wording::title(item);
    case HolderColumn:
        return item.format ? holderText(item) + u' ' + wording::library(item) : holderText(item);
    case TimeColumn:
        return timeText(item, now());
    case AgeColumn:
        return ageText(item, ageNow());
    case StateColumn: {
        if (!item.format)
            return tr("not seen", "a pinned key");
        const LockState state = lockState(item, now());
        QString text = wording::state(state);
        if (state == LockState::Held && item.renewals > 0)
            text = tr("renewed %1×").arg(wording::number(item.renewals));
        if (item.reading.waiters.value_or(0) > 0)
            text += tr(" · %1 waiting").arg(wording::number(*item.reading.waiters));
        return text;
    }
    default:
        return {};
    }
}

QString LocksModel::briefText(const Item &item, int column) const
{
    const ItemGroup *group = asGroup(item);
    const auto left = group && group->endsFirst
        ? std::optional(std::chrono::duration_cast<Milliseconds>(*group->endsFirst - now()))
        : group ? std::nullopt
                : timeLeft(item, now());
    return column == TimeColumn && left ? wording::age(*left) : text(item, column);
}

QString LocksModel::rawText(const Item &item, int column) const
{
    if (const ItemGroup *group = asGroup(item))
        return groupRawText(*group, column);
    switch (column) {
    case KeyColumn:
        return wording::key(item.key, 0);
    case HolderColumn:
        return item.reading.holder ? wording::key(item.reading.holder->token, 0) : QString();
    case TimeColumn: {
        if (const auto left = timeLeft(item, now()))
            return QString::number(left->count());
        return !isNobodys(item) && item.reading.ttl.isPersistent() ? QStringLiteral("-1")
                                                                   : QString();
    }
    case AgeColumn:
        return item.format && !item.reading.isUnreadable
            ? QString::number(heldFor(item, ageNow()).count())
            : QString();
    default:
        return text(item, column);
    }
}

QString LocksModel::toolTip(const Item &item, int column) const
{
    if (const ItemGroup *group = asGroup(item))
        return groupToolTip(*group, column);
    switch (column) {
    case HolderColumn:
        return item.reading.holder ? wording::holderInFull(*item.reading.holder) : holderText(item);
    case TimeColumn:
        return timeToolTip(item);
    case AgeColumn:
        return ageToolTip(item);
    case StateColumn:
        return text(item, column) + u'\n' + tr("%n renewals seen", nullptr, item.renewals);
    default:
        return wording::key(item.key, 400) + u'\n' + wording::kind(item);
    }
}

QString LocksModel::columnTitle(int column) const
{
    switch (column) {
    case KeyColumn:
        return tr("Key");
    case HolderColumn:
        return tr("Holder");
    case TimeColumn:
        return tr("Time left");
    case AgeColumn:
        return tr("Age");
    case StateColumn:
        return tr("State");
    default:
        return {};
    }
}

bool LocksModel::isNumeric(int column) const
{
    return column == AgeColumn;
}

// A state that is a problem stands among the problems, too.
int LocksModel::dispensable(int column) const
{
    return column == AgeColumn ? 2 : column == StateColumn ? 1 : 0;
}

bool LocksModel::tellsTime(int column) const
{
    return column == TimeColumn || column == AgeColumn || column == StateColumn;
}

double LocksModel::rank(const Item &item, int column, Instant)
{
    if (const ItemGroup *group = asGroup(item))
        return groupRank(*group, column);
    switch (column) {
    case TimeColumn:
        return deadlineRank(item);
    case AgeColumn: {
        const Instant since = std::min(item.firstSeen, item.heldSince.value_or(item.firstSeen));
        return -double(since.time_since_epoch().count());
    }
    case StateColumn:
        return stateRank(item);
    default:
        return 0;
    }
}

int LocksModel::compareWords(const Item &a, const Item &b, int column)
{
    if (column != HolderColumn)
        return compareKeys(a, b, column);
    if (!a.reading.holder || !b.reading.holder)
        return int(!a.reading.holder.has_value()) - int(!b.reading.holder.has_value());
    if (const int host = a.reading.holder->host.compare(b.reading.holder->host); host != 0)
        return host;
    return a.reading.holder->token.compare(b.reading.holder->token);
}

} // namespace lockstep
