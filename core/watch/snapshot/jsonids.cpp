#include "core/watch/snapshot/jsonids.h"

#include <QDateTime>

namespace lockstep {

QString lockStateId(LockState state)
{
    switch (state) {
    case LockState::Free:
        return QStringLiteral("free");
    case LockState::Held:
        return QStringLiteral("held");
    case LockState::Expiring:
        return QStringLiteral("expiring");
    case LockState::Immortal:
        return QStringLiteral("immortal");
    case LockState::OrphanSuspected:
        return QStringLiteral("orphanSuspected");
    }
    return {};
}

QString bucketStateId(BucketState state)
{
    switch (state) {
    case BucketState::Open:
        return QStringLiteral("open");
    case BucketState::Exhausted:
        return QStringLiteral("exhausted");
    case BucketState::Immortal:
        return QStringLiteral("immortal");
    case BucketState::Unknown:
        return QStringLiteral("unknown");
    }
    return {};
}

QString ageBoundId(AgeBound bound)
{
    switch (bound) {
    case AgeBound::Exact:
        return QStringLiteral("exact");
    case AgeBound::AtLeast:
        return QStringLiteral("atLeast");
    case AgeBound::AtMost:
        return QStringLiteral("atMost");
    }
    return {};
}

QString confidenceId(Confidence confidence)
{
    switch (confidence) {
    case Confidence::Certain:
        return QStringLiteral("certain");
    case Confidence::Possible:
        return QStringLiteral("possible");
    }
    return {};
}

QString problemId(ProblemKind kind)
{
    switch (kind) {
    case ProblemKind::Immortal:
        return QStringLiteral("immortal");
    case ProblemKind::Orphan:
        return QStringLiteral("orphanSuspected");
    case ProblemKind::NotRenewed:
        return QStringLiteral("notRenewed");
    case ProblemKind::HeldLong:
        return QStringLiteral("heldLong");
    case ProblemKind::Exhausted:
        return QStringLiteral("exhausted");
    case ProblemKind::Stopped:
        return QStringLiteral("stopped");
    case ProblemKind::WaitedFor:
        return QStringLiteral("waitedFor");
    }
    return {};
}

QString familyId(Family family)
{
    switch (family) {
    case Family::Counter:
        return QStringLiteral("counter");
    case Family::Bucket:
        return QStringLiteral("bucket");
    case Family::Lock:
        return QStringLiteral("lock");
    }
    return {};
}

QString journalKindId(JournalEntry::Kind kind)
{
    switch (kind) {
    case JournalEntry::Kind::Appeared:
        return QStringLiteral("appeared");
    case JournalEntry::Kind::Acquired:
        return QStringLiteral("acquired");
    case JournalEntry::Kind::Renewed:
        return QStringLiteral("renewed");
    case JournalEntry::Kind::Released:
        return QStringLiteral("released");
    case JournalEntry::Kind::Expired:
        return QStringLiteral("expired");
    case JournalEntry::Kind::HandedOver:
        return QStringLiteral("handedOver");
    case JournalEntry::Kind::Exhausted:
        return QStringLiteral("exhausted");
    case JournalEntry::Kind::Gone:
        return QStringLiteral("gone");
    case JournalEntry::Kind::ReleasedByHand:
        return QStringLiteral("releasedByHand");
    case JournalEntry::Kind::MovedAway:
        return QStringLiteral("movedAway");
    case JournalEntry::Kind::Restarted:
        return QStringLiteral("restarted");
    case JournalEntry::Kind::Unseen:
        return QStringLiteral("unseen");
    }
    return {};
}

QString watchModeId(WatchMode mode)
{
    switch (mode) {
    case WatchMode::None:
        return {};
    case WatchMode::Push:
        return QStringLiteral("push");
    case WatchMode::Notifications:
        return QStringLiteral("notifications");
    case WatchMode::Polling:
        return QStringLiteral("polling");
    }
    return {};
}

QString utcText(std::chrono::system_clock::time_point at)
{
    const auto ms = std::chrono::duration_cast<Milliseconds>(at.time_since_epoch()).count();
    return QDateTime::fromMSecsSinceEpoch(ms, Qt::UTC).toString(Qt::ISODateWithMs);
}

} // namespace lockstep
