// One widget that paints everything with QPainter. Lanes as axis rectangles of QCustomPlot were
// rejected: one plot with a single graph of a thousand points takes a quarter of the time that all
// of this takes with a million operations in thirty lanes (bench_timeline), and each further axis
// rectangle brings its own axes and layers. What a plot would have given (an axis, zoom and drag)
// is small; what it has not (boxes with patterns and words, pinned and scrolled lanes, density) is
// the picture.
//
// While only the cursor moves, its old and its new place are copied from a picture of everything
// else, made when it moves first. Zooming and panning do without one: it would be made in vain.
//
// Every paint looks only at the lanes in view and walks as many records as there are pixels: the
// round was sorted when it was set (RoundTracks). The same code paints PNG, SVG and PDF; there are
// no pictures inside, and text stays text.

#include "ui/lab/timeline/timeline.h"

#include "ui/lab/drawing/operationwords.h"
#include "ui/lab/drawing/textwidths.h"
#include "ui/lab/lanes/clientlane.h"
#include "ui/lab/lanes/eventlane.h"
#include "ui/lab/lanes/keylane.h"
#include "ui/lab/lanes/timeaxis.h"
#include "ui/lab/lanes/valuelane.h"
#include "ui/lab/timeline/timelinelegend.h"
#include "ui/text/wording.h"
#include "ui/widgets/theme.h"

#include <QEvent>
#include <QPainter>
#include <QScrollBar>

#include <cmath>

namespace lockstep {

using Kind = TimelineLane::Kind;

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
        m_geometry.stack.scrollTo(value);
        redraw();
    });
    connect(m_legend, &TimelineLegend::shownChanged, this, [this](quint32 states) {
        chooseLanes();
        Q_EMIT shownStatesChanged(states);
    });
    connect(&m_sorter, &RoundSorter::sorted, this, &Timeline::take);
    recolour();
}

Timeline::~Timeline() = default;

void Timeline::setRun(const RunPtr &run, int round)
{
    const bool isThere = run && round >= 0 && round < int(run->history.rounds.size());
    m_sorter.cancel();
    m_current = none;
    m_hovered = none;
    m_drag = Drag::None;
    m_difference = 0;
    TimeScale &time = m_geometry.time;
    const Round shown = isThere ? run->history.rounds[std::size_t(round)] : Round{};
    time.begin = shown.begin;
    time.end = std::max(shown.end, shown.begin + TimeScale::shortest);
    m_cursor = time.begin;
    m_columns.clear();
    time.show(time.begin, time.end);
    m_geometry.stack.offset = 0;
    take(isThere ? m_sorter.sort(run, round) : nullptr);
    rangeIsChanged();
}

void Timeline::take(const RoundSorter::Tracks &tracks)
{
    m_tracks = tracks;
    m_geometry.time.wide = m_tracks ? m_tracks->timeSteps : std::vector<Moment>{};
    m_legend->setPresent(m_tracks ? m_tracks->seen : 0);
    chooseLanes();
    describe();
}

void Timeline::showRange(Moment from, Moment until)
{
    m_geometry.time.show(from, until);
    rangeIsChanged();
}

void Timeline::zoomToAll()
{
    showRange(m_geometry.time.begin, m_geometry.time.end);
}

void Timeline::makeRoomUntil(Moment until)
{
    m_geometry.time.end = std::max(m_geometry.time.end, until);
    redraw();
}

void Timeline::setCursorAt(Moment at)
{
    moveCursor(at, none);
}

Moment Timeline::cursor() const
{
    return m_cursor;
}

void Timeline::setShownStates(quint32 states)
{
    m_legend->setShown(states);
}

quint32 Timeline::shownStates() const
{
    return m_legend->shown();
}

void Timeline::setShownClients(const QList<quint32> &clients)
{
    m_shownClients.clear();
    for (const quint32 client : clients) {
        if (client >= m_shownClients.size())
            m_shownClients.resize(client + 1, false);
        m_shownClients[client] = true;
    }
    chooseLanes();
}

void Timeline::setDifference(int step)
{
    m_difference = step;
    describe();
    redraw();
}

void Timeline::markLine(int line)
{
    m_markedLine = line;
    redraw();
}

void Timeline::setColumns(const QStringList &words)
{
    m_columns = words;
    redraw();
}

bool Timeline::isShown(const ClientTrack &track) const
{
    if (!m_shownClients.empty()
        && (track.client >= m_shownClients.size() || !m_shownClients[track.client]))
        return false;
    // Somebody whose states are not known has a lane as long as nothing is filtered.
    return track.seen == 0 || (track.seen & shownStates()) != 0;
}

void Timeline::chooseLanes()
{
    auto &lanes = m_geometry.stack.lanes;
    lanes.clear();
    if (m_tracks) {
        const auto add = [&lanes](Kind kind, std::size_t count) {
            for (quint32 i = 0; i < count; ++i)
                lanes.push_back({.kind = kind, .index = i});
        };
        addKeyLanes(lanes);
        for (const ClientTrack &track : m_tracks->clients) {
            if (isShown(track))
                lanes.push_back({.kind = Kind::Client, .index = track.client});
        }
        add(Kind::Limiter, m_tracks->limiters.size());
        add(Kind::Events, m_tracks->events.size());
        add(Kind::Count, m_tracks->counts.size());
        if (m_tracks->history().orderKind != OrderKind::Stepped && !m_tracks->operations.empty())
            add(Kind::Throughput, 1);
    }
    arrange();
}

// A fold in place of its keys, the majority below the nodes of its key.
void Timeline::addKeyLanes(std::vector<TimelineLane> &lanes) const
{
    const auto &keys = m_tracks->keys;
    const auto &folds = m_tracks->folds;
    const auto &majorities = m_tracks->majorities;
    for (std::size_t i = 0; i < keys.size();) {
        const auto fold = std::find_if(
            folds.begin(), folds.end(), [i](const KeyFold &each) { return each.first == i; });
        if (fold != folds.end()) {
            lanes.push_back({.kind = Kind::Fold, .index = quint32(fold - folds.begin())});
            i += fold->count;
            continue;
        }
        const auto majority = std::find_if(majorities.begin(), majorities.end(),
            [&](const MajorityTrack &each) { return each.key == keys[i].key; });
        const bool isOfSeveral = majority != majorities.end();
        lanes.push_back({.kind = Kind::Key, .index = quint32(i), .isNarrow = isOfSeveral});
        const bool isLast = i + 1 == keys.size() || keys[i + 1].key != keys[i].key;
        if (isOfSeveral && isLast)
            lanes.push_back(
                {.kind = Kind::Majority, .index = quint32(majority - majorities.begin())});
        ++i;
    }
}

void Timeline::arrange()
{
    QFont small = font();
    if (small.pointSizeF() > 0)
        small.setPointSizeF(small.pointSizeF() * 0.88);
    else
        small.setPixelSize(std::max(1, int(std::lround(small.pixelSize() * 0.88))));
    m_smallWidths = std::make_unique<const TextWidths>(small);
    small.setWeight(QFont::DemiBold);
    m_smallBoldWidths = std::make_unique<const TextWidths>(small);
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    m_boldWidths = std::make_unique<const TextWidths>(bold);
    m_unit = QFontMetricsF(font()).height();
    const double margin = std::round(m_unit * 0.6);
    const int legendHeight = m_legend->heightForWidth(int(width() - 2 * margin));
    const int legendTop = int(height() - legendHeight - m_unit * 0.35);
    m_legend->setGeometry(int(margin), legendTop, int(width() - 2 * margin), legendHeight);
    m_breachTop = std::round(m_unit * 1.9) + 1;
    const bool breached = m_tracks && !m_tracks->breaches.empty();
    const double top = m_breachTop + (breached ? std::round(m_unit * 1.45) : 0);
    LaneStack &stack = m_geometry.stack;
    stack.arrange(top, std::floor(std::max(m_unit, legendTop - m_unit * 0.35 - top)), m_unit);
    const bool scrolls = stack.maximumOffset() > 0;
    const int barWidth = scrolls ? m_scrollBar->sizeHint().width() : 0;
    const QSignalBlocker quiet(m_scrollBar);
    m_scrollBar->setVisible(scrolls);
    m_scrollBar->setGeometry(
        width() - barWidth, int(stack.scrollTop), barWidth, int(stack.scrollHeight));
    m_scrollBar->setRange(0, int(std::ceil(stack.maximumOffset())));
    m_scrollBar->setPageStep(int(stack.scrollHeight));
    m_scrollBar->setSingleStep(int(m_unit * 2));
    m_scrollBar->setValue(int(stack.offset));
    TimeScale &time = m_geometry.time;
    time.left = std::round(nameWidth() + m_unit * 0.3);
    time.right = std::max(time.left + 10, width() - barWidth - margin);
    redraw();
}

double Timeline::nameWidth() const
{
    double widest = 3 * m_unit;
    std::size_t looked = 0;
    for (const TimelineLane &lane : m_geometry.stack.lanes) {
        if (lane.kind == Kind::Client && ++looked > 300)
            continue;
        const QStringList words = nameOf(lane);
        const double name = m_boldWidths->of(words.at(0));
        const double note = m_smallWidths->of(words.at(1));
        widest = std::max(
            widest, isNoteBeside(lane) ? name + m_unit * 0.3 + note : std::max(name, note));
    }
    return std::min(widest, 9 * m_unit) + 1.2 * m_unit;
}

void Timeline::rangeIsChanged()
{
    redraw();
    Q_EMIT rangeChanged(m_geometry.time.from, m_geometry.time.until);
}

void Timeline::scrollLanes(double by)
{
    m_scrollBar->setValue(int(m_geometry.stack.offset + by));
}

void Timeline::recolour()
{
    m_marks = std::make_unique<StateMarks>(m_theme->colours());
    m_scrollBar->setStyleSheet(m_theme->scrollBarStyleSheet());
    redraw();
}

void Timeline::redraw()
{
    m_picture = {};
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
    return {int(m_unit * 45), int(m_unit * 30)};
}

QSize Timeline::minimumSizeHint() const
{
    return {int(m_unit * 20), int(m_unit * 12)};
}

} // namespace lockstep
