#pragma once

#include "core/watch/snapshot/snapshot.h"

#include <map>

class QRandomGenerator;

namespace lockstep::sample {

using ItemsByKey = std::map<QByteArray, ItemPtr>;

// As Watch gives them.
Snapshot::Items published(const ItemsByKey &items);

// For tests that compare with a plain recomputation: with few different values, so that ties are
// common, and of all states. Each has a holder, whatever its family: who shows another family has
// to leave it alone.
NewItemPtr randomItem(const QByteArray &key, Family family, Instant now, QRandomGenerator &random);

} // namespace lockstep::sample
