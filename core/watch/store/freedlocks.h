#pragma once

#include "core/watch/snapshot/snapshot.h"

#include <map>

namespace lockstep {

// The locks that became free within the last moments, so that a row of one that is taken again and
// again need not come and go with it. And those that left without becoming free, as unreadable
// ones: of these a row must not say that they are free.
class FreedLocks
{
public:
    static constexpr auto kept = std::chrono::seconds(10);
    static constexpr std::size_t most = 2'000;

    // item: Free or unreadable, with its history; its readAt and firstSeen are when it went.
    void add(ItemPtr item);
    void remove(const QByteArray &key); // called when it is held again or not watched any more
    [[nodiscard]] bool hasNews() const { return m_hasNews; }
    // The list, which is shared with the previous one while nothing has changed.
    Snapshot::Items publish(Instant now);

private:
    std::map<QByteArray, ItemPtr> m_items; // sorted, as they are published
    Snapshot::Items m_published = std::make_shared<const std::vector<ItemPtr>>();
    bool m_hasNews = false;
};

} // namespace lockstep
