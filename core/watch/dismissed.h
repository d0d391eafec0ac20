#pragma once

#include "core/watch/ttl.h"

#include <QByteArray>
#include <QHashFunctions>

#include <unordered_map>

namespace lockstep {

// Keys that were looked at and are nothing of ours. When one is announced again it may have become
// something, so it is looked at again, but not more often than once in a while: a hot cache entry
// must not cost us a look a write.
class Dismissed
{
public:
    static constexpr auto again = std::chrono::seconds(10);
    static constexpr std::size_t most = 262'144; // then all are forgotten, and looked at once more

    void add(const QByteArray &key, Instant now)
    {
        if (m_keys.size() >= most)
            m_keys.clear();
        m_keys[qHash(key)] = now;
    }
    [[nodiscard]] bool contains(const QByteArray &key) const { return m_keys.contains(qHash(key)); }
    [[nodiscard]] bool isRecent(const QByteArray &key, Instant now) const
    {
        const auto it = m_keys.find(qHash(key));
        return it != m_keys.end() && now - it->second < again;
    }
    void clear() { m_keys.clear(); }

private:
    // By hash: a collision means that a key is looked at later than it could be.
    std::unordered_map<size_t, Instant> m_keys;
};

} // namespace lockstep
