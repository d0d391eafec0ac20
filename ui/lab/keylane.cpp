// The bar's height is the time left, measured against the longest the key ever got, so that a
// renewal and a short lease can be told from a long one. Words stand on the bar where it covers
// them wholly, beside it where it does not touch them, and on a ground of their own between.

#include "ui/lab/keylane.h"

#include "ui/lab/commandwords.h"
#include "ui/lab/densitybar.h"
#include "ui/lab/leaselevels.h"
#include "ui/lab/leaseshape.h"
#include "ui/lab/momentwords.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr double boxAtLeast = 3; // pixels

struct KeyLaneWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::KeyLane)
};

class KeyLane
{
public:
    KeyLane(const LaneContext &context, const KeyTrack &track, const QRectF &lane)
        : c(context)
        , m_track(track)
        , m_area(lane.adjusted(0, isNarrow(lane, context) ? 2 : std::floor(context.unit * 0.35), 0,
              isNarrow(lane, context) ? -3 : -std::floor(context.unit * 0.3)))
        , m_shape(context, track, m_area)
    {
    }

    void paint()
    {
        c.painter.fillRect(
            QRectF(c.clipLeft, m_area.bottom(), c.clipRight - c.clipLeft, 1), c.colours().hairline);
        const Stretches &held = m_track.held;
        DensityBar density(c, m_area, ~0U);
        const std::size_t first = held.firstEndingAfter(c.firstSeen());
        const std::size_t last = std::min(held.size(), held.firstEndingAfter(c.lastSeen()) + 1);
        if (double(last) - double(first) > 4 * (c.clipRight - c.clipLeft)) {
            density.addAll(held);
            density.flush();
            return;
        }
        for (std::size_t i = first; i < last; ++i) {
            const double from = c.time.x(held.from(i));
            const double until = c.time.x(held.until(i));
            if (until - from < boxAtLeast) {
                density.add(from, until, held.kind(i));
                continue;
            }
            density.flush();
            paintTenure(i);
        }
        density.flush();
    }

private:
    [[nodiscard]] static bool isNarrow(const QRectF &lane, const LaneContext &context)
    {
        return lane.height() < context.unit * 1.85;
    }

    void paintTenure(std::size_t place)
    {
        const Tenure &tenure = m_track.tenures[place];
        const double from = std::max(c.time.x(tenure.from), c.clipLeft - 2);
        const double until = std::min(c.time.x(tenure.until), c.clipRight + 2);
        std::vector<double> renewals;
        c.painter.setPen(Qt::NoPen);
        c.painter.setBrush(c.colours().holding);
        const double high = m_shape.heightAt(tenure, from);
        if (tenure.firstChange == tenure.lastChange
            && high - m_shape.heightAt(tenure, until) < 0.5) {
            c.painter.fillRect(
                QRectF(from, m_area.bottom() - high, until - from, high), c.colours().holding);
        } else {
            c.painter.setRenderHint(QPainter::Antialiasing);
            c.painter.drawPolygon(m_shape.outline(tenure, from, until, renewals));
        }
        c.painter.setRenderHint(QPainter::Antialiasing, false);
        if (until - from < c.unit) // no room for anything else
            return;
        paintRenewals(tenure, renewals);
        const Moment seenEnd = std::min(tenure.until, c.lastSeen());
        const std::size_t lastSeen = changeAt(m_track, tenure, seenEnd);
        const bool endless = m_shape.change(lastSeen).deadline == never;
        if (endless)
            paintEndless(c.time.x(m_shape.change(lastSeen).at), until);
        paintHolder(tenure, from, until);
        paintEnd(place, tenure, from, until, lastSeen, seenEnd);
    }

    void paintRenewals(const Tenure &tenure, const std::vector<double> &renewals)
    {
        const double size = c.unit * 0.5;
        double last = -1e9;
        for (const double x : renewals) {
            if (x - last < size * 1.4 || x < c.clipLeft)
                continue;
            last = x;
            const double top = m_area.bottom() - m_shape.heightAt(tenure, x + 0.5);
            const double y = std::max(m_area.top() - size * 0.6, top - size - 1);
            const QRectF triangle(x - size / 2, y, size, size * 0.85);
            c.marks.marks().glyph(c.painter, triangle, Marks::Glyph::Renewed, c.colours().text);
        }
    }

    void paintEndless(double from, double until)
    {
        from = std::max(from, c.clipLeft - 4);
        c.painter.setRenderHint(QPainter::Antialiasing, false);
        c.painter.setPen(QPen(c.colours().panel, 1));
        c.painter.setBrush(Qt::NoBrush);
        const QRectF box(from, m_area.top(), until - from, m_area.height());
        if (box.width() > 8)
            c.painter.drawRect(box.adjusted(2, 2, -3, -3));
        const double high = c.unit * 0.55;
        if (box.width() > 4 * high)
            c.marks.marks().glyph(c.painter,
                QRectF(until - high * 2.6, m_area.center().y() - high / 2, high * 2, high),
                Marks::Glyph::Infinity, c.colours().panel);
    }

    [[nodiscard]] QString holderOf(const Tenure &tenure) const
    {
        const KeyChange &first = m_shape.change(tenure.firstChange);
        if (first.operation == none)
            return {};
        return clientName(c.tracks.history(), c.tracks.operation(first.operation).client);
    }

    void paintHolder(const Tenure &tenure, double from, double until)
    {
        from = std::max(from, c.clipLeft);
        m_holderEnd = from;
        const QString holder = holderOf(tenure);
        const QString token =
            plainText(c.tracks.history(), m_shape.change(tenure.firstChange).value, 20);
        const bool endless = m_shape.change(tenure.firstChange).deadline == never;
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
            paintWords(tenure, {left, m_area.bottom() - c.unit * 0.3 - edge}, words);
            m_holderEnd = left - edge + width;
            return;
        }
    }

    // A step's words have room behind the edge of a violation that would cross them, or none.
    [[nodiscard]] double behindEdge(double left, double width, double end) const
    {
        if (c.tracks.history().orderKind != OrderKind::Stepped)
            return left;
        const double pad = c.unit * 0.4;
        for (const Breach &each : c.tracks.breaches) {
            const double x = c.time.x(each.from);
            if (x >= left && x <= left + width && x + pad + width <= end + pad)
                return x + pad;
        }
        return left;
    }

    // On the bar, beside it or on a ground of their own.
    void paintWords(const Tenure &tenure, QPointF foot, const QString &words)
    {
        const double width = c.smallWidth(words);
        const double left = m_shape.heightAt(tenure, foot.x());
        const double right = m_shape.heightAt(tenure, foot.x() + width);
        const double needs = m_area.bottom() - foot.y() + c.smallMetrics.ascent() * 0.85;
        const double free = m_area.bottom() - foot.y() - c.smallMetrics.descent() * 0.8;
        if (std::min(left, right) >= needs)
            c.smallText(foot, words, c.colours().panel);
        else if (std::max(left, right) <= std::max(free, 1.0))
            c.smallText(foot, words, c.colours().text);
        else
            c.chip(foot, words, c.colours().text);
    }

    void paintEnd(std::size_t place, const Tenure &tenure, double from, double until,
        std::size_t lastChange, Moment seenEnd)
    {
        const KeyChange &last = m_shape.change(lastChange);
        const bool endSeen = c.time.x(tenure.until) <= c.clipRight + 1;
        const bool expired = endSeen && tenure.end == Tenure::End::Expired;
        if (expired)
            c.painter.fillRect(QRectF(std::round(until) - 1, m_area.top(), 2, m_area.height()),
                c.colours().secondary);
        if (endSeen && tenure.end == Tenure::End::Deleted)
            paintDeleted(place, tenure, until);
        if (c.tracks.history().orderKind == OrderKind::Stepped)
            return paintLevels(place, tenure, expired);
        if (last.deadline == never)
            return;
        const QString words = expired
            ? KeyLaneWords::tr("%1 → 0").arg(wording::length(last.deadline - last.at))
            : wording::length(m_shape.timeLeft(lastChange, seenEnd));
        paintNumber(tenure, from, until, words);
    }

    // Time stands still but in some steps. Each level in between has its number at its right edge;
    // a lease that has expired has none there, but the way to nothing beside its end.
    void paintLevels(std::size_t place, const Tenure &tenure, bool hasExpired)
    {
        std::vector<LeaseLevel> levels =
            leaseLevels(c.tracks.history(), m_track, tenure, c.firstSeen(), c.lastSeen());
        if (hasExpired && !levels.empty() && paintExpired(place, tenure, levels.back().left))
            levels.pop_back();
        for (const LeaseLevel &each : levels)
            paintLevel(tenure, each);
    }

    // Whatever stands over the lanes stands at the end of a column: where words would cross that,
    // they are within the column before, or behind what is there to the end of the run.
    void paintLevel(const Tenure &tenure, const LeaseLevel &level)
    {
        const QString words = wording::length(level.left);
        const double pad = c.unit * 0.4;
        const double width = c.smallWidth(words);
        const double from = c.time.x(level.from);
        const double until = std::min(c.time.x(level.until), c.clipRight);
        const Moment columnEnd = (c.time.at(until) - 1) / TimeScale::step * TimeScale::step;
        for (const double end : {until, c.time.x(columnEnd)}) {
            const Moment first = c.time.at(end - pad - width) / TimeScale::step;
            if (first == (c.time.at(end - pad) / TimeScale::step)
                && paintNumber(tenure, from, end, words))
                return;
        }
        const bool isLast = tenure.end == Tenure::End::Open && level.until == tenure.until;
        if (isLast && until + pad + width <= c.clipRight)
            c.smallText({until + pad, c.baseline(m_area.center().y())}, words, c.colours().text);
        else if (!isCrossed(until - pad - width, until - pad))
            paintNumber(tenure, from, until, words);
    }

    // By the edge of a violation.
    [[nodiscard]] bool isCrossed(double from, double until) const
    {
        const auto &breaches = c.tracks.breaches;
        return std::any_of(breaches.begin(), breaches.end(), [&](const Breach &each) {
            const double x = c.time.x(each.from);
            return x >= from - 1 && x <= until + 1;
        });
    }

    // False: there is no room.
    bool paintExpired(std::size_t place, const Tenure &tenure, Moment left)
    {
        const QString words = KeyLaneWords::tr("%1 → 0").arg(wording::length(left));
        const double from = c.time.x(tenure.until) + c.unit * 0.3;
        const double end = from + c.smallWidth(words);
        if (end > nextTenure(place) - c.unit * 0.2 || isCrossed(from, end))
            return false;
        c.smallText({from, c.baseline(m_area.center().y())}, words, c.colours().text);
        return true;
    }

    // x
    [[nodiscard]] double nextTenure(std::size_t place) const
    {
        const bool hasNext = place + 1 < m_track.tenures.size();
        return hasNext ? std::min(c.time.x(m_track.tenures[place + 1].from), c.clipRight)
                       : c.clipRight;
    }

    // At the right edge of that part of the tenure, if it has room.
    bool paintNumber(const Tenure &tenure, double from, double until, const QString &words)
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
            std::min(m_shape.heightAt(tenure, right - width), m_shape.heightAt(tenure, right))
            >= needs;
        const double foot = fits ? onBar : m_area.top() + c.smallMetrics.ascent() + 1;
        paintWords(tenure, {right - width, foot}, words);
        return true;
    }

    void paintDeleted(std::size_t place, const Tenure &tenure, double x)
    {
        const double size = c.unit * 0.7;
        const double middle = m_area.top() + m_area.height() * 0.5;
        const double room = nextTenure(place) - x - c.unit * 0.5;
        if (room < size || x < c.clipLeft)
            return;
        const QRectF area(x + c.unit * 0.25, middle - size / 2, size, size);
        c.marks.scissors(c.painter, area, c.colours().text);
        const QString who =
            clientName(c.tracks.history(), c.tracks.operation(tenure.endedBy).client);
        for (const QString &words : {KeyLaneWords::tr("deleted by %1").arg(who), who}) {
            if (room < size + c.unit * 0.3 + c.smallWidth(words))
                continue;
            c.smallText({area.right() + c.unit * 0.3, c.baseline(middle)}, words, c.colours().text);
            return;
        }
    }

    const LaneContext &c;
    const KeyTrack &m_track;
    QRectF m_area;
    LeaseShape m_shape;
    double m_holderEnd = 0; // x of the end of the holder's words
};

} // namespace

void paintKeyLane(const LaneContext &context, const KeyTrack &track, const QRectF &lane)
{
    KeyLane(context, track, lane).paint();
}

} // namespace lockstep
