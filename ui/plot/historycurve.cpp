// A lock's TTL falls one second a second until something happens to it, so its history between two
// readings is known and is drawn as the slope it is; a step line would show a lease that stands
// still. Where a point lies higher than the slope that led to it, somebody renewed it. The rise at
// the moment the present holder got the lock is none: that is a hand-over. Readings jitter by a few
// milliseconds, which is no renewal either.
//
// When the deadline passes and no reading says what happened, the line ends at zero: nothing is
// claimed after it. Values of anything but a lock hold until the next reading and are drawn as
// steps.

#include "ui/plot/historycurve.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lockstep {

namespace {

constexpr double gap = std::numeric_limits<double>::quiet_NaN();
constexpr double jitter = 0.05; // seconds

double secondsBetween(Instant from, Instant to)
{
    return std::chrono::duration<double>(to - from).count();
}

// The item's own series, or the one point that its only reading gives.
Series onlyPoint(const Item &item)
{
    const Reading &reading = item.reading;
    double value = reading.value.value_or(gap);
    if (item.format && item.format->family() == Family::Lock) {
        value = gap;
        if (const auto deadline = reading.ttl.deadline())
            value = secondsBetween(item.firstSeen, *deadline) * 1000;
        else if (reading.ttl.isPersistent())
            value = std::numeric_limits<double>::infinity();
    }
    return {{item.firstSeen, value}};
}

class CurveBuilder
{
public:
    CurveBuilder(const Item &item, const HistoryWindow &window)
        : m_window(window)
        , m_isLock(item.format && item.format->family() == Family::Lock)
        , m_acquired(item.firstSeen)
    {
        if (!m_isLock)
            m_curve.limit = item.reading.limit;
    }

    // Draws what follows from the point until the next one, or until the window ends.
    void add(const SeriesPoint &point, Instant until)
    {
        const Instant from = std::max(point.at, m_window.from);
        const Instant to = std::min(until, m_window.to);
        if (std::isnan(point.value))
            end(from);
        else if (std::isinf(point.value))
            addEndless(from, to);
        else if (m_isLock)
            addSlope(point, from, to);
        else
            addStep(point.value, from, to);
    }

    HistoryCurve take()
    {
        bool first = true;
        for (const QPointF &point : m_curve.line) {
            if (std::isnan(point.y()))
                continue;
            m_curve.lowest = first ? point.y() : std::min(m_curve.lowest, point.y());
            m_curve.highest = first ? point.y() : std::max(m_curve.highest, point.y());
            first = false;
        }
        return std::move(m_curve);
    }

private:
    [[nodiscard]] double x(Instant at) const { return secondsBetween(m_window.now, at); }

    void addSlope(const SeriesPoint &point, Instant from, Instant to)
    {
        const double atPoint = point.value / 1000;
        const double atFrom = std::max(0.0, atPoint - secondsBetween(point.at, from));
        const bool visible = point.at >= m_window.from;
        if (visible && !m_open && m_wasGone)
            m_curve.line.emplace_back(x(from), 0);
        if (visible && m_open)
            noteRenewal(point.at, atPoint);
        m_curve.line.emplace_back(x(from), atFrom);
        const double left = atFrom - secondsBetween(from, to);
        m_level = std::max(0.0, left);
        m_curve.line.emplace_back(left < 0 ? x(from) + atFrom : x(to), m_level);
        m_open = true;
        m_wasGone = false;
    }

    void noteRenewal(Instant at, double level)
    {
        if (level < m_level + jitter || at == m_acquired)
            return;
        m_curve.renewals.emplace_back(x(at), level);
        m_curve.renewalDue = std::min(m_curve.renewalDue.value_or(m_level), m_level);
    }

    void addStep(double value, Instant from, Instant to)
    {
        m_curve.line.emplace_back(x(from), value);
        m_curve.line.emplace_back(x(to), value);
        m_open = true;
    }

    void addEndless(Instant from, Instant to)
    {
        if (m_open)
            m_curve.line.emplace_back(x(from), gap);
        m_open = false;
        m_wasGone = false;
        m_curve.endless.push_back({x(from), x(to)});
    }

    void end(Instant at)
    {
        if (m_open && m_isLock && !m_curve.line.empty())
            m_curve.line.emplace_back(m_curve.line.back().x(), 0);
        if (m_open)
            m_curve.line.emplace_back(x(at), gap);
        m_open = false;
        m_wasGone = true;
    }

    HistoryWindow m_window;
    bool m_isLock;
    Instant m_acquired;
    HistoryCurve m_curve;
    bool m_open = false; // the line has a value at its end
    bool m_wasGone = false;
    double m_level = 0; // seconds left when the last slope ended
};

} // namespace

std::optional<double> valueAt(const HistoryCurve &curve, double x)
{
    const auto isLeftOf = [](double at, const QPointF &point) { return at < point.x(); };
    const auto right = std::upper_bound(curve.line.begin(), curve.line.end(), x, isLeftOf);
    if (right == curve.line.begin())
        return std::nullopt;
    const QPointF a = *std::prev(right);
    if (std::isnan(a.y()))
        return std::nullopt;
    if (right == curve.line.end())
        return a.x() == x ? std::optional(a.y()) : std::nullopt;
    const QPointF b = *right;
    if (std::isnan(b.y()))
        return a.y();
    return a.y() + (b.y() - a.y()) * (x - a.x()) / (b.x() - a.x());
}

HistoryCurve historyCurve(
    const Item &item, const HistoryWindow &window, std::optional<Instant> goneAt)
{
    const Series single = item.series ? Series() : onlyPoint(item);
    const Series &series = item.series ? *item.series : single;
    const auto later = [](Instant at, const SeriesPoint &point) { return at < point.at; };
    auto point = std::upper_bound(series.begin(), series.end(), window.from, later);
    if (point != series.begin())
        --point; // it still holds when the window begins

    CurveBuilder builder(item, window);
    const Instant end = goneAt.value_or(window.to);
    for (; point != series.end() && point->at < std::min(window.to, end); ++point) {
        const auto next = std::next(point);
        builder.add(*point, next == series.end() ? end : std::min(next->at, end));
    }
    if (goneAt && *goneAt<window.to && * goneAt> window.from)
        builder.add({*goneAt, gap}, window.to);
    return builder.take();
}

} // namespace lockstep
