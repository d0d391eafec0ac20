#pragma once

#include "ui/lab/timeline/timelinepicture.h"

#include <QPixmap>
#include <QTimer>
#include <QWidget>

class QScrollBar;

namespace lockstep {

class Theme;
class TimelineLegend;

// The picture of one round, on one axis of time: keys at the top, below them clients, then counts
// and throughput.
//
// Mouse: the wheel zooms around the pointer; over the names it scrolls the lanes. Dragging pans,
// dragging with Shift zooms to a range, a double click shows everything, a click moves the cursor.
// Keys: + − 0 zoom. ← → go to the previous and next operation (in a stepped run: step), with Shift
// to violations. Home and End go to the ends. ↑ ↓ and the page keys scroll the lanes. Enter chooses
// the operation at the cursor. Space moves the cursor on by itself, one step a second, until
// anything else is done. The cursor of a stepped run is always at the end of a step.
class Timeline : public QWidget
{
    Q_OBJECT

public:
    // theme must outlive this.
    explicit Timeline(const Theme *theme, QWidget *parent = nullptr);
    ~Timeline() override;

    // With nullptr, or a round that the run does not have, there is nothing to show. A large round
    // is shown a moment later, when it has been sorted on a thread of its own; its cursor and range
    // can be set at once.
    void setRun(const RunPtr &run, int round);
    [[nodiscard]] bool isSorting() const { return m_sorter.isSorting(); }
    void showRange(Moment from, Moment until);
    void zoomToAll();
    // Makes the axis reach at least to that moment, so that it matches a longer round beside this
    // one. Holds until setRun().
    void makeRoomUntil(Moment until);
    void setCursorAt(Moment at); // the cursor goes through all lanes
    void goTo(Moment at, quint32 operation = none); // moves the cursor and scrolls to it
    [[nodiscard]] Moment cursor() const;

    // clients: the numbers of the clients that have a lane; if empty, all have one.
    void setShownClients(const QList<quint32> &clients);
    // If the lanes do not all fit, those of these clients come first, in this order. Holds until
    // setRun().
    void setFirstClients(const QList<quint32> &clients);
    // Marks where a stepped run differs from the run beside it. step: the first one, from 1, that
    // differs; 0 if none does. Holds until setRun().
    void setDifference(int step);
    // Marks the commands at this line of the file with a ring; 0 removes the marks.
    void markLine(int line);
    // Sets the names of the columns of a stepped run. They are kept until setRun().
    void setStepColumns(const QList<StepColumn> &columns);

    // Where everything is painted. Only tests ask for it, to click at a command or in a lane.
    [[nodiscard]] const TimelineGeometry &shownGeometry() const { return m_picture.geometry; }
    [[nodiscard]] bool isPlaying() const { return m_playing.isActive(); }
    // The operation under a point of this widget; `none` if there is none.
    [[nodiscard]] quint32 operationAt(QPointF position) const;
    // The text of the tool tip at that point; empty if there is none.
    [[nodiscard]] QString wordsAt(QPointF position) const;
    // Describes the round and what is at the cursor.
    [[nodiscard]] QString summary() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void cursorMoved(qint64 at);
    void operationHovered(quint32 operation); // `none` if nothing is under the mouse
    void operationChosen(quint32 operation);
    void headChosen(quint32 client); // by a click on the name of a lane
    void violationChosen(int check); // by a click on its label; check: index in the results
    void rangeChanged(qint64 from, qint64 until);

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    enum class Drag : quint8 { None, Pressed, Panning, Selecting };

    void recolour();
    void redraw(); // when more than the cursor has changed
    void take(const RoundSorter::Tracks &tracks);
    void chooseLanes();
    void arrange();
    void rangeIsChanged();
    void scrollLanes(double by);
    void describe();

    void paintNothing(QPainter &painter) const;
    void paintStored(QPainter &painter);
    void paintInteraction(QPainter &painter) const;

    // Defined in timelineinput.cpp:
    void zoom(double factor, double aroundX);
    void chooseViolation(const ViolationSpan &violation);
    void moveCursor(Moment at, quint32 operation);
    void updateCursor();
    void play(bool on);
    // Moves the cursor to the next or previous step or operation. Returns false if there is none.
    bool stepCursor(bool forward);
    void reveal(Moment at);
    void hover(QPointF position);

    const Theme *m_theme;
    RoundSorter m_sorter;
    TimelinePicture m_picture;
    QPixmap m_stored; // a pixmap of everything except the cursor, reused while only that moves
    TimelineLegend *m_legend;
    QScrollBar *m_scrollBar;
    quint32 m_hovered = none; // operation
    Drag m_drag = Drag::None;
    QTimer m_playing;
    QPointF m_pressedAt, m_draggedTo;
};

} // namespace lockstep
