// A part of Timeline: mouse and keys. Everything can be done with either.

#include "ui/lab/timeline/timeline.h"
#include "ui/lab/timeline/timelinetargets.h"

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr double keyZoom = 1.6;
constexpr double wheelZoom = 1.25; // a notch
constexpr Moment oneStep = stepLength;

// Makes a tool tip of plain text. Markup in it is escaped, because the text comes from files and
// servers.
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
    m_picture.geometry.time.zoom(factor, aroundX);
    rangeIsChanged();
}

void Timeline::wheelEvent(QWheelEvent *event)
{
    const QPointF position = event->position();
    // A notch of the wheel is 120.
    const QPoint turned = event->angleDelta();
    if (position.x() < m_picture.geometry.time.left) {
        scrollLanes(-turned.y() / 120.0 * m_picture.unit() * 3);
    } else if (std::abs(turned.x()) > std::abs(turned.y())) {
        m_picture.geometry.time.pan(turned.x() / 120.0 * m_picture.unit() * 3);
        rangeIsChanged();
    } else if (turned.y() != 0) {
        zoom(std::pow(wheelZoom, turned.y() / 120.0), position.x());
    }
    event->accept();
}

void Timeline::mousePressEvent(QMouseEvent *event)
{
    play(false);
    if (event->button() != Qt::LeftButton || !m_picture.tracks)
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
        m_picture.geometry.time.pan(position.x() - m_draggedTo.x());
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
    const TimeScale &time = m_picture.geometry.time;
    if (drag == Drag::Selecting && std::abs(m_draggedTo.x() - m_pressedAt.x()) > pointerReach) {
        const double from = std::min(m_pressedAt.x(), m_draggedTo.x());
        const double until = std::max(m_pressedAt.x(), m_draggedTo.x());
        showRange(time.at(from), time.at(until));
    } else if (drag == Drag::Pressed && m_pressedAt.x() < time.left - pointerReach) {
        const TimelineLane *lane = m_picture.laneAt(m_pressedAt.y());
        if (lane && lane->kind == TimelineLane::Kind::Client)
            Q_EMIT headChosen(lane->index);
    } else if (drag == Drag::Pressed) {
        if (const auto label = m_picture.violationLabelAt(m_pressedAt))
            return chooseViolation(m_picture.tracks->violations[label->violation]);
        const quint32 operation = operationAt(m_pressedAt);
        if (operation == none) {
            moveCursor(time.at(m_pressedAt.x()), none);
            return;
        }
        moveCursor(m_picture.tracks->operation(operation).called, operation);
        Q_EMIT operationChosen(operation);
    }
}

void Timeline::chooseViolation(const ViolationSpan &violation)
{
    // Read before the signal, whose receiver may show another round.
    const int check = violation.result;
    goTo(violation.from, none);
    Q_EMIT violationChosen(check);
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
    at = std::clamp(at, m_picture.geometry.time.begin, m_picture.geometry.time.end);
    if (m_picture.isStepped()) {
        if (operation != none)
            at = m_picture.tracks->operation(operation).returned;
        at = std::clamp(
                 (at + oneStep - 1) / oneStep, Moment(0), m_picture.tracks->round.end / oneStep)
            * oneStep;
        operation = lockstep::operationOfStep(m_picture, at);
    }
    const bool moved = at != m_picture.cursor;
    updateCursor();
    m_picture.cursor = at;
    m_picture.current = operation;
    updateCursor();
    describe();
    if (moved)
        Q_EMIT cursorMoved(at);
}

// Repaints the axis, whose labels make room for the cursor, the cursor itself, and the ring in its
// lane.
void Timeline::updateCursor()
{
    const double x = m_picture.geometry.time.x(m_picture.cursor);
    update(m_picture.axisArea().toAlignedRect());
    update(QRectF(x - m_picture.unit(), 0, 2 * m_picture.unit(), height()).toAlignedRect());
    update(m_picture.currentArea().toAlignedRect());
}

void Timeline::reveal(Moment at)
{
    TimeScale &time = m_picture.geometry.time;
    const Moment before = time.from;
    time.reveal(at);
    if (time.from != before)
        rangeIsChanged();
}

void Timeline::goTo(Moment at, quint32 operation)
{
    moveCursor(at, operation);
    reveal(std::min(at, m_picture.cursor)); // there is nothing behind the last step
    reveal(m_picture.cursor); // the end of the step in which the moment is
}

bool Timeline::stepCursor(bool forward)
{
    const Moment before = m_picture.cursor;
    if (m_picture.isStepped()) {
        goTo(before + (forward ? oneStep : -oneStep), none);
        return m_picture.cursor != before;
    }
    const auto found = operationBeside(m_picture, forward);
    if (found)
        goTo(found->called, found->operation);
    return found.has_value();
}

// Starts or stops the cursor. If it is at the end, it starts at the beginning.
void Timeline::play(bool on)
{
    if (!on)
        return m_playing.stop();
    if (!m_picture.tracks)
        return;
    if (!stepCursor(true))
        goTo(m_picture.geometry.time.begin, none);
    m_playing.start();
}

void Timeline::keyPressEvent(QKeyEvent *event)
{
    const bool wasPlaying = isPlaying();
    play(false);
    if (event->key() == Qt::Key_Space)
        return play(!wasPlaying && !event->isAutoRepeat());
    if (!m_picture.tracks) {
        QWidget::keyPressEvent(event);
        return;
    }
    const TimeScale &time = m_picture.geometry.time;
    const bool shift = event->modifiers() & Qt::ShiftModifier;
    const bool cursorSeen = m_picture.cursor >= time.from && m_picture.cursor <= time.until;
    const double around = cursorSeen ? time.x(m_picture.cursor) : (time.left + time.right) / 2;
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
        if (!shift)
            stepCursor(forward);
        else if (const auto found = violationBeside(m_picture, forward))
            goTo(*found, none);
        return;
    }
    case Qt::Key_Home:
        return goTo(time.begin, none);
    case Qt::Key_End:
        return goTo(time.end, none);
    case Qt::Key_Up:
        return scrollLanes(-m_picture.unit() * 2);
    case Qt::Key_Down:
        return scrollLanes(m_picture.unit() * 2);
    case Qt::Key_PageUp:
        return scrollLanes(-m_picture.geometry.stack.scrollHeight);
    case Qt::Key_PageDown:
        return scrollLanes(m_picture.geometry.stack.scrollHeight);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_picture.current != none)
            Q_EMIT operationChosen(m_picture.current);
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

} // namespace lockstep
