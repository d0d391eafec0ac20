#pragma once

#include "core/lab/history/run.h"
#include "ui/lab/drawing/timelinegeometry.h"
#include "ui/lab/tracks/roundsorter.h"

#include <QPixmap>
#include <QWidget>

#include <memory>

class QScrollBar;

namespace lockstep {

class StateMarks;
class TextWidths;
class Theme;
class TimelineLegend;
struct ClientTrack;
struct LaneContext;

// The picture of one round: keys above, clients below, then counts and throughput, on one time
// axis.
//
// Mouse: the wheel zooms around the mouse (over the names it scrolls the lanes), dragging pans,
// dragging with Shift zooms to what was dragged over, a double click shows all, a click puts the
// cursor there. Keys: + − 0 zoom, ← → the operation (of a stepped run: the step) before and after,
// with Shift the violation, Home and End, ↑ ↓ and the page keys scroll the lanes, Enter chooses the
// operation at the cursor. The cursor of a stepped run stands where a step ends.
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
    [[nodiscard]] Moment cursor() const;

    // What the legend does: bit 1 << LaneSpan::State. Lanes in which nothing is left go away.
    void setShownStates(quint32 states);
    [[nodiscard]] quint32 shownStates() const;
    // By their numbers; empty: all of them.
    void setShownClients(const QList<quint32> &clients);
    // Of a stepped run: the first step, from 1, that is not as in the run beside it; 0: there is
    // none. Until setRun().
    void setDifference(int step);
    // The commands of this line of the file get a ring; 0: none.
    void markLine(int line);
    // Of a stepped run: what its columns are called; an empty word: by its number. Until setRun().
    void setColumns(const QStringList &words);

    [[nodiscard]] const TimelineGeometry &shownGeometry() const { return m_geometry; }
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
    void rangeChanged(qint64 from, qint64 until);
    void shownStatesChanged(quint32 states);

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
    void addKeyLanes(std::vector<TimelineLane> &lanes) const;
    void arrange();
    void rangeIsChanged();
    void scrollLanes(double by);
    void describe();

    [[nodiscard]] LaneContext contextOf(QPainter &painter, quint32 current) const;
    void paintNothing(QPainter &painter) const;
    void paintPicture(QPainter &painter) const;
    void paintStored(QPainter &painter);
    void paintCurrent(const LaneContext &context) const;
    void paintOverPicture(QPainter &painter) const;
    void paintLane(const LaneContext &context, const TimelineLane &lane) const;
    void paintLanes(const LaneContext &context) const;
    void paintName(QPainter &painter, const TimelineLane &lane) const;
    // In a lane of one row, and it has to be said.
    [[nodiscard]] bool isNoteBeside(const TimelineLane &lane) const;
    void paintNames(QPainter &painter) const;
    void paintRules(QPainter &painter) const;
    [[nodiscard]] QStringList nameOf(const TimelineLane &lane) const; // name, note
    [[nodiscard]] double nameWidth() const;
    [[nodiscard]] double lanesBottom() const;
    [[nodiscard]] QRectF axisArea() const;
    [[nodiscard]] std::vector<std::size_t> seenLanes() const;

    void zoom(double factor, double aroundX);
    void moveCursor(Moment at, quint32 operation);
    void goToStep(Moment at);
    [[nodiscard]] bool isStepped() const;
    [[nodiscard]] quint32 operationOfStep(Moment at) const;
    void updateCursor();
    void reveal(Moment at);
    [[nodiscard]] QRectF currentArea() const; // of the lane with the operation at the cursor
    void goToOperation(bool forward);
    void goToBreach(bool forward);
    void hover(QPointF position);
    [[nodiscard]] bool isShown(const ClientTrack &track) const;

    const Theme *m_theme;
    std::unique_ptr<StateMarks> m_marks;
    RoundSorter m_sorter;
    RoundSorter::Tracks m_tracks; // nullptr: nothing to show
    QPixmap m_picture; // all but the cursor, while only that moves
    TimelineGeometry m_geometry;
    TimelineLegend *m_legend;
    QScrollBar *m_scrollBar;
    std::unique_ptr<const TextWidths> m_smallWidths, m_smallBoldWidths, m_boldWidths;
    double m_unit = 16; // height of a line of text
    double m_breachTop = 0; // y of the words of violations
    std::vector<bool> m_shownClients; // empty: all
    Moment m_cursor = 0;
    quint32 m_current = none; // operation at the cursor
    quint32 m_hovered = none;
    int m_markedLine = 0;
    QStringList m_columns;
    int m_difference = 0; // step
    Drag m_drag = Drag::None;
    QPointF m_pressedAt, m_draggedTo;
};

} // namespace lockstep
