#include "core/watch/store/freedlocks.h"

#include <algorithm>

namespace lockstep {

void FreedLocks::add(ItemPtr item)
{
    if (m_items.size() >= most && !m_items.contains(item->key))
        m_items.erase(std::min_element(m_items.begin(), m_items.end(),
            [](const auto &a, const auto &b) { return a.second->readAt < b.second->readAt; }));
    auto &place = m_items[item->key];
    place = std::move(item);
    m_hasNews = true;
}

void FreedLocks::remove(const QByteArray &key)
{
    m_hasNews |= m_items.erase(key) > 0;
}

Snapshot::Items FreedLocks::publish(Instant now)
{
    const auto isLongAgo = [&](const auto &each) { return now - each.second->readAt > kept; };
    m_hasNews |= std::erase_if(m_items, isLongAgo) > 0;
    if (!std::exchange(m_hasNews, false))
        return m_published;
    auto items = std::make_shared<std::vector<ItemPtr>>();
    items->reserve(m_items.size());
    for (const auto &[key, item] : m_items)
        items->push_back(item);
    return m_published = std::move(items);
}

} // namespace lockstep
