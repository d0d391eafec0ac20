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
    case NoWaiters:
        return false;
    }
    return false;
}

} // namespace

Completeness completeness(const WatchStatus &status, Family family)
{
    const bool mayMiss = std::any_of(status.missing.begin(), status.missing.end(),
        [family](const MissingPermission &missing) { return mayHide(missing, family); });
    if (mayMiss)
        return Completeness::Hidden;
    return status.firstInventoryDone ? Completeness::Complete : Completeness::Searching;
}

Completeness completeness(const WatchStatus &status)
{
    return std::max({completeness(status, Family::Counter), completeness(status, Family::Bucket),
        completeness(status, Family::Lock)});
}

} // namespace lockstep
