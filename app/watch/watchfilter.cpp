#include "app/watch/watchfilter.h"

#include <algorithm>
#include <iterator>

namespace lockstep {

namespace {

JournalFilter journalFilter(const ItemFilter &items)
{
    JournalFilter filter;
    filter.keys = KeyFilter(items.keyWords());
    return filter;
}

// The object that the alert is about, or one that has nothing but its name where it is gone.
ItemPtr itemOf(const Alert &alert, const Snapshot &snapshot)
{
    for (const Snapshot::Items &items : {snapshot.counters, snapshot.buckets, snapshot.locks}) {
        const auto found = std::lower_bound(items->begin(), items->end(), alert.key,
            [](const ItemPtr &item, const QByteArray &key) { return item->key < key; });
        if (found != items->end() && (*found)->key == alert.key)
            return *found;
    }
    const auto gone = makeItem();
    gone->key = alert.key;
    gone->name = alert.name;
    gone->format = alert.format;
    return gone;
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
    auto alerts = std::make_shared<std::vector<AlertPtr>>();
    std::copy_if(snapshot.alerts->begin(), snapshot.alerts->end(), std::back_inserter(*alerts),
        [&](const AlertPtr &alert) {
            return isOfFamily(*alert) && m_items.matches(*itemOf(*alert, snapshot), now);
        });
    all.alerts = std::move(alerts);
    return all;
}

bool WatchFilter::isOfFamily(const Alert &alert) const
{
    const auto family = alert.format ? alert.format->family() : alert.rule->family;
    return !m_family || !family || *family == *m_family;
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
