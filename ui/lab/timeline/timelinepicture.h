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

// A round as the timeline shows it: what is shown of it, where that lies, and how it is painted.
// Painting changes nothing, and knows neither mouse nor keys.
class TimelinePicture
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::Timeline)

public:
    TimelinePicture();
    ~TimelinePicture();

    RoundSorter::Tracks tracks; // nullptr: nothing to show
    TimelineGeometry geometry;
    quint32 shownStates = ~0U; // bit 1 << LaneSpan::State
    std::vector<bool> shownClients; // by number; empty: all
    QList<quint32> firstClients; // stand above the others where not all are seen
    Moment cursor = 0;
    quint32 current = none; // operation at the cursor
    int markedLine = 0; // its commands get a ring; 0: none
    int difference = 0; // first step that the run beside it does not share; 0: there is none
    QList<StepColumn> columns; // of a stepped run

    void setColours(const Colours &colours);
    void setFont(const QFont &font);
    [[nodiscard]] const Colours &colours() const;
    [[nodiscard]] double unit() const { return m_unit; } // height of a line of text
    [[nodiscard]] bool isStepped() const;
    [[nodiscard]] bool isShown(const ClientTrack &track) const;

    // Chooses a lane for everything that is shown; their places follow from arrangeLanes().
    void chooseLanes();
    // Puts them between the axis and what is below them. ofSize: of the whole picture.
    void arrangeLanes(QSize ofSize, int belowLanes);
    // Puts the names of the lanes at the left, and the time between them and that x.
    void arrangeTime(double right);

    // The lane at that y; nullptr: there is none.
    [[nodiscard]] const TimelineLane *laneAt(double y) const;
    // The name of the lane at that point, whole, where it is cut; empty elsewhere.
    [[nodiscard]] QString cutNameAt(QPointF position) const;
    // The label of a violation that stands at that point; nothing: there is none.
    [[nodiscard]] std::optional<ViolationLabel> violationLabelAt(QPointF position) const;
    [[nodiscard]] QRectF axisArea() const;
    [[nodiscard]] QRectF currentArea() const; // of the lane with the operation at the cursor

    void paint(QPainter &painter) const; // everything that stays when the cursor moves
    // Painted over it: the cursor, and the axis, whose words make room for it.
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
    double m_violationTop = 0; // y of the words of violations
    int m_belowLanes = 0; // y
};

} // namespace lockstep
