// Time moves on screen although nothing is read, so the plot is drawn again by a timer; not more
// often than the picture can move by a pixel, never more than 20 times a second, and not at all
// while nobody sees it. Each time only the points of the visible window are looked at. Scrolling a
// ready picture was rejected: with up to ten minutes in view most time-outs would do nothing, which
// the interval already achieves.

#include "ui/plot/historyplot.h"

#include "ui/export/picture.h"
#include "ui/panelheader.h"
#include "ui/plot/historycanvas.h"
#include "ui/plot/secondsticker.h"
#include "ui/theme.h"
#include "ui/wording.h"

#include <QKeyEvent>
#include <QVBoxLayout>

namespace lockstep {

namespace {

QString holderText(const Item &item)
{
    if (!item.reading.holder)
        return HistoryPlot::tr("free");
    const QString holder = wording::holder(*item.reading.holder);
    return item.renewals > 0 ? HistoryPlot::tr("▲ renewed · holder %1").arg(holder)
                             : HistoryPlot::tr("holder %1").arg(holder);
}

QString asideOf(const Item &item, bool gone)
{
    if (gone)
        return HistoryPlot::tr("gone");
    if (item.format && item.format->family() == Family::Lock)
        return holderText(item);
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
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_header);
    layout->addWidget(m_canvas, 1);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    setFocusPolicy(Qt::StrongFocus);
    setToolTip(tr("Wheel: zoom · drag: back in time · double click: the last minute"));
    connect(theme, &Theme::changed, this, &HistoryPlot::recolour);
    connect(&m_timer, &QTimer::timeout, m_canvas, &HistoryCanvas::refresh);
    connect(m_canvas, &HistoryCanvas::windowChanged, this, &HistoryPlot::updateTexts);
    connect(m_canvas, &HistoryCanvas::windowChanged, this, &HistoryPlot::runTimer);
    m_header->setColours(theme->colours());
    updateTexts();
}

HistoryPlot::~HistoryPlot() = default;

void HistoryPlot::setSnapshot(const Snapshot &snapshot)
{
    m_canvas->setSnapshot(snapshot);
    updateTexts();
    if (!m_timer.isActive())
        m_canvas->refresh();
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

Result<void> HistoryPlot::exportTo(const QString &file, double scale)
{
    m_canvas->refresh();
    return savePicture(*this, file, {.size = size(), .scale = scale});
}

void HistoryPlot::updateTexts()
{
    const QString length = secondsInWords(std::chrono::duration<double>(span()).count());
    const ItemPtr only = m_canvas->onlyItem();
    const auto selected = static_cast<int>(m_canvas->selected());
    QString aside = only ? asideOf(*only, m_canvas->onlyItemIsGone()) : QString();
    if (selected > HistoryCanvas::maximumCurves)
        aside = tr("the first %1 are drawn").arg(HistoryCanvas::maximumCurves);
    const QString subject =
        only ? wording::title(*only, 60) : tr("%n items selected", nullptr, selected);
    if (selected == 0 || (selected == 1 && !only))
        m_header->setTexts(tr("History"), {});
    else if (m_canvas->family() == Family::Lock)
        m_header->setTexts(tr("%1 — time left, %2").arg(subject, length), aside);
    else if (m_canvas->family() == Family::Bucket)
        m_header->setTexts(tr("%1 — used, %2").arg(subject, length), aside);
    else
        m_header->setTexts(tr("%1 — value, %2").arg(subject, length), aside);
    setAccessibleName(m_header->title());
    setAccessibleDescription(aside);
}

void HistoryPlot::runTimer()
{
    if (!isVisible() || m_canvas->isPaused() || m_canvas->selected() == 0) {
        m_timer.stop();
        return;
    }
    const auto aPixel = m_canvas->window().span().count() / std::max(1, m_canvas->width());
    m_timer.start(static_cast<int>(std::clamp<qint64>(aPixel, 50, 1000)));
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

void HistoryPlot::keyPressEvent(QKeyEvent *event)
{
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
        setToolTip(tr("Wheel: zoom · drag: back in time · double click: the last minute"));
        m_canvas->retranslate();
        updateTexts();
    }
}

} // namespace lockstep
