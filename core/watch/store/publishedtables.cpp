#include "core/watch/store/publishedtables.h"

#include "core/watch/snapshot/presencecounters.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace lockstep {

namespace {

// Merges the changes into the sorted list: an item replaces the one of its key, and null removes
// it.
Snapshot::Items merged(
    const std::vector<ItemPtr> &old, std::unordered_map<QByteArray, ItemPtr> &changes)
{
    std::vector<std::pair<QByteArray, ItemPtr>> sorted(
        std::make_move_iterator(changes.begin()), std::make_move_iterator(changes.end()));
    changes = {}; // frees its memory as well
    std::sort(sorted.begin(), sorted.end(),
        [](const auto &a, const auto &b) { return a.first < b.first; });

    auto result = std::make_shared<std::vector<ItemPtr>>();
    result->reserve(old.size() + sorted.size());
    auto it = old.begin();
    for (auto &[key, item] : sorted) {
        const auto next = std::lower_bound(
            it, old.end(), key, [](const ItemPtr &a, const QByteArray &b) { return a->key < b; });
        result->insert(result->end(), it, next);
        it = next != old.end() && (*next)->key == key ? std::next(next) : next;
        if (item)
            result->push_back(std::move(item));
    }
    result->insert(result->end(), it, old.end());
    return result;
}

} // namespace

void PublishedTables::set(ItemPtr item)
{
    notePresence(item->key, isPresenceCounter(*item) ? item : ItemPtr());
    auto &changes = table(item->format->family()).changes;
    auto &place = changes[item->key];
    place = std::move(item);
}

void PublishedTables::remove(Family family, const QByteArray &key)
{
    table(family).changes[key] = nullptr;
    notePresence(key, {});
}

void PublishedTables::notePresence(const QByteArray &key, ItemPtr item)
{
    if (item)
        m_presence.insert_or_assign(key, std::move(item));
    else if (m_presence.erase(key) == 0)
        return;
    m_presenceHasNews = true;
}

bool PublishedTables::hasNews() const
{
    return std::any_of(std::begin(m_tables), std::end(m_tables),
        [](const Table &each) { return !each.changes.empty(); });
}

void PublishedTables::publish(Snapshot &snapshot)
{
    for (auto &each : m_tables) {
        if (!each.changes.empty())
            each.published = merged(*each.published, each.changes);
    }
    if (std::exchange(m_presenceHasNews, false)) {
        std::vector<ItemPtr> presence;
        for (const auto &[key, item] : m_presence)
            presence.push_back(item);
        m_publishedPresence = std::make_shared<const std::vector<ItemPtr>>(std::move(presence));
    }
    snapshot.presence = m_publishedPresence;
    snapshot.counters = table(Family::Counter).published;
    snapshot.buckets = table(Family::Bucket).published;
    snapshot.locks = table(Family::Lock).published;
}

} // namespace lockstep
