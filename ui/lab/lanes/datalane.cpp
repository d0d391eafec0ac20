// Part of lanes.h. A value is a box with its words and, where there is room, who wrote it. Boxes
// have no colour of a state: what a key holds is none. Those that are too narrow are a grey strip,
// walked pixel by pixel.

#include "ui/lab/lanes/lanes.h"

#include "ui/lab/drawing/operationwords.h"
#include "ui/lab/lanes/ttlstrip.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr double boxAtLeast = 4; // pixels

struct DataLaneWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::DataLane)
};

// words: from the longest to the one that is cut where there is no room for it.
void paintValueBox(
    const LaneContext &c, const QRectF &area, double from, double until, const QStringList &words)
{
    const QRect box = pixelRect(from, area.top(), until - 1, area.bottom());
    QColor fill = c.colours().outside;
    fill.setAlphaF(0.35F);
    c.painter.setRenderHint(QPainter::Antialiasing, false);
    c.painter.setPen(QPen(c.colours().outside, 1));
    c.painter.setBrush(fill);
    c.painter.drawRect(box.adjusted(0, 0, -1, -1));
    const double left = std::max(from, c.clipLeft) + c.unit * 0.35;
    const double room = std::min(until, c.clipRight) - left - c.unit * 0.3;
    const auto fitting = std::find_if(words.begin(), words.end(),
        [&](const QString &each) { return c.smallWidth(each) <= room; });
    const QString shown = fitting != words.end()
        ? *fitting
        : c.smallMetrics.elidedText(words.last(), Qt::ElideRight, room);
    if (c.smallWidth(shown) <= room && shown != QStringLiteral("…"))
        c.smallText({left, c.baseline(area.center().y())}, shown, c.colours().text);
}

class DataLane
{
public:
    DataLane(const LaneContext &context, const KeyTrack &track, const QRectF &lane)
        : c(context)
        , m_track(track)
        , m_lane(lane)
        , m_area(lane.adjusted(0, std::floor(context.unit * 0.35), 0,
              -std::floor(context.unit * (track.hasTtl ? 0.5 : 0.3))))
    {
    }

    void paint()
    {
        c.painter.fillRect(
            QRectF(c.clipLeft, m_area.bottom(), c.clipRight - c.clipLeft, 1), c.colours().hairline);
        const IntervalSums &held = m_track.held;
        std::size_t i = held.firstEndingAfter(c.firstSeen());
        while (i < held.size() && held.from(i) <= c.lastSeen()) {
            const double from = std::max(c.time.x(held.from(i)), c.clipLeft - 2);
            const double until = std::min(c.time.x(held.until(i)), c.clipRight + 2);
            if (until - from >= boxAtLeast) {
                paintBox(from, until, m_track.tenures[i++]);
                continue;
            }
            c.painter.fillRect(
                pixelRect(from, m_area.top(), from + 2, m_area.bottom()), c.colours().outside);
            i = std::max(i + 1, held.firstEndingAfter(c.time.at(from + 2)));
        }
        if (m_track.hasTtl)
            paintTtlStrip(c, m_track, m_lane.adjusted(0, 0, 0, -1));
    }

private:
    void paintBox(double from, double until, const Tenure &tenure)
    {
        const QString value = this->value(tenure);
        paintValueBox(c, m_area, from, until, {value + author(tenure), value});
    }

    [[nodiscard]] const KeyChange &firstOf(const Tenure &tenure) const
    {
        return c.tracks.history().changes[m_track.changes[tenure.firstChange]];
    }
    [[nodiscard]] QString value(const Tenure &tenure) const
    {
        return c.tracks.clock.shortened(valueWords(c.tracks.history(), firstOf(tenure)));
    }
    [[nodiscard]] QString author(const Tenure &tenure) const
    {
        return authorWords(c.tracks, firstOf(tenure));
    }

    const LaneContext &c;
    const KeyTrack &m_track;
    const QRectF m_lane, m_area;
};

// From then on the replica is the server.
void paintTakeover(const LaneContext &c, const ReplicaTrack &track, const QRectF &area)
{
    const Moment end = track.stretches.empty() ? 0 : track.stretches.back().until;
    const double x = c.time.x(end) + c.unit * 0.35;
    const QString words = DataLaneWords::tr("takes over");
    if (end < c.tracks.round.end && x + c.smallWidth(words) < c.clipRight)
        c.smallText({x, c.baseline(area.center().y())}, words, c.colours().text);
}

} // namespace

void paintDataLane(const LaneContext &context, const KeyTrack &track, const QRectF &lane)
{
    DataLane(context, track, lane).paint();
}

void paintReplicaLane(const LaneContext &c, const ReplicaTrack &track, const QRectF &lane)
{
    const QRectF area = lane.adjusted(0, 2, 0, -3);
    c.painter.fillRect(
        QRectF(c.clipLeft, area.bottom(), c.clipRight - c.clipLeft, 1), c.colours().hairline);
    bool hasHeld = false;
    for (const ReplicaTrack::Stretch &each : track.stretches) {
        const double from = std::max(c.time.x(each.from), c.clipLeft - 2);
        const double until = std::min(c.time.x(each.until), c.clipRight + 2);
        if (until - from < boxAtLeast)
            continue;
        const History &history = c.tracks.history();
        const QString nothing =
            hasHeld ? DataLaneWords::tr("nothing") : DataLaneWords::tr("nothing yet");
        const bool holds = each.change != none && history.changes[each.change].exists;
        if (holds)
            paintValueBox(
                c, area, from, until, {valueWords(history, history.changes[each.change])});
        else if (c.smallWidth(nothing) < until - from)
            c.smallText({from + c.unit * 0.35, c.baseline(area.center().y())}, nothing,
                c.colours().secondary);
        hasHeld |= holds;
    }
    paintTakeover(c, track, area);
}

} // namespace lockstep
