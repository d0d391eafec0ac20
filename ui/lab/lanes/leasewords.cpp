// Paints the labels of a lock's bar. A label stands on the bar if the bar covers it completely,
// beside the bar if they do not touch, and otherwise on a background of its own. In stepped runs
// labels also keep away from the edges of violations, which are drawn over the lanes.

#include "ui/lab/lanes/leasewords.h"

#include "ui/lab/drawing/operationwords.h"
#include "ui/lab/tracks/leaselevels.h"
#include "ui/lab/words/momentwords.h"

#include <algorithm>

namespace lockstep {

namespace {

struct LockLaneWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::LockLane)
};

} // namespace

LeaseWords::LeaseWords(const LaneContext &context, const KeyTrack &track, const LeaseShape &shape,
    const QRectF &area, std::size_t place)
    : m_context(context)
    , m_track(track)
    , m_shape(shape)
    , m_area(area)
    , m_place(place)
    , m_keySpan(track.keySpans[place])
{
}

void LeaseWords::paint(double from, double until)
{
    paintHolder(from, until);
    const bool endSeen = m_context.time.x(m_keySpan.until) <= m_context.clipRight + 1;
    const bool hasExpired = endSeen && m_keySpan.end == KeySpan::End::Expired;
    if (endSeen && m_keySpan.end == KeySpan::End::Deleted)
        paintDeleted(until);
    if (endSeen && m_keySpan.end == KeySpan::End::Lost)
        paintLost(until);
    if (isSteps())
        paintLevels(hasExpired);
    else
        paintTimeLeft(from, until, hasExpired);
}

bool LeaseWords::isSteps() const
{
    return m_context.tracks.history().orderKind == OrderKind::Stepped;
}

QString LeaseWords::holder() const
{
    const KeyChange &first = m_shape.change(m_keySpan.firstChange);
    if (first.operation == none)
        return {};
    return clientName(
        m_context.tracks.history(), m_context.tracks.operation(first.operation).client);
}

void LeaseWords::paintHolder(double from, double until)
{
    from = std::max(from, m_context.clipLeft);
    m_holderEnd = from;
    const QString holder = this->holder();
    const QString token = m_context.tracks.clock.shortened(
        plainText(m_context.tracks.history(), m_shape.change(m_keySpan.firstChange).value, 20));
    const bool endless = m_shape.change(m_keySpan.firstChange).deadline == never;
    const double forSign =
        endless && until - from > 2.2 * m_context.unit ? m_context.unit * 1.6 : 0; // ∞
    const double room =
        std::min(until, m_context.clipRight) - from - m_context.unit * 0.8 - forSign;
    const QString both = holder.isEmpty() || token.isEmpty() || token == holder
        ? holder + token
        : holder + QStringLiteral(" · ") + token;
    const QString alone = holder.isEmpty() ? token : holder;
    for (const QString &words : {token == holder ? holder : both, alone}) {
        if (words.isEmpty() || m_context.smallWidth(words) > room)
            continue;
        const double edge = endless ? 3 : 0; // the inner one
        const double width = m_context.smallWidth(words);
        const double left = behindEdge(from + m_context.unit * 0.4 + edge, width, from + room);
        if (words != alone && isSteps() && isCrossed(left, left + width))
            continue; // fewer words may have room before it
        paintWords({left, m_area.bottom() - m_context.unit * 0.3 - edge}, words);
        m_holderEnd = left - edge + width;
        return;
    }
}

// Moves a label of a stepped run behind the edge of a violation that would cross it, if it fits
// there.
double LeaseWords::behindEdge(double left, double width, double end) const
{
    if (!isSteps())
        return left;
    const double pad = m_context.unit * 0.4;
    for (const ViolationSpan &each : m_context.tracks.violations) {
        const double x = m_context.time.x(each.from);
        if (x >= left && x <= left + width && x + width <= end)
            return x + pad;
    }
    return left;
}

// Paints the words on the bar, beside it, or on a ground of their own.
void LeaseWords::paintWords(QPointF foot, const QString &words)
{
    const double width = m_context.smallWidth(words);
    const double left = m_shape.heightAt(m_keySpan, foot.x());
    const double right = m_shape.heightAt(m_keySpan, foot.x() + width);
    const double needs = m_area.bottom() - foot.y() + m_context.smallMetrics.ascent() * 0.85;
    const double free = m_area.bottom() - foot.y() - m_context.smallMetrics.descent() * 0.8;
    if (std::min(left, right) >= needs)
        m_context.smallText(foot, words, m_context.colours().panel);
    else if (std::max(left, right) <= std::max(free, 1.0))
        m_context.smallText(foot, words, m_context.colours().text);
    else
        m_context.chip(foot, words, m_context.colours().text);
}

void LeaseWords::paintTimeLeft(double from, double until, bool hasExpired)
{
    const Moment seenEnd = std::min(m_keySpan.until, m_context.lastSeen());
    const std::size_t place = changeAt(m_track, m_keySpan, seenEnd);
    const KeyChange &last = m_shape.change(place);
    if (last.deadline == never)
        return;
    const QString words = hasExpired
        ? LockLaneWords::tr("%1 → 0").arg(wording::length(last.deadline - last.at))
        : wording::length(m_shape.timeLeft(place, seenEnd));
    paintNumber(from, until, words);
}

// In a stepped run time passes only in some steps. Each level between them has the time left at its
// right edge. A lease that expired has its fall to zero beside its end instead.
void LeaseWords::paintLevels(bool hasExpired)
{
    std::vector<LeaseLevel> levels = leaseLevels(m_context.tracks.history(), m_track, m_keySpan,
        m_context.firstSeen(), m_context.lastSeen());
    if (hasExpired && !levels.empty() && paintExpired(levels.back().left))
        levels.pop_back();
    // Keys with the same deadline expire in steps of their own. Until then the later ones stand at
    // zero, which needs no label.
    std::erase_if(levels, [](const LeaseLevel &each) { return each.left <= 0; });
    for (const LeaseLevel &each : levels)
        paintLevel(each);
}

// Whatever stands over the lanes stands at the end of a column: where words would cross that,
// they are within the column before, or behind what is there to the end of the run.
void LeaseWords::paintLevel(const LeaseLevel &level)
{
    const QString words = wording::length(level.left);
    const double pad = m_context.unit * 0.4;
    const double width = m_context.smallWidth(words);
    const double from = m_context.time.x(level.from);
    const double until = std::min(m_context.time.x(level.until), m_context.clipRight);
    const Moment columnEnd = (m_context.time.at(until) - 1) / stepLength * stepLength;
    for (const double end : {until, m_context.time.x(columnEnd)}) {
        const Moment first = m_context.time.at(end - pad - width) / stepLength;
        if (first == (m_context.time.at(end - pad) / stepLength) && paintNumber(from, end, words))
            return;
    }
    const bool isLast = m_keySpan.end == KeySpan::End::Open && level.until == m_keySpan.until;
    if (isLast && until + pad + width <= m_context.clipRight)
        m_context.smallText({until + pad, m_context.baseline(m_area.center().y())}, words,
            m_context.colours().text);
    else if (!isCrossed(until - pad - width, until - pad))
        paintNumber(from, until, words);
}

// Violations are drawn as edges at their beginning. One pixel of margin on either side.
bool LeaseWords::isCrossed(double from, double until) const
{
    const auto &violations = m_context.tracks.violations;
    return std::any_of(violations.begin(), violations.end(), [&](const ViolationSpan &each) {
        const double x = m_context.time.x(each.from);
        return x >= from - 1 && x <= until + 1;
    });
}

// Returns false if there is no room.
bool LeaseWords::paintExpired(Moment left)
{
    const QString words = left > 0 ? LockLaneWords::tr("%1 → 0").arg(wording::length(left))
                                   : LockLaneWords::tr("expired", "a lock");
    const double from = m_context.time.x(m_keySpan.until) + m_context.unit * 0.3;
    const double end = from + m_context.smallWidth(words);
    if (end > startOfNextKeySpan() - m_context.unit * 0.2 || isCrossed(from, end))
        return false;
    m_context.smallText(
        {from, m_context.baseline(m_area.center().y())}, words, m_context.colours().text);
    return true;
}

double LeaseWords::startOfNextKeySpan() const
{
    const bool hasNext = m_place + 1 < m_track.keySpans.size();
    return hasNext
        ? std::min(m_context.time.x(m_track.keySpans[m_place + 1].from), m_context.clipRight)
        : m_context.clipRight;
}

// Paints the number at the right edge of that part of the span. Returns false if there is no room.
bool LeaseWords::paintNumber(double from, double until, const QString &words)
{
    const double width = m_context.smallWidth(words);
    const double right = std::min(until, m_context.clipRight) - m_context.unit * 0.4;
    const double free = std::max({from, m_context.clipLeft, m_holderEnd + m_context.unit * 0.1});
    if (right - width < free + m_context.unit * 0.4)
        return false;
    // At the bottom if the bar is high enough there, otherwise above the bar.
    const double onBar = m_area.bottom() - m_context.unit * 0.3;
    const double needs = m_context.unit * 0.3 + m_context.smallMetrics.ascent();
    const bool fits =
        std::min(m_shape.heightAt(m_keySpan, right - width), m_shape.heightAt(m_keySpan, right))
        >= needs;
    const double foot = fits ? onBar : m_area.top() + m_context.smallMetrics.ascent() + 1;
    paintWords({right - width, foot}, words);
    return true;
}

// Marks the end of a lock that was lost with its server, which came back empty or was replaced by
// its replica.
void LeaseWords::paintLost(double x)
{
    const auto &incidents = m_context.tracks.history().incidents;
    const auto incident =
        std::find_if(incidents.begin(), incidents.end(), [this](const Incident &each) {
            return each.losesServer() && each.client == m_track.node
                && std::abs(each.at - m_keySpan.until) <= stepLength;
        });
    const bool isFailover =
        incident != incidents.end() && incident->kind == Incident::Kind::Failover;
    const double left = x + m_context.unit * 0.35;
    const double room = startOfNextKeySpan() - left - m_context.unit * 0.2;
    m_context.painter.fillRect(
        QRectF(std::round(x) - 1, m_area.top(), 2, m_area.height()), m_context.colours().text);
    for (const QString &words : isFailover
            ? QStringList{LockLaneWords::tr("lost: the replica never had it"),
                LockLaneWords::tr("lost")}
            : QStringList{
                LockLaneWords::tr("lost: the server forgot it"), LockLaneWords::tr("lost")}) {
        if (m_context.smallWidth(words) > room)
            continue;
        m_context.smallText(
            {left, m_context.baseline(m_area.center().y())}, words, m_context.colours().text);
        return;
    }
}

void LeaseWords::paintDeleted(double x)
{
    const double size = m_context.unit * 0.7;
    const double middle = m_area.top() + m_area.height() * 0.5;
    const double room = startOfNextKeySpan() - x - m_context.unit * 0.5;
    if (room < size || x < m_context.clipLeft)
        return;
    const QRectF area(x + m_context.unit * 0.25, middle - size / 2, size, size);
    m_context.marks.scissors(m_context.painter, area, m_context.colours().text);
    const QString who = clientName(
        m_context.tracks.history(), m_context.tracks.operation(m_keySpan.endedBy).client);
    for (const QString &words : {LockLaneWords::tr("deleted by %1").arg(who), who}) {
        if (room < size + m_context.unit * 0.3 + m_context.smallWidth(words))
            continue;
        m_context.smallText({area.right() + m_context.unit * 0.3, m_context.baseline(middle)},
            words, m_context.colours().text);
        return;
    }
}

} // namespace lockstep
