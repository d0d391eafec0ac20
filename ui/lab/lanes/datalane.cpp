// Part of lanes.h. Paints the lane of a key with values, and that of its replica. A value is a box
// with its text and, where there is room, who wrote it. Boxes do not have the colours of client
// states, because a value is not a state. Where values are too dense for boxes, a grey strip is
// painted pixel by pixel.

#include "ui/lab/lanes/lanes.h"

#include "ui/lab/drawing/operationwords.h"
#include "ui/lab/lanes/ttlstrip.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr double valueBoxAtLeast = 4; // pixels

struct DataLaneWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::DataLane)
};

// words: alternative texts, the longest first. The first that fits is painted, or else the last
// one, cut.
void paintValueBox(const LaneContext &context, const QRectF &area, double from, double until,
    const QStringList &words)
{
    const QRect box = pixelRect(from, area.top(), until - 1, area.bottom());
    QColor fill = context.colours().outside;
    fill.setAlphaF(0.35F);
    context.painter.setRenderHint(QPainter::Antialiasing, false);
    context.painter.setPen(QPen(context.colours().outside, 1));
    context.painter.setBrush(fill);
    context.painter.drawRect(box.adjusted(0, 0, -1, -1));
    const double left = std::max(from, context.clipLeft) + context.unit * 0.35;
    const double room = std::min(until, context.clipRight) - left - context.unit * 0.3;
    const auto fitting = std::find_if(words.begin(), words.end(),
        [&](const QString &each) { return context.smallWidth(each) <= room; });
    const QString shown = fitting != words.end()
        ? *fitting
        : context.smallMetrics.elidedText(words.last(), Qt::ElideRight, room);
    if (context.smallWidth(shown) <= room && shown != QStringLiteral("…"))
        context.smallText(
            {left, context.baseline(area.center().y())}, shown, context.colours().text);
}

class DataLane
{
public:
    DataLane(const LaneContext &context, const KeyTrack &track, const QRectF &lane)
        : m_context(context)
        , m_track(track)
        , m_lane(lane)
        , m_area(lane.adjusted(0, std::floor(m_context.unit * 0.35), 0,
              -std::floor(m_context.unit * (track.hasTtl ? 0.5 : 0.3))))
    {
    }

    void paint()
    {
        m_context.painter.fillRect(QRectF(m_context.clipLeft, m_area.bottom(),
                                       m_context.clipRight - m_context.clipLeft, 1),
            m_context.colours().hairline);
        const IntervalSums &held = m_track.held;
        std::size_t i = held.firstEndingAfter(m_context.firstSeen());
        while (i < held.size() && held.from(i) <= m_context.lastSeen()) {
            const double from = std::max(m_context.time.x(held.from(i)), m_context.clipLeft - 2);
            const double until = std::min(m_context.time.x(held.until(i)), m_context.clipRight + 2);
            if (until - from >= valueBoxAtLeast) {
                paintBox(from, until, m_track.keySpans[i++]);
                continue;
            }
            m_context.painter.fillRect(pixelRect(from, m_area.top(), from + 2, m_area.bottom()),
                m_context.colours().outside);
            i = std::max(i + 1, held.firstEndingAfter(m_context.time.at(from + 2)));
        }
        if (m_track.hasTtl)
            paintTtlStrip(m_context, m_track, m_lane.adjusted(0, 0, 0, -1));
    }

private:
    void paintBox(double from, double until, const KeySpan &keySpan)
    {
        const QString value = this->value(keySpan);
        paintValueBox(m_context, m_area, from, until, {value + author(keySpan), value});
    }

    [[nodiscard]] const KeyChange &firstOf(const KeySpan &keySpan) const
    {
        return m_context.tracks.history().changes[m_track.changes[keySpan.firstChange]];
    }
    [[nodiscard]] QString value(const KeySpan &keySpan) const
    {
        return m_context.tracks.clock.shortened(
            valueWords(m_context.tracks.history(), firstOf(keySpan)));
    }
    [[nodiscard]] QString author(const KeySpan &keySpan) const
    {
        return authorWords(m_context.tracks, firstOf(keySpan));
    }

    const LaneContext &m_context;
    const KeyTrack &m_track;
    const QRectF m_lane, m_area;
};

// Paints the first of the texts that fits.
void paintReplicaWords(const LaneContext &context, const QRectF &area, double from, double until,
    const QStringList &words, const QColor &colour)
{
    const double left = from + context.unit * 0.35;
    const auto fitting = std::find_if(words.begin(), words.end(),
        [&](const QString &each) { return left + context.smallWidth(each) < until; });
    if (fitting != words.end())
        context.smallText({left, context.baseline(area.center().y())}, *fitting, colour);
}

// Marks when the replica takes over as the server, with the keys that it held.
void paintTakeover(const LaneContext &context, const ReplicaTrack &track, const QRectF &area)
{
    if (track.stretches.empty() || track.stretches.back().until >= context.tracks.round.end)
        return;
    const ReplicaTrack::Stretch &last = track.stretches.back();
    QStringList words{DataLaneWords::tr("takes over")};
    if (last.held.exists)
        words.prepend(DataLaneWords::tr("takes over, with %1", "a replica; its value")
                          .arg(valueWords(context.tracks.history(), last.held)));
    else if (last.isKnown)
        words.prepend(DataLaneWords::tr("takes over, without it", "a replica; a key"));
    paintReplicaWords(context, area, context.time.x(last.until), context.clipRight, words,
        context.colours().text);
}

} // namespace

void paintDataLane(const LaneContext &context, const KeyTrack &track, const QRectF &lane)
{
    DataLane(context, track, lane).paint();
}

void paintReplicaLane(const LaneContext &context, const ReplicaTrack &track, const QRectF &lane)
{
    const QRectF area = lane.adjusted(0, 2, 0, -3);
    context.painter.fillRect(
        QRectF(context.clipLeft, area.bottom(), context.clipRight - context.clipLeft, 1),
        context.colours().hairline);
    bool mayHaveHeld = false;
    for (const ReplicaTrack::Stretch &each : track.stretches) {
        const double from = std::max(context.time.x(each.from), context.clipLeft - 2);
        const double until = std::min(context.time.x(each.until), context.clipRight + 2);
        const bool isFirst = !mayHaveHeld;
        mayHaveHeld |= each.held.exists || !each.isKnown;
        if (until - from < valueBoxAtLeast)
            continue;
        if (each.held.exists)
            paintValueBox(
                context, area, from, until, {valueWords(context.tracks.history(), each.held)});
        else
            paintReplicaWords(context, area, from, until,
                !each.isKnown ? QStringList{DataLaneWords::tr("follows the server"),
                    DataLaneWords::tr("follows", "a replica, the server")}
                              : QStringList{isFirst ? DataLaneWords::tr("nothing yet")
                                                    : DataLaneWords::tr("nothing")},
                context.colours().secondary);
    }
    paintTakeover(context, track, area);
}

} // namespace lockstep
