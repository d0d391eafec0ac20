#pragma once

#include "core/watch/values/ttl.h"

#include <QByteArray>
#include <QHashFunctions>

#include <algorithm>
#include <array>
#include <unordered_map>

namespace lockstep {

// Keys that were looked at and are nothing of ours. When one is announced again it may have become
// something (INCR, and EXPIRE a moment later), so it is looked at again, at once the first times
// and then less and less often: a hot cache entry must not cost us a look a write. One that is gone
// may come back as anything, so it is soon looked at again.
class NegativeCache
{
public:
    static constexpr std::array<Milliseconds, 6> pauses{Milliseconds(0), Milliseconds(0),
        Milliseconds(0), Milliseconds(250), Milliseconds(2'000), Milliseconds(10'000)};
    static constexpr std::size_t pauseOfGone = 3; // index
    // Keys; when there are more, all are forgotten and looked at again.
    static constexpr std::size_t most = 262'144;

    void add(const QByteArray &key, Instant now)
    {
        if (m_keys.size() >= most)
            m_keys.clear();
        const auto [it, isNew] = m_keys.try_emplace(qHash(key), Look{now, 0});
        it->second.at = now;
        if (!isNew && it->second.pause + 1 < pauses.size())
            ++it->second.pause;
    }
    // Notes that a key that is contained does not exist any more.
    void noteGone(const QByteArray &key, Instant now)
    {
        const auto it = m_keys.find(qHash(key));
        if (it != m_keys.end())
            it->second = {now, std::min(it->second.pause, pauseOfGone)};
    }
    [[nodiscard]] bool contains(const QByteArray &key) const { return m_keys.contains(qHash(key)); }
    // Whether it is too early for another look at the key.
    [[nodiscard]] bool isRecent(const QByteArray &key, Instant now) const
    {
        const auto it = m_keys.find(qHash(key));
        return it != m_keys.end() && now - it->second.at < pauses.at(it->second.pause);
    }
    // Whether the last look at the key is longer ago than `age`.
    [[nodiscard]] bool isOlder(const QByteArray &key, Instant now, Milliseconds age) const
    {
        const auto it = m_keys.find(qHash(key));
        return it != m_keys.end() && now - it->second.at > age;
    }
    [[nodiscard]] std::size_t size() const { return m_keys.size(); }
    void clear() { m_keys.clear(); }

private:
    struct Look
    {
        Instant at;
        std::size_t pause; // index
    };
    // The looks by the hash of the key. If two keys have the same hash, one of them is looked at
    // later than it could be.
    std::unordered_map<size_t, Look> m_keys;
};

} // namespace lockstep
