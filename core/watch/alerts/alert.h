#pragma once

#include "core/watch/formats/alertrule.h"
#include "core/watch/items/item.h"
#include "core/watch/items/journal.h"

#include <QSharedData>

#include <tuple>
#include <vector>

namespace lockstep {

// An alert that fires: what a rule says is so of a key, and has been for as long as the rule
// asks. Immutable once published.
struct Alert : QSharedData
{
    AlertRulePtr rule;
    QByteArray key;
    QString name; // of the key, from a rule; empty: show the key
    FormatPtr format; // nothing: the key was never seen, so nobody knows
    // Since when the condition is true (of an age: since it was reached); of AtLeast, it
    // was when the key was first seen, or seen again after a gap.
    Instant since{};
    AgeBound sinceIs = AgeBound::Exact;
    // The same moment by the clock, as that was when it began to fire: the same in all that is said
    // of it.
    std::chrono::system_clock::time_point sinceUtc{};
    // What was measured last: milliseconds of Held, Waiting and Exhausted, else in the unit of the
    // condition. Nothing: the condition has no measure, or it is not known at present.
    std::optional<double> value;
    CowOptional<Holder> holder; // of the lock, when that was measured
};
// In the order in which they are shown: by severity, then the oldest first.
inline bool isShownBefore(const Alert &a, const Alert &b)
{
    if (a.rule->severity != b.rule->severity)
        return a.rule->severity > b.rule->severity;
    return std::tie(a.since, a.key, a.rule) < std::tie(b.since, b.key, b.rule);
}
// Of a condition that measures a time: how long that was at a moment while the alert fires, in
// milliseconds.
double measuredTime(const Alert &alert, Instant at);
// The line of the journal that tells of it, but its kind, its time and why it ended.
JournalEntry lineOf(const Alert &alert);
using AlertPtr = QExplicitlySharedDataPointer<const Alert>;
using Alerts = std::shared_ptr<const std::vector<AlertPtr>>;

} // namespace lockstep
