#pragma once

#include "core/watch/snapshot/snapshot.h"

#include <map>
#include <unordered_map>

namespace lockstep {

// The three lists of a snapshot, each sorted by key: what was published, and what has changed
// since. A list without changes is shared with the previous snapshot, and so is the list of
// presence counters.
class PublishedTables
{
public:
    void set(ItemPtr item);
    void remove(Family family, const QByteArray &key);
    [[nodiscard]] bool hasNews() const;
    void publish(Snapshot &snapshot);

private:
    struct Table
    {
        Snapshot::Items published = std::make_shared<const std::vector<ItemPtr>>();
        std::unordered_map<QByteArray, ItemPtr> changes; // nothing: removed
    };
    void notePresence(const QByteArray &key, ItemPtr item); // null: it is no such counter
    Table &table(Family family) { return m_tables[static_cast<std::size_t>(family)]; }

    Table m_tables[3];
    std::map<QByteArray, ItemPtr> m_presence; // sorted, as it is published
    Snapshot::Items m_publishedPresence = std::make_shared<const std::vector<ItemPtr>>();
    bool m_presenceHasNews = false;
};

} // namespace lockstep
