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
    void showRange(Moment from, Moment until); // zooms
    void zoomToAll();
    // The axis goes on until then at least, for a longer round beside this one; until setRun().
    void makeRoomUntil(Moment until);
    void setCursorAt(Moment at); // through all lanes
    void goTo(Moment at, quint32 operation = none); // the cursor, and shows it
    [[nodiscard]] Moment cursor() const;

    // What the legend does: bit 1 << LaneSpan::State. Lanes in which nothing is left go away.
    // By their numbers; empty: all of them.
    void setShownClients(const QList<quint32> &clients);
    // Where not all lanes are seen these stand above the others, in this order. Until setRun().
    void setFirstClients(const QList<quint32> &clients);
    // Of a stepped run: the first step, from 1, that is not as in the run beside it; 0: there is
    // none. Until setRun().
    void setDifference(int step);
    // The commands of this line of the file get a ring; 0: none.
    void markLine(int line);
    // Of a stepped run: what its columns are called; an empty word: by its number. Until setRun().
    void setColumns(const QStringList &words);

    [[nodiscard]] const TimelineGeometry &shownGeometry() const { return m_picture.geometry; }
    [[nodiscard]] bool isPlaying() const { return m_playing.isActive(); }
    // The operation under a point of this widget; none: there is none.
    [[nodiscard]] quint32 operationAt(QPointF position) const;
    // What a tooltip there says; empty: nothing.
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
    void chooseViolation(const Breach &breach);
    void moveCursor(Moment at, quint32 operation);
    void updateCursor();
    void play(bool on);
    bool goOn(bool forward); // to the step or operation beside the cursor; false: there is none
    void reveal(Moment at);
    void hover(QPointF position);

    const Theme *m_theme;
    RoundSorter m_sorter;
    TimelinePicture m_picture;
    QPixmap m_stored; // all but the cursor, while only that moves
    TimelineLegend *m_legend;
    QScrollBar *m_scrollBar;
    quint32 m_hovered = none; // operation
    Drag m_drag = Drag::None;
    QTimer m_playing;
    QPointF m_pressedAt, m_draggedTo;
};

} // namespace lockstep
