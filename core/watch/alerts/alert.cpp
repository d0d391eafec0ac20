#include "core/watch/alerts/alert.h"

namespace lockstep {

double measuredTime(const Alert &alert, Instant at)
{
    // It fires since the first moment, in whole milliseconds, at which the time was long enough.
    const AlertCondition &when = alert.rule->when;
    const bool isMore = when.comparison == AlertCondition::Comparison::More;
    const auto needed = when.duration + Milliseconds(isMore ? 1 : 0);
    return double(std::chrono::duration_cast<Milliseconds>(at - alert.since + needed).count());
}

JournalEntry lineOf(const Alert &alert)
{
    JournalEntry entry;
    entry.since = alert.sinceUtc;
    entry.key = alert.key;
    entry.name = alert.name;
    entry.family =
        alert.format ? alert.format->family() : alert.rule->family.value_or(Family::Counter);
    entry.isFamilyKnown = alert.format || alert.rule->family;
    entry.library = alert.format ? alert.format->library() : QString();
    entry.holder = alert.holder;
    entry.alert = alert.rule;
    entry.sinceIs = alert.sinceIs;
    entry.value = alert.value;
    return entry;
}

} // namespace lockstep
