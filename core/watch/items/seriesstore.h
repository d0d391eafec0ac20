#pragma once

#include "core/watch/items/item.h"

#include <QByteArray>
#include <QHashFunctions>

#include <unordered_map>

namespace lockstep {

// The bounded histories of all items. A history begins with the first change of an item and holds
// about a minute of a busy one. When there are more histories than fit, those that changed least
// recently are forgotten.
class SeriesStore
{
public:
    static constexpr std::size_t mostPoints = 240;
    static constexpr auto finest =
        Milliseconds(250); // changes closer together than this share a point
    static constexpr std::size_t mostSeries = 4096;

    // Returns the history with the point added. The first call for a key adds `before` ahead of it.
    std::shared_ptr<const Series> add(
        const QByteArray &key, const SeriesPoint &point, const std::optional<SeriesPoint> &before);
    // Nothing where nothing was added.
    [[nodiscard]] std::shared_ptr<const Series> find(const QByteArray &key) const;
    void remove(const QByteArray &key) { m_series.erase(key); }
    [[nodiscard]] std::size_t size() const { return m_series.size(); }

private:
    void forgetOldest();

    std::unordered_map<QByteArray, std::shared_ptr<const Series>> m_series;
};

} // namespace lockstep
