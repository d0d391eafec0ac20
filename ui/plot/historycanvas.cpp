// Drawing again costs as much as points are visible: every refresh looks up the window in each
// series and makes its geometry anew, instead of keeping one that had to be corrected for time
// passing, renewals and zooming.

#include "ui/plot/historycanvas.h"

#include "ui/plot/curveitems.h"
#include "ui/plot/secondsticker.h"
#include "ui/wording.h"

#include <QMouseEvent>
#include <QWheelEvent>

#include <array>
#include <cmath>
#include <map>

namespace lockstep {

namespace {

ItemPtr findItem(const Snapshot::Items &items, const QByteArray &key)
{
    const auto before = [](const ItemPtr &item, const QByteArray &k) { return item->key < k; };
    const auto found = std::lower_bound(items->begin(), items->end(), key, before);
    return found != items->end() && (*found)->key == key ? *found : nullptr;
}

} // namespace

struct HistoryCanvas::Shown
{
    QByteArray key;
    ItemPtr item; // the last that was known
    std::optional<Instant> goneAt;
    std::unique_ptr<CurveItems> view;
};

HistoryCanvas::HistoryCanvas(const Theme *theme, QWidget *parent)
    : PlotCanvas(parent)
    , m_theme(theme)
    , m_hint(new QCPItemText(this))
{
    plotLayout()->setRowSpacing(0);
    legend->setFillOrder(QCPLayoutGrid::foColumnsFirst);
    axisRect()->insetLayout()->take(legend);
    m_hint->position->setType(QCPItemPosition::ptAxisRectRatio);
    m_hint->position->setCoords(0.5, 0.5);
    recolour();
    retranslate();
}

HistoryCanvas::~HistoryCanvas()
{
    m_shown.clear(); // while the plot still has its graphs
    showLegend(true); // the layout deletes it
}

void HistoryCanvas::setSelection(Family family, const QList<QByteArray> &keys)
{
    m_family = family;
    m_selected = keys.size();
    m_shown.clear();
    for (const QByteArray &key : keys.first(std::min<qsizetype>(keys.size(), maximumCurves)))
        m_shown.push_back({.key = key, .item = {}, .goneAt = {}, .view = {}});
    updateItems();
    createViews();
    retranslate();
    refresh();
}

void HistoryCanvas::retranslate()
{
    m_hint->setText(tr("Select a row to see its history."));
    xAxis->setTicker(QSharedPointer<SecondsTicker>::create(tr("now")));
    if (m_family == Family::Lock)
        yAxis->setTicker(QSharedPointer<SecondsTicker>::create(tr("0 s")));
    else
        yAxis->setTicker(QSharedPointer<QCPAxisTicker>::create());
    yAxis->ticker()->setTickCount(3);
}

void HistoryCanvas::setSnapshot(const Snapshot &snapshot)
{
    m_items = {snapshot.counters, snapshot.buckets, snapshot.locks}; // in the order of Family
    m_takenAt = snapshot.takenAt;
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
    return m_shown.size() == 1 ? m_shown.front().item : nullptr;
}

bool HistoryCanvas::onlyItemIsGone() const
{
    return m_shown.size() == 1 && m_shown.front().goneAt;
}

Instant HistoryCanvas::now() const
{
    return m_pausedAt.value_or(Instant::clock::now());
}

CurveLook HistoryCanvas::lookOf(std::size_t index) const
{
    const Colours &colours = m_theme->colours();
    const Item &item = *m_shown[index].item;
    CurveLook look{.name = wording::title(item, 20), .alone = m_selected == 1, .colours = colours};
    if (look.alone) {
        // A lock's curve is the state "holding", anything else has no state of its own.
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
    showLegend(m_selected > 1);
}

// An empty legend in the layout would hold the plot down to its own width, so it is in only when it
// is needed.
void HistoryCanvas::showLegend(bool shown)
{
    const bool isIn = plotLayout()->rowCount() > 1;
    if (shown && !isIn) {
        plotLayout()->addElement(1, 0, legend);
        plotLayout()->setRowStretchFactor(1, 0.001);
    } else if (!shown && isIn) {
        plotLayout()->take(legend);
        plotLayout()->simplify();
    }
    legend->setVisible(shown);
}

void HistoryCanvas::updateItems()
{
    const Snapshot::Items &items = m_items.at(static_cast<std::size_t>(m_family));
    bool appeared = false;
    for (Shown &one : m_shown) {
        if (const ItemPtr item = findItem(items, one.key)) {
            appeared = appeared || !one.item;
            one.item = item;
            one.goneAt.reset();
        } else if (one.item && !one.goneAt) {
            one.goneAt = m_takenAt;
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

    const Instant present = now();
    const HistoryWindow visible{
        present - m_window.back() - m_window.span(), present - m_window.back(), present};
    std::vector<HistoryCurve> curves;
    for (const Shown &one : m_shown) {
        if (one.item)
            curves.push_back(historyCurve(*one.item, visible, one.goneAt));
    }
    fitValues(curves);
    auto curve = curves.cbegin();
    for (const Shown &one : m_shown) {
        if (one.item)
            one.view->setCurve(*curve++);
    }
    spreadLabels();
    m_hint->setVisible(curves.empty());
    yAxis->grid()->setVisible(!curves.empty());
    xAxis->setTickLabels(!curves.empty());
    replot(QCustomPlot::rpQueuedReplot);
}

void HistoryCanvas::fitValues(const std::vector<HistoryCurve> &curves)
{
    double low = 0;
    double high = 0;
    bool any = false;
    bool endless = false;
    for (const HistoryCurve &curve : curves) {
        endless = endless || !curve.endless.empty();
        if (curve.line.empty())
            continue;
        low = any ? std::min(low, curve.lowest) : curve.lowest;
        high = any ? std::max(high, curve.highest) : curve.highest;
        if (curve.limit && m_selected == 1)
            high = std::max(high, *curve.limit);
        any = true;
    }
    if (m_family != Family::Counter)
        low = 0;
    if (high <= low)
        high = low + 1;
    const double room = (high - low) * (endless ? 0.3 : 0.12); // ∞ stands above the curves
    yAxis->setTickLabels(any);
    yAxis->setRange(m_family == Family::Counter ? low - room : low, high + room);
}

// Labels at the ends of the curves keep a line's distance from each other.
void HistoryCanvas::spreadLabels()
{
    std::multimap<double, CurveItems *> wishes;
    for (const Shown &one : m_shown) {
        if (const auto place = one.view ? one.view->wishedLabelPlace() : std::nullopt)
            wishes.emplace(*place, one.view.get());
    }
    const QFontMetrics metrics(xAxis->tickLabelFont());
    const double line = metrics.height() / std::max(1.0, double(axisRect()->height()));
    double free = -1;
    double last = 1 - (static_cast<double>(wishes.size()) - 1) * line;
    for (const auto &[wish, view] : wishes) {
        const double place = std::max(free, std::min(wish, last));
        view->placeLabel(place);
        free = place + line;
        last += line;
    }
    int room = metrics.averageCharWidth() * 3; // "now" stands half beside the plot
    for (const Shown &one : m_shown) {
        if (one.view && m_selected > 1)
            room = std::max(room, one.view->labelWidth());
    }
    axisRect()->setMinimumMargins({metrics.averageCharWidth() * 6, 4, room, 0});
}

void HistoryCanvas::wheelEvent(QWheelEvent *event)
{
    const QRect rect = axisRect()->rect();
    const double share = (event->position().x() - rect.left()) / std::max(1, rect.width());
    TimeWindow window = m_window;
    window.zoom(std::pow(0.8, event->angleDelta().y() / 120.0), std::clamp(share, 0.0, 1.0));
    setWindow(window);
    event->accept();
}

void HistoryCanvas::mousePressEvent(QMouseEvent *event)
{
    m_dragFrom = event->position().x();
}

void HistoryCanvas::mouseMoveEvent(QMouseEvent *event)
{
    if (!m_dragFrom)
        return;
    const double x = event->position().x();
    const double share = (x - *m_dragFrom) / std::max(1, axisRect()->width());
    m_dragFrom = x;
    TimeWindow window = m_window;
    window.pan(std::chrono::duration_cast<Milliseconds>(window.span() * share));
    setWindow(window);
}

void HistoryCanvas::mouseReleaseEvent(QMouseEvent *)
{
    m_dragFrom.reset();
}

void HistoryCanvas::mouseDoubleClickEvent(QMouseEvent *)
{
    setWindow({});
}

} // namespace lockstep
