#pragma once

#include "ui/lab/drawing/stepcolumn.h"
#include "ui/lab/drawing/timelinegeometry.h"
#include "ui/lab/lanes/violationlabels.h"
#include "ui/lab/tracks/roundsorter.h"
#include "ui/lab/tracks/roundtracks.h"

#include <QCoreApplication>
#include <QList>
#include <QSize>

#include <optional>

class QPainter;

namespace lockstep {

class StateMarks;
struct Colours;
struct LaneContext;
struct LaneFonts;

// A round as the timeline shows it: what is shown, where it is, and how it is painted. Painting
// does not change what is seen, and it knows neither mouse nor keys.
class TimelinePicture
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::Timeline)

public:
    TimelinePicture();
    ~TimelinePicture();

    RoundSorter::Tracks tracks; // nullptr if there is nothing to show
    TimelineGeometry geometry;
    StateSet shownStates = StateSet::all();
    std::vector<bool> shownClients; // by number; if empty, all are shown
    QList<quint32> firstClients; // these come first if not all lanes fit
    Moment cursor = 0;
    quint32 current = none; // operation at the cursor
    int markedLine = 0; // its commands get a ring; 0 for none
    int difference = 0; // the first step that differs from the run beside it; 0 if there is none
    QList<StepColumn> columns; // for a stepped run

    void setColours(const Colours &colours);
    void setFont(const QFont &font);
    [[nodiscard]] const Colours &colours() const;
    [[nodiscard]] double unit() const { return m_unit; } // height of a line of text
    [[nodiscard]] bool isStepped() const;
    [[nodiscard]] bool isShown(const ClientTrack &track) const;

    // Chooses the lanes; arrangeLanes() then sets their places.
    void chooseLanes();
    // Arranges the lanes between the axis and belowLanes. ofSize: of the whole picture. belowLanes:
    // the y at which the lanes end.
    void arrangeLanes(QSize ofSize, int belowLanes);
    // Puts the names of the lanes at the left, and the axis of time between them and `right`.
    void arrangeTime(double right);

    // The lane at that y; nullptr if there is none.
    [[nodiscard]] const TimelineLane *laneAt(double y) const;
    // The whole name of the lane at that point, if it is cut in the picture; otherwise empty.
    [[nodiscard]] QString cutNameAt(QPointF position) const;
    // The label of a violation at that point; nothing if there is none.
    [[nodiscard]] std::optional<ViolationLabel> violationLabelAt(QPointF position) const;
    [[nodiscard]] QRectF axisArea() const;
    // The area of the lane that has the operation at the cursor.
    [[nodiscard]] QRectF currentArea() const;

    void paint(QPainter &painter) const; // everything that does not change with the cursor
    // Paints over it the cursor and the axis, whose labels make room for the cursor.
    void paintCursor(QPainter &painter) const;

private:
    void orderClients(bool isNamedFirst);
    [[nodiscard]] QRectF violationArea() const;
    void addKeyLanes(std::vector<TimelineLane> &lanes) const;
    [[nodiscard]] LaneContext contextOf(QPainter &painter, quint32 ringed) const;
    template <typename PaintLane>
    void paintSeen(QPainter &painter, const QRectF &area, const PaintLane &paintOne) const;
    void paintLane(const LaneContext &context, const TimelineLane &lane) const;
    void paintLanes(const LaneContext &context) const;
    void paintNames(QPainter &painter) const;
    void paintRules(QPainter &painter) const;
    void paintCurrent(const LaneContext &context) const;

    std::unique_ptr<const StateMarks> m_marks;
    std::unique_ptr<const LaneFonts> m_fonts;
    double m_unit = 16;
    QSize m_size;
    double m_violationTop = 0; // y of the labels of violations
    int m_belowLanes = 0; // y at which the lanes end
    mutable std::vector<QRectF> m_written; // where paint() has written words on the lanes
};

} // namespace lockstep
