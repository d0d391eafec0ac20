// Averages alone would hide a violation of a microsecond in a second of work, so every state that
// is in a column at all gets at least a sixth of it. Columns that look the same
// are one rectangle, which keeps the number of rectangles far below the number of pixels for the
// usual long calm stretches. Columns that are all one state get its pattern back.

#include "ui/lab/densitybar.h"

#include <cmath>

namespace lockstep {

DensityBar::DensityBar(const LaneContext &context, const QRectF &area, quint32 shownStates)
    : m_context(context)
    , m_area(area)
    , m_shownStates(shownStates)
{
}

DensityBar::Shares &DensityBar::column(double x)
{
    if (m_used == 0) {
        m_first = std::floor(x / columnWidth) * columnWidth;
        const double columns = (m_context.clipRight - m_first) / columnWidth;
        m_columns.assign(std::size_t(std::max(columns, 0.0)) + 3, Shares{});
    }
    const auto wanted = std::size_t(std::max(0.0, (x - m_first) / columnWidth));
    const std::size_t place = std::min(wanted, m_columns.size() - 2); // the last one stays empty
    m_used = std::max(m_used, place + 1);
    return m_columns[place];
}

void DensityBar::add(double from, double to, quint8 state)
{
    from = std::max(from, m_context.clipLeft);
    to = std::min(std::max(to, from + 0.01), m_context.clipRight);
    constexpr double perPixel = 1 / columnWidth;
    if (int(from * perPixel) == int(to * perPixel)) { // as most of them are
        column(from)[state] += float((to - from) * perPixel);
        return;
    }
    while (from < to) {
        // x is never negative here, so that cutting is rounding down.
        const double next = std::min(double(int(from * perPixel) + 1) * columnWidth, to);
        column(from)[state] += float((next - from) * perPixel);
        from = next;
    }
}

void DensityBar::addAll(const Stretches &stretches)
{
    const double right = m_context.clipRight;
    double x = std::floor(m_context.clipLeft / columnWidth) * columnWidth;
    const double perMoment = m_context.time.pixelsPerMoment() / columnWidth;
    Stretches::Times before = stretches.timesBefore(m_context.time.at(x));
    for (; x < right; x += columnWidth) {
        const Stretches::Times after = stretches.timesBefore(m_context.time.at(x + columnWidth));
        Shares &shares = column(x);
        for (std::size_t kind = 0; kind < shares.size(); ++kind)
            shares[kind] = float(double(after[kind] - before[kind]) * perMoment);
        before = after;
    }
}

// Heights of the states in a column, pixels. The ones to look for take theirs first.
auto DensityBar::heightsOf(const Shares &shares) const -> std::array<int, stacked.size()>
{
    const auto full = int(m_area.height());
    std::array<int, stacked.size()> heights{};
    const int level = std::max(2, full / 6); // like heights make one rectangle
    int room = full;
    for (std::size_t i = stacked.size(); i-- > 0;) {
        const State state = stacked[i];
        const float share = shares[std::size_t(state)];
        if (share <= 0 || !(m_shownStates & (1U << quint32(state))))
            continue;
        const int levels = std::max(1, int(share * float(full) / float(level) + 0.5F));
        const int height = share > 0.98F ? full : levels * level;
        heights[i] = std::min(height, room);
        room -= heights[i];
    }
    return heights;
}

void DensityBar::paintRun(std::size_t state, const Run &run, std::size_t until)
{
    if (run.height == 0)
        return;
    const QRectF box(m_first + double(run.since) * columnWidth,
        std::floor(m_area.bottom()) - run.top, double(until - run.since) * columnWidth, run.height);
    if (run.height == int(m_area.height()) && box.width() >= 6)
        m_context.marks.fill(m_context.painter, box, stacked[state]);
    else
        m_boxes[state].push_back(box);
}

void DensityBar::flush()
{
    if (m_used == 0)
        return;
    std::array<Run, stacked.size()> runs;
    for (std::size_t x = 0; x <= m_used; ++x) { // an empty one ends all of them
        const auto heights = heightsOf(m_columns[x]);
        int top = 0;
        for (std::size_t i = 0; i < stacked.size(); ++i) {
            top += heights[i];
            if (heights[i] == runs[i].height && (heights[i] == 0 || top == runs[i].top))
                continue;
            paintRun(i, runs[i], x);
            runs[i] = {x, top, heights[i]};
        }
    }
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
