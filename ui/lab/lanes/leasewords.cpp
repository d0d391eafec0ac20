// Words stand on the bar where it covers them wholly, beside it where it does not touch them, and
// on a ground of their own between. In steps they also keep away from the edges of violations,
// which are drawn over the lanes.

#include "ui/lab/lanes/leasewords.h"

#include "ui/lab/drawing/operationwords.h"
#include "ui/lab/tracks/leaselevels.h"
#include "ui/lab/words/momentwords.h"

#include <algorithm>

namespace lockstep {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::KeyLane)
};

} // namespace

LeaseWords::LeaseWords(const LaneContext &context, const KeyTrack &track, const LeaseShape &shape,
    const QRectF &area, std::size_t tenure)
    : c(context)
    , m_track(track)
    , m_shape(shape)
    , m_area(area)
    , m_place(tenure)
    , m_tenure(track.tenures[tenure])
{
}

void LeaseWords::paint(double from, double until)
{
    paintHolder(from, until);
    const bool endSeen = c.time.x(m_tenure.until) <= c.clipRight + 1;
    const bool hasExpired = endSeen && m_tenure.end == Tenure::End::Expired;
    if (endSeen && m_tenure.end == Tenure::End::Deleted)
        paintDeleted(until);
    if (endSeen && m_tenure.end == Tenure::End::Lost)
        paintLost(until);
    if (isSteps())
        paintLevels(hasExpired);
    else
        paintTimeLeft(from, until, hasExpired);
}

bool LeaseWords::isSteps() const
{
    return c.tracks.history().orderKind == OrderKind::Stepped;
}

QString LeaseWords::holder() const
{
    const KeyChange &first = m_shape.change(m_tenure.firstChange);
    if (first.operation == none)
        return {};
    return clientName(c.tracks.history(), c.tracks.operation(first.operation).client);
}

void LeaseWords::paintHolder(double from, double until)
{
    from = std::max(from, c.clipLeft);
    m_holderEnd = from;
    const QString holder = this->holder();
    const QString token = c.tracks.clock.shortened(
        plainText(c.tracks.history(), m_shape.change(m_tenure.firstChange).value, 20));
    const bool endless = m_shape.change(m_tenure.firstChange).deadline == never;
    const double forSign = endless && until - from > 2.2 * c.unit ? c.unit * 1.6 : 0; // ∞
    const double room = std::min(until, c.clipRight) - from - c.unit * 0.8 - forSign;
    const QString both = holder.isEmpty() || token.isEmpty() || token == holder
        ? holder + token
        : holder + QStringLiteral(" · ") + token;
    const QString alone = holder.isEmpty() ? token : holder;
    for (const QString &words : {token == holder ? holder : both, alone}) {
        if (words.isEmpty() || c.smallWidth(words) > room)
            continue;
        const double edge = endless ? 3 : 0; // the inner one
        const double width = c.smallWidth(words);
        const double left = behindEdge(from + c.unit * 0.4 + edge, width, from + room);
        if (words != alone && isSteps() && isCrossed(left, left + width))
            continue; // fewer words may have room before it
        paintWords({left, m_area.bottom() - c.unit * 0.3 - edge}, words);
        m_holderEnd = left - edge + width;
        return;
    }
}

// A step's words have room behind the edge of a violation that would cross them, or none.
double LeaseWords::behindEdge(double left, double width, double end) const
{
    if (!isSteps())
        return left;
    const double pad = c.unit * 0.4;
    for (const Breach &each : c.tracks.breaches) {
        const double x = c.time.x(each.from);
        if (x >= left && x <= left + width && x + width <= end)
            return x + pad;
    }
    return left;
}

// On the bar, beside it or on a ground of their own.
void LeaseWords::paintWords(QPointF foot, const QString &words)
{
    const double width = c.smallWidth(words);
    const double left = m_shape.heightAt(m_tenure, foot.x());
    const double right = m_shape.heightAt(m_tenure, foot.x() + width);
    const double needs = m_area.bottom() - foot.y() + c.smallMetrics.ascent() * 0.85;
    const double free = m_area.bottom() - foot.y() - c.smallMetrics.descent() * 0.8;
    if (std::min(left, right) >= needs)
        c.smallText(foot, words, c.colours().panel);
    else if (std::max(left, right) <= std::max(free, 1.0))
        c.smallText(foot, words, c.colours().text);
    else
        c.chip(foot, words, c.colours().text);
}

void LeaseWords::paintTimeLeft(double from, double until, bool hasExpired)
{
    const Moment seenEnd = std::min(m_tenure.until, c.lastSeen());
    const std::size_t place = changeAt(m_track, m_tenure, seenEnd);
    const KeyChange &last = m_shape.change(place);
    if (last.deadline == never)
        return;
    const QString words = hasExpired
        ? Words::tr("%1 → 0").arg(wording::length(last.deadline - last.at))
        : wording::length(m_shape.timeLeft(place, seenEnd));
    paintNumber(from, until, words);
}

// Time stands still but in some steps. Each level in between has its number at its right edge;
// a lease that has expired has none there, but the way to nothing beside its end.
void LeaseWords::paintLevels(bool hasExpired)
{
    std::vector<LeaseLevel> levels =
        leaseLevels(c.tracks.history(), m_track, m_tenure, c.firstSeen(), c.lastSeen());
    if (hasExpired && !levels.empty() && paintExpired(levels.back().left))
        levels.pop_back();
    // Of deadlines at one instant the later ones strike in steps of their own, with no time left.
    std::erase_if(levels, [](const LeaseLevel &each) { return each.left <= 0; });
    for (const LeaseLevel &each : levels)
        paintLevel(each);
}

// Whatever stands over the lanes stands at the end of a column: where words would cross that,
// they are within the column before, or behind what is there to the end of the run.
void LeaseWords::paintLevel(const LeaseLevel &level)
{
    const QString words = wording::length(level.left);
    const double pad = c.unit * 0.4;
    const double width = c.smallWidth(words);
    const double from = c.time.x(level.from);
    const double until = std::min(c.time.x(level.until), c.clipRight);
    const Moment columnEnd = (c.time.at(until) - 1) / stepLength * stepLength;
    for (const double end : {until, c.time.x(columnEnd)}) {
        const Moment first = c.time.at(end - pad - width) / stepLength;
        if (first == (c.time.at(end - pad) / stepLength) && paintNumber(from, end, words))
            return;
    }
    const bool isLast = m_tenure.end == Tenure::End::Open && level.until == m_tenure.until;
    if (isLast && until + pad + width <= c.clipRight)
        c.smallText({until + pad, c.baseline(m_area.center().y())}, words, c.colours().text);
    else if (!isCrossed(until - pad - width, until - pad))
        paintNumber(from, until, words);
}

// By the edge of a violation.
bool LeaseWords::isCrossed(double from, double until) const
{
    const auto &breaches = c.tracks.breaches;
    return std::any_of(breaches.begin(), breaches.end(), [&](const Breach &each) {
        const double x = c.time.x(each.from);
        return x >= from - 1 && x <= until + 1;
    });
}

// False: there is no room.
bool LeaseWords::paintExpired(Moment left)
{
    const QString words =
        left > 0 ? Words::tr("%1 → 0").arg(wording::length(left)) : Words::tr("expired", "a lock");
    const double from = c.time.x(m_tenure.until) + c.unit * 0.3;
    const double end = from + c.smallWidth(words);
    if (end > nextTenure() - c.unit * 0.2 || isCrossed(from, end))
        return false;
    c.smallText({from, c.baseline(m_area.center().y())}, words, c.colours().text);
    return true;
}

double LeaseWords::nextTenure() const
{
    const bool hasNext = m_place + 1 < m_track.tenures.size();
    return hasNext ? std::min(c.time.x(m_track.tenures[m_place + 1].from), c.clipRight)
                   : c.clipRight;
}

// At the right edge of that part of the tenure, if it has room.
bool LeaseWords::paintNumber(double from, double until, const QString &words)
{
    const double width = c.smallWidth(words);
    const double right = std::min(until, c.clipRight) - c.unit * 0.4;
    const double free = std::max({from, c.clipLeft, m_holderEnd + c.unit * 0.1});
    if (right - width < free + c.unit * 0.4)
        return false;
    // At the foot where the bar is high enough, else above it.
    const double onBar = m_area.bottom() - c.unit * 0.3;
    const double needs = c.unit * 0.3 + c.smallMetrics.ascent();
    const bool fits =
        std::min(m_shape.heightAt(m_tenure, right - width), m_shape.heightAt(m_tenure, right))
        >= needs;
    const double foot = fits ? onBar : m_area.top() + c.smallMetrics.ascent() + 1;
    paintWords({right - width, foot}, words);
    return true;
}

// With its server, which came back empty or was replaced by its replica.
void LeaseWords::paintLost(double x)
{
    const auto &incidents = c.tracks.history().incidents;
    const auto incident =
        std::find_if(incidents.begin(), incidents.end(), [this](const Incident &each) {
            return (each.kind == Incident::Kind::Failover || each.kind == Incident::Kind::Restart)
                && each.client == m_track.node && std::abs(each.at - m_tenure.until) <= stepLength;
        });
    const bool isFailover =
        incident != incidents.end() && incident->kind == Incident::Kind::Failover;
    const double left = x + c.unit * 0.35;
    const double room = nextTenure() - left - c.unit * 0.2;
    c.painter.fillRect(
        QRectF(std::round(x) - 1, m_area.top(), 2, m_area.height()), c.colours().text);
    for (const QString &words : isFailover
            ? QStringList{Words::tr("lost: the replica never had it"), Words::tr("lost")}
            : QStringList{Words::tr("lost: the server forgot it"), Words::tr("lost")}) {
        if (c.smallWidth(words) > room)
            continue;
        c.smallText({left, c.baseline(m_area.center().y())}, words, c.colours().text);
        return;
    }
}

void LeaseWords::paintDeleted(double x)
{
    const double size = c.unit * 0.7;
    const double middle = m_area.top() + m_area.height() * 0.5;
    const double room = nextTenure() - x - c.unit * 0.5;
    if (room < size || x < c.clipLeft)
        return;
    const QRectF area(x + c.unit * 0.25, middle - size / 2, size, size);
    c.marks.scissors(c.painter, area, c.colours().text);
    const QString who = clientName(c.tracks.history(), c.tracks.operation(m_tenure.endedBy).client);
    for (const QString &words : {Words::tr("deleted by %1").arg(who), who}) {
        if (room < size + c.unit * 0.3 + c.smallWidth(words))
            continue;
        c.smallText({area.right() + c.unit * 0.3, c.baseline(middle)}, words, c.colours().text);
        return;
    }
}

} // namespace lockstep
