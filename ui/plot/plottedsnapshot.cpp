#include "ui/plot/plottedsnapshot.h"

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

ItemPtr findItem(const Snapshot::Items &items, const QByteArray &key)
{
    const auto before = [](const ItemPtr &item, const QByteArray &k) { return item->key < k; };
    const auto found = std::lower_bound(items->begin(), items->end(), key, before);
    return found != items->end() && (*found)->key == key ? *found : ItemPtr();
}

} // namespace

void PlottedSnapshot::set(const Snapshot &snapshot)
{
    m_items = {snapshot.counters, snapshot.buckets, snapshot.locks};
    m_freed = snapshot.freed;
    m_unseen = snapshot.unseen;
    m_unseenSince = snapshot.status.unseenSince;
    m_nodes = snapshot.nodes;
    m_takenAt = snapshot.takenAt;
    m_takenAtUtc = snapshot.takenAtUtc;
}

void PlottedSnapshot::setRecorded(std::vector<PlottedHistory> histories, Time at)
{
    m_recorded = std::move(histories);
    m_takenAt = Instant(std::chrono::duration_cast<Instant::duration>(at.time_since_epoch()));
    m_takenAtUtc = at;
}

const PlottedHistory *PlottedSnapshot::recorded(Family family, const QByteArray &key) const
{
    const auto found = std::find_if(m_recorded.begin(), m_recorded.end(),
        [&](const auto &each) { return each.family == family && each.item->key == key; });
    return found == m_recorded.end() ? nullptr : &*found;
}

ItemPtr PlottedSnapshot::find(Family family, const QByteArray &key) const
{
    if (const PlottedHistory *const history = recorded(family, key))
        return history->item;
    const ItemPtr item = findItem(m_items.at(static_cast<std::size_t>(family)), key);
    return !item && family == Family::Lock ? findItem(m_freed, key) : item;
}

// In a Cluster each node has a connection of its own.
Instant PlottedSnapshot::seenUntil(const QByteArray &key, Instant present) const
{
    const NodeStatus *const node = nodeOf(*m_nodes, key);
    const auto since = node ? node->status.unseenSince : m_unseenSince;
    return std::min(present, since.value_or(present));
}

std::vector<UnseenSpan> PlottedSnapshot::unseen(
    Family family, const QByteArray &key, Instant present) const
{
    if (const PlottedHistory *const history = recorded(family, key))
        return history->unseen;
    const NodeStatus *const node = nodeOf(*m_nodes, key);
    const auto &known = node ? node->unseen : m_unseen;
    std::vector<UnseenSpan> spans = known ? *known : std::vector<UnseenSpan>();
    if (const Instant until = seenUntil(key, present); until < present)
        spans.push_back({until, present});
    return spans;
}

PlottedSnapshot::Time PlottedSnapshot::toUtc(Instant moment) const
{
    if (m_takenAtUtc == Time())
        return std::chrono::system_clock::now();
    return m_takenAtUtc + std::chrono::duration_cast<Time::duration>(moment - m_takenAt);
}

} // namespace lockstep
