// Paints the commands in a client's lane. If name and reply do not fit side by side, the reply
// stands in the row below, where no label of a state is in the way. If the client was never in a
// state other than outside, that row belongs to the commands altogether.

#include "ui/lab/lanes/clientcommands.h"

#include "ui/lab/drawing/operationwords.h"
#include "ui/lab/lanes/lanes.h"
#include "ui/lab/tracks/gallop.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace lockstep {

namespace {

using State = LaneSpan::State;

constexpr double dotsApart = 9; // pixels between dots on average; closer ones become ticks
constexpr double dotsApartInARow = 30; // the same, where dots share the row with their labels

class ClientCommands
{
public:
    ClientCommands(const LaneContext &context, const ClientTrack &track, const ClientRows &rows,
        const RoomBesideStates &room)
        : m_context(context)
        , m_track(track)
        , m_rows(rows)
        , m_room(room)
    {
    }

    void paint()
    {
        const auto &called = m_track.called;
        const auto first = std::size_t(
            std::lower_bound(called.begin(), called.end(), m_context.firstSeen()) - called.begin());
        const auto last = std::size_t(std::upper_bound(called.begin() + std::ptrdiff_t(first),
                                          called.end(), m_context.lastSeen())
            - called.begin());
        const double width = m_context.clipRight - m_context.clipLeft;
        if (m_room.isDense && last - first > 100)
            return;
        const double apart = m_rows.isRoomy ? dotsApart : dotsApartInARow;
        if ((!m_rows.isRoomy && m_room.hasBoxes) || double(last - first) * apart > width)
            paintTicks(first, last);
        else
            paintDots(first, last);
    }

private:
    [[nodiscard]] bool isShown(State state) const { return m_context.shownStates.contains(state); }

    void paintTicks(std::size_t first, std::size_t last)
    {
        const auto &called = m_track.called;
        const double tall = std::round(std::min(m_rows.boxes.height() * 0.55, m_context.unit));
        const double top = !m_room.hasBoxes ? std::round(m_rows.boxes.center().y() - tall / 2)
            : m_rows.isRoomy                ? m_rows.boxes.bottom() + 1
                                            : m_rows.boxes.bottom();
        const double high = !m_room.hasBoxes ? tall : std::max(2.0, m_rows.lane.bottom() - top - 1);
        std::vector<QRect> strips; // one for each group of adjacent columns
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

    // The state that covers both x; nothing if the edge of a state is between them.
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
        const double y = !m_rows.isRoomy && !m_room.hasBoxes ? m_rows.boxes.center().y()
                                                             : m_rows.commandsMiddle();
        const double radius = m_context.unit * commandDotRadius;
        const auto state = stateBetween(x, x + 2 * radius);
        const bool isPlainGround = state && !StateMarks::isPattern(*state);
        const QColor ink = isPlainGround ? m_context.marks.ink(*state) : m_context.colours().text;
        paintLasting(x, operation, y + m_context.smallMetrics.height() * 0.52, ink);
        m_context.painter.setRenderHint(QPainter::Antialiasing);
        m_context.painter.setPen(QPen(
            isPlainGround || operation.returned == never ? ink : m_context.colours().panel, 1.2));
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
        const bool hasRowBelow = m_rows.isRoomy
            && std::none_of(
                m_room.taken.begin(), m_room.taken.end(), [&](const RoomBesideStates::Taken &each) {
                    return left < each.until && each.from < right;
                });
        const CommandWords words = fittingWords(
            m_context.tracks, operation, m_context.smallTexts, right - left, hasRowBelow);
        paintRow(left, y, words.command);
        paintRow(left, m_rows.wordsMiddle(), words.reply);
    }

    void paintRow(double left, double middle, const QString &words)
    {
        if (words.isEmpty())
            return;
        const QPointF foot(left, m_context.baseline(middle));
        const auto state = stateBetween(left, left + m_context.smallWidth(words));
        const bool isOnLine = !m_rows.isRoomy; // that of the state outside
        if (state && !StateMarks::isPattern(*state) && !isOnLine)
            m_context.smallText(foot, words, m_context.marks.ink(*state));
        else
            m_context.chip(foot, words, m_context.colours().text);
    }

    // Paints a line below the label of a command that shows how long the reply took.
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

    const LaneContext &m_context;
    const ClientTrack &m_track;
    const ClientRows &m_rows;
    const RoomBesideStates &m_room;
};

} // namespace

ClientRows::ClientRows(const QRectF &area, double unit)
    : lane(area)
    , isRoomy(area.height() >= roomyLines * unit)
{
    const double gap = isRoomy ? std::floor(0.28 * unit) : 1;
    const double foot = isRoomy ? gap : std::floor(lane.height() * 0.2);
    boxes = lane.adjusted(0, gap, 0, -foot);
}

double ClientRows::commandsMiddle() const
{
    return isRoomy ? boxes.top() + boxes.height() * 0.29 : lane.bottom() - 2;
}

double ClientRows::wordsMiddle() const
{
    return isRoomy ? boxes.bottom() - boxes.height() * 0.27 : boxes.center().y();
}

void paintClientCommands(const LaneContext &context, const ClientTrack &track,
    const ClientRows &rows, const RoomBesideStates &room)
{
    ClientCommands(context, track, rows, room).paint();
}

} // namespace lockstep
