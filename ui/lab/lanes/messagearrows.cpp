#include "ui/lab/lanes/messagearrows.h"

#include "ui/lab/lanes/lanes.h"

#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <optional>

namespace lockstep {

namespace {

using Kind = TimelineLane::Kind;

constexpr std::ptrdiff_t mostSeen =
    80; // messages of a channel in view; if there are more, none of them gets arrows

class MessageArrows
{
public:
    MessageArrows(const LaneContext &context, const LaneStack &stack)
        : m_context(context)
        , m_stack(stack)
        , m_seen(stack.seen())
    {
    }

    void paint()
    {
        for (std::size_t i = 0; i < m_context.tracks.channels.size(); ++i) {
            const ChannelTrack &track = m_context.tracks.channels[i];
            const auto first =
                std::lower_bound(track.moments.begin(), track.moments.end(), m_context.firstSeen());
            const auto last = std::upper_bound(first, track.moments.end(), m_context.lastSeen());
            if (last - first > mostSeen)
                continue;
            for (auto at = first; at != last; ++at)
                paint(track.messages[std::size_t(at - track.moments.begin())], quint32(i));
        }
    }

private:
    [[nodiscard]] std::optional<double> middleOf(Kind kind, quint32 index) const
    {
        for (const std::size_t place : m_seen) {
            const TimelineLane &lane = m_stack.lanes[place];
            if (lane.kind != kind || lane.index != index)
                continue;
            const QRectF area(m_context.clipLeft, m_stack.top(lane), 1, lane.height);
            return kind == Kind::Client ? commandsMiddle(area, m_context.unit) : area.center().y();
        }
        return {};
    }

    void paint(const PublishedMessage &message, quint32 channel)
    {
        const auto of = middleOf(Kind::Channel, channel);
        const QPointF onChannel(m_context.time.x(message.at), std::round(of.value_or(0)));
        if (of && message.operation != none) {
            const Operation &operation = m_context.tracks.operation(message.operation);
            if (const auto y = middleOf(Kind::Client, operation.client))
                paintArrow({m_context.time.x(operation.called) + m_context.unit * 0.2, *y},
                    onChannel, message.receipts.empty());
        }
        for (const PublishedMessage::Receipt &each : message.receipts) {
            const auto y = middleOf(Kind::Client, each.client);
            if (of && y && each.at != never)
                paintArrow(
                    onChannel, {m_context.time.x(each.at) + m_context.unit * 0.2, *y}, false);
        }
    }

    // Leaves a gap at either end, so that the arrow does not cover the dots that it connects.
    void paintArrow(QPointF from, QPointF to, bool isDashed)
    {
        const QPointF way = to - from;
        const double length = std::hypot(way.x(), way.y());
        const double gap = m_context.unit * 0.32;
        if (length < 3 * gap)
            return;
        const QPointF unit = way / length;
        from += unit * gap;
        to -= unit * gap;
        const QColor ink = m_context.colours().text;
        m_context.painter.setRenderHint(QPainter::Antialiasing);
        m_context.painter.setPen(QPen(m_context.colours().panel, 3.4));
        m_context.painter.drawLine(from, to);
        m_context.painter.setPen(QPen(ink, 1.3, isDashed ? Qt::DashLine : Qt::SolidLine));
        m_context.painter.drawLine(from, to);
        const QPointF across(-unit.y(), unit.x());
        const double head = m_context.unit * 0.35;
        QPainterPath tip(to);
        tip.lineTo(to - unit * head + across * head * 0.5);
        tip.lineTo(to - unit * head - across * head * 0.5);
        tip.closeSubpath();
        m_context.painter.setPen(Qt::NoPen);
        m_context.painter.setBrush(ink);
        m_context.painter.drawPath(tip);
        m_context.painter.setRenderHint(QPainter::Antialiasing, false);
    }

    const LaneContext &m_context;
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
