// Part of Timeline. What the mouse and the keys do.

#include "ui/lab/lanes/clientlane.h"
#include "ui/lab/timeline/timeline.h"
#include "ui/lab/tracks/roundtracks.h"

#include <QAccessible>
#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>

// The mouse and the keys. Whatever one does is also there for the other.

namespace lockstep {

namespace {

constexpr double keyZoom = 1.6;
constexpr double wheelZoom = 1.25; // a notch
constexpr double near = 6; // pixels
constexpr Moment oneStep = stepLength;

// Plain text, never markup: it comes from files and servers.
QString asToolTip(const QString &words)
{
    return QStringLiteral("<p style='white-space:pre'>%1</p>").arg(words.toHtmlEscaped());
}

} // namespace

bool Timeline::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const QString words = wordsAt(help->pos());
        if (words.isEmpty())
            QToolTip::hideText();
        else
            QToolTip::showText(help->globalPos(), asToolTip(words), this);
        return true;
    }
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)
        update();
    return QWidget::event(event);
}

void Timeline::zoom(double factor, double aroundX)
{
    m_geometry.time.zoom(factor, aroundX);
    rangeIsChanged();
}

void Timeline::wheelEvent(QWheelEvent *event)
{
    const QPointF position = event->position();
    const QPoint turned = event->angleDelta();
    if (position.x() < m_geometry.time.left) {
        scrollLanes(-turned.y() / 120.0 * m_unit * 3);
    } else if (std::abs(turned.x()) > std::abs(turned.y())) {
        m_geometry.time.pan(turned.x() / 120.0 * m_unit * 3);
        rangeIsChanged();
    } else if (turned.y() != 0) {
        zoom(std::pow(wheelZoom, turned.y() / 120.0), position.x());
    }
    event->accept();
}

void Timeline::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton || !m_tracks)
        return;
    m_pressedAt = m_draggedTo = event->position();
    const bool selects = event->modifiers() & Qt::ShiftModifier;
    m_drag = selects ? Drag::Selecting : Drag::Pressed;
}

void Timeline::mouseMoveEvent(QMouseEvent *event)
{
    const QPointF position = event->position();
    switch (m_drag) {
    case Drag::None:
        hover(position);
        return;
    case Drag::Pressed:
        if (std::abs(position.x() - m_pressedAt.x()) < QApplication::startDragDistance())
            return;
        m_drag = Drag::Panning;
        setCursor(Qt::ClosedHandCursor);
        [[fallthrough]];
    case Drag::Panning:
        m_geometry.time.pan(position.x() - m_draggedTo.x());
        m_draggedTo = position;
        rangeIsChanged();
        return;
    case Drag::Selecting:
        m_draggedTo = position;
        update();
        return;
    }
}

void Timeline::mouseReleaseEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    const Drag drag = std::exchange(m_drag, Drag::None);
    m_draggedTo = event->position();
    unsetCursor();
    update();
    const TimeScale &time = m_geometry.time;
    if (drag == Drag::Selecting && std::abs(m_draggedTo.x() - m_pressedAt.x()) > near) {
        const double from = std::min(m_pressedAt.x(), m_draggedTo.x());
        const double until = std::max(m_pressedAt.x(), m_draggedTo.x());
        showRange(time.at(from), time.at(until));
    } else if (drag == Drag::Pressed && m_pressedAt.x() < time.left - near) {
        const int place = m_geometry.stack.laneAt(m_pressedAt.y());
        if (place >= 0
            && m_geometry.stack.lanes[std::size_t(place)].kind == TimelineLane::Kind::Client)
            Q_EMIT headChosen(m_geometry.stack.lanes[std::size_t(place)].index);
    } else if (drag == Drag::Pressed) {
        const quint32 operation = operationAt(m_pressedAt);
        if (operation == none) {
            moveCursor(time.at(m_pressedAt.x()), none);
            return;
        }
        moveCursor(m_tracks->operation(operation).called, operation);
        Q_EMIT operationChosen(operation);
    }
}

void Timeline::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton)
        zoomToAll();
}

void Timeline::leaveEvent(QEvent *)
{
    hover({-1, -1});
}

void Timeline::hover(QPointF position)
{
    const quint32 operation = operationAt(position);
    if (operation == m_hovered)
        return;
    m_hovered = operation;
    Q_EMIT operationHovered(operation);
}

void Timeline::moveCursor(Moment at, quint32 operation)
{
    at = std::clamp(at, m_geometry.time.begin, m_geometry.time.end);
    if (isStepped()) {
        if (operation != none)
            at = m_tracks->operation(operation).returned;
        at = std::clamp((at + oneStep - 1) / oneStep, Moment(0), m_tracks->round.end / oneStep)
            * oneStep;
        operation = operationOfStep(at);
    }
    const bool moved = at != m_cursor;
    updateCursor();
    m_cursor = at;
    m_current = operation;
    updateCursor();
    describe();
    if (moved)
        Q_EMIT cursorMoved(at);
}

// The axis, because its words make room for the flag; the line; the ring in its lane.
void Timeline::updateCursor()
{
    const double x = m_geometry.time.x(m_cursor);
    update(axisArea().toAlignedRect());
    update(QRectF(x - m_unit, 0, 2 * m_unit, height()).toAlignedRect());
    update(currentArea().toAlignedRect());
}

void Timeline::reveal(Moment at)
{
    TimeScale &time = m_geometry.time;
    const Moment before = time.from;
    time.reveal(at);
    if (time.from != before)
        rangeIsChanged();
}

// The nearest one, in time and then in number, of all lanes that are shown.
void Timeline::goToOperation(bool forward)
{
    using Place = std::pair<Moment, quint32>;
    std::optional<Place> best;
    const std::optional<quint32> current =
        m_current == none ? std::nullopt : std::optional(m_current);
    const auto isBeyond = [&](const Place &place) {
        if (!current)
            return forward ? place.first >= m_cursor : place.first < m_cursor;
        const Place here(m_cursor, *current);
        return forward ? place > here : place < here;
    };
    for (const ClientTrack &track : m_tracks->clients) {
        if (!isShown(track))
            continue;
        const auto &called = track.called;
        const auto range = std::equal_range(called.begin(), called.end(), m_cursor);
        auto i = std::ptrdiff_t((forward ? range.first : range.second) - called.begin());
        const auto placeAt = [&](std::ptrdiff_t at) {
            return Place(called[std::size_t(at)], track.operations[std::size_t(at)]);
        };
        const auto size = std::ptrdiff_t(called.size());
        if (forward) {
            while (i < size && !isBeyond(placeAt(i)))
                ++i;
            if (i < size && (!best || placeAt(i) < *best))
                best = placeAt(i);
        } else {
            while (i > 0 && !isBeyond(placeAt(i - 1)))
                --i;
            if (i > 0 && (!best || placeAt(i - 1) > *best))
                best = placeAt(i - 1);
        }
    }
    if (best) {
        moveCursor(best->first, best->second);
        reveal(best->first);
    }
}

void Timeline::goToBreach(bool forward)
{
    const IntervalSums &violated = m_tracks->violated;
    std::size_t i = violated.firstEndingAfter(m_cursor);
    if (forward) {
        while (i < violated.size() && violated.from(i) <= m_cursor)
            ++i;
    } else {
        i = std::min(i + 1, violated.size());
        while (i > 0 && violated.from(i - 1) >= m_cursor)
            --i;
        if (i == 0)
            return;
        --i;
    }
    if (i >= violated.size())
        return;
    moveCursor(violated.from(i), none);
    reveal(m_cursor);
}

bool Timeline::isStepped() const
{
    return m_tracks && m_tracks->history().orderKind == OrderKind::Stepped;
}

quint32 Timeline::operationOfStep(Moment at) const
{
    const auto &operations = m_tracks->operations;
    const auto found = std::find_if(operations.begin(), operations.end(),
        [at](const Operation &operation) { return operation.returned == at; });
    return found == operations.end()
        ? none
        : m_tracks->firstOperation + quint32(found - operations.begin());
}

void Timeline::goToStep(Moment at)
{
    moveCursor(at, none);
    reveal(m_cursor);
}

void Timeline::keyPressEvent(QKeyEvent *event)
{
    if (!m_tracks) {
        QWidget::keyPressEvent(event);
        return;
    }
    const TimeScale &time = m_geometry.time;
    const bool shift = event->modifiers() & Qt::ShiftModifier;
    const bool cursorSeen = m_cursor >= time.from && m_cursor <= time.until;
    const double around = cursorSeen ? time.x(m_cursor) : (time.left + time.right) / 2;
    const auto toMoment = [this](Moment at) {
        moveCursor(at, none);
        reveal(at);
    };
    switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoom(keyZoom, around);
    case Qt::Key_Minus:
        return zoom(1 / keyZoom, around);
    case Qt::Key_0:
        return zoomToAll();
    case Qt::Key_Left:
    case Qt::Key_Right: {
        const bool forward = event->key() == Qt::Key_Right;
        if (!shift && isStepped())
            return goToStep(m_cursor + (forward ? oneStep : -oneStep));
        return shift ? goToBreach(forward) : goToOperation(forward);
    }
    case Qt::Key_Home:
        return toMoment(time.begin);
    case Qt::Key_End:
        return toMoment(time.end);
    case Qt::Key_Up:
        return scrollLanes(-m_unit * 2);
    case Qt::Key_Down:
        return scrollLanes(m_unit * 2);
    case Qt::Key_PageUp:
        return scrollLanes(-m_geometry.stack.scrollHeight);
    case Qt::Key_PageDown:
        return scrollLanes(m_geometry.stack.scrollHeight);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_current != none)
            Q_EMIT operationChosen(m_current);
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

} // namespace lockstep
