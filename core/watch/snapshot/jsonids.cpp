#include "core/watch/snapshot/jsonids.h"

#include <QDateTime>

#include <algorithm>
#include <array>

namespace lockstep {

namespace {

// The compiler warns of an enumerator that a switch lacks.
constexpr const char *wordOf(LockState state)
{
    switch (state) {
    case LockState::Free:
        return "free";
    case LockState::Held:
        return "held";
    case LockState::Expiring:
        return "expiring";
    case LockState::Immortal:
        return "immortal";
    case LockState::OrphanSuspected:
        return "orphanSuspected";
    case LockState::Unknown:
        return "unknown";
    }
    return nullptr;
}

constexpr const char *wordOf(BucketState state)
{
    switch (state) {
    case BucketState::Open:
        return "open";
    case BucketState::Exhausted:
        return "exhausted";
    case BucketState::Immortal:
        return "immortal";
    case BucketState::Unknown:
        return "unknown";
    }
    return nullptr;
}

constexpr const char *wordOf(AgeBound bound)
{
    switch (bound) {
    case AgeBound::Exact:
        return "exact";
    case AgeBound::AtLeast:
        return "atLeast";
    case AgeBound::AtMost:
        return "atMost";
    case AgeBound::ByToken:
        return "byToken";
    case AgeBound::Unsure:
        return "unsure";
    }
    return nullptr;
}

constexpr const char *wordOf(Confidence confidence)
{
    switch (confidence) {
    case Confidence::Certain:
        return "certain";
    case Confidence::Possible:
        return "possible";
    }
    return nullptr;
}

constexpr const char *wordOf(ProblemKind kind)
{
    switch (kind) {
    case ProblemKind::Immortal:
        return "immortal";
    case ProblemKind::Orphan:
        return "orphanSuspected";
    case ProblemKind::NotRenewed:
        return "notRenewed";
    case ProblemKind::HeldLong:
        return "heldLong";
    case ProblemKind::Exhausted:
        return "exhausted";
    case ProblemKind::Stopped:
        return "stopped";
    case ProblemKind::WaitedFor:
        return "waitedFor";
    }
    return nullptr;
}

constexpr const char *wordOf(JournalEntry::Kind kind)
{
    switch (kind) {
    case JournalEntry::Kind::Appeared:
        return "appeared";
    case JournalEntry::Kind::Acquired:
        return "acquired";
    case JournalEntry::Kind::Renewed:
        return "renewed";
    case JournalEntry::Kind::DeadlineChanged:
        return "deadlineChanged";
    case JournalEntry::Kind::Released:
        return "released";
    case JournalEntry::Kind::Expired:
        return "expired";
    case JournalEntry::Kind::HandedOver:
        return "handedOver";
    case JournalEntry::Kind::Exhausted:
        return "exhausted";
    case JournalEntry::Kind::Gone:
        return "gone";
    case JournalEntry::Kind::ReleasedByHand:
        return "releasedByHand";
    case JournalEntry::Kind::MovedAway:
        return "movedAway";
    case JournalEntry::Kind::Restarted:
        return "restarted";
    case JournalEntry::Kind::Unseen:
        return "unseen";
    case JournalEntry::Kind::Firing:
        return "firing";
    case JournalEntry::Kind::Resolved:
        return "resolved";
    case JournalEntry::Kind::MaybeMissed:
        return "maybeMissed";
    }
    return nullptr;
}

constexpr const char *wordOf(AlertEnd end)
{
    switch (end) {
    case AlertEnd::None:
        return "no";
    case AlertEnd::Over:
        return "over";
    case AlertEnd::NotWatched:
        return "notWatched";
    case AlertEnd::RuleGone:
        return "ruleGone";
    }
    return nullptr;
}

constexpr const char *wordOf(JournalEntry::Gap gap)
{
    switch (gap) {
    case JournalEntry::Gap::Connection:
        return "connection";
    case JournalEntry::Gap::Clock:
        return "clock";
    case JournalEntry::Gap::Silence:
        return "silence";
    case JournalEntry::Gap::Primary:
        return "primary";
    case JournalEntry::Gap::Swap:
        return "swap";
    case JournalEntry::Gap::OtherData:
        return "dataset";
    case JournalEntry::Gap::Permissions:
        return "permissions";
    case JournalEntry::Gap::Notifications:
        return "notifications";
    }
    return nullptr;
}

constexpr const char *wordOf(WatchMode mode)
{
    switch (mode) {
    case WatchMode::None:
        return nullptr;
    case WatchMode::Push:
        return "push";
    case WatchMode::Notifications:
        return "notifications";
    case WatchMode::Polling:
        return "polling";
    }
    return nullptr;
}

// The switches name every enumerator, so a list is complete if it is as long.
template <typename Enum, size_t Count> constexpr bool isComplete(const std::array<Enum, Count> &all)
{
    size_t known = 0;
    for (int value = 0; value <= 255; ++value)
        known += wordOf(static_cast<Enum>(value)) ? 1 : 0;
    for (const Enum each : all)
        known -= wordOf(each) ? 1 : 0;
    return known == 0;
}
static_assert(isComplete(allLockStates) && isComplete(allBucketStates)
    && isComplete(allProblemKinds) && isComplete(allJournalKinds) && isComplete(allAlertEnds));

} // namespace

QString lockStateId(LockState state)
{
    return QString::fromLatin1(wordOf(state));
}

QString bucketStateId(BucketState state)
{
    return QString::fromLatin1(wordOf(state));
}

QString ageBoundId(AgeBound bound)
{
    return QString::fromLatin1(wordOf(bound));
}

QString confidenceId(Confidence confidence)
{
    return QString::fromLatin1(wordOf(confidence));
}

QString problemId(ProblemKind kind)
{
    return QString::fromLatin1(wordOf(kind));
}

QString familyId(Family family)
{
    return QString::fromLatin1(familyWords[static_cast<size_t>(family)]);
}

QString journalKindId(JournalEntry::Kind kind)
{
    return QString::fromLatin1(wordOf(kind));
}

QString alertEndId(AlertEnd end)
{
    return QString::fromLatin1(wordOf(end));
}

QString gapId(JournalEntry::Gap gap)
{
    return QString::fromLatin1(wordOf(gap));
}

std::optional<JournalEntry::Gap> journalGapFrom(const QString &cause)
{
    using Gap = JournalEntry::Gap;
    constexpr std::array all{Gap::Connection, Gap::Clock, Gap::Silence, Gap::Primary, Gap::Swap,
        Gap::OtherData, Gap::Permissions, Gap::Notifications};
    const auto found =
        std::find_if(all.begin(), all.end(), [&](Gap each) { return gapId(each) == cause; });
    return found == all.end() ? std::nullopt : std::optional(*found);
}

QString watchModeId(WatchMode mode)
{
    return QString::fromLatin1(wordOf(mode));
}

QString utcText(std::chrono::system_clock::time_point at)
{
    const auto ms = std::chrono::duration_cast<Milliseconds>(at.time_since_epoch()).count();
    return QDateTime::fromMSecsSinceEpoch(ms, Qt::UTC).toString(Qt::ISODateWithMs);
}

} // namespace lockstep
