#include "core/watch/publishedtables.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace lockstep {

namespace {

// Two sorted lists into one; a change replaces, nothing removes.
Snapshot::Items merged(
    const std::vector<ItemPtr> &old, std::unordered_map<QByteArray, ItemPtr> &changes)
{
    std::vector<std::pair<QByteArray, ItemPtr>> sorted(
        std::make_move_iterator(changes.begin()), std::make_move_iterator(changes.end()));
    changes = {}; // gives its table back as well
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
    auto &changes = table(item->format->family()).changes;
    auto &place = changes[item->key];
    place = std::move(item);
}

void PublishedTables::remove(Family family, const QByteArray &key)
{
    table(family).changes[key] = nullptr;
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
    snapshot.counters = table(Family::Counter).published;
    snapshot.buckets = table(Family::Bucket).published;
    snapshot.locks = table(Family::Lock).published;
}

} // namespace lockstep
