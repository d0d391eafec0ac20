#include "ui/watch/trouble.h"

#include "ui/wording.h"

#include <QCoreApplication>

namespace lockstep {

namespace {

class Words
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::Trouble)
};

Trouble troubleOfLock(const Item &item, Instant now)
{
    switch (lockState(item, now)) {
    case LockState::Immortal:
        return Trouble::Immortal;
    case LockState::OrphanSuspected:
        return Trouble::Orphan;
    case LockState::Free:
        return Trouble::None;
    case LockState::Held:
    case LockState::Expiring:
        break;
    }
    return item.reading.waiters.value_or(0) > 0 ? Trouble::WaitedFor : Trouble::None;
}

} // namespace

Trouble troubleOf(const Item &item, Instant now)
{
    if (!item.format || item.reading.ttl.isMissing())
        return Trouble::None;
    if (item.format->family() == Family::Lock)
        return troubleOfLock(item, now);
    if (item.format->family() != Family::Bucket)
        return Trouble::None;
    switch (bucketState(item)) {
    case BucketState::Immortal:
        return Trouble::Immortal;
    case BucketState::Exhausted:
        return Trouble::Exhausted;
    default:
        return Trouble::None;
    }
}

QString troubleText(const Item &item, Instant now)
{
    switch (troubleOf(item, now)) {
    case Trouble::Immortal:
        return wording::state(LockState::Immortal);
    case Trouble::Orphan:
        return wording::state(LockState::OrphanSuspected);
    case Trouble::Exhausted:
        return wording::state(BucketState::Exhausted);
    case Trouble::WaitedFor:
        return Words::tr("%1 waiting").arg(wording::number(*item.reading.waiters));
    case Trouble::None:
        return Words::tr("over", "a problem that was there a moment ago");
    }
    return {};
}

} // namespace lockstep
