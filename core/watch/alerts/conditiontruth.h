#pragma once

#include "core/watch/formats/alertcondition.h"
#include "core/watch/items/item.h"

namespace lockstep {

// What one reading of an object says of a condition.
struct ConditionTruth
{
    enum class Truth : quint8 {
        False,
        True,
        Unknown, // it could not be read, or what would be measured is not told
    };

    Truth truth = Truth::Unknown;
    // Of what is true: since when, where the object itself tells that. Nothing: this reading says
    // only that it is so now.
    std::optional<Instant> since = {};
    // How exact since is. Unsure without a since: what is counted may be of several holds.
    AgeBound sinceIs = AgeBound::Exact;
    std::optional<double> value = {}; // as in Alert
    std::optional<Instant> changesAt = {}; // when it may be otherwise without another reading
    // That moment is over, and only another reading tells whether it is otherwise.
    bool isOld = false;
};

// The same ages and rates that the tables show. Of an age that is a lower bound, the bound counts,
// and of one that may have been waited for, only what was watched. Of a hold that may have been
// given up and taken again unseen the whole age counts, or alerts would be over with each gap. A
// lock or a limit that is only possible is none (see Item), and meets no condition.
ConditionTruth truthOf(const AlertCondition &condition, const Item &item, Instant at);
// Whether no reading of the item tells the condition: who listens to a lock's channel is counted
// every few seconds, and what a reading has of that is the last count.
bool isToldByCounts(const AlertCondition &condition, const Item &item);

} // namespace lockstep
