// Part of Timeline. How it is painted.

#include "ui/lab/drawing/operationwords.h"
#include "ui/lab/drawing/textwidths.h"
#include "ui/lab/lanes/clientlane.h"
#include "ui/lab/lanes/eventlane.h"
#include "ui/lab/lanes/keylane.h"
#include "ui/lab/lanes/majoritylane.h"
#include "ui/lab/lanes/stepmarks.h"
#include "ui/lab/lanes/throughputlane.h"
#include "ui/lab/lanes/timeaxis.h"
#include "ui/lab/lanes/valuelane.h"
#include "ui/lab/timeline/timeline.h"
#include "ui/lab/timeline/timelinelegend.h"
#include "ui/text/wording.h"

#include <QPaintEvent>
#include <QPainter>

#include <cmath>

// How the timeline is put together from its lanes: the tint of violations below them, the lanes,
// the edges and the cursor above. Clips are few, because each of them is a part of its own in an
// SVG.

namespace lockstep {

using Kind = TimelineLane::Kind;

QStringList Timeline::nameOf(const TimelineLane &lane) const
{
    const History &history = m_tracks->history();
    switch (lane.kind) {
    case Kind::Key: {
        const KeyTrack &track = m_tracks->keys[lane.index];
        const bool many = m_tracks->run->scenario->nodes > 1;
        return {
            plainText(history, track.key), many ? tr("server %1").arg(track.node) : tr("server")};
    }
    case Kind::Fold: {
        const KeyFold &fold = m_tracks->folds[lane.index];
        return {wording::key(fold.pattern),
            fold.isDrawnOneByOne() ? tr("%n keys", nullptr, int(fold.count)) : tr("keys there")};
    }
    case Kind::Majority:
        return {plainText(history, m_tracks->majorities[lane.index].key), tr("majority")};
    case Kind::Client: {
        const Participant &client = history.clients[lane.index];
        const bool roles = m_tracks->run->scenario->roles.size() > 1;
        return {
            wording::key(client.name, 24), roles ? wording::key(client.role, 24) : tr("believes")};
    }
    case Kind::Limiter:
        return {wording::key(m_tracks->limiters[lane.index].name), tr("limit")};
    case Kind::Events:
        return {plainText(history, m_tracks->events[lane.index].name), tr("event")};
    case Kind::Count:
        return {wording::key(m_tracks->counts[lane.index].name), tr("count")};
    case Kind::Throughput:
        return {tr("speed"), tr("commands")};
    }
    return {{}, {}};
}

QRectF Timeline::axisArea() const
{
    return {0, 0, double(width()), m_breachTop - 1};
}

double Timeline::lanesBottom() const
{
    const LaneStack &stack = m_geometry.stack;
    if (stack.lanes.empty())
        return stack.viewTop;
    const TimelineLane &last = stack.lanes.back();
    const double bottom = stack.top(last) + last.height;
    const double limit =
        last.scrolls ? stack.scrollTop + stack.scrollHeight : stack.viewTop + stack.viewHeight;
    return std::min(bottom, limit);
}

std::vector<std::size_t> Timeline::seenLanes() const
{
    const auto &lanes = m_geometry.stack.lanes;
    std::vector<std::size_t> seen;
    for (std::size_t i = 0; i < lanes.size() && !lanes[i].scrolls; ++i)
        seen.push_back(i);
    const LaneStack::Seen scrolling = m_geometry.stack.seenScrolling();
    for (std::size_t i = scrolling.first; i < scrolling.last; ++i)
        seen.push_back(i);
    for (std::size_t i = lanes.size(); i > scrolling.last && !lanes[i - 1].scrolls; --i)
        seen.push_back(i - 1);
    return seen;
}

void Timeline::paintLane(const LaneContext &context, const TimelineLane &lane) const
{
    const QRectF area(context.clipLeft, m_geometry.stack.top(lane),
        context.clipRight - context.clipLeft, lane.height);
    switch (lane.kind) {
    case Kind::Key: {
        const KeyTrack &track = m_tracks->keys[lane.index];
        return track.isCounter ? paintCounterLane(context, track, area)
                               : paintKeyLane(context, track, area);
    }
    case Kind::Fold:
        return paintFoldLane(context, m_tracks->folds[lane.index], area);
    case Kind::Majority:
        return paintMajorityLane(context, m_tracks->majorities[lane.index], area);
    case Kind::Client:
        return paintClientLane(context, m_tracks->clients[lane.index], area);
    case Kind::Limiter:
        return paintLimiterLane(context, m_tracks->limiters[lane.index], area);
    case Kind::Events:
        return paintEventLane(context, m_tracks->events[lane.index], area);
    case Kind::Count:
        return paintCountLane(context, m_tracks->counts[lane.index], area);
    case Kind::Throughput:
        return paintThroughputLane(context, area);
    }
}

void Timeline::paintLanes(const LaneContext &context) const
{
    const LaneStack &stack = m_geometry.stack;
    QPainter &painter = context.painter;
    const double left = context.clipLeft;
    const double width = context.clipRight - left;
    const QRectF whole(left, stack.viewTop, width, lanesBottom() - stack.viewTop);
    painter.save();
    painter.setClipRect(whole);
    paintTimeSteps(context, whole.top(), whole.bottom());
    paintBreaches(context, whole.top(), whole.bottom());
    bool inScrolled = false;
    for (const std::size_t place : seenLanes()) {
        const TimelineLane &lane = stack.lanes[place];
        if (lane.scrolls != inScrolled) {
            inScrolled = lane.scrolls;
            painter.setClipRect(
                inScrolled ? QRectF(left, stack.scrollTop, width, stack.scrollHeight) : whole);
        }
        paintLane(context, lane);
    }
    painter.setClipRect(whole);
    paintBreachEdges(context, whole.top(), whole.bottom());
    painter.restore();
}

bool Timeline::isNoteBeside(const TimelineLane &lane) const
{
    const bool isOfNode = lane.kind == Kind::Key && m_tracks->run->scenario->nodes > 1;
    return (isOfNode || lane.kind == Kind::Majority) && lane.height < m_unit * 2;
}

void Timeline::paintName(QPainter &painter, const TimelineLane &lane) const
{
    const double top = m_geometry.stack.top(lane);
    const double left = m_unit * 0.75;
    double room = m_geometry.time.left - m_unit * 0.3 - left - m_unit * 0.25;
    const QStringList words = nameOf(lane);
    const QFontMetricsF &small = m_smallWidths->metrics;
    const bool twoRows = lane.height >= m_unit * 2;
    const bool isBeside = isNoteBeside(lane);
    const TextWidths &bold = lane.height < m_unit * 1.3 ? *m_smallBoldWidths : *m_boldWidths;
    const double rows = bold.metrics.height() + (twoRows ? small.height() : 0);
    double y = top + (lane.height - rows) / 2 + bold.metrics.ascent();
    if (isBeside) {
        const double wide = m_smallWidths->of(words.at(1));
        painter.setPen(m_marks->colours().secondary);
        m_smallWidths->draw(painter, {left + room - wide, y}, words.at(1));
        room -= wide + m_unit * 0.3;
    }
    painter.setPen(m_marks->colours().text);
    const QString &name = words.at(0);
    bold.draw(painter, {left, y},
        bold.of(name) <= room ? name : bold.metrics.elidedText(name, Qt::ElideMiddle, room));
    if (!twoRows)
        return;
    y += bold.metrics.descent() + small.ascent();
    painter.setPen(m_marks->colours().secondary);
    const QString &note = words.at(1);
    m_smallWidths->draw(painter, {left, y},
        m_smallWidths->of(note) <= room ? note : small.elidedText(note, Qt::ElideRight, room));
}

void Timeline::paintNames(QPainter &painter) const
{
    const LaneStack &stack = m_geometry.stack;
    const QRectF whole(0, stack.viewTop, m_geometry.time.left, stack.viewHeight);
    painter.save();
    bool inScrolled = false;
    painter.setClipRect(whole);
    for (const std::size_t place : seenLanes()) {
        const TimelineLane &lane = stack.lanes[place];
        if (lane.scrolls != inScrolled) {
            inScrolled = lane.scrolls;
            painter.setClipRect(
                inScrolled ? QRectF(0, stack.scrollTop, whole.width(), stack.scrollHeight) : whole);
        }
        paintName(painter, lane);
    }
    painter.restore();
}

// Hairlines between keys, clients and plots, and above the legend.
void Timeline::paintRules(QPainter &painter) const
{
    const LaneStack &stack = m_geometry.stack;
    const QColor hairline = m_marks->colours().hairline;
    const double gap = std::round(m_unit * 0.22);
    const double right = width();
    for (std::size_t i = 1; i < stack.lanes.size(); ++i) {
        const TimelineLane &lane = stack.lanes[i];
        if ((lane.kind == Kind::Client) == (stack.lanes[i - 1].kind == Kind::Client))
            continue;
        const double y = lane.kind == Kind::Client && !stack.lanes[i - 1].scrolls ? stack.scrollTop
                                                                                  : stack.top(lane);
        if (y > stack.viewTop && y < lanesBottom())
            painter.fillRect(QRectF(0, std::round(y) - gap, right, 1), hairline);
    }
    painter.fillRect(QRectF(0, m_legend->y() - std::round(m_unit * 0.2), right, 1), hairline);
}

QRectF Timeline::currentArea() const
{
    if (!m_tracks || m_current == none)
        return {};
    const quint32 client = m_tracks->operation(m_current).client;
    const LaneStack &stack = m_geometry.stack;
    for (const std::size_t place : seenLanes()) {
        const TimelineLane &lane = stack.lanes[place];
        if (lane.kind != Kind::Client || lane.index != client)
            continue;
        const QRectF area(0, stack.top(lane), width(), lane.height);
        const QRectF clip(0, stack.scrollTop, width(), stack.scrollHeight);
        return lane.scrolls ? area & clip : area;
    }
    return {};
}

void Timeline::paintNothing(QPainter &painter) const
{
    painter.fillRect(rect(), m_marks->colours().panel);
    painter.setPen(m_marks->colours().secondary);
    painter.setFont(font());
    painter.drawText(rect(), Qt::AlignCenter, summary());
}

LaneContext Timeline::contextOf(QPainter &painter, quint32 current) const
{
    const TimeScale &time = m_geometry.time;
    const double pad = std::round(m_unit * 0.3);
    return {painter, time, *m_tracks, *m_marks, *m_smallWidths, m_smallWidths->metrics, m_unit,
        time.left - pad, time.right + pad, shownStates(), current, m_markedLine, m_columns};
}

// All that stays when the cursor moves.
void Timeline::paintPicture(QPainter &painter) const
{
    painter.fillRect(rect(), m_marks->colours().panel);
    const LaneContext context = contextOf(painter, none);
    paintRules(painter);
    paintLanes(context);
    paintNames(painter);
    const bool steps = m_tracks->history().orderKind == OrderKind::Stepped;
    context.smallText({m_unit * 0.75, context.baseline(axisArea().center().y() - 1)},
        steps ? tr("steps") : tr("time"), m_marks->colours().secondary);
    paintBreachWords(context, {0, m_breachTop, m_geometry.time.right, m_unit * 1.45});
}

void Timeline::paintStored(QPainter &painter)
{
    const double scale = devicePixelRatioF();
    if (m_picture.isNull()) {
        m_picture = QPixmap((QSizeF(size()) * scale).toSize());
        m_picture.setDevicePixelRatio(scale);
        QPainter below(&m_picture);
        paintPicture(below);
    }
    painter.drawPixmap(0, 0, m_picture);
}

// Its lane once more, with the ring.
void Timeline::paintCurrent(const LaneContext &context) const
{
    const QRectF seen = currentArea() & QRectF(context.clipLeft, 0, context.clipRight, height());
    if (seen.isEmpty())
        return;
    const int place = m_geometry.stack.laneAt(seen.center().y());
    if (place < 0)
        return;
    QPainter &painter = context.painter;
    painter.save();
    painter.setClipRect(seen, Qt::IntersectClip);
    painter.fillRect(seen, m_marks->colours().panel);
    paintTimeSteps(context, seen.top(), seen.bottom());
    paintBreaches(context, seen.top(), seen.bottom());
    paintLane(context, m_geometry.stack.lanes[std::size_t(place)]);
    paintBreachEdges(context, m_geometry.stack.viewTop, seen.bottom());
    painter.restore();
}

void Timeline::paintOverPicture(QPainter &painter) const
{
    const Colours &colours = m_marks->colours();
    const LaneContext context = contextOf(painter, m_current);
    paintCurrent(context);
    paintTimeAxis(context, axisArea(), cursorFlag(context, m_cursor, axisArea()));
    paintBreaks(context, axisArea());
    paintDifference(context, m_difference, axisArea(), lanesBottom());
    paintCursor(context, m_cursor, axisArea(), lanesBottom());
    if (m_drag == Drag::Selecting) {
        const double from = std::min(m_pressedAt.x(), m_draggedTo.x());
        QColor band = colours.accent;
        band.setAlphaF(0.18F);
        painter.fillRect(
            QRectF(from, m_geometry.stack.viewTop, std::abs(m_pressedAt.x() - m_draggedTo.x()),
                lanesBottom() - m_geometry.stack.viewTop),
            band);
    }
    if (hasFocus()) {
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(QPen(colours.accent, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void Timeline::paintEvent(QPaintEvent *event)
{
    QPainter painter(this);
    if (!m_tracks)
        return paintNothing(painter);
    qint64 area = 0;
    for (const QRect &part : event->region())
        area += qint64(part.width()) * part.height();
    if (area < qint64(width()) * height() / 2)
        paintStored(painter);
    else
        paintPicture(painter);
    paintOverPicture(painter);
}

} // namespace lockstep
