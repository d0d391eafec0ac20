#pragma once

#include "core/watch/items/item.h"

#include <unordered_map>
#include <vector>

namespace lockstep {

// The objects of which nothing can be read for now, each with the item that was read last: what is
// read after that is compared with it.
class UnreadableItems
{
public:
    enum class Why : quint8 {
        Refused, // the server refuses to tell
        Hidden, // no node of the Cluster answers for the key
    };

    // Of an object that is unreadable already only the reason changes.
    void add(const ItemPtr &last, Why why)
    {
        m_items.try_emplace(last->key, Unreadable{last, why}).first->second.why = why;
    }
    void remove(const QByteArray &key) { m_items.erase(key); }
    void takeFrom(UnreadableItems &other, const QByteArray &key)
    {
        if (auto item = other.m_items.extract(key))
            m_items.insert(std::move(item));
    }
    // The item that was read last; nullptr if the object is readable.
    [[nodiscard]] ItemPtr last(const QByteArray &key) const
    {
        const auto found = m_items.find(key);
        return found == m_items.end() ? ItemPtr() : found->second.last;
    }
    [[nodiscard]] std::vector<QByteArray> keys(Why why) const
    {
        std::vector<QByteArray> keys;
        for (const auto &[key, unreadable] : m_items) {
            if (unreadable.why == why)
                keys.push_back(key);
        }
        return keys;
    }

private:
    struct Unreadable
    {
        ItemPtr last;
        Why why;
    };
    std::unordered_map<QByteArray, Unreadable> m_items; // by key
};

} // namespace lockstep
