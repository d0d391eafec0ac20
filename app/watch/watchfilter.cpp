#include "app/watch/watchfilter.h"

namespace lockstep {

namespace {

JournalFilter journalFilter(const ItemFilter &items)
{
    JournalFilter filter;
    filter.keys = KeyFilter(items.keyWords());
    return filter;
}

} // namespace

WatchFilter::WatchFilter(const Arguments &arguments)
    : m_family(arguments.family)
    , m_items(arguments.filter)
    , m_entries(journalFilter(m_items))
{
}

Snapshot WatchFilter::chosen(const Snapshot &snapshot, Instant now) const
{
    if (!m_family && m_items.isEmpty())
        return snapshot;
    Snapshot all = snapshot;
    for (Snapshot::Items *items : {&all.counters, &all.buckets, &all.locks, &all.presence}) {
        auto passed = std::make_shared<std::vector<ItemPtr>>();
        std::copy_if((*items)->begin(), (*items)->end(), std::back_inserter(*passed),
            [&](const ItemPtr &item) { return matches(*item, now); });
        *items = std::move(passed);
    }
    return all;
}

bool WatchFilter::matches(const Item &item, Instant now) const
{
    return (!m_family || item.format->family() == *m_family) && m_items.matches(item, now);
}

bool WatchFilter::matches(const JournalEntry &entry) const
{
    return entry.key.isEmpty()
        || ((!m_family || !entry.isFamilyKnown || entry.family == *m_family)
            && m_entries.matches(entry));
}

} // namespace lockstep
