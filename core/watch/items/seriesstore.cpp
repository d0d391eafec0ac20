// Every change makes a new series, as a published snapshot may hold the old one on another thread.
// To write into the old one where nobody else holds it (use_count() is 1) was rejected: that number
// is read without any order, so the last look of the other thread may come after the write.

#include "core/watch/items/seriesstore.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

std::shared_ptr<const Series> SeriesStore::add(
    const QByteArray &key, const SeriesPoint &point, const std::optional<SeriesPoint> &before)
{
    if (m_series.size() >= mostSeries && !m_series.contains(key))
        forgetOldest();
    auto &known = m_series[key];
    auto series = std::make_shared<Series>();
    series->reserve(std::min(mostPoints, known ? known->size() + 1 : 2) + 1);
    if (known)
        series->assign(known->begin(), known->end());
    else if (before)
        series->push_back(*before);

    const auto count = series->size();
    const bool crowded = count >= 2 && !std::isnan(series->back().value)
        && series->at(count - 1).at - series->at(count - 2).at < finest; // an absence stays
    if (crowded)
        series->back() = point;
    else
        series->push_back(point);
    if (series->size() > mostPoints)
        series->erase(series->begin());
    known = series;
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
