// Part of lanes.h. A roomy lane has two rows in its boxes: commands above, the state's word below.
// A tight one has a row for the word, and the commands as ticks at its foot: words of both in one
// row would hide each other. Where the client was in no other state than outside, that row is the
// commands'. A command that has no room for its name and its reply side by side has
// its reply in the row below, where no state's word stands. Dots closer than a few pixels become
// ticks, and ticks closer than a pixel one strip.

#include "ui/lab/lanes/lanes.h"

#include "ui/lab/drawing/operationwords.h"
#include "ui/lab/lanes/densitybar.h"
#include "ui/lab/tracks/gallop.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace lockstep {

namespace {

using State = LaneSpan::State;

constexpr double boxAtLeast = 2; // pixels; what is narrower is density
constexpr double leaseEndAtLeast = 3; // pixels
constexpr double dotsApart = 9; // pixels on average; else ticks
constexpr double dotsApartInARow = 30; // the same where they share the row with their words

bool isRoomy(const QRectF &lane, double unit)
{
    return lane.height() >= roomyLines * unit;
}

QRectF boxesOf(const QRectF &lane, double unit)
{
    const double gap = isRoomy(lane, unit) ? std::floor(0.28 * unit) : 1;
    const double foot = isRoomy(lane, unit) ? gap : std::floor(lane.height() * 0.2);
    return lane.adjusted(0, gap, 0, -foot);
}

// Where the dots of the commands are.
double dotsMiddle(const QRectF &lane, double unit)
{
    const QRectF boxes = boxesOf(lane, unit);
    return isRoomy(lane, unit) ? boxes.top() + boxes.height() * 0.29 : lane.bottom() - 2;
}

class ClientLane
{
public:
    ClientLane(const LaneContext &context, const ClientTrack &track, const QRectF &lane)
        : m_context(context)
        , m_track(track)
        , m_lane(lane)
        , m_boxes(boxesOf(lane, context.unit))
        , m_roomy(isRoomy(lane, context.unit))
        , m_alone((track.seen & ~(1U << quint32(State::Outside))) == 0)
    {
    }

    void paint()
    {
        paintLine();
        paintStates();
        paintOperations();
    }

private:
    [[nodiscard]] bool isShown(State state) const
    {
        return m_context.shownStates & (1U << quint32(state));
    }

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
            paintStub(m_context.time.x(end));
    }

    void paintStub(double x)
    {
        const double size = std::min(m_context.unit * 0.8, m_boxes.height());
        m_context.painter.fillRect(
            QRectF(x - 1, m_boxes.top() + m_boxes.height() * 0.2, 2, m_boxes.height() * 0.6),
            m_context.colours().secondary);
        const double middle = wordsMiddle();
        const QRectF skull(x + m_context.unit * 0.35, middle - size / 2, size, size);
        m_context.marks.glyph(m_context.painter, skull, State::Crashed, m_context.colours().text);
        const QString word = StateMarks::word(State::Crashed);
        const double left = skull.right() + m_context.unit * 0.35;
        m_worded.push_back({skull.left(), left + m_context.smallWidth(word)});
        if (left + m_context.smallWidth(word) < m_context.clipRight)
            m_context.smallText({left, m_context.baseline(middle)}, word, m_context.colours().text);
    }

    // The middle of the row in which the words of the states stand.
    [[nodiscard]] double wordsMiddle() const
    {
        return m_roomy ? m_boxes.bottom() - m_boxes.height() * 0.27 : m_boxes.center().y();
    }

    void paintStates()
    {
        const IntervalSums &states = m_track.states;
        DensityBar density(m_context, m_boxes, m_context.shownStates);
        const std::size_t first = states.firstEndingAfter(m_context.firstSeen());
        const std::size_t last =
            std::min(states.size(), states.firstEndingAfter(m_context.lastSeen()) + 1);
        const double width = m_context.clipRight - m_context.clipLeft;
        // Commands stand at the edges of states: where these are density, so are they.
        m_isDense = double(last) - double(first) > width / 4;
        if (double(last) - double(first) > 4 * width
            || (m_isDense && !hasBoxBetween(first, last))) {
            density.addAll(states);
            density.flush();
            return;
        }
        const quint32 drawn = drawnStates();
        for (std::size_t i = first; i < last; ++i) {
            if (!(drawn & (1U << states.kind(i))))
                continue;
            const double from = m_context.time.x(states.from(i));
            const double until = m_context.time.x(states.until(i));
            if (until - from < boxAtLeast)
                density.add(from, until, states.kind(i));
            else
                addBox(from, until, m_track.spans[i]);
        }
        for (const State state : StateMarks::inOrder)
            m_context.marks.boxes(m_context.painter, m_boxesOf[std::size_t(state)], state);
        paintLeaseEnds();
        density.flush(); // over the boxes: what is thin must not get lost between them
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

    // The shown states that have boxes, as bits. A crash has a stub instead, and outside a line.
    [[nodiscard]] quint32 drawnStates() const
    {
        return m_context.shownStates
            & ~(1U << quint32(State::Crashed) | 1U << quint32(State::Outside));
    }

    [[nodiscard]] bool isDrawn(State state) const { return drawnStates() & (1U << quint32(state)); }

    // Whether any of these states is wide enough for one.
    [[nodiscard]] bool hasBoxBetween(std::size_t first, std::size_t last) const
    {
        const IntervalSums &states = m_track.states;
        const auto least = Moment(boxAtLeast / m_context.time.pixelsPerMoment());
        const quint32 drawn = drawnStates();
        for (std::size_t i = first; i < last; ++i) {
            if (states.until(i) - states.from(i) >= least && (drawn & (1U << states.kind(i))))
                return true;
        }
        return false;
    }

    void addBox(double from, double until, const LaneSpan &span)
    {
        // A little beyond what is seen, so that the edges there are not.
        const double left = std::max(from, std::floor(m_context.clipLeft) - 8);
        const double right = std::min(until, std::ceil(m_context.clipRight) + 8);
        // A pause hides nothing of what the client believes: it is a band above it.
        const bool hidesBelief = span.state == State::Paused && isDrawn(span.beneath);
        const double band = std::round(m_boxes.top() + m_boxes.height() * (m_roomy ? 0.45 : 0.3));
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
        const double middle = wordsMiddle();
        const double forWords = room - size - pad * 0.8;
        QString words = stateWords(m_context.tracks.history(), span);
        if (m_context.smallWidth(words) > forWords)
            words = shortStateWord(m_context.tracks.history(), span);
        const double wordsWidth = m_context.smallWidth(words);
        const bool hasWords = room >= size + pad * 0.8 + wordsWidth
            && m_boxes.height() >= m_context.smallMetrics.ascent();
        const QRectF glyph(box.left() + pad, middle - size / 2, size, size);
        const QPointF foot(glyph.right() + pad * 0.8, m_context.baseline(middle));
        m_worded.push_back(
            {glyph.left(), hasWords ? foot.x() + wordsWidth + pad : glyph.right() + pad});
        if (StateMarks::isPattern(span.state) && span.beneath != State::Holding) {
            const double high = std::min(m_boxes.height() - 2, m_context.smallMetrics.height() + 1);
            m_context.painter.fillRect(
                QRectF(glyph.left() - pad * 0.5, middle - high / 2,
                    size + pad + (hasWords ? pad * 0.8 + wordsWidth : 0), high),
                m_context.colours().panel);
        }
        const bool loud = span.belief() == State::TooMany;
        const State ground = span.beneath == State::Holding ? State::Holding : span.state;
        const QColor ink = loud ? m_context.colours().violation : m_context.marks.ink(ground);
        m_context.marks.glyph(m_context.painter, glyph, span.state, ink);
        if (hasWords)
            m_context.smallText(foot, words, ink);
    }

    void paintOperations()
    {
        const auto &called = m_track.called;
        const auto first = std::size_t(
            std::lower_bound(called.begin(), called.end(), m_context.firstSeen()) - called.begin());
        const auto last = std::size_t(std::upper_bound(called.begin() + std::ptrdiff_t(first),
                                          called.end(), m_context.lastSeen())
            - called.begin());
        const double width = m_context.clipRight - m_context.clipLeft;
        if (m_isDense && last - first > 100)
            return;
        const double apart = m_roomy ? dotsApart : dotsApartInARow;
        if ((!m_roomy && !m_alone) || double(last - first) * apart > width)
            paintTicks(first, last);
        else
            paintDots(first, last);
    }

    void paintTicks(std::size_t first, std::size_t last)
    {
        const auto &called = m_track.called;
        const double tall = std::round(std::min(m_boxes.height() * 0.55, m_context.unit));
        const double top = m_alone ? std::round(m_boxes.center().y() - tall / 2)
            : m_roomy              ? m_boxes.bottom() + 1
                                   : m_boxes.bottom();
        const double high = m_alone ? tall : std::max(2.0, m_lane.bottom() - top - 1);
        std::vector<QRect> strips; // of columns that follow one another
        double until = -1;
        for (std::size_t i = first; i < last;) {
            const double x = std::floor(m_context.time.x(called[i]) / 2) * 2;
            if (x > until)
                strips.push_back(pixelRect(x, top, x, top + high));
            until = x + 2;
            strips.back().setRight(int(until) - 1);
            i = gallopToLowerBound(called, i + 1, last, m_context.time.at(until));
        }
        m_context.painter.setRenderHint(QPainter::Antialiasing, false);
        m_context.painter.setPen(Qt::NoPen);
        m_context.painter.setBrush(m_context.colours().secondary);
        m_context.painter.drawRects(strips.data(), int(strips.size()));
    }

    void paintDots(std::size_t first, std::size_t last)
    {
        for (std::size_t i = first; i < last; ++i) {
            const double x = m_context.time.x(m_track.called[i]);
            const double next = i + 1 < last ? m_context.time.x(m_track.called[i + 1])
                                             : m_context.clipRight + m_context.unit * 0.3;
            paintDot(x, std::min(next, m_context.clipRight) - x, m_track.operations[i]);
        }
    }

    // The state in which both places are; none: an edge is between them.
    [[nodiscard]] std::optional<State> stateBetween(double from, double until) const
    {
        const IntervalSums &states = m_track.states;
        const std::size_t place = states.firstEndingAfter(m_context.time.at(from));
        if (place >= states.size())
            return State::Outside;
        if (m_context.time.x(states.until(place)) < until)
            return std::nullopt;
        const auto state = State(states.kind(place));
        return isShown(state) ? state : State::Outside;
    }

    void paintDot(double x, double room, quint32 number)
    {
        const Operation &operation = m_context.tracks.operation(number);
        const double y =
            !m_roomy && m_alone ? m_boxes.center().y() : dotsMiddle(m_lane, m_context.unit);
        const double radius = m_context.unit * 0.2;
        const auto state = stateBetween(x, x + 2 * radius);
        const bool bare = state && !StateMarks::isPattern(*state);
        const QColor ink = bare ? m_context.marks.ink(*state) : m_context.colours().text;
        paintLasting(x, operation, y + m_context.smallMetrics.height() * 0.52, ink);
        m_context.painter.setRenderHint(QPainter::Antialiasing);
        m_context.painter.setPen(
            QPen(bare || operation.returned == never ? ink : m_context.colours().panel, 1.2));
        m_context.painter.setBrush(operation.returned == never ? m_context.colours().panel : ink);
        m_context.painter.drawEllipse(QPointF(x + radius, y), radius, radius);
        if (number == m_context.current
            || (m_context.markedLine != 0 && operation.line == m_context.markedLine)) {
            m_context.painter.setBrush(Qt::NoBrush);
            m_context.painter.setPen(QPen(
                state == State::Holding ? m_context.colours().panel : m_context.colours().accent,
                1.6));
            m_context.painter.drawEllipse(QPointF(x + radius, y), radius + 2.4, radius + 2.4);
        }
        m_context.painter.setRenderHint(QPainter::Antialiasing, false);
        paintWords(
            x + 2 * radius + m_context.unit * 0.25, x + room - m_context.unit * 0.3, y, operation);
    }

    void paintWords(double left, double right, double y, const Operation &operation)
    {
        if (right - left < m_context.smallTexts.averageCharWidth * 3)
            return;
        const bool hasRowBelow = m_roomy
            && std::none_of(m_worded.begin(), m_worded.end(),
                [&](const Worded &each) { return left < each.until && each.from < right; });
        const CommandWords words = fittingWords(
            m_context.tracks, operation, m_context.smallTexts, right - left, hasRowBelow);
        paintRow(left, y, words.command);
        paintRow(left, wordsMiddle(), words.reply);
    }

    void paintRow(double left, double middle, const QString &words)
    {
        if (words.isEmpty())
            return;
        const QPointF foot(left, m_context.baseline(middle));
        const auto state = stateBetween(left, left + m_context.smallWidth(words));
        const bool isOnLine = !m_roomy; // that of the state outside
        if (state && !StateMarks::isPattern(*state) && !isOnLine)
            m_context.smallText(foot, words, m_context.marks.ink(*state));
        else
            m_context.chip(foot, words, m_context.colours().text);
    }

    // A line below the words of a command, as long as its reply took.
    void paintLasting(double x, const Operation &operation, double y, const QColor &ink)
    {
        if (operation.returned == never)
            return;
        const double until = std::min(m_context.time.x(operation.returned), m_context.clipRight);
        if (until - x < m_context.unit * 0.8)
            return;
        m_context.painter.fillRect(QRectF(x, std::round(y), until - x, 1), ink);
        m_context.painter.fillRect(QRectF(until - 1, std::round(y) - 2, 1, 5), ink);
    }

    struct Wide
    {
        QRectF box;
        const LaneSpan *span;
    };

    // From x to x in the row of the states' words.
    struct Worded
    {
        double from, until;
    };

    const LaneContext &m_context;
    const ClientTrack &m_track;
    QRectF m_lane, m_boxes;
    std::array<std::vector<QRect>, StateMarks::inOrder.size()> m_boxesOf; // by state
    std::vector<Wide> m_wide; // boxes with room for a glyph
    std::vector<Worded> m_worded; // where a glyph or a word stands
    bool m_roomy;
    bool m_alone; // it was in no other state than outside, so there are no boxes
    bool m_isDense = false; // states are
};

} // namespace

double commandsMiddle(const QRectF &lane, double unit)
{
    return dotsMiddle(lane, unit);
}

void paintClientLane(const LaneContext &context, const ClientTrack &track, const QRectF &lane)
{
    ClientLane(context, track, lane).paint();
}

} // namespace lockstep
