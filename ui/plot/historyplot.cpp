// Time moves on screen even if nothing is read, so a timer draws the plot again: not more often
// than it moves by a pixel, at most 20 times a second, and not at all while nobody sees it. Each
// time only the points of the visible window are looked at. Scrolling a finished picture was
// rejected: with up to ten minutes in view most time-outs would do nothing, which the interval
// already achieves.

#include "ui/plot/historyplot.h"

#include "ui/focus/focusring.h"
#include "ui/plot/clockticker.h"
#include "ui/plot/historycanvas.h"
#include "ui/plot/secondsticker.h"
#include "ui/text/wording.h"
#include "ui/watchtext/itemwording.h"
#include "ui/widgets/panelheader.h"
#include "ui/widgets/theme.h"

#include <QKeyEvent>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

namespace lockstep {

namespace {

constexpr Milliseconds shortestInterval{50};
constexpr Milliseconds longestInterval{1000};

QString plottedHolderText(const Item &item)
{
    if (item.reading.isUnreadable)
        return HistoryPlot::tr("unknown");
    if (!item.reading.holder)
        return HistoryPlot::tr("free");
    const wording::Holders holders = wording::holders(item.reading);
    const QString text = holders.areSeveral ? HistoryPlot::tr("holders %1").arg(holders.text())
                                            : HistoryPlot::tr("holder %1").arg(holders.text());
    return item.renewals > 0 ? HistoryPlot::tr("▲ renewed · %1", "by the holder").arg(text) : text;
}

QString asideOf(const Item &item, bool gone)
{
    if (gone)
        return HistoryPlot::tr("gone");
    if (item.format && item.format->family() == Family::Lock)
        return plottedHolderText(item);
    if (item.reading.limit)
        return HistoryPlot::tr("- - limit %1").arg(wording::number(*item.reading.limit));
    return {};
}

} // namespace

HistoryPlot::HistoryPlot(const Theme *theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_header(new PanelHeader(this))
    , m_canvas(new HistoryCanvas(theme, this))
    , m_range(new QToolButton)
    , m_rangeMenu(new QMenu(this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_header);
    layout->addWidget(m_canvas, 1);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    setFocusPolicy(Qt::StrongFocus);
    m_range->setAutoRaise(true);
    m_range->setFocusPolicy(Qt::TabFocus);
    m_header->setCorner(m_range);
    fillRangeMenu();
    connect(m_range, &QAbstractButton::clicked, this,
        [this] { m_rangeMenu->popup(m_range->mapToGlobal(m_range->rect().bottomLeft())); });
    connect(m_canvas, &HistoryCanvas::hasOwnScalesChanged, this, &HistoryPlot::updateTexts);
    connect(m_canvas, &HistoryCanvas::showsTimeChanged, this, &HistoryPlot::updateTexts);
    connect(m_canvas, &HistoryCanvas::timeClicked, this, &HistoryPlot::timeClicked);
    connect(theme, &Theme::changed, this, &HistoryPlot::recolour);
    connect(&m_timer, &QTimer::timeout, m_canvas, &HistoryCanvas::refresh);
    connect(m_canvas, &HistoryCanvas::windowChanged, this, &HistoryPlot::updateTexts);
    connect(m_canvas, &HistoryCanvas::windowChanged, this, &HistoryPlot::runTimer);
    connect(m_canvas, &HistoryCanvas::windowChanged, this, &HistoryPlot::reachChanged);
    new FocusRing(this);
    m_header->setColours(theme->colours());
    updateTexts();
}

HistoryPlot::~HistoryPlot() = default;

void HistoryPlot::setSnapshot(const Snapshot &snapshot)
{
    m_canvas->setSnapshot(snapshot);
    updateTexts();
    // Without a curve only the axis of time moves, so it is drawn less often.
    const bool isDue = m_canvas->selected() > 0 || snapshot.takenAt - m_drawnAt >= longestInterval;
    if (m_timer.isActive() || !isDue)
        return;
    m_drawnAt = snapshot.takenAt;
    m_canvas->refresh();
}

void HistoryPlot::setRecorded(
    std::vector<PlottedHistory> histories, std::chrono::system_clock::time_point at)
{
    const bool wasRecorded = m_canvas->isRecorded();
    m_canvas->setRecorded(std::move(histories), at);
    if (!wasRecorded)
        fillRangeMenu();
    updateTexts();
    m_canvas->refresh();
    runTimer();
}

void HistoryPlot::setSelection(Family family, const QList<QByteArray> &keys)
{
    m_canvas->setSelection(family, keys);
    updateTexts();
    runTimer();
}

void HistoryPlot::setPaused(bool paused)
{
    m_canvas->setPaused(paused);
    m_canvas->refresh();
    runTimer();
}

Milliseconds HistoryPlot::reach() const
{
    return m_canvas->window().span() + m_canvas->window().back();
}

Milliseconds HistoryPlot::span() const
{
    return m_canvas->window().span();
}

void HistoryPlot::setSpan(Milliseconds span)
{
    TimeWindow window = m_canvas->window();
    window.setSpan(span);
    m_canvas->setWindow(window);
}

QString HistoryPlot::title() const
{
    return m_header->title();
}

void HistoryPlot::setMark(const std::optional<std::chrono::system_clock::time_point> &moment)
{
    m_canvas->setMark(moment);
}

QString HistoryPlot::range() const
{
    const QString length = secondsInWords(std::chrono::duration<double>(span()).count());
    if (m_canvas->window().back() == Milliseconds(0) && !m_canvas->isRecorded())
        return tr("last %1", "a length of time").arg(length);
    //: a length of time, and the time of day at its end
    return tr("%1 until %2").arg(length, timeOfDay(m_canvas->windowEnd(), false));
}

void HistoryPlot::updateRange()
{
    const QString text = range() + QStringLiteral(" ▾");
    if (text == m_range->text())
        return;
    m_range->setText(text);
    m_range->setToolTip(m_canvas->isRecorded()
            ? tr("Times are UTC. In the plot, the wheel zooms, dragging goes back in time, and a "
                 "double click shows the minute before the moment shown.")
            : tr("Times are UTC. In the plot, the wheel zooms, dragging goes back in time, and a "
                 "double click shows the last minute."));
    m_range->setAccessibleName(tr("Time span shown: %1").arg(range()));
}

void HistoryPlot::fillRangeMenu()
{
    m_rangeMenu->clear();
    using namespace std::chrono_literals;
    for (const Milliseconds length : {Milliseconds(10s), Milliseconds(30s), Milliseconds(1min),
             Milliseconds(2min), Milliseconds(5min), Milliseconds(10min)}) {
        const QString words = secondsInWords(std::chrono::duration<double>(length).count());
        // What is shown of a recording ends at the moment that is chosen, not now.
        const QString text =
            m_canvas->isRecorded() ? words : tr("last %1", "a length of time").arg(words);
        m_rangeMenu->addAction(text, this, [this, length] {
            TimeWindow window;
            window.setSpan(length);
            m_canvas->setWindow(window);
        });
    }
}

void HistoryPlot::updateTexts()
{
    const ItemPtr only = m_canvas->onlyItem();
    const auto selected = static_cast<int>(m_canvas->selected());
    QString aside = only ? asideOf(*only, m_canvas->onlyItemIsGone()) : QString();
    if (selected > HistoryCanvas::maximumCurves)
        aside = tr("the first %1 are drawn").arg(HistoryCanvas::maximumCurves);
    else if (m_canvas->hasOwnScales())
        aside = tr("each on its own scale");
    const QString subject =
        only ? wording::title(*only, 60) : tr("%n items selected", nullptr, selected);
    if (selected == 0 || (selected == 1 && !only))
        m_header->setTexts(tr("History"), {});
    else if (m_canvas->showsTime())
        m_header->setTexts(tr("%1 — time left").arg(subject), aside);
    else if (m_canvas->family() == Family::Lock)
        m_header->setTexts(tr("%1 — permits in use").arg(subject), aside);
    else if (m_canvas->family() == Family::Bucket)
        m_header->setTexts(tr("%1 — used").arg(subject), aside);
    else
        m_header->setTexts(tr("%1 — value").arg(subject), aside);
    setAccessibleName(m_header->title());
    setAccessibleDescription(aside);
    updateRange();
}

void HistoryPlot::runTimer()
{
    if (!isVisible() || m_canvas->isRecorded() || m_canvas->isPaused()
        || m_canvas->selected() == 0) {
        m_timer.stop();
        return;
    }
    const auto aPixel = m_canvas->window().span().count() / std::max(1, m_canvas->width());
    m_timer.start(std::clamp(Milliseconds(aPixel), shortestInterval, longestInterval));
}

void HistoryPlot::recolour()
{
    m_header->setColours(m_theme->colours());
    m_canvas->recolour();
}

QSize HistoryPlot::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 90, fontMetrics().height() * 12};
}

QSize HistoryPlot::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 30, fontMetrics().height() * 7};
}

void HistoryPlot::moveCursor(int direction)
{
    const double span = std::chrono::duration<double>(m_canvas->window().span()).count();
    const double right = -std::chrono::duration<double>(m_canvas->window().back()).count();
    const double at = m_canvas->cursor().value_or(right) + direction * span / 100;
    m_canvas->setCursor(std::clamp(at, right - span, right));
    setAccessibleDescription(m_canvas->cursorWords());
}

void HistoryPlot::keyPressEvent(QKeyEvent *event)
{
    const bool isArrow = event->key() == Qt::Key_Left || event->key() == Qt::Key_Right;
    if (isArrow && event->modifiers().testFlag(Qt::ShiftModifier))
        return moveCursor(event->key() == Qt::Key_Left ? -1 : 1);
    TimeWindow window = m_canvas->window();
    switch (event->key()) {
    case Qt::Key_Plus:
        window.zoom(0.8, 1);
        break;
    case Qt::Key_Minus:
        window.zoom(1.25, 1);
        break;
    case Qt::Key_Left:
        window.pan(window.span() / 10);
        break;
    case Qt::Key_Right:
        window.pan(-window.span() / 10);
        break;
    case Qt::Key_Home:
        window.reset();
        break;
    default:
        QWidget::keyPressEvent(event);
        return;
    }
    m_canvas->setWindow(window);
}

void HistoryPlot::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_canvas->refresh();
    runTimer();
}

void HistoryPlot::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    runTimer();
}

void HistoryPlot::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        recolour();
    if (event->type() == QEvent::LanguageChange) {
        m_canvas->retranslate();
        fillRangeMenu();
        m_range->setText({});
        updateTexts();
    }
}

} // namespace lockstep
