#pragma once

#include "core/watch/values/ttl.h"

#include <QByteArray>

#include <algorithm>
#include <unordered_map>
#include <vector>

namespace lockstep {

// Keys that were found to hold more than may be read. They may shrink, or go and come back as
// something small, so each is looked at again, with care and after pauses: the more often it was
// too large once more, the longer.
class OversizedKeys
{
public:
    static constexpr std::size_t most = 16'384; // keys; when there are more, all are forgotten
    static constexpr auto firstPause = Milliseconds(1'000);
    static constexpr auto longestPause = Milliseconds(3'600'000);

    void add(const QByteArray &key, Instant now)
    {
        if (m_keys.size() >= most)
            m_keys.clear();
        auto &look = m_keys[key];
        look.pause = std::clamp(look.pause * 2, firstPause, longestPause);
        look.next = now + look.pause;
    }
    void remove(const QByteArray &key) { m_keys.erase(key); }
    void clear() { m_keys.clear(); }
    [[nodiscard]] bool contains(const QByteArray &key) const
    {
        return !m_keys.empty() && m_keys.contains(key);
    }
    // Whether the key is due for another look; false for keys that are not contained.
    [[nodiscard]] bool isDue(const QByteArray &key, Instant now) const
    {
        const auto it = m_keys.find(key);
        return it != m_keys.end() && it->second.next <= now;
    }
    [[nodiscard]] std::vector<QByteArray> due(Instant now) const
    {
        std::vector<QByteArray> keys;
        for (const auto &[key, look] : m_keys) {
            if (look.next <= now)
                keys.push_back(key);
        }
        return keys;
    }
    [[nodiscard]] std::size_t size() const { return m_keys.size(); }

private:
    struct Look
    {
        Milliseconds pause{};
        Instant next{};
    };
    std::unordered_map<QByteArray, Look> m_keys;
};

} // namespace lockstep
