// Painting looks only at the lanes in view and reads as many records as there are pixels, because
// the round was sorted when it was set (RoundTracks). The same code paints the screen, PNG, SVG and
// PDF, without pixmaps, and text stays text. The tint of violations is below the lanes, their edges
// and the cursor are above them. Clips are few, because each becomes a part of its own in an SVG.

#include "ui/lab/timeline/timelinepicture.h"

#include "ui/lab/drawing/textlayoutcache.h"
#include "ui/lab/lanes/lanenames.h"
#include "ui/lab/lanes/lanes.h"
#include "ui/lab/lanes/messagearrows.h"
#include "ui/lab/lanes/stepaxis.h"
#include "ui/lab/lanes/timeaxis.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lockstep {

using Kind = TimelineLane::Kind;

TimelinePicture::TimelinePicture() = default;
TimelinePicture::~TimelinePicture() = default;

void TimelinePicture::setColours(const Colours &colours)
{
    m_marks = std::make_unique<const StateMarks>(colours);
}

void TimelinePicture::setFont(const QFont &font)
{
    m_fonts = std::make_unique<const LaneFonts>(font);
    m_unit = QFontMetricsF(font).height();
}

const Colours &TimelinePicture::colours() const
{
    return m_marks->colours();
}

bool TimelinePicture::isStepped() const
{
    return tracks && tracks->history().orderKind == OrderKind::Stepped;
}

bool TimelinePicture::isShown(const ClientTrack &track) const
{
    if (!shownClients.empty()
        && (track.client >= shownClients.size() || !shownClients[track.client]))
        return false;
    // A client whose states are unknown has a lane as long as no state is hidden.
    return track.seen.isEmpty() || !(track.seen & shownStates).isEmpty();
}

void TimelinePicture::chooseLanes()
{
    auto &lanes = geometry.stack.lanes;
    lanes.clear();
    if (!tracks)
        return;
    const auto add = [&lanes](Kind kind, std::size_t count) {
        for (quint32 i = 0; i < count; ++i)
            lanes.push_back({.kind = kind, .index = i});
    };
    addKeyLanes(lanes);
    add(Kind::Channel, tracks->channels.size());
    for (const ClientTrack &track : tracks->clients) {
        if (isShown(track))
            lanes.push_back({.kind = Kind::Client, .index = track.client});
    }
    add(Kind::Limiter, tracks->limiters.size());
    add(Kind::Events, tracks->events.size());
    add(Kind::Count, tracks->counts.size());
    if (!isStepped() && !tracks->operations.empty())
        add(Kind::Throughput, 1);
}

// Adds the lanes of keys. A fold replaces its keys, and the lane of the majority stands below the
// nodes of its key.
void TimelinePicture::addKeyLanes(std::vector<TimelineLane> &lanes) const
{
    const auto &keys = tracks->keys;
    const auto &folds = tracks->folds;
    const auto &majorities = tracks->majorities;
    for (std::size_t i = 0; i < keys.size();) {
        const auto fold = std::find_if(
            folds.begin(), folds.end(), [i](const KeyFold &each) { return each.first == i; });
        if (fold != folds.end()) {
            lanes.push_back({.kind = Kind::Fold, .index = quint32(fold - folds.begin())});
            i += fold->count;
            continue;
        }
        const auto majority = std::find_if(majorities.begin(), majorities.end(),
            [&](const MajorityTrack &each) { return each.key == keys[i].key; });
        const bool isOfSeveral = majority != majorities.end();
        lanes.push_back({.kind = Kind::Key, .index = quint32(i), .isNarrow = isOfSeveral});
        const bool isLast = i + 1 == keys.size() || keys[i + 1].key != keys[i].key;
        if (isOfSeveral && isLast)
            lanes.push_back(
                {.kind = Kind::Majority, .index = quint32(majority - majorities.begin())});
        const auto replica = std::find_if(tracks->replicas.begin(), tracks->replicas.end(),
            [&](const ReplicaTrack &each) { return each.key == keys[i].key && keys[i].node == 0; });
        if (replica != tracks->replicas.end())
            lanes.push_back(
                {.kind = Kind::Replica, .index = quint32(replica - tracks->replicas.begin())});
        ++i;
    }
}

void TimelinePicture::arrangeLanes(QSize ofSize, int belowLanes)
{
    m_size = ofSize;
    m_belowLanes = belowLanes;
    m_violationTop = std::round(m_unit * 1.9) + 1;
    const bool breached = tracks && !tracks->violations.empty();
    const double top = m_violationTop + (breached ? std::round(m_unit * 1.45) : 0);
    const double height = std::floor(std::max(m_unit, belowLanes - m_unit * 0.35 - top));
    geometry.stack.arrange(top, height, m_unit);
    orderClients(geometry.stack.maximumOffset() > 0);
    geometry.stack.arrange(top, height, m_unit);
}

// Orders the clients. The order is always the same, unless lanes have to be scrolled: then the
// important ones come first.
void TimelinePicture::orderClients(bool isNamedFirst)
{
    auto &lanes = geometry.stack.lanes;
    const auto isClient = [](const TimelineLane &lane) { return lane.kind == Kind::Client; };
    const auto begin = std::find_if(lanes.begin(), lanes.end(), isClient);
    const auto end = std::find_if_not(begin, lanes.end(), isClient);
    const auto place = [&](const TimelineLane &lane) {
        const qsizetype named = isNamedFirst ? firstClients.indexOf(lane.index) : -1;
        return std::pair(named < 0 ? firstClients.size() : named, lane.index);
    };
    std::sort(begin, end, [&](const auto &a, const auto &b) { return place(a) < place(b); });
}

void TimelinePicture::arrangeTime(double right)
{
    if (!tracks)
        return;
    TimeScale &time = geometry.time;
    const LaneNames names(*tracks, *m_fonts, m_unit);
    time.left = std::round(names.width(geometry.stack.lanes, right) + m_unit * 0.3);
    time.right = std::max(time.left + 10, right);
}

const TimelineLane *TimelinePicture::laneAt(double y) const
{
    const int place = tracks ? geometry.stack.laneAt(y) : -1;
    return place < 0 ? nullptr : &geometry.stack.lanes[std::size_t(place)];
}

QRectF TimelinePicture::axisArea() const
{
    return {0, 0, double(m_size.width()), m_violationTop - 1};
}

QRectF TimelinePicture::violationArea() const
{
    return {0, m_violationTop, geometry.time.right, std::round(m_unit * 1.45)};
}

QString TimelinePicture::cutNameAt(QPointF position) const
{
    const TimelineLane *lane = laneAt(position.y());
    const double right = geometry.time.left;
    return lane && position.x() < right
        ? LaneNames(*tracks, *m_fonts, m_unit).cutWords(*lane, right)
        : QString();
}

std::optional<ViolationLabel> TimelinePicture::violationLabelAt(QPointF position) const
{
    if (!tracks || !violationArea().contains(position))
        return {};
    QPainter unused;
    for (const ViolationLabel &each : violationLabels(contextOf(unused, none), violationArea())) {
        if (each.area.contains(position))
            return each;
    }
    return {};
}

QRectF TimelinePicture::currentArea() const
{
    if (!tracks || current == none)
        return {};
    const quint32 client = tracks->operation(current).client;
    const LaneStack &stack = geometry.stack;
    for (const std::size_t place : stack.seen()) {
        const TimelineLane &lane = stack.lanes[place];
        if (lane.kind != Kind::Client || lane.index != client)
            continue;
        const QRectF area(0, stack.top(lane), m_size.width(), lane.height);
        const QRectF clip(0, stack.scrollTop, m_size.width(), stack.scrollHeight);
        return lane.scrolls ? area & clip : area;
    }
    return {};
}

LaneContext TimelinePicture::contextOf(QPainter &painter, quint32 ringed) const
{
    const TimeScale &time = geometry.time;
    const double pad = std::round(m_unit * 0.3);
    const TextLayoutCache &small = m_fonts->small;
    return {painter, time, *tracks, *m_marks, small, small.metrics, m_unit, time.left - pad,
        time.right + pad, shownStates, ringed, markedLine, columns};
}

void TimelinePicture::paintLane(const LaneContext &context, const TimelineLane &lane) const
{
    const QRectF area(context.clipLeft, geometry.stack.top(lane),
        context.clipRight - context.clipLeft, lane.height);
    switch (lane.kind) {
    case Kind::Key: {
        const KeyTrack &track = tracks->keys[lane.index];
        if (track.hasNumber())
            paintCounterLane(context, track, area);
        else if (track.role == KeyRole::Lock)
            paintLockLane(context, track, area);
        else
            paintDataLane(context, track, area);
        return paintServerLoss(context, track.node, area);
    }
    case Kind::Fold:
        return paintFoldLane(context, tracks->folds[lane.index], area);
    case Kind::Majority:
        return paintMajorityLane(context, tracks->majorities[lane.index], area);
    case Kind::Replica:
        return paintReplicaLane(context, tracks->replicas[lane.index], area);
    case Kind::Channel:
        return paintChannelLane(context, tracks->channels[lane.index], area);
    case Kind::Client:
        return paintClientLane(context, tracks->clients[lane.index], area);
    case Kind::Limiter:
        return paintLimiterLane(context, tracks->limiters[lane.index], area);
    case Kind::Events:
        return paintEventLane(context, tracks->events[lane.index], area);
    case Kind::Count:
        return paintCountLane(context, tracks->counts[lane.index], area);
    case Kind::Throughput:
        return paintThroughputLane(context, area);
    }
}

// Paints each lane in view, clipped to the area or to its scrolled part. The clip must be the area
// before the call, and may be either of them afterwards.
template <typename PaintLane>
void TimelinePicture::paintSeen(
    QPainter &painter, const QRectF &area, const PaintLane &paintOne) const
{
    const LaneStack &stack = geometry.stack;
    bool inScrolled = false;
    for (const std::size_t place : stack.seen()) {
        const TimelineLane &lane = stack.lanes[place];
        if (lane.scrolls != inScrolled) {
            inScrolled = lane.scrolls;
            painter.setClipRect(inScrolled
                    ? QRectF(area.left(), stack.scrollTop, area.width(), stack.scrollHeight)
                    : area);
        }
        paintOne(lane);
    }
}

void TimelinePicture::paintLanes(const LaneContext &context) const
{
    const LaneStack &stack = geometry.stack;
    QPainter &painter = context.painter;
    const double left = context.clipLeft;
    const double width = context.clipRight - left;
    const QRectF whole(left, stack.viewTop, width, stack.bottom() - stack.viewTop);
    painter.save();
    painter.setClipRect(whole);
    paintTimeSteps(context, whole.top(), whole.bottom());
    paintViolations(context, whole.top(), whole.bottom());
    paintSeen(painter, whole, [&](const TimelineLane &lane) { paintLane(context, lane); });
    painter.setClipRect(whole);
    paintMessageArrows(context, stack);
    paintViolationEdges(context, whole.top(), whole.bottom(), m_written);
    painter.restore();
}

void TimelinePicture::paintNames(QPainter &painter) const
{
    const LaneStack &stack = geometry.stack;
    const double right = geometry.time.left;
    const QRectF whole(0, stack.viewTop, right, stack.viewHeight);
    const LaneNames names(*tracks, *m_fonts, m_unit);
    painter.save();
    painter.setClipRect(whole);
    paintSeen(painter, whole, [&](const TimelineLane &lane) {
        names.paint(painter, lane, stack.top(lane), right, colours());
    });
    painter.restore();
}

// Paints hairlines between keys, clients and plots, and above the legend.
void TimelinePicture::paintRules(QPainter &painter) const
{
    const LaneStack &stack = geometry.stack;
    const QColor hairline = colours().hairline;
    const double gap = std::round(m_unit * 0.22);
    const double right = m_size.width();
    for (std::size_t i = 1; i < stack.lanes.size(); ++i) {
        const TimelineLane &lane = stack.lanes[i];
        if ((lane.kind == Kind::Client) == (stack.lanes[i - 1].kind == Kind::Client))
            continue;
        const double y = lane.kind == Kind::Client && !stack.lanes[i - 1].scrolls ? stack.scrollTop
                                                                                  : stack.top(lane);
        if (y > stack.viewTop && y < stack.bottom())
            painter.fillRect(QRectF(0, std::round(y) - gap, right, 1), hairline);
    }
    painter.fillRect(QRectF(0, m_belowLanes - std::round(m_unit * 0.2), right, 1), hairline);
}

void TimelinePicture::paint(QPainter &painter) const
{
    painter.fillRect(QRect(QPoint(), m_size), colours().panel);
    m_written.clear();
    LaneContext context = contextOf(painter, none);
    context.written = &m_written;
    paintRules(painter);
    paintLanes(context);
    paintNames(painter);
    context.smallText({m_unit * 0.75, context.baseline(axisArea().center().y() - 1)},
        isStepped() ? tr("steps") : tr("time"), colours().secondary);
    paintViolationLabels(context, violationArea());
}

// Paints the lane of the operation at the cursor again, with the ring.
void TimelinePicture::paintCurrent(const LaneContext &context) const
{
    const QRectF seen =
        currentArea() & QRectF(context.clipLeft, 0, context.clipRight, m_size.height());
    if (seen.isEmpty())
        return;
    const TimelineLane *lane = laneAt(seen.center().y());
    if (!lane)
        return;
    QPainter &painter = context.painter;
    painter.save();
    painter.setClipRect(seen, Qt::IntersectClip);
    painter.fillRect(seen, colours().panel);
    paintTimeSteps(context, seen.top(), seen.bottom());
    paintViolations(context, seen.top(), seen.bottom());
    paintLane(context, *lane);
    paintViolationEdges(context, geometry.stack.viewTop, seen.bottom(), m_written);
    painter.restore();
}

void TimelinePicture::paintCursor(QPainter &painter) const
{
    const LaneContext context = contextOf(painter, current);
    const QRectF axis = axisArea();
    const double bottom = geometry.stack.bottom();
    paintCurrent(context);
    paintTimeAxis(context, axis, cursorFlag(context, cursor, axis));
    paintBreaks(context, axis);
    paintDifference(context, difference, axis, bottom);
    lockstep::paintCursor(context, cursor, axis, bottom, m_written);
}

} // namespace lockstep
