#pragma once

#include "core/watch/items/item.h"
#include "core/watch/snapshot/snapshot.h"

#include <QFlags>

#include <array>
#include <vector>

namespace lockstep {

// Why an object deserves attention, the worst first.
enum class ProblemKind : quint16 {
    Immortal = 1 << 0, // a lock or a window without TTL: it ends by nobody's doing but a person's
    Orphan = 1 << 1, // renewed for so long that its owner may have forgotten it
    NotRenewed = 1 << 2, // about to expire, though its holders renew or release it otherwise
    HeldLong = 1 << 3, // held for longer than ever before
    Exhausted = 1 << 4, // a limit is reached
    Stopped = 1 << 5, // a counter that used to change has not for long
    WaitedFor = 1 << 6, // somebody waits for it
};
Q_DECLARE_FLAGS(ProblemKinds, ProblemKind)
Q_DECLARE_OPERATORS_FOR_FLAGS(ProblemKinds)

// All kinds, the worst first; jsonids.cpp asserts that none is left out.
inline constexpr std::array allProblemKinds{ProblemKind::Immortal, ProblemKind::Orphan,
    ProblemKind::NotRenewed, ProblemKind::HeldLong, ProblemKind::Exhausted, ProblemKind::Stopped,
    ProblemKind::WaitedFor};

// The problems of one item at that moment. Cheap; see the .cpp for the rules.
ProblemKinds problemsOf(const Item &item, Instant now);
// The worst of several kinds; nothing if there is none.
std::optional<ProblemKind> worst(ProblemKinds kinds);
// Tells since when a counter stands still that used to change; nothing where it moves, or never
// did.
std::optional<Instant> stoppedSince(const Item &item, Instant now);

struct Problem
{
    ItemPtr item;
    ProblemKinds kinds;
};

// All objects that deserve attention: by the worst kind, then those with the most waiters, then the
// oldest first. Of objects that are only waited for no more than the ten with the most waiters.
// Looks at every item once.
std::vector<Problem> problems(const Snapshot &snapshot, Instant now);

} // namespace lockstep
