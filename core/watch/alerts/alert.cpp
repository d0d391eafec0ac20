#include "core/watch/alerts/alert.h"

namespace lockstep {

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
