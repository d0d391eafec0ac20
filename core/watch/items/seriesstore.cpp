// Every change makes a new series, as a published snapshot may hold the old one on another thread.
// To write into the old one where nobody else holds it (use_count() is 1) was rejected: that number
// is read without any order, so the last look of the other thread may come after the write.

#include "core/watch/items/seriesstore.h"

#include "core/watch/items/oldestquarter.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

std::size_t sizeOf(const SeriesPtr &series)
{
    return series ? series->size() + SeriesStore::pointsPerSeries : 0;
}

} // namespace

SeriesPtr SeriesStore::add(
    const QByteArray &key, const SeriesPoint &point, const std::optional<SeriesPoint> &before)
{
    auto &known = m_series[key];
    const QExplicitlySharedDataPointer series(new Series);
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
    m_size += sizeOf(series) - sizeOf(known);
    known = series;
    if (m_size > mostOfAll)
        forgetOldest();
    return series;
}

SeriesPtr SeriesStore::find(const QByteArray &key) const
{
    const auto it = m_series.find(key);
    return it == m_series.end() ? SeriesPtr() : it->second;
}

void SeriesStore::remove(const QByteArray &key)
{
    const auto it = m_series.find(key);
    if (it == m_series.end())
        return;
    m_size -= sizeOf(it->second);
    m_series.erase(it);
}

void SeriesStore::forgetOldest()
{
    for (auto &node :
        takeOldestQuarter(m_series, [](const SeriesPtr &series) { return series->back().at; })) {
        m_size -= sizeOf(node.mapped());
        m_forgotten.push_back(std::move(node.key()));
    }
}

} // namespace lockstep
