// Makes the curves of everything except locks. A value holds until the next reading, so the curve
// has steps. While the connection was lost not even that is known, so the line is interrupted.

#include "ui/plot/curves/historycurve.h"

#include "core/watch/items/comparison.h"
#include "ui/plot/curves/lockcurve.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace lockstep {

namespace {

class StepBuilder
{
public:
    explicit StepBuilder(const HistoryWindow &window)
        : m_window(window)
    {
    }

    // Adds a value that holds between two moments, but leaves out what was not seen.
    void add(double value, Instant from, Instant until)
    {
        Instant begin = std::max(from, m_window.from);
        const Instant end = std::min(until, m_window.to);
        for (const UnseenSpan &span : m_window.unseen) {
            if (span.to <= begin || span.from >= end)
                continue;
            addStep(value, begin, span.from);
            interrupt();
            begin = span.to;
        }
        addStep(value, begin, end);
    }

    std::vector<QPointF> take() { return std::move(m_line); }

private:
    [[nodiscard]] double x(Instant at) const
    {
        return std::chrono::duration<double>(at - m_window.now).count();
    }

    void addStep(double value, Instant from, Instant to)
    {
        if (to < from)
            return;
        if (std::isnan(value)) {
            if (!m_line.empty() && !std::isnan(m_line.back().y()))
                m_line.emplace_back(x(from), gapInLine);
            return;
        }
        m_line.emplace_back(x(from), value);
        m_line.emplace_back(x(to), value);
    }

    void interrupt()
    {
        if (!m_line.empty())
            m_line.emplace_back(m_line.back().x(), gapInLine);
    }

    const HistoryWindow &m_window;
    std::vector<QPointF> m_line;
};

std::vector<QPointF> steps(const Item &item, const HistoryWindow &window, Instant end)
{
    const Series single{{item.firstSeen, item.reading.value.value_or(gapInLine)}};
    const Series &series = item.series ? *item.series : single;
    const auto later = [](Instant at, const SeriesPoint &point) { return at < point.at; };
    auto point = std::upper_bound(series.begin(), series.end(), window.from, later);
    if (point != series.begin())
        --point; // the point before the window still holds when it begins
    StepBuilder builder(window);
    for (; point != series.end() && point->at < std::min(window.to, end); ++point) {
        const auto next = std::next(point);
        builder.add(point->value, point->at, next == series.end() ? end : std::min(next->at, end));
    }
    if (end < window.to && end > window.from)
        builder.add(gapInLine, end, window.to);
    return builder.take();
}

// The number of holders of a semaphore, as steps. If there are very many holds the oldest are
// forgotten. The number is unknown as long as one of these may have lasted.
HistoryCurve permitCurve(const Item &item, const HistoryWindow &window, Instant end)
{
    std::map<Instant, int> changes;
    for (const Hold &hold : holdsOf(item)) {
        changes[hold.from] += 1;
        if (const auto to = endOfHold(hold, window))
            changes[*to] -= 1;
    }
    // Some semaphores only count and do not name their holders.
    if (changes.empty() && item.reading.value)
        changes[item.readAt] = static_cast<int>(*item.reading.value);

    const Instant knownFrom =
        item.holds ? item.holds->forgottenUntil.value_or(window.from) : window.from;
    StepBuilder builder(window);
    double count = 0;
    for (auto change = changes.begin(); change != changes.end(); ++change) {
        count += change->second;
        const auto next = std::next(change);
        builder.add(count, std::max(change->first, knownFrom),
            next == changes.end() ? end : std::min(next->first, end));
    }
    HistoryCurve curve;
    curve.line = builder.take();
    curve.limit = item.reading.limit;
    return curve;
}

void findExtremes(HistoryCurve &curve)
{
    bool first = true;
    for (const QPointF &point : curve.line) {
        if (std::isnan(point.y()))
            continue;
        curve.lowest = first ? point.y() : std::min(curve.lowest, point.y());
        curve.highest = first ? point.y() : std::max(curve.highest, point.y());
        first = false;
    }
}

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

// An item that can no longer be read is drawn up to the moment when that began.
HistoryCurve historyCurve(
    const Item &item, const HistoryWindow &window, std::optional<Instant> goneAt)
{
    if (item.reading.isUnreadable)
        goneAt = std::min(goneAt.value_or(item.firstSeen), item.firstSeen);
    HistoryCurve curve;
    const bool isLock = item.format && item.format->family() == Family::Lock;
    if (isLock && isPermits(item.reading) && !window.recordedFree) {
        curve = permitCurve(item, window, std::min(window.to, goneAt.value_or(window.to)));
    } else if (isLock && !isPermits(item.reading)) {
        curve = lockCurve(item, window, goneAt);
    } else {
        curve.line = steps(item, window, goneAt.value_or(window.to));
        curve.limit = item.reading.limit;
    }
    const auto seconds = [&window](Instant at) {
        return std::chrono::duration<double>(at - window.now).count();
    };
    for (const UnseenSpan &span : window.unseen) {
        if (span.to > window.from && span.from < window.to)
            curve.unseen.push_back(
                {seconds(std::max(span.from, window.from)), seconds(std::min(span.to, window.to))});
    }
    findExtremes(curve);
    return curve;
}

} // namespace lockstep
