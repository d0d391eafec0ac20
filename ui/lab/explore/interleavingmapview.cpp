// Paints the map of all interleavings. A state has one position, however many interleavings lead to
// it, so some thousand states stand for any number of interleavings.

#include "ui/lab/explore/interleavingmapview.h"

#include "ui/lab/explore/edgelabels.h"

#include "ui/lab/drawing/statemarks.h"
#include "ui/lab/words/explorationwords.h"
#include "ui/text/wording.h"
#include "ui/widgets/theme.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPaintEngine>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace lockstep {

namespace {

constexpr int mostLines = 6000; // steps that are drawn as lines at most
// Beyond this the lines merge into a grey area, so they are paler and do not hide the states.
constexpr int mostDistinct = 600;

} // namespace

InterleavingMapView::InterleavingMapView(const Theme *theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    connect(theme, &Theme::changed, this, &InterleavingMapView::arrange);
    describe();
}

void InterleavingMapView::setExploration(const ExplorationPtr &exploration)
{
    m_exploration = exploration && exploration->map ? exploration : nullptr;
    m_way.clear();
    m_chosen = -1;
    m_geometry = m_exploration ? MapGeometry(*m_exploration->map) : MapGeometry();
    m_violating = m_exploration ? ViolatingStates(*m_exploration->map) : ViolatingStates();
    arrange();
    describe();
}

void InterleavingMapView::showTrace(const Trace &trace)
{
    m_way.clear();
    if (!m_exploration)
        return update();
    m_way = m_exploration->map->nodesOf(trace);
    m_chosen = m_way.back();
    describe();
    update();
}

void InterleavingMapView::arrange()
{
    const double unit = fontMetrics().height();
    m_geometry.arrange(QRectF(rect()).adjusted(unit * 0.9, unit * 0.4, -unit * 0.9, -unit * 0.4));
    m_picture = {};
    update();
}

void InterleavingMapView::resizeEvent(QResizeEvent *)
{
    arrange();
}

void InterleavingMapView::paintStates(QPainter &painter) const
{
    const Colours &colours = m_theme->colours();
    const InterleavingMap &map = *m_exploration->map;
    painter.setRenderHint(QPainter::Antialiasing);
    if (int(map.edges.size()) <= mostLines) {
        const bool isDense = int(map.edges.size()) > mostDistinct;
        painter.setPen(QPen(isDense ? colours.hairline : colours.outside, 1));
        for (const InterleavingMap::Edge &edge : map.edges)
            painter.drawLine(m_geometry.place(edge.from), m_geometry.place(edge.to));
    }
    const double unit = fontMetrics().height();
    const double room = std::min(m_geometry.rowHeight() * 0.7, m_geometry.columnWidth() * 0.5);
    const double size = std::clamp(room, 2.0, unit * 0.42);
    const StateMarks marks(colours);
    painter.setPen(Qt::NoPen);
    const auto dot = [&](std::size_t node, double across) {
        const QPointF at = m_geometry.place(int(node));
        return QRectF(at.x() - across / 2, at.y() - across / 2, across, across);
    };
    painter.setBrush(colours.secondary); // the colour of "outside" is too pale for small dots
    for (std::size_t i = 0; i < map.nodes.size(); ++i) {
        if (!m_violating.has(int(i)))
            painter.drawEllipse(dot(i, size));
    }
    for (std::size_t i = 0; i < map.nodes.size(); ++i) {
        if (!m_violating.has(int(i)))
            continue;
        if (size >= 5)
            marks.glyph(painter, dot(i, size * 1.35), StateMarks::violation, colours.violation);
        else
            painter.fillRect(dot(i, size), colours.violation);
    }
}

// Painted over the trace: a label interrupts only its own line.
void InterleavingMapView::paintLabels(QPainter &painter) const
{
    const Colours &colours = m_theme->colours();
    QFont small = font();
    small.setPointSizeF(std::max(6.0, small.pointSizeF() * 0.8));
    const QFontMetricsF metrics(small);
    const double dot = fontMetrics().height() * 0.6;
    painter.save();
    painter.setFont(small);
    for (const EdgeLabel &each : edgeLabels(*m_exploration->map, m_geometry, metrics, dot)) {
        painter.fillRect(each.area, colours.panel);
        const InterleavingMap::Edge &edge = m_exploration->map->edges[std::size_t(each.edge)];
        const auto onWay = std::adjacent_find(m_way.begin(), m_way.end(),
            [&](int from, int to) { return from == edge.from && to == edge.to; });
        painter.setPen(onWay == m_way.end() ? colours.secondary : colours.accent);
        painter.drawText(QPointF(each.area.left() + 1, each.area.bottom() - 1), each.words);
    }
    painter.restore();
}

// Paints from a pixmap in the resolution of the target, be it this screen, another one or a
// picture. On a target without pixels (SVG, PDF) lines stay lines.
void InterleavingMapView::paintStored(QPainter &painter)
{
    const QPaintEngine *engine = painter.paintEngine();
    if (engine->type() != QPaintEngine::Raster) {
        painter.save();
        paintStates(painter);
        return painter.restore();
    }
    const double scale = engine->paintDevice()->devicePixelRatioF();
    if (m_picture.isNull() || m_picture.devicePixelRatioF() != scale) {
        m_picture = QPixmap((QSizeF(size()) * scale).toSize());
        m_picture.setDevicePixelRatio(scale);
        m_picture.fill(m_theme->colours().panel);
        QPainter states(&m_picture);
        states.setFont(font());
        paintStates(states);
    }
    painter.drawPixmap(0, 0, m_picture);
}

void InterleavingMapView::paintWay(QPainter &painter) const
{
    const Colours &colours = m_theme->colours();
    const double unit = fontMetrics().height();
    painter.setRenderHint(QPainter::Antialiasing);
    QPen line(colours.accent, 1.6);
    painter.setPen(line);
    painter.setBrush(Qt::NoBrush);
    for (std::size_t i = 1; i < m_way.size(); ++i)
        painter.drawLine(m_geometry.place(m_way[i - 1]), m_geometry.place(m_way[i]));
    if (m_chosen >= 0) {
        const double across = unit * 0.7;
        const QPointF at = m_geometry.place(m_chosen);
        painter.drawEllipse(at, across / 2, across / 2);
    }
}

void InterleavingMapView::paintEvent(QPaintEvent *)
{
    const Colours &colours = m_theme->colours();
    QPainter painter(this);
    painter.fillRect(rect(), colours.panel);
    if (!m_exploration) {
        painter.setPen(colours.secondary);
        painter.drawText(
            rect().adjusted(8, 0, -8, 0), int(Qt::AlignCenter) | int(Qt::TextWordWrap), nothing());
    } else {
        paintStored(painter);
        paintWay(painter);
        paintLabels(painter);
    }
    if (hasFocus()) {
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(colours.accent);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

int InterleavingMapView::nodeAt(QPointF position) const
{
    return m_exploration
        ? m_geometry.nodeAt(position, fontMetrics().height() * 0.8, m_violating.all())
        : -1;
}

void InterleavingMapView::choose(int node)
{
    m_chosen = node;
    showTrace(m_violating.pathTo(node));
}

void InterleavingMapView::mouseMoveEvent(QMouseEvent *event)
{
    setCursor(nodeAt(event->position()) >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void InterleavingMapView::mouseReleaseEvent(QMouseEvent *event)
{
    const int node = nodeAt(event->position());
    if (event->button() != Qt::LeftButton || node < 0)
        return;
    choose(node);
    Q_EMIT wayChosen(m_violating.pathTo(node));
}

// offset: 1 for the next one, -1 for the previous one.
void InterleavingMapView::chooseViolating(int offset)
{
    std::vector<int> all;
    for (int steps = 0; steps < m_geometry.columns(); ++steps) {
        for (const int node : m_geometry.column(steps)) {
            if (m_violating.has(node) || node == m_chosen)
                all.push_back(node);
        }
    }
    const auto here = std::find(all.begin(), all.end(), m_chosen);
    const auto at = here == all.end() ? std::ptrdiff_t(-1) : here - all.begin();
    if (at + offset >= 0 && at + offset < std::ptrdiff_t(all.size()))
        choose(all[std::size_t(at + offset)]);
}

void InterleavingMapView::keyPressEvent(QKeyEvent *event)
{
    if (!m_exploration)
        return QWidget::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Left:
        return choose(m_geometry.neighbour(std::max(m_chosen, 0), -1, 0));
    case Qt::Key_Right:
        return choose(m_geometry.neighbour(std::max(m_chosen, 0), 1, 0));
    case Qt::Key_Up:
        return choose(m_geometry.neighbour(std::max(m_chosen, 0), 0, -1));
    case Qt::Key_Down:
        return choose(m_geometry.neighbour(std::max(m_chosen, 0), 0, 1));
    case Qt::Key_PageDown:
        return chooseViolating(1);
    case Qt::Key_PageUp:
        return chooseViolating(-1);
    case Qt::Key_Home:
        return choose(0);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_chosen >= 0)
            Q_EMIT wayChosen(m_violating.pathTo(m_chosen));
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

bool InterleavingMapView::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const int node = nodeAt(help->pos());
        if (node < 0)
            QToolTip::hideText();
        else
            QToolTip::showText(help->globalPos(),
                QStringLiteral("<p>%1</p>").arg(wordsOf(node).toHtmlEscaped()), this);
        return true;
    }
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)
        update();
    return QWidget::event(event);
}

QString InterleavingMapView::wordsOf(int node) const
{
    const Trace way = m_violating.pathTo(node);
    const QString steps = way.empty() ? tr("The beginning") : tr("After %1").arg(traceText(way));
    if (!m_violating.has(node))
        return steps;
    return tr("%1: violated: %2")
        .arg(steps, violatedChecksWords(*m_exploration, m_violating.checks(node)));
}

QString InterleavingMapView::nothing() const
{
    return tr("There is a map of a few thousand states at most.");
}

void InterleavingMapView::describe()
{
    setAccessibleName(tr("Map of all interleavings"));
    if (!m_exploration)
        return setAccessibleDescription(nothing());
    QString words = tr("%1 states, %2 of them violating.")
                        .arg(m_exploration->map->nodes.size())
                        .arg(m_violating.count());
    if (m_chosen >= 0)
        words += u' ' + wordsOf(m_chosen);
    setAccessibleDescription(words);
}

void InterleavingMapView::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        describe();
        update();
    }
    if (event->type() == QEvent::FontChange)
        arrange();
}

QSize InterleavingMapView::sizeHint() const
{
    const int unit = fontMetrics().height();
    return {unit * 24, unit * 8};
}

QSize InterleavingMapView::minimumSizeHint() const
{
    const int unit = fontMetrics().height();
    return {unit * 8, unit * 4};
}

} // namespace lockstep
