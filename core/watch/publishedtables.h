#pragma once

#include "core/watch/snapshot.h"

#include <unordered_map>

namespace lockstep {

// The three lists of a snapshot, each sorted by key: what was published, and what has changed
// since. A list without changes is shared with the snapshot before.
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
    Table &table(Family family) { return m_tables[static_cast<std::size_t>(family)]; }

    Table m_tables[3];
};

} // namespace lockstep
