#pragma once

#include "ui/lab/timeline/timelinepicture.h"

#include <QPixmap>
#include <QTimer>
#include <QWidget>

class QScrollBar;

namespace lockstep {

class Theme;
class TimelineLegend;

// The picture of one round: keys above, clients below, then counts and throughput, on one time
// axis.
//
// Mouse: the wheel zooms around the mouse (over the names it scrolls the lanes), dragging pans,
// dragging with Shift zooms to what was dragged over, a double click shows all, a click puts the
// cursor there. Keys: + − 0 zoom, ← → the operation (of a stepped run: the step) before and after,
// with Shift the violation, Home and End, ↑ ↓ and the page keys scroll the lanes, Enter chooses the
// operation at the cursor, Space lets the cursor go on by itself, a step a second, until anything
// else is done. The cursor of a stepped run stands where a step ends.
class Timeline : public QWidget
{
    Q_OBJECT

public:
    // theme: outlives this.
    explicit Timeline(const Theme *theme, QWidget *parent = nullptr);
    ~Timeline() override;

    // nullptr, or a round that the run does not have: nothing to show. A large round is shown a
    // moment later, when it has been sorted on a thread of its own; its cursor and range can be set
    // at once.
    void setRun(const RunPtr &run, int round);
    [[nodiscard]] bool isSorting() const { return m_sorter.isSorting(); }
    void showRange(Moment from, Moment until);
    void zoomToAll();
    // The axis reaches at least until then, so that it matches a longer round beside this one.
    // Holds until setRun().
    void makeRoomUntil(Moment until);
    void setCursorAt(Moment at); // through all lanes
    void goTo(Moment at, quint32 operation = none); // the cursor, and shows it
    [[nodiscard]] Moment cursor() const;

    // clients: the numbers of the clients that have a lane; empty: all have one.
    void setShownClients(const QList<quint32> &clients);
    // Where there is no room for all lanes, those of these clients stand above the others, in this
    // order. Holds until setRun().
    void setFirstClients(const QList<quint32> &clients);
    // For a stepped run: step is the first one, from 1, that differs from the run beside it; 0:
    // none does. Holds until setRun().
    void setDifference(int step);
    // Marks the commands of this line of the file with a ring; 0: no line is marked.
    void markLine(int line);
    // For a stepped run: what its columns are called. Holds until setRun().
    void setColumns(const QList<StepColumn> &columns);

    [[nodiscard]] const TimelineGeometry &shownGeometry() const { return m_picture.geometry; }
    [[nodiscard]] bool isPlaying() const { return m_playing.isActive(); }
    // The operation under a point of this widget; none: there is none.
    [[nodiscard]] quint32 operationAt(QPointF position) const;
    // What the tooltip at that point says; empty: there is none.
    [[nodiscard]] QString wordsAt(QPointF position) const;
    // The round in words, and what is at the cursor.
    [[nodiscard]] QString summary() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void cursorMoved(qint64 at);
    void operationHovered(quint32 operation); // none: nothing is under the mouse
    void operationChosen(quint32 operation);
    void headChosen(quint32 client); // a click on a lane's name
    void violationChosen(int check); // a click on its words: its place among the results
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
    void redraw(); // more than the cursor
    void take(const RoundSorter::Tracks &tracks);
    void chooseLanes();
    void arrange();
    void rangeIsChanged();
    void scrollLanes(double by);
    void describe();

    void paintNothing(QPainter &painter) const;
    void paintStored(QPainter &painter);
    void paintInteraction(QPainter &painter) const;

    // timelineinput.cpp
    void zoom(double factor, double aroundX);
    void chooseViolation(const ViolationSpan &violation);
    void moveCursor(Moment at, quint32 operation);
    void updateCursor();
    void play(bool on);
    // Moves the cursor to the step or operation beside it. False: there is none.
    bool stepCursor(bool forward);
    void reveal(Moment at);
    void hover(QPointF position);

    const Theme *m_theme;
    RoundSorter m_sorter;
    TimelinePicture m_picture;
    QPixmap m_stored; // everything but the cursor, reused while only the cursor moves
    TimelineLegend *m_legend;
    QScrollBar *m_scrollBar;
    quint32 m_hovered = none; // operation
    Drag m_drag = Drag::None;
    QTimer m_playing;
    QPointF m_pressedAt, m_draggedTo;
};

} // namespace lockstep
