#pragma once

#include "core/watch/items/item.h"

#include <QByteArray>
#include <QHashFunctions>

#include <unordered_map>
#include <utility>
#include <vector>

namespace lockstep {

// The bounded histories of all items. A history begins with the first change of an item and holds
// about a minute of a busy one. When all together are too long, those that changed least recently
// are forgotten, and whoever holds one of a key that takeForgotten() tells has to let go of it.
class SeriesStore
{
public:
    static constexpr std::size_t mostPoints = 240;
    static constexpr auto finest =
        Milliseconds(250); // changes closer together than this share a point
    // How many points all histories have together at most; each history counts as some more.
    static constexpr std::size_t mostOfAll = 1'000'000;
    static constexpr std::size_t pointsPerSeries = 10; // what a history takes besides its points

    // Returns the history with the point added. The first call for a key adds `before` ahead of it.
    SeriesPtr add(
        const QByteArray &key, const SeriesPoint &point, const std::optional<SeriesPoint> &before);
    // The history of the key; null if nothing was added.
    [[nodiscard]] SeriesPtr find(const QByteArray &key) const;
    void remove(const QByteArray &key);
    [[nodiscard]] std::size_t size() const { return m_size; } // counted like mostOfAll
    // The keys whose histories were forgotten for want of room since this was called last.
    [[nodiscard]] std::vector<QByteArray> takeForgotten() { return std::exchange(m_forgotten, {}); }

private:
    void forgetOldest();

    std::vector<QByteArray> m_forgotten;
    std::size_t m_size = 0;
    std::unordered_map<QByteArray, SeriesPtr> m_series;
};

} // namespace lockstep
