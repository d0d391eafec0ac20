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
    std::optional<double> value = {}; // what was measured, in the unit of the condition's number
    std::optional<Instant> changesAt = {}; // when it may be otherwise without another reading
    // changesAt is over, and only another reading tells whether the condition is still met.
    bool needsReading = false;
};

// Whether the item meets the condition, by the ages and rates that the tables show. If an age is a
// lower bound, the bound counts. If part of an age may have been spent waiting, only what was
// watched counts. If a hold may have ended and begun again unseen, its whole age counts, because
// otherwise each gap would end the alert. An object that is a lock or a limit only possibly (see
// Item) meets no condition.
ConditionTruth truthOf(const AlertCondition &condition, const Item &item, Instant at);
// Whether the condition is of those who listen to a lock's channel. They are counted every few
// seconds for all locks together; a reading of the item only repeats the last count.
bool isOfCountedListeners(const AlertCondition &condition, const Item &item);

} // namespace lockstep
