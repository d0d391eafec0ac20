#include "ui/lab/lanes/messagearrows.h"

#include "ui/lab/lanes/lanes.h"

#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <optional>

namespace lockstep {

namespace {

using Kind = TimelineLane::Kind;

constexpr std::ptrdiff_t mostSeen = 80; // messages of a channel

class MessageArrows
{
public:
    MessageArrows(const LaneContext &context, const LaneStack &stack)
        : c(context)
        , m_stack(stack)
        , m_seen(stack.seen())
    {
    }

    void paint()
    {
        for (std::size_t i = 0; i < c.tracks.channels.size(); ++i) {
            const ChannelTrack &track = c.tracks.channels[i];
            const auto first = std::lower_bound(track.at.begin(), track.at.end(), c.firstSeen());
            const auto last = std::upper_bound(first, track.at.end(), c.lastSeen());
            if (last - first > mostSeen)
                continue;
            for (auto at = first; at != last; ++at)
                paint(track.letters[std::size_t(at - track.at.begin())], quint32(i));
        }
    }

private:
    [[nodiscard]] std::optional<double> middleOf(Kind kind, quint32 index) const
    {
        for (const std::size_t place : m_seen) {
            const TimelineLane &lane = m_stack.lanes[place];
            if (lane.kind != kind || lane.index != index)
                continue;
            const QRectF area(c.clipLeft, m_stack.top(lane), 1, lane.height);
            return kind == Kind::Client ? commandsMiddle(area, c.unit) : area.center().y();
        }
        return {};
    }

    void paint(const Letter &letter, quint32 channel)
    {
        const auto of = middleOf(Kind::Channel, channel);
        const QPointF onChannel(c.time.x(letter.at), std::round(of.value_or(0)));
        if (of && letter.operation != none) {
            const Operation &operation = c.tracks.operation(letter.operation);
            if (const auto y = middleOf(Kind::Client, operation.client))
                paintArrow({c.time.x(operation.called) + c.unit * 0.2, *y}, onChannel,
                    letter.receipts.empty());
        }
        for (const Letter::Receipt &each : letter.receipts) {
            const auto y = middleOf(Kind::Client, each.client);
            if (of && y && each.at != never)
                paintArrow(onChannel, {c.time.x(each.at) + c.unit * 0.2, *y}, false);
        }
    }

    // Ends before the dots that it joins.
    void paintArrow(QPointF from, QPointF to, bool isDashed)
    {
        const QPointF way = to - from;
        const double length = std::hypot(way.x(), way.y());
        const double gap = c.unit * 0.32;
        if (length < 3 * gap)
            return;
        const QPointF unit = way / length;
        from += unit * gap;
        to -= unit * gap;
        const QColor ink = c.colours().text;
        c.painter.setRenderHint(QPainter::Antialiasing);
        c.painter.setPen(QPen(c.colours().panel, 3.4));
        c.painter.drawLine(from, to);
        c.painter.setPen(QPen(ink, 1.3, isDashed ? Qt::DashLine : Qt::SolidLine));
        c.painter.drawLine(from, to);
        const QPointF across(-unit.y(), unit.x());
        const double head = c.unit * 0.35;
        QPainterPath tip(to);
        tip.lineTo(to - unit * head + across * head * 0.5);
        tip.lineTo(to - unit * head - across * head * 0.5);
        tip.closeSubpath();
        c.painter.setPen(Qt::NoPen);
        c.painter.setBrush(ink);
        c.painter.drawPath(tip);
        c.painter.setRenderHint(QPainter::Antialiasing, false);
    }

    const LaneContext &c;
    const LaneStack &m_stack;
    const std::vector<std::size_t> m_seen;
};

} // namespace

void paintMessageArrows(const LaneContext &context, const LaneStack &stack)
{
    if (!context.tracks.channels.empty())
        MessageArrows(context, stack).paint();
}

} // namespace lockstep
