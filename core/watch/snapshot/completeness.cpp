#include "core/watch/snapshot/completeness.h"

#include <algorithm>

namespace lockstep {

namespace {

bool mayHide(const MissingPermission &missing, Family family)
{
    using enum MissingPermission::Effect;
    switch (missing.effect) {
    case NoInventory:
    case NoType:
    case NoValue:
    case NoReplica:
    case NoCluster:
        return true;
    // Without a TTL a rate limit cannot be told from a counter, so limits may be missing.
    case NoTtl:
        return family == Family::Bucket;
    case NoPush:
    case NoTime:
    case NoInfo:
    case NoEpoch:
    case NoWaiters:
        return false;
    }
    return false;
}

// Of keys that are not watched nobody knows which families they are of.
bool isPartlyWatched(const WatchStatus &status)
{
    const bool isAllOfCluster =
        !status.cluster || status.cluster->connected == status.cluster->primaries;
    return !isAllOfCluster || status.objectsLeftOut > 0 || status.keysTooLarge > 0;
}

} // namespace

Completeness completeness(const WatchStatus &status, Family family)
{
    const bool mayMiss = std::any_of(status.missing.begin(), status.missing.end(),
        [family](const MissingPermission &missing) { return mayHide(missing, family); });
    if (mayMiss)
        return Completeness::Hidden;
    if (!status.firstInventoryDone)
        return Completeness::Searching;
    if (isPartlyWatched(status))
        return Completeness::Partial;
    return status.isCatchingUp ? Completeness::Searching : Completeness::Complete;
}

Completeness completeness(const WatchStatus &status)
{
    return std::max({completeness(status, Family::Counter), completeness(status, Family::Bucket),
        completeness(status, Family::Lock)});
}

} // namespace lockstep
