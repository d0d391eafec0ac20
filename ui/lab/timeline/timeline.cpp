// The timeline is one widget that paints everything with QPainter. QCustomPlot with an axis
// rectangle for each lane was rejected: a plot with a single graph of a thousand points takes a
// quarter of the time that this takes for a million operations in thirty lanes (bench_timeline),
// and each further axis rectangle has axes and layers of its own. What a plot would provide is
// small (an axis, zooming, dragging); what it lacks is the picture itself (boxes with patterns and
// labels, pinned and scrolled lanes, density).
//
// While only the cursor moves, its old and its new place are copied from a pixmap of everything
// else, which is made at the first move. Zooming and panning do not make a pixmap, because it would
// be used only once.
//
// TimelinePicture paints; timelineinput.cpp handles the mouse and the keys.

#include "ui/lab/timeline/timeline.h"

#include "ui/lab/timeline/timelinelegend.h"
#include "ui/lab/timeline/timelinetargets.h"
#include "ui/lab/timeline/timelinewords.h"
#include "ui/widgets/theme.h"

#include <QEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>

#include <cmath>

namespace lockstep {

Timeline::Timeline(const Theme *theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_legend(new TimelineLegend(theme, this))
    , m_scrollBar(new QScrollBar(Qt::Vertical, this))
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Timeline"));
    m_scrollBar->setFocusPolicy(Qt::NoFocus);
    connect(theme, &Theme::changed, this, &Timeline::recolour);
    connect(m_scrollBar, &QScrollBar::valueChanged, this, [this](int value) {
        m_picture.geometry.stack.scrollTo(value);
        redraw();
    });
    connect(m_legend, &TimelineLegend::shownChanged, this, &Timeline::chooseLanes);
    connect(&m_sorter, &RoundSorter::sorted, this, &Timeline::take);
    m_playing.setInterval(std::chrono::seconds(1));
    connect(&m_playing, &QTimer::timeout, this, [this] {
        if (!stepCursor(true))
            play(false);
    });
    recolour();
}

Timeline::~Timeline() = default;

void Timeline::setRun(const RunPtr &run, int round)
{
    const bool isThere = run && round >= 0 && round < int(run->history.rounds.size());
    m_sorter.cancel();
    play(false);
    m_picture.current = none;
    m_hovered = none;
    m_drag = Drag::None;
    m_picture.difference = 0;
    m_picture.firstClients.clear();
    TimeScale &time = m_picture.geometry.time;
    const Round shown = isThere ? run->history.rounds[std::size_t(round)] : Round{};
    time.begin = shown.begin;
    time.end = std::max(shown.end, shown.begin + TimeScale::shortest);
    m_picture.cursor = time.begin;
    m_picture.columns.clear();
    time.show(time.begin, time.end);
    m_picture.geometry.stack.offset = 0;
    take(isThere ? m_sorter.sort(run, round) : nullptr);
    rangeIsChanged();
}

void Timeline::take(const RoundSorter::Tracks &tracks)
{
    m_picture.tracks = tracks;
    m_picture.geometry.time.wide = tracks ? tracks->timeSteps : std::vector<Moment>{};
    m_legend->setOccurring(tracks ? tracks->seen : StateSet());
    chooseLanes();
    describe();
}

void Timeline::showRange(Moment from, Moment until)
{
    m_picture.geometry.time.show(from, until);
    rangeIsChanged();
}

void Timeline::zoomToAll()
{
    const TimeScale &time = m_picture.geometry.time;
    showRange(time.begin, time.end);
}

void Timeline::makeRoomUntil(Moment until)
{
    Moment &end = m_picture.geometry.time.end;
    end = std::max(end, until);
    redraw();
}

void Timeline::setCursorAt(Moment at)
{
    moveCursor(at, none);
}

Moment Timeline::cursor() const
{
    return m_picture.cursor;
}

void Timeline::setShownClients(const QList<quint32> &clients)
{
    std::vector<bool> &shown = m_picture.shownClients;
    shown.clear();
    for (const quint32 client : clients) {
        if (client >= shown.size())
            shown.resize(client + 1, false);
        shown[client] = true;
    }
    chooseLanes();
}

void Timeline::setFirstClients(const QList<quint32> &clients)
{
    m_picture.firstClients = clients;
    arrange();
    m_scrollBar->setValue(0);
}

void Timeline::setDifference(int step)
{
    m_picture.difference = step;
    describe();
    redraw();
}

void Timeline::markLine(int line)
{
    m_picture.markedLine = line;
    redraw();
}

void Timeline::setStepColumns(const QList<StepColumn> &columns)
{
    m_picture.columns = columns;
    redraw();
}

void Timeline::chooseLanes()
{
    m_picture.shownStates = m_legend->shown();
    m_picture.chooseLanes();
    arrange();
}

void Timeline::arrange()
{
    m_picture.setFont(font());
    const double unit = m_picture.unit();
    const double margin = std::round(unit * 0.6);
    const int legendHeight = m_legend->heightForWidth(int(width() - 2 * margin));
    const int legendTop = int(height() - legendHeight - unit * 0.35);
    m_legend->setGeometry(int(margin), legendTop, int(width() - 2 * margin), legendHeight);
    m_picture.arrangeLanes(size(), legendTop);
    const LaneStack &stack = m_picture.geometry.stack;
    const bool scrolls = stack.maximumOffset() > 0;
    const int barWidth = scrolls ? m_scrollBar->sizeHint().width() : 0;
    const QSignalBlocker quiet(m_scrollBar);
    m_scrollBar->setVisible(scrolls);
    m_scrollBar->setGeometry(
        width() - barWidth, int(stack.scrollTop), barWidth, int(stack.scrollHeight));
    m_scrollBar->setRange(0, int(std::ceil(stack.maximumOffset())));
    m_scrollBar->setPageStep(int(stack.scrollHeight));
    m_scrollBar->setSingleStep(int(unit * 2));
    m_scrollBar->setValue(int(stack.offset));
    m_picture.arrangeTime(width() - barWidth - margin);
    redraw();
}

void Timeline::rangeIsChanged()
{
    redraw();
    Q_EMIT rangeChanged(m_picture.geometry.time.from, m_picture.geometry.time.until);
}

void Timeline::scrollLanes(double by)
{
    m_scrollBar->setValue(int(m_picture.geometry.stack.offset + by));
}

void Timeline::recolour()
{
    m_picture.setColours(m_theme->colours());
    redraw();
}

void Timeline::redraw()
{
    m_stored = {};
    update();
}

void Timeline::resizeEvent(QResizeEvent *)
{
    arrange();
}

void Timeline::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        arrange();
    if (event->type() == QEvent::LanguageChange) {
        setAccessibleName(tr("Timeline"));
        describe();
        arrange();
    }
}

QSize Timeline::sizeHint() const
{
    return {int(m_picture.unit() * 45), int(m_picture.unit() * 30)};
}

// The size is measured in lines of text, like the size hint above.
QSize Timeline::minimumSizeHint() const
{
    return {int(m_picture.unit() * 20), int(m_picture.unit() * 12)};
}

void Timeline::paintNothing(QPainter &painter) const
{
    painter.fillRect(rect(), m_picture.colours().panel);
    painter.setPen(m_picture.colours().secondary);
    painter.setFont(font());
    painter.drawText(rect(), Qt::AlignCenter, summary());
}

void Timeline::paintStored(QPainter &painter)
{
    const double scale = devicePixelRatioF();
    if (m_stored.isNull()) {
        m_stored = QPixmap((QSizeF(size()) * scale).toSize());
        m_stored.setDevicePixelRatio(scale);
        QPainter below(&m_stored);
        m_picture.paint(below);
    }
    painter.drawPixmap(0, 0, m_stored);
}

// Paints the range that is being selected, and the focus.
void Timeline::paintInteraction(QPainter &painter) const
{
    const QColor accent = m_picture.colours().accent;
    const LaneStack &stack = m_picture.geometry.stack;
    if (m_drag == Drag::Selecting) {
        const double from = std::min(m_pressedAt.x(), m_draggedTo.x());
        QColor band = accent;
        band.setAlphaF(0.18F);
        painter.fillRect(QRectF(from, stack.viewTop, std::abs(m_pressedAt.x() - m_draggedTo.x()),
                             stack.bottom() - stack.viewTop),
            band);
    }
    if (hasFocus()) {
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(QPen(accent, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void Timeline::paintEvent(QPaintEvent *event)
{
    QPainter painter(this);
    if (!m_picture.tracks)
        return paintNothing(painter);
    qint64 area = 0;
    for (const QRect &part : event->region())
        area += qint64(part.width()) * part.height();
    if (area < qint64(width()) * height() / 2)
        paintStored(painter);
    else
        m_picture.paint(painter);
    m_picture.paintCursor(painter);
    paintInteraction(painter);
}

quint32 Timeline::operationAt(QPointF position) const
{
    return lockstep::operationAt(m_picture, position);
}

QString Timeline::wordsAt(QPointF position) const
{
    return timelineWordsAt(m_picture, position);
}

QString Timeline::summary() const
{
    if (isSorting())
        return tr("Sorting the commands …");
    return m_picture.tracks ? timelineSummary(m_picture) : tr("Nothing has run yet.");
}

void Timeline::describe()
{
    setAccessibleDescription(summary());
}

} // namespace lockstep
