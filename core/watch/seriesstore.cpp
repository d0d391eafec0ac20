#include "core/watch/seriesstore.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

std::shared_ptr<const Series> SeriesStore::add(
    const QByteArray &key, const SeriesPoint &point, const std::optional<SeriesPoint> &before)
{
    if (m_series.size() >= mostSeries && !m_series.contains(key))
        forgetOldest();
    auto &series = m_series[key];
    if (!series) {
        series = std::make_shared<Series>();
        if (before)
            series->push_back(*before);
    } else if (series.use_count() > 1) {
        series = std::make_shared<Series>(*series); // a published snapshot holds the old one
    }

    const auto count = series->size();
    const bool crowded = count >= 2 && !std::isnan(series->back().value)
        && series->at(count - 1).at - series->at(count - 2).at < finest; // an absence stays
    if (crowded)
        series->back() = point;
    else
        series->push_back(point);
    if (series->size() > mostPoints)
        series->erase(series->begin());
    return series;
}

std::shared_ptr<const Series> SeriesStore::find(const QByteArray &key) const
{
    const auto it = m_series.find(key);
    return it == m_series.end() ? nullptr : it->second;
}

void SeriesStore::forgetOldest()
{
    std::vector<Instant> last;
    last.reserve(m_series.size());
    for (const auto &[key, series] : m_series)
        last.push_back(series->back().at);
    const auto quarter = last.begin() + static_cast<std::ptrdiff_t>(last.size() / 4);
    std::nth_element(last.begin(), quarter, last.end());
    std::erase_if(m_series,
        [limit = *quarter](const auto &entry) { return entry.second->back().at <= limit; });
}

} // namespace lockstep
