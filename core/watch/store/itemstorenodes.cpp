// The part of ItemStore that concerns Clusters: an object goes from the store of one node to that
// of another when its slot moves, and the objects of a node that does not answer are hidden.

#include "core/watch/store/itemstore.h"

namespace lockstep {

// The key has come here from another node of the Cluster, or a node that has been removed had it.
// What happened on the way was not seen.
ItemStore::Entry *ItemStore::takeOver(const QByteArray &key)
{
    ItemStore *const other = isAlone() ? nullptr : m_shared->storeOf(key);
    return other ? takeFrom(other, key) : nullptr;
}

// The other store has the key, and this one has not.
ItemStore::Entry *ItemStore::takeFrom(ItemStore *other, const QByteArray &key)
{
    const Entry *const found = other->m_entries.find(key);
    Entry entry = *found;
    other->m_entries.erase(found);
    other->m_objects -= entry.exists ? 1 : 0;
    other->m_unread -= entry.everRead ? 0 : 1;
    m_unreadable.takeFrom(other->m_unreadable, key);
    if (other->m_taken)
        other->m_taken(key);
    entry.metIn = 0;
    entry.lastGap = Continuity::afterNothing;
    m_objects += entry.exists ? 1 : 0;
    m_unread += entry.everRead ? 0 : 1;
    return m_entries.insert(std::move(entry));
}

void ItemStore::moveAway(const QByteArray &key)
{
    auto *entry = m_entries.find(key);
    if (!entry)
        return;
    if (m_shared->isOfCluster()) {
        entry->lastGap = Continuity::afterNothing;
        return;
    }
    if (const auto last = lastKnown(*entry))
        m_histories.noteMovedAway(*last);
    remove(key);
}

std::map<ItemStore *, std::vector<QByteArray>> ItemStore::handOver(const StoreFor &storeFor)
{
    std::map<ItemStore *, std::vector<QByteArray>> moving;
    for (const auto &entry : m_entries) {
        if (ItemStore *const to = storeFor(entry.key()); to != this)
            moving[to].push_back(entry.key());
    }
    for (const auto &[to, keys] : moving) {
        for (const auto &key : keys)
            to->takeFrom(this, key)->isNew = false;
    }
    return moving;
}

void ItemStore::hideAll(Instant now)
{
    for (const auto &key : someKeys(m_entries.size())) {
        auto *entry = m_entries.find(key);
        if (entry->everRead && !entry->last->reading.isUnreadable)
            makeUnreadable(*entry, Ttl::unknown(), now, UnreadableItems::Why::Hidden);
    }
}

} // namespace lockstep
