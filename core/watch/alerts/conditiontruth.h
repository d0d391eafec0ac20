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

// Whether the item meets the condition, by the ages and rates that the tables show. If an age is a
// lower bound, the bound counts. If part of an age may have been spent waiting, only what was
// watched counts. If a hold may have ended and begun again unseen, its whole age counts, because
// otherwise each gap would end the alert. An object that is a lock or a limit only possibly (see
// Item) meets no condition.
ConditionTruth truthOf(const AlertCondition &condition, const Item &item, Instant at);
// Whether no reading of the item tells the condition: who listens to a lock's channel is counted
// every few seconds, and what a reading has of that is the last count.
bool isToldByCounts(const AlertCondition &condition, const Item &item);

} // namespace lockstep
