// Averages alone would hide a violation of a microsecond in a second of work, and next to it the
// moment of quiet in a second of violations. So every shown state that is in a column at all gets
// at least a sixth of its height; if the bar is too low for all of them, the most important ones
// get theirs. Consecutive columns that look the same are one rectangle, which keeps the number of
// rectangles far below the number of pixels for the usual long calm stretches. A rectangle of full
// height, that is of one state only, has the pattern of its state; others have its plain colour.

#include "ui/lab/lanes/densitybar.h"

#include <algorithm>

namespace lockstep {

namespace {

// The columns behind the last one that can be seen: flush() reads one that is always empty.
constexpr std::size_t emptyColumns = 1;
// The part of a column that a state takes at least, so that one without any length is seen.
constexpr double leastShare = 0.003;
// A state with more than this share of a column is all that there is: shares are sums of rounded
// fractions.
constexpr float wholeShare = 0.98F;
// Heights are multiples of a part of the bar, so that similar columns make one rectangle.
constexpr int levelsOfHeight = 6;
constexpr int lowestLevel = 2; // pixels
constexpr int patternAtLeast = 6; // pixels of width; a pattern cannot be recognised in less

} // namespace

DensityBar::DensityBar(const LaneContext &context, const QRectF &area, StateSet shownStates)
    : m_context(context)
    , m_area(area)
    , m_shownStates(shownStates)
{
}

DensityBar::Shares &DensityBar::column(int number)
{
    if (m_used == 0) {
        m_first = number;
        const double right = m_context.clipRight / columnWidth;
        m_columns.resize(std::size_t(std::max(right - number, 0.0)) + 1 + emptyColumns);
    }
    const auto wanted = std::size_t(std::max(0, number - m_first));
    const std::size_t place = std::min(wanted, m_columns.size() - 1 - emptyColumns);
    m_used = std::max(m_used, place + 1);
    return m_columns[place];
}

void DensityBar::add(double from, double to, quint8 state)
{
    // x is never negative in here, so that cutting is rounding down.
    constexpr double perPixel = 1.0 / columnWidth;
    from = std::max(from, m_context.clipLeft) * perPixel;
    to = std::min(std::max(to * perPixel, from + leastShare), m_context.clipRight * perPixel);
    const int last = int(to);
    for (int number = int(from); number < last; ++number) {
        column(number)[state] += float(number + 1 - from);
        from = number + 1;
    }
    if (from < to)
        column(last)[state] += float(to - from);
}

void DensityBar::addAll(const IntervalSums &stretches)
{
    const TimeScale &time = m_context.time;
    const double perMoment = time.pixelsPerMoment() / columnWidth;
    const int first = int(m_context.clipLeft / columnWidth);
    const auto count = int((m_context.clipRight - first * columnWidth) / columnWidth) + 1;
    // Columns are the same length of time, so that their edges need not be asked for one by one.
    const double begin =
        double(time.from) + (first * columnWidth - time.left) / time.pixelsPerMoment();
    const double perColumn = 1 / perMoment;
    const auto edge = [&](int place) {
        return time.isEven() ? std::clamp(Moment(begin + place * perColumn), time.begin, time.end)
                             : time.at((first + place) * columnWidth);
    };
    IntervalSums::Sweep sweep(stretches);
    Moment start = edge(0);
    IntervalSums::Times before = sweep.timesBefore(start);
    for (int place = 0; place < count; ++place) {
        const Moment end = edge(place + 1);
        const IntervalSums::Times after = sweep.timesBefore(end);
        const double share = time.isEven() ? perMoment : 1 / std::max(1.0, double(end - start));
        start = end;
        Shares &shares = column(first + place);
        for (const State state : stacked) {
            const auto kind = std::size_t(state);
            shares[kind] = float(double(after[kind] - before[kind]) * share);
        }
        before = after;
    }
}

// The heights of the states in a column, in pixels. The most important states are served first, but
// leave one level to each of the others.
auto DensityBar::heightsOf(const Shares &shares) const -> std::array<int, stacked.size()>
{
    const auto full = int(m_area.height());
    const int level = std::max(lowestLevel, full / levelsOfHeight);
    const float perShare = float(full) / float(level);
    const auto isPainted = [&](State state) {
        return shares[std::size_t(state)] > 0 && m_shownStates.contains(state);
    };
    auto unserved = int(std::count_if(stacked.begin(), stacked.end(), isPainted));
    std::array<int, stacked.size()> heights{};
    int room = full;
    for (std::size_t i = stacked.size(); i-- > 0;) {
        if (!isPainted(stacked[i]))
            continue;
        --unserved;
        const float share = shares[std::size_t(stacked[i])];
        const int byShare = share > wholeShare ? full : int(share * perShare + 0.5F) * level;
        const int most = std::max(level, room - unserved * level);
        heights[i] = std::min(room, std::clamp(byShare, level, most));
        room -= heights[i];
    }
    return heights;
}

void DensityBar::paintStretch(std::size_t state, const Stretch &stretch, std::size_t until)
{
    if (stretch.height == 0)
        return;
    const QRect box((m_first + int(stretch.since)) * columnWidth,
        int(m_area.bottom()) - stretch.top, int(until - stretch.since) * columnWidth,
        stretch.height);
    if (stretch.height == int(m_area.height()) && box.width() >= patternAtLeast)
        m_context.marks.fill(m_context.painter, box, stacked[state]);
    else
        m_boxes[state].push_back(box);
}

void DensityBar::flush()
{
    if (m_used == 0)
        return;
    std::array<Stretch, stacked.size()> stretches;
    for (std::size_t x = 0; x <= m_used;
         ++x) { // the column at m_used is empty and ends every stretch
        const auto heights = heightsOf(m_columns[x]);
        int top = 0;
        for (std::size_t i = 0; i < stacked.size(); ++i) {
            top += heights[i];
            if (heights[i] == stretches[i].height && (heights[i] == 0 || top == stretches[i].top))
                continue;
            paintStretch(i, stretches[i], x);
            stretches[i] = {x, top, heights[i]};
        }
    }
    std::fill_n(m_columns.begin(), m_used, Shares{});
    m_used = 0;
    QPainter &painter = m_context.painter;
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(Qt::NoPen);
    for (std::size_t i = 0; i < stacked.size(); ++i) {
        if (m_boxes[i].empty())
            continue;
        painter.setBrush(m_context.marks.colour(stacked[i]));
        painter.drawRects(m_boxes[i].data(), int(m_boxes[i].size()));
        m_boxes[i].clear();
    }
}

} // namespace lockstep
