// Part of lanes.h. Paints the lane of a client. Its states are boxes, or a density bar where they
// are narrower than two pixels. The commands (clientcommands.cpp) get the room that the states
// leave free, because labels of both in one row would hide each other.

#include "ui/lab/lanes/lanes.h"

#include "ui/lab/drawing/operationwords.h"
#include "ui/lab/lanes/clientcommands.h"
#include "ui/lab/lanes/densitybar.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

using State = LaneSpan::State;

constexpr double stateBoxAtLeast = 2; // pixels; narrower states become a density bar
constexpr double leaseEndAtLeast = 3; // pixels

class ClientLane
{
public:
    ClientLane(const LaneContext &context, const ClientTrack &track, const QRectF &lane)
        : m_context(context)
        , m_track(track)
        , m_rows(lane, context.unit)
        , m_boxes(m_rows.boxes)
    {
        m_room.hasBoxes = !(track.seen & ~StateSet{State::Outside}).isEmpty();
    }

    void paint()
    {
        paintLine();
        paintStates();
        paintClientCommands(m_context, m_track, m_rows, m_room);
    }

private:
    [[nodiscard]] bool isShown(State state) const { return m_context.shownStates.contains(state); }

    // The line of the state outside, under everything else: from the round's beginning to its end,
    // or to the crash of the client.
    void paintLine()
    {
        const IntervalSums &states = m_track.states;
        if (states.size() == 0)
            return;
        const std::size_t last = states.size() - 1;
        const bool crashed = State(states.kind(last)) == State::Crashed;
        const Moment end = crashed ? states.from(last) : states.until(last);
        const double from = std::max(m_context.time.x(states.from(0)), m_context.clipLeft);
        const double until = std::min(m_context.time.x(end), m_context.clipRight);
        const double thick = std::max(1.0, std::round(m_context.unit * 0.14));
        if (until > from && isShown(State::Outside))
            m_context.painter.fillRect(
                QRectF(from, std::round(m_boxes.center().y() - thick / 2), until - from, thick),
                m_context.colours().outside);
        if (crashed && isShown(State::Crashed) && m_context.time.x(end) <= m_context.clipRight)
            paintCrash(m_context.time.x(end));
    }

    void paintCrash(double x)
    {
        const double size = std::min(m_context.unit * 0.8, m_boxes.height());
        m_context.painter.fillRect(
            QRectF(x - 1, m_boxes.top() + m_boxes.height() * 0.2, 2, m_boxes.height() * 0.6),
            m_context.colours().secondary);
        const double middle = m_rows.wordsMiddle();
        const QRectF glyph(x + m_context.unit * 0.35, middle - size / 2, size, size);
        m_context.marks.glyph(m_context.painter, glyph, State::Crashed, m_context.colours().text);
        const QString word = StateMarks::word(State::Crashed);
        const double left = glyph.right() + m_context.unit * 0.35;
        m_room.taken.push_back({glyph.left(), left + m_context.smallWidth(word)});
        if (left + m_context.smallWidth(word) < m_context.clipRight)
            m_context.smallText({left, m_context.baseline(middle)}, word, m_context.colours().text);
    }

    void paintStates()
    {
        const IntervalSums &states = m_track.states;
        DensityBar density(m_context, m_boxes, m_context.shownStates);
        const std::size_t first = states.firstEndingAfter(m_context.firstSeen());
        const std::size_t last =
            std::min(states.size(), states.firstEndingAfter(m_context.lastSeen()) + 1);
        const double width = m_context.clipRight - m_context.clipLeft;
        // Commands stand at the edges of states, so they are as dense as the states are.
        m_room.isDense = double(last) - double(first) > width / 4;
        if (double(last) - double(first) > 4 * width
            || (m_room.isDense && !hasBoxBetween(first, last))) {
            density.addAll(states);
            density.flush();
            return;
        }
        const StateSet drawn = drawnStates();
        for (std::size_t i = first; i < last; ++i) {
            if (!drawn.contains(State(states.kind(i))))
                continue;
            const double from = m_context.time.x(states.from(i));
            const double until = m_context.time.x(states.until(i));
            if (until - from < stateBoxAtLeast)
                density.add(from, until, states.kind(i));
            else
                addBox(from, until, m_track.spans[i]);
        }
        for (const State state : StateMarks::inOrder)
            m_context.marks.boxes(m_context.painter, m_boxesOf[std::size_t(state)], state);
        paintLeaseEnds();
        density.flush(); // over the boxes, so that thin states do not disappear between them
        for (const Wide &each : m_wide)
            paintWord(each.box, *each.span);
    }

    // The end of a lease is known only between two moments. The box fades from one to the other:
    // certainly valid at the left, certainly gone at the right.
    void paintLeaseEnds()
    {
        const auto &ends = m_track.leaseEnds;
        if (!isShown(State::Holding) || !isShown(State::Expired))
            return;
        auto end = std::partition_point(ends.begin(), ends.end(),
            [&](const LeaseEnd &each) { return each.until < m_context.firstSeen(); });
        for (; end != ends.end() && end->from < m_context.lastSeen(); ++end) {
            const double from = std::max(m_context.time.x(end->from), m_context.clipLeft);
            const double until = std::min(m_context.time.x(end->until), m_context.clipRight);
            if (until - from < leaseEndAtLeast)
                continue;
            const QRect area = pixelRect(from, m_boxes.top(), until, m_boxes.bottom());
            m_context.marks.fill(m_context.painter, area, State::Expired);
            QLinearGradient fade(
                m_context.time.x(end->validUntil), 0, m_context.time.x(end->goneAfter), 0);
            QColor gone = m_context.colours().holding;
            fade.setColorAt(0, gone);
            gone.setAlpha(0);
            fade.setColorAt(1, gone);
            m_context.painter.fillRect(area, fade);
        }
    }

    // The shown states that have boxes. A crash has a stub instead, and outside a line.
    [[nodiscard]] StateSet drawnStates() const
    {
        return m_context.shownStates & ~StateSet{State::Crashed, State::Outside};
    }

    [[nodiscard]] bool isDrawn(State state) const { return drawnStates().contains(state); }

    // Whether any of the states in [first, last) is wide enough for a box.
    [[nodiscard]] bool hasBoxBetween(std::size_t first, std::size_t last) const
    {
        const IntervalSums &states = m_track.states;
        const auto least = Moment(stateBoxAtLeast / m_context.time.pixelsPerMoment());
        const StateSet drawn = drawnStates();
        for (std::size_t i = first; i < last; ++i) {
            if (states.until(i) - states.from(i) >= least && drawn.contains(State(states.kind(i))))
                return true;
        }
        return false;
    }

    void addBox(double from, double until, const LaneSpan &span)
    {
        // Extends a little beyond the view, so that cut boxes show no edge there.
        const double left = std::max(from, std::floor(m_context.clipLeft) - 8);
        const double right = std::min(until, std::ceil(m_context.clipRight) + 8);
        // A pause hides nothing of what the client believes: it is a band above it.
        const bool hidesBelief = span.state == State::Paused && isDrawn(span.beneath);
        const double band =
            std::round(m_boxes.top() + m_boxes.height() * (m_rows.isRoomy ? 0.45 : 0.3));
        if (hidesBelief)
            m_boxesOf[std::size_t(span.beneath)].push_back(
                pixelRect(left, m_boxes.top(), right, m_boxes.bottom()));
        m_boxesOf[std::size_t(span.state)].push_back(
            pixelRect(left, m_boxes.top(), right, hidesBelief ? band : m_boxes.bottom()));
        const QRectF seen(QPointF(std::max(left, m_context.clipLeft), m_boxes.top()),
            QPointF(std::min(right, m_context.clipRight), m_boxes.bottom()));
        if (seen.width() > m_context.unit)
            m_wide.push_back({seen, &span});
    }

    void paintWord(const QRectF &box, const LaneSpan &span)
    {
        const double size = std::min(m_context.unit * 0.62, m_boxes.height() * 0.75);
        const double pad = m_context.unit * 0.35;
        const double room = box.width() - 2 * pad;
        if (room < size)
            return;
        const double middle = m_rows.wordsMiddle();
        const double forWords = room - size - pad * 0.8;
        QString words = stateWords(m_context.tracks.history(), span);
        if (m_context.smallWidth(words) > forWords)
            words = shortStateWord(m_context.tracks.history(), span);
        const double wordsWidth = m_context.smallWidth(words);
        const bool hasWords = room >= size + pad * 0.8 + wordsWidth
            && m_boxes.height() >= m_context.smallMetrics.ascent();
        const QRectF glyph(box.left() + pad, middle - size / 2, size, size);
        const QPointF foot(glyph.right() + pad * 0.8, m_context.baseline(middle));
        m_room.taken.push_back(
            {glyph.left(), hasWords ? foot.x() + wordsWidth + pad : glyph.right() + pad});
        if (StateMarks::isPattern(span.state) && span.beneath != State::Holding) {
            const double high = std::min(m_boxes.height() - 2, m_context.smallMetrics.height() + 1);
            m_context.painter.fillRect(
                QRectF(glyph.left() - pad * 0.5, middle - high / 2,
                    size + pad + (hasWords ? pad * 0.8 + wordsWidth : 0), high),
                m_context.colours().panel);
        }
        const bool isViolation = span.belief() == State::TooMany;
        const State ground = span.beneath == State::Holding ? State::Holding : span.state;
        const QColor ink =
            isViolation ? m_context.colours().violation : m_context.marks.ink(ground);
        m_context.marks.glyph(m_context.painter, glyph, span.state, ink);
        if (hasWords)
            m_context.smallText(foot, words, ink);
    }

    struct Wide
    {
        QRectF box;
        const LaneSpan *span;
    };

    const LaneContext &m_context;
    const ClientTrack &m_track;
    const ClientRows m_rows;
    const QRectF m_boxes; // of m_rows
    RoomBesideStates m_room; // what the states leave free
    std::array<std::vector<QRect>, StateMarks::inOrder.size()> m_boxesOf; // by state
    std::vector<Wide> m_wide; // boxes with room for a glyph
};

} // namespace

double commandsMiddle(const QRectF &lane, double unit)
{
    return ClientRows(lane, unit).commandsMiddle();
}

void paintClientLane(const LaneContext &context, const ClientTrack &track, const QRectF &lane)
{
    ClientLane(context, track, lane).paint();
}

} // namespace lockstep
