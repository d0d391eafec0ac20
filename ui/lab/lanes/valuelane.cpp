// Part of lanes.h. Paints the lanes of numbers: counters, counts and folded keys. Where values are
// dense, each pixel column is one vertical stroke from its lowest to its highest value, as in the
// sparklines. The scale is that of the whole round, so that it does not jump while zooming.

#include "ui/lab/lanes/lanes.h"

#include "ui/lab/drawing/operationwords.h"
#include "ui/lab/lanes/ttlstrip.h"
#include "ui/lab/words/momentwords.h"
#include "ui/text/wording.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace lockstep {

namespace {

constexpr double columnWidth = 3; // pixels: hardly wider than the line

struct ValueLaneWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::ValueLane)
};

struct ValueWords
{
    QString value;
    QString author; // shown behind the value: "◂ B"; may be empty
};

// The label of a change, given its index in the track.
using Label = std::function<ValueWords(std::size_t)>;

class ValueLane
{
public:
    ValueLane(const LaneContext &context, const StepCurve &values,
        const std::optional<Limit> &limit, const QRectF &lane, const StepCurve::Bounds &scale = {})
        : m_context(context)
        , m_values(values)
        , m_limit(limit)
        , m_area(lane.adjusted(
              0, std::floor(context.smallMetrics.height() * 0.95), 0, -context.unit * 0.35))
        , m_scale(scale.isEmpty() ? values.bounds(0, values.size()) : scale)
    {
        m_scale.include(0);
        if (limit)
            m_scale.include(limit->value);
    }

    void paint(const Label &label)
    {
        collect();
        for (const Part &part : m_parts)
            paintBeyond(part);
        paintLimit();
        paintLine();
        paintLimitWords();
        paintLabels(label);
    }

    // A bucket is full when its key expires: until then it fills, whatever the key holds.
    void paintRefill(const KeyTrack &track) const
    {
        const History &history = m_context.tracks.history();
        m_context.painter.setRenderHint(QPainter::Antialiasing);
        m_context.painter.setPen(QPen(m_context.colours().secondary, 1.2, Qt::DotLine));
        std::size_t i = m_values.firstAfter(m_context.firstSeen());
        for (i = i > 0 ? i - 1 : 0;
             i < m_values.size() && m_values.at(i) <= m_context.lastSeen();) {
            const KeyChange &change = history.changes[track.changes[i]];
            const std::size_t next =
                m_values.firstAfter(m_context.time.at(m_context.time.x(m_values.at(i)) + 1));
            const Moment until =
                next < m_values.size() ? m_values.at(next) : m_context.tracks.round.end;
            const Moment whole = history.timeLeft(change, m_values.at(i));
            if (change.exists && whole != never && whole > 0 && until > m_values.at(i))
                m_context.painter.drawPolyline(refill(change, m_values.value(i), whole, until));
            i = std::max(i + 1, next);
        }
        m_context.painter.setRenderHint(QPainter::Antialiasing, false);
    }

    void paintLineAlone()
    {
        collect();
        paintLine();
    }

private:
    // A part of the curve between two x: the extremes within it, and the value that holds after it.
    struct Part
    {
        double from, until;
        StepCurve::Bounds bounds;
        double held;
        std::size_t place; // of the value that is held
    };

    [[nodiscard]] QPolygonF refill(
        const KeyChange &change, double held, Moment whole, Moment until) const
    {
        constexpr int parts = 16;
        const History &history = m_context.tracks.history();
        QPolygonF line;
        for (int part = 0; part <= parts; ++part) {
            const Moment at = change.at + (until - change.at) / parts * part;
            const double passed = double(whole - history.timeLeft(change, at)) / double(whole);
            line << QPointF(m_context.time.x(at), y(held + (m_limit->value - held) * passed));
        }
        return line;
    }

    void paintLine() const
    {
        m_context.painter.setRenderHint(QPainter::Antialiasing, false);
        m_context.painter.setPen(Qt::NoPen);
        m_context.painter.setBrush(m_context.colours().text);
        m_context.painter.drawRects(m_line.data(), int(m_line.size()));
    }

    [[nodiscard]] double y(double value) const
    {
        const double height = m_scale.high - m_scale.low;
        const double share = height > 0 ? (value - m_scale.low) / height : 0;
        return std::round(m_area.bottom() - share * m_area.height());
    }

    [[nodiscard]] bool isBeyond(double value) const
    {
        return m_limit && m_limit->isMarked
            && (m_limit->isLeast ? value < m_limit->value : value > m_limit->value);
    }

    void collect()
    {
        std::size_t i = m_values.firstAfter(m_context.firstSeen());
        i = i > 0 ? i - 1 : 0;
        // Blocks are then much narrower than a column, and their edges near enough.
        const double columns = (m_context.clipRight - m_context.clipLeft) / columnWidth;
        const bool isCrowded = double(m_values.firstAfter(m_context.lastSeen()) - i)
            > 4 * StepCurve::blockSize * columns;
        double before = std::numeric_limits<double>::quiet_NaN(); // y
        while (i < m_values.size()) {
            const double x = std::max(m_context.time.x(m_values.at(i)), m_context.clipLeft - 2);
            if (x > m_context.clipRight)
                break;
            // All values of this pixel column.
            const Moment columnEnd =
                m_context.time.at(std::floor(x / columnWidth) * columnWidth + columnWidth) - 1;
            const std::size_t next = isCrowded ? m_values.blockAfter(columnEnd, i + 1)
                                               : m_values.firstAfter(columnEnd, i + 1);
            const bool more = next < m_values.size();
            const double until = more
                ? std::min(m_context.time.x(m_values.at(next)), m_context.clipRight + 2)
                : endX();
            const auto bounds = m_values.bounds(i, next);
            const double held = m_values.value(next - 1);
            if (!bounds.isEmpty()) {
                double top = y(bounds.high);
                double foot = y(bounds.low);
                if (!std::isnan(before)) {
                    top = std::min(top, before);
                    foot = std::max(foot, before);
                }
                if (foot > top)
                    m_line.push_back(pixelRect(x - 1, top - 1, x + 1, foot + 1));
            }
            before = std::numeric_limits<double>::quiet_NaN();
            if (!std::isnan(held)) {
                before = y(held);
                addLevel(x, until, before);
                m_parts.push_back({x, until, bounds, held, next - 1});
            }
            i = next;
        }
    }

    void addLevel(double from, double until, double level)
    {
        const QRect line = pixelRect(from, level - 1, until, level + 1);
        const bool goesOn = !m_line.empty() && m_line.back().top() == line.top()
            && m_line.back().height() == 2 && m_line.back().right() + 1 >= line.left();
        if (goesOn)
            m_line.back().setRight(std::max(m_line.back().right(), line.right()));
        else
            m_line.push_back(line);
    }

    [[nodiscard]] double endX() const
    {
        return std::min(m_context.time.x(m_context.tracks.round.end), m_context.clipRight + 2);
    }

    void paintBeyond(const Part &part)
    {
        const double worst = m_limit && m_limit->isLeast ? part.bounds.low : part.bounds.high;
        if (!isBeyond(worst))
            return;
        const double from = y(m_limit->value);
        const double to = y(isBeyond(part.held) ? part.held : worst);
        const double width = isBeyond(part.held) ? part.until - part.from : 1;
        m_context.marks.fill(m_context.painter,
            QRectF(part.from, std::min(from, to), std::max(width, 1.0), std::abs(from - to)),
            StateMarks::violation);
    }

    void paintLimit()
    {
        if (!m_limit)
            return;
        const double at = y(m_limit->value);
        m_context.painter.setRenderHint(QPainter::Antialiasing, false);
        m_context.painter.setPen(QPen(m_context.colours().secondary, 1, Qt::DashLine));
        m_context.painter.drawLine(
            QPointF(m_context.clipLeft, at), QPointF(m_context.clipRight, at));
        const QString number = wording::number(m_limit->value);
        const QString bound = m_limit->parameter.isEmpty()
            ? (m_limit->isLeast ? ValueLaneWords::tr("at least %1")
                                : ValueLaneWords::tr("at most %1"))
                  .arg(number)
            : wording::key(m_limit->parameter, 24) + u' ' + number;
        m_limitWords =
            m_limit->isOfEnd ? ValueLaneWords::tr("%1 at the end", "at most 3").arg(bound) : bound;
    }

    // Called after the curve is painted, because the label has to avoid it.
    void paintLimitWords()
    {
        if (!m_limit)
            return;
        bool isFree = true;
        const double width = m_context.smallWidth(m_limitWords);
        const QPointF foot = limitFoot(y(m_limit->value), width, &isFree);
        m_limitBox = boxOf(foot, width);
        const bool isOnPattern =
            std::any_of(m_parts.begin(), m_parts.end(), [this](const Part &part) {
                return isBeyond(part.bounds.low) || isBeyond(part.bounds.high);
            });
        if (isOnPattern || !isFree)
            m_context.chip(foot, m_limitWords, m_context.colours().secondary);
        else
            m_context.smallText(foot, m_limitWords, m_context.colours().secondary);
    }

    // Puts the words where the curve is not: above the line or below it, at its beginning, where
    // the curve ends or behind that. Where it is everywhere (isFree: false), above the line's
    // beginning.
    [[nodiscard]] QPointF limitFoot(double at, double width, bool *isFree) const
    {
        const double above = at - 3;
        const double below = at + m_context.smallMetrics.ascent() + 2;
        const double left = m_context.clipLeft + m_context.unit * 0.5;
        const double right = endX() - m_context.unit * 0.5 - width;
        const QRectF room =
            m_area.adjusted(0, -m_context.smallMetrics.height(), 0, m_context.unit * 0.35);
        const double behind = m_context.clipRight - m_context.unit * 0.5 - width;
        const QPointF places[] = {{left, above}, {left, below}, {right, above}, {right, below},
            {behind, above}, {behind, below}};
        const auto hasRoom = [&](const QPointF &foot) {
            const QRectF box = boxOf(foot, width);
            return box.top() >= room.top() && box.bottom() <= room.bottom()
                && std::none_of(m_line.begin(), m_line.end(),
                    [&](const QRect &stroke) { return box.intersects(stroke); });
        };
        const auto *const found = std::find_if(std::begin(places), std::end(places), hasRoom);
        *isFree = found != std::end(places);
        return *isFree ? *found : places[0];
    }

    [[nodiscard]] QRectF boxOf(const QPointF &foot, double width) const
    {
        return {foot.x(), foot.y() - m_context.smallMetrics.ascent(), width,
            m_context.smallMetrics.height()};
    }

    void paintLabels(const Label &label)
    {
        const Part *labelled = nullptr; // the part before, if it has a label
        for (const Part &part : m_parts) {
            // Only the TTL changed, and one label is enough.
            const bool goesOn = labelled && labelled->held == part.held
                && std::abs(labelled->until - part.from) < 1;
            labelled = goesOn || paintLabel(part, label) ? &part : nullptr;
        }
    }

    // Returns false if there is no room.
    bool paintLabel(const Part &part, const Label &label)
    {
        const double left = std::max(part.from, m_context.clipLeft) + m_context.unit * 0.25;
        const double room =
            std::min(part.until, m_context.clipRight) - left - m_context.unit * 0.25;
        if (room < m_context.smallTexts.averageCharWidth * 1.5)
            return false;
        const auto [number, who] =
            label ? label(part.place) : ValueWords{wording::number(part.held), {}};
        for (const QString &words : {number + who, number}) {
            const double width = m_context.smallWidth(words);
            if (width > room)
                continue;
            const double foot = y(part.held) - 4;
            if (boxOf({left, foot}, width).intersects(m_limitBox))
                return false;
            if (isBeyond(part.held)) // there is a pattern behind it
                m_context.chip({left, foot}, words, m_context.colours().violation);
            else
                m_context.smallText({left, foot}, words, m_context.colours().text);
            return true;
        }
        return false;
    }

    const LaneContext &m_context;
    const StepCurve &m_values;
    const std::optional<Limit> &m_limit;
    QRectF m_area;
    StepCurve::Bounds m_scale;
    std::vector<Part> m_parts;
    std::vector<QRect> m_line; // strokes of two pixels
    QString m_limitWords;
    QRectF m_limitBox; // the area of these words
};

// The end of a key's name, without the first `alike` bytes that all names share. Begins at a whole
// character, because those bytes may end within one.
QString ownEnd(const History &history, quint32 key, qsizetype alike)
{
    const QByteArrayView name = history.texts[key];
    qsizetype from = std::min(alike, name.size());
    while (from > 0 && from < name.size() && (uchar(name[from]) & 0xC0) == 0x80)
        --from;
    return wording::key(name.sliced(from));
}

} // namespace

void paintCounterLane(const LaneContext &context, const KeyTrack &track, const QRectF &lane)
{
    const Label label = [&](std::size_t place) {
        const KeyChange &change = context.tracks.history().changes[track.changes[place]];
        const bool isExact = track.role == KeyRole::Counter; // even where a double is not exact
        return ValueWords{
            isExact ? wording::integer(change.number) : wording::number(track.values.value(place)),
            authorWords(context.tracks, change)};
    };
    ValueLane valueLane(context, track.values, track.limit, lane);
    if (track.role == KeyRole::Tokens && track.limit)
        valueLane.paintRefill(track);
    valueLane.paint(label);
    if (track.hasTtl)
        paintTtlStrip(context, track, lane.adjusted(0, 0, 0, -1));
}

void paintFoldLane(const LaneContext &context, const KeyFold &fold, const QRectF &lane)
{
    static const std::optional<Limit> noLimit;
    if (!fold.isDrawnOneByOne())
        return ValueLane(context, fold.present, noLimit, lane).paint({});
    double free = context.clipLeft; // x of the end of the last name
    for (std::size_t i = fold.first; i < fold.first + fold.count; ++i) {
        const KeyTrack &track = context.tracks.keys[i];
        const bool isGone = std::isnan(track.values.value(track.values.size() - 1));
        if (track.changedAt.front() > context.lastSeen()
            || (isGone && track.changedAt.back() < context.firstSeen()))
            continue;
        ValueLane(context, track.values, noLimit, lane, fold.bounds).paintLineAlone();
        if (track.hasTtl)
            paintTtlStrip(context, track, lane.adjusted(0, 0, 0, -1));
        const QString words =
            QStringLiteral("…%1: %2").arg(ownEnd(context.tracks.history(), track.key, fold.alike),
                wording::number(track.values.bounds(0, track.values.size()).high));
        const double x = std::max(context.time.x(track.changedAt.front()), context.clipLeft + 2);
        if (x < free || x + context.smallWidth(words) > context.clipRight)
            continue;
        context.smallText(
            {x, lane.top() + context.smallMetrics.ascent()}, words, context.colours().secondary);
        free = x + context.smallWidth(words) + context.unit * 0.5;
    }
}

void paintCountLane(const LaneContext &context, const CountTrack &track, const QRectF &lane)
{
    ValueLane(context, track.values, track.limit, lane).paint({});
}

} // namespace lockstep
