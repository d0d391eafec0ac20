// A lock's TTL falls one second a second until something happens to it, so its history between two
// readings is known and is drawn as the slope it is; a step line would show a lease that stands
// still.
//
//     |\  |\|\        each hold begins with its lease; a renewal lifts the slope and is marked;
//     | \ |   \|\     a hand-over falls to nothing and begins anew, and has a mark of its own
//     |  \|     | \_  where nobody holds it there is a line on the ground
//
// A hold that had begun before it was first seen has no rise at its beginning. If a deadline passes
// and no reading says what happened, the line ends at zero, and nothing is claimed after it. A hold
// whose end fell into a gap of the connection is drawn up to that gap.

#include "ui/plot/curves/lockcurve.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

// The first gap of the connection that ends after the moment; nullptr if there is none.
const UnseenSpan *gapAfter(const HistoryWindow &window, Instant at)
{
    for (const UnseenSpan &span : window.unseen) {
        if (span.to > at)
            return &span;
    }
    return nullptr;
}

class LockCurveBuilder
{
public:
    LockCurveBuilder(const HistoryWindow &window, Instant end)
        : m_window(window)
        , m_end(std::min(window.to, end))
    {
        m_curve.isTime = true;
    }

    void add(const Hold &hold)
    {
        const Instant to = endOf(hold);
        // A hold that was first seen after a gap may have lasted through the gap, so nothing is
        // drawn as free.
        if (m_freeSince && hold.beginIsSeen && hold.from > *m_freeSince)
            addFree(*m_freeSince, hold.from);
        m_freeSince = freedAt(hold);
        if (to >= m_window.from && hold.from <= m_end)
            draw(hold, to);
        m_wasHandedOver = hold.end == HoldEnd::HandedOver;
    }

    HistoryCurve take()
    {
        if (m_freeSince)
            addFree(*m_freeSince, m_end);
        if (m_window.recordedFree) {
            m_curve.free.clear();
            for (const UnseenSpan &span : *m_window.recordedFree)
                addFree(span.from, span.to);
        }
        return std::move(m_curve);
    }

private:
    struct Segment // a part of the slope that begins at this moment
    {
        Instant at;
        std::optional<double> left; // seconds left; nothing if it does not end by itself
    };

    [[nodiscard]] double x(Instant at) const
    {
        return std::chrono::duration<double>(at - m_window.now).count();
    }

    static double toSeconds(Milliseconds time)
    {
        return std::chrono::duration<double>(time).count();
    }

    [[nodiscard]] Instant endOf(const Hold &hold) const
    {
        return endOfHold(hold, m_window).value_or(m_end);
    }

    // Tells since when nobody holds the lock after this hold; nothing if that is unknown.
    [[nodiscard]] std::optional<Instant> freedAt(const Hold &hold) const
    {
        if (hold.end == HoldEnd::None)
            return std::nullopt;
        const UnseenSpan *lost =
            hold.end == HoldEnd::Unseen ? gapAfter(m_window, hold.to) : nullptr;
        return lost ? lost->to : hold.to;
    }

    void addFree(Instant from, Instant to)
    {
        Instant begin = std::max(from, m_window.from);
        to = std::min(to, m_end);
        for (const UnseenSpan &span : m_window.unseen) {
            if (span.to <= begin || span.from >= to)
                continue;
            if (span.from > begin)
                m_curve.free.push_back({x(begin), x(span.from)});
            begin = span.to;
        }
        if (to > begin)
            m_curve.free.push_back({x(begin), x(to)});
    }

    void draw(const Hold &hold, Instant to)
    {
        const Instant from = std::max(hold.from, m_window.from);
        m_curve.holds.push_back({{x(from), x(std::min(to, m_end))}, hold.holder});
        const std::vector<Segment> segments = segmentsOf(hold);
        if (segments.empty()) {
            m_curve.unknownTtl.push_back({x(from), x(std::min(to, m_end))});
            return;
        }
        const bool isKnownAtBegin = segments.front().at == hold.from && segments.front().left;
        if (hold.beginIsSeen && isKnownAtBegin && hold.from >= m_window.from) {
            m_curve.line.emplace_back(x(hold.from), 0);
            if (m_wasHandedOver)
                m_curve.handOvers.emplace_back(x(hold.from), *segments.front().left);
        }
        for (std::size_t i = 0; i < segments.size(); ++i)
            addSlope(segments[i], i + 1 < segments.size() ? segments[i + 1].at : to);
        for (const DeadlineChange &change : hold.deadlineChanges) {
            if (change.isRenewal)
                noteRenewal(change);
        }
        const bool endIsSeen = hold.end != HoldEnd::None && hold.end != HoldEnd::Unseen;
        if (m_curve.line.empty() || std::isnan(m_curve.line.back().y()))
            return;
        if (endIsSeen && to <= m_end)
            m_curve.line.emplace_back(m_curve.line.back().x(), 0);
        m_curve.line.emplace_back(m_curve.line.back().x(), gapInLine);
    }

    // The parts of a hold's slope. If there are very many renewals only the latest are kept, and
    // the level before them is unknown.
    static std::vector<Segment> segmentsOf(const Hold &hold)
    {
        std::vector<Segment> segments;
        if (!hold.someAreForgotten && hold.lease)
            segments.push_back({hold.leaseAt, toSeconds(*hold.lease)});
        else if (!hold.someAreForgotten && !hold.leaseIsUnknown)
            segments.push_back({hold.from, std::nullopt});
        for (const DeadlineChange &change : hold.deadlineChanges) {
            const auto left = change.after ? std::optional(toSeconds(*change.after)) : std::nullopt;
            segments.push_back({change.at, left});
        }
        return segments;
    }

    void addSlope(const Segment &segment, Instant until)
    {
        const Instant from = std::max(segment.at, m_window.from);
        const Instant to = std::min(until, m_end);
        if (to < from)
            return;
        if (!segment.left) {
            m_curve.endless.push_back({x(from), x(to)});
            return interrupt();
        }
        const double atFrom =
            *segment.left - std::chrono::duration<double>(from - segment.at).count();
        if (atFrom < 0)
            return interrupt();
        m_curve.line.emplace_back(x(from), atFrom);
        const double atTo = atFrom - std::chrono::duration<double>(to - from).count();
        m_curve.line.emplace_back(atTo < 0 ? x(from) + atFrom : x(to), std::max(0.0, atTo));
        if (atTo < 0)
            interrupt();
    }

    void interrupt()
    {
        if (!m_curve.line.empty() && !std::isnan(m_curve.line.back().y()))
            m_curve.line.emplace_back(m_curve.line.back().x(), gapInLine);
    }

    void noteRenewal(const DeadlineChange &renewal)
    {
        if (renewal.at < m_window.from || renewal.at > m_end)
            return;
        m_curve.renewals.emplace_back(x(renewal.at), toSeconds(renewal.after.value_or({})));
        const double before = toSeconds(renewal.before.value_or({}));
        m_curve.renewalDue = std::min(m_curve.renewalDue.value_or(before), before);
    }

    const HistoryWindow &m_window;
    Instant m_end;
    HistoryCurve m_curve;
    std::optional<Instant> m_freeSince;
    bool m_wasHandedOver = false;
};

} // namespace

std::optional<Instant> endOfHold(const Hold &hold, const HistoryWindow &window)
{
    if (hold.end == HoldEnd::None)
        return std::nullopt;
    const UnseenSpan *lost = hold.end == HoldEnd::Unseen ? gapAfter(window, hold.to) : nullptr;
    return lost ? std::max(hold.to, lost->from) : hold.to;
}

HistoryCurve lockCurve(const Item &item, const HistoryWindow &window, std::optional<Instant> goneAt)
{
    LockCurveBuilder builder(window, goneAt.value_or(window.to));
    for (const Hold &hold : holdsOf(item))
        builder.add(hold);
    return builder.take();
}

} // namespace lockstep
