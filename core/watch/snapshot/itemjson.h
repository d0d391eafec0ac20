#pragma once

#include "core/watch/snapshot/snapshot.h"

#include <QJsonObject>

namespace lockstep {

// The objects of a snapshot as elements of its "counters", "buckets" and "locks". TTLs and ages are
// in ms and as of `now`, the moment of the snapshot.
QJsonObject counterToJson(const Item &item, Instant now);
QJsonObject bucketToJson(const Item &item, Instant now);
QJsonObject lockToJson(const Item &item, Instant now);

} // namespace lockstep
