// Each refresh makes the geometry of the visible window again from the series, at a cost that grows
// with the visible points. Keeping the geometry was rejected, because it would have to be corrected
// for passing time, renewals and zooming.

#include "ui/plot/historycanvas.h"

#include "ui/plot/clockticker.h"
#include "ui/plot/curveitems.h"
#include "ui/plot/curves/curvescale.h"
#include "ui/plot/curves/historycurve.h"
#include "ui/plot/curvewords.h"
#include "ui/plot/plotmouse.h"
#include "ui/plot/timecursor.h"
#include "ui/plot/unseenbands.h"
#include "ui/watchtext/itemwording.h"

#include <algorithm>
#include <array>
#include <map>

namespace lockstep {

namespace {

// Adds spans that are not there yet: the keys of one node have the same.
void addSpans(std::vector<UnseenSpan> &all, const std::vector<UnseenSpan> &added)
{
    for (const UnseenSpan &span : added) {
        const bool isKnown = std::any_of(all.begin(), all.end(), [&span](const UnseenSpan &known) {
            return known.from == span.from && known.to == span.to;
        });
        if (!isKnown)
            all.push_back(span);
    }
}

} // namespace

struct HistoryCanvas::Shown
{
    QByteArray key;
    ItemPtr item; // as last known
    std::optional<Instant> goneAt;
    std::unique_ptr<CurveItems> view;
    HistoryCurve curve; // as drawn, but not scaled
};

HistoryCanvas::HistoryCanvas(const Theme *theme, QWidget *parent)
    : PlotCanvas(parent)
    , m_theme(theme)
    , m_hint(new QCPItemText(this))
    , m_unseenBands(std::make_unique<UnseenBands>(this))
    , m_clock(QSharedPointer<ClockTicker>::create())
    , m_valueAxis(yAxis)
    , m_cursorLine(std::make_unique<TimeCursor>(this))
    , m_markLine(std::make_unique<TimeCursor>(this))
{
    connectMouse();
    // The height of the plot is known only after the layout, which comes after refresh(), so labels
    // are placed then.
    connect(this, &QCustomPlot::afterLayout, this, &HistoryCanvas::spreadLabels);
    xAxis->setTicker(m_clock);
    m_hint->position->setType(QCPItemPosition::ptAxisRectRatio);
    m_hint->position->setCoords(0.5, 0.5);
    recolour();
    retranslate();
}

void HistoryCanvas::connectMouse()
{
    const auto *mouse = new PlotMouse(this);
    connect(mouse, &PlotMouse::pointed, this, [this](double x) { setCursor(x); });
    connect(mouse, &PlotMouse::left, this, [this] { setCursor({}); });
    connect(mouse, &PlotMouse::clicked, this, [this](double x) {
        if (!m_shown.empty())
            Q_EMIT timeClicked(toTime(x));
    });
    connect(mouse, &PlotMouse::doubleClicked, this, [this] { setWindow({}); });
    connect(mouse, &PlotMouse::panned, this, [this](double share) {
        m_cursorAt.reset();
        TimeWindow window = m_window;
        window.pan(std::chrono::duration_cast<Milliseconds>(window.span() * share));
        setWindow(window);
    });
    connect(mouse, &PlotMouse::zoomed, this, [this](double factor, double share) {
        TimeWindow window = m_window;
        window.zoom(factor, share);
        setWindow(window);
    });
}

HistoryCanvas::~HistoryCanvas()
{
    m_shown.clear(); // while the plot still has its graphs
}

void HistoryCanvas::setSelection(Family family, const QList<QByteArray> &keys)
{
    m_family = family;
    m_selected = keys.size();
    m_shown.clear();
    for (const QByteArray &key : keys.first(std::min<qsizetype>(keys.size(), maximumCurves)))
        m_shown.push_back({.key = key, .item = {}, .goneAt = {}, .view = {}, .curve = {}});
    updateItems();
    createViews();
    m_valueAxis.setFamily(family);
    refresh();
}

void HistoryCanvas::retranslate()
{
    m_hint->setText(tr("Select a row to see its history."));
    m_valueAxis.retranslate();
}

void HistoryCanvas::resizeEvent(QResizeEvent *event)
{
    m_valueAxis.fitTicks();
    PlotCanvas::resizeEvent(event);
}

void HistoryCanvas::setSnapshot(const Snapshot &snapshot)
{
    m_snapshot.set(snapshot);
    updateItems();
}

void HistoryCanvas::setRecorded(std::vector<PlottedHistory> histories, Time at)
{
    m_isRecorded = true;
    m_snapshot.setRecorded(std::move(histories), at);
    updateItems();
}

void HistoryCanvas::setPaused(bool paused)
{
    m_pausedAt = paused ? std::optional(now()) : std::nullopt;
}

void HistoryCanvas::setWindow(const TimeWindow &window)
{
    m_window = window;
    refresh();
    Q_EMIT windowChanged();
}

ItemPtr HistoryCanvas::onlyItem() const
{
    return m_shown.size() == 1 ? m_shown.front().item : ItemPtr();
}

std::vector<HistoryCurve> HistoryCanvas::curves() const
{
    std::vector<HistoryCurve> curves;
    for (const Shown &one : m_shown) {
        if (one.item)
            curves.push_back(one.curve);
    }
    return curves;
}

bool HistoryCanvas::onlyItemIsGone() const
{
    return m_shown.size() == 1 && m_shown.front().goneAt;
}

Instant HistoryCanvas::now() const
{
    if (m_isRecorded)
        return m_snapshot.takenAt();
    return m_pausedAt.value_or(Instant::clock::now());
}

CurveLook HistoryCanvas::lookOf(std::size_t index) const
{
    const Colours &colours = m_theme->colours();
    const Item &item = *m_shown[index].item;
    CurveLook look{.name = wording::title(item, 20), .isOnly = m_selected == 1, .colours = colours};
    if (look.isOnly) {
        // A lock's curve has the colour of "holding"; other curves have no state, so they have the
        // accent.
        const QColor colour = m_family == Family::Lock ? colours.holding : colours.accent;
        look.pen = QPen(colour, 1.8);
        if (m_family == Family::Lock) {
            QColor tint = colour;
            tint.setAlphaF(0.13F);
            look.fill = tint;
        }
        return look;
    }
    const std::array shades{colours.accent, colours.text, colours.secondary};
    const std::array<QList<qreal>, 4> dashes{{{}, {6, 3}, {1.5, 2}, {7, 3, 1.5, 3}}};
    look.pen = QPen(shades[index % shades.size()], 1.6);
    if (const auto &pattern = dashes[index % dashes.size()]; !pattern.isEmpty())
        look.pen.setDashPattern(pattern);
    return look;
}

void HistoryCanvas::recolour()
{
    setColours(m_theme->colours());
    m_hint->setColor(m_theme->colours().secondary);
    m_hint->setFont(font());
    m_cursorLine->setColours(m_theme->colours().secondary, Qt::SolidLine, m_theme->colours());
    m_markLine->setColours(m_theme->colours().accent, Qt::DashLine, m_theme->colours());
    createViews();
    refresh();
}

void HistoryCanvas::createViews()
{
    for (std::size_t i = 0; i < m_shown.size(); ++i) {
        m_shown[i].view.reset();
        if (m_shown[i].item)
            m_shown[i].view = std::make_unique<CurveItems>(this, lookOf(i));
    }
}

void HistoryCanvas::updateItems()
{
    bool appeared = false;
    for (Shown &one : m_shown) {
        if (const ItemPtr item = m_snapshot.find(m_family, one.key)) {
            appeared = appeared || !one.item;
            one.item = item;
            const PlottedHistory *const recorded = m_snapshot.recorded(m_family, one.key);
            one.goneAt = recorded ? recorded->goneAt : std::nullopt;
        } else if (one.item && !one.goneAt) {
            one.goneAt = m_snapshot.takenAt();
        }
    }
    if (appeared)
        createViews();
}

void HistoryCanvas::refresh()
{
    const double back = std::chrono::duration<double>(m_window.back()).count();
    const double span = std::chrono::duration<double>(m_window.span()).count();
    xAxis->setRange(-back - span, -back);
    m_clock->setZero(toTime(0));

    const Instant present = now();
    HistoryWindow all{
        present - m_window.back() - m_window.span(), present - m_window.back(), present, {}};
    std::vector<HistoryCurve> curves;
    for (Shown &one : m_shown) {
        HistoryWindow visible = all;
        visible.unseen = m_snapshot.unseen(m_family, one.key, present);
        addSpans(all.unseen, visible.unseen);
        if (!one.item)
            continue;
        if (const PlottedHistory *const recorded = m_snapshot.recorded(m_family, one.key))
            visible.recordedFree = recorded->free;
        const Instant seenUntil = m_snapshot.seenUntil(one.key, present);
        one.curve =
            historyCurve(*one.item, visible, std::min(one.goneAt.value_or(seenUntil), seenUntil));
        curves.push_back(one.curve);
    }
    const CurveScales scales = curveScales(curves, m_family != Family::Counter);
    const bool showedTime = m_valueAxis.showsTime();
    m_valueAxis.setCurves(curves, scales);
    if (m_valueAxis.showsTime() != showedTime)
        Q_EMIT showsTimeChanged();
    scaleAndDraw(curves, scales);
    if (m_shown.empty())
        m_unseenBands->clear();
    else
        m_unseenBands->show(all, m_theme->colours());
    reserveLabelRoom();
    showCursors();
    m_hint->setVisible(curves.empty());
    yAxis->grid()->setVisible(!curves.empty());
    xAxis->setTickLabels(!curves.empty());
    replot(QCustomPlot::rpQueuedReplot);
}

void HistoryCanvas::scaleAndDraw(const std::vector<HistoryCurve> &curves, const CurveScales &scales)
{
    const bool any = std::any_of(curves.begin(), curves.end(),
        [](const HistoryCurve &curve) { return !curve.line.empty(); });
    yAxis->setTickLabels(any && !scales.areSeparate);
    if (scales.areSeparate || scales.ranges.empty())
        yAxis->setRange(0, 1);
    else
        yAxis->setRange(scales.ranges.front().low, scales.ranges.front().high);

    auto range = scales.ranges.begin();
    for (const Shown &one : m_shown) {
        if (!one.item)
            continue;
        const auto value = valueAt(one.curve, xAxis->range().upper);
        one.view->setCurve(scales.areSeparate ? scaled(one.curve, *range) : one.curve,
            value ? valueWords(one.curve, *value) : QString());
        ++range;
    }
    if (std::exchange(m_hasOwnScales, scales.areSeparate) != scales.areSeparate)
        Q_EMIT hasOwnScalesChanged();
}

HistoryCanvas::Time HistoryCanvas::toTime(double x) const
{
    return m_snapshot.toUtc(now())
        + std::chrono::duration_cast<Time::duration>(std::chrono::duration<double>(x));
}

HistoryCanvas::Time HistoryCanvas::windowEnd() const
{
    return toTime(-std::chrono::duration<double>(m_window.back()).count());
}

void HistoryCanvas::setMark(std::optional<Time> moment)
{
    m_mark = moment;
    refresh();
}

void HistoryCanvas::setCursor(std::optional<double> x)
{
    m_cursorAt = x;
    showCursors();
    replot(QCustomPlot::rpQueuedReplot);
}

QString HistoryCanvas::cursorWords() const
{
    return m_cursorLine->words();
}

void HistoryCanvas::showCursors()
{
    QStringList lines;
    if (m_cursorAt) {
        lines << timeOfDay(toTime(*m_cursorAt), true);
        for (const Shown &one : m_shown) {
            if (!one.item)
                continue;
            const QString words = curveWordsAt(one.curve, *m_cursorAt);
            lines << (m_selected == 1 ? words : wording::title(*one.item, 20) + u": "_qs + words);
        }
    }
    m_cursorLine->show(lines.size() > 1 ? m_cursorAt : std::nullopt, lines.join(u'\n'));
    std::optional<double> mark;
    if (m_mark && !m_shown.empty())
        mark = std::chrono::duration<double>(*m_mark - toTime(0)).count();
    m_markLine->show(mark, {});
}

// Moves the labels at the ends of the curves apart, so that they do not overlap.
void HistoryCanvas::spreadLabels()
{
    std::multimap<double, CurveItems *> wishes;
    for (const Shown &one : m_shown) {
        if (one.view)
            one.view->placeDueLabel();
        if (const auto place = one.view ? one.view->wishedLabelPlace() : std::nullopt)
            wishes.emplace(*place, one.view.get());
    }
    const QFontMetrics metrics(xAxis->tickLabelFont());
    const double line = metrics.height() / std::max(1.0, double(axisRect()->height()));
    double free = -1; // the highest place that is not taken yet
    // The lowest place that leaves room for the labels below.
    double last = 1 - (static_cast<double>(wishes.size()) - 1) * line;
    for (const auto &[wish, view] : wishes) {
        const double place = std::max(free, std::min(wish, last));
        view->placeLabel(place);
        free = place + line;
        last += line;
    }
}

void HistoryCanvas::reserveLabelRoom()
{
    const QFontMetrics metrics(xAxis->tickLabelFont());
    int room = metrics.averageCharWidth() * 3; // half of the last time label is beside the plot
    for (const Shown &one : m_shown) {
        if (one.view && m_selected > 1)
            room = std::max(room, one.view->labelWidth());
    }
    axisRect()->setMinimumMargins({metrics.averageCharWidth() * 6, 4, room, 0});
}

} // namespace lockstep
