#pragma once

#include "ui/plot/plotcanvas.h"
#include "ui/plot/plottedsnapshot.h"
#include "ui/plot/timewindow.h"
#include "ui/plot/valueaxis.h"
#include "ui/widgets/theme.h"

#include <chrono>
#include <memory>

namespace lockstep {

class CurveItems;
struct CurveLook;
struct HistoryCurve;
struct CurveScales;
class ClockTicker;
class TimeCursor;
class UnseenBands;

// The curves of a HistoryPlot with their axes, over the window of time that the user chooses.
class HistoryCanvas : public PlotCanvas
{
    Q_OBJECT

public:
    using Time = std::chrono::system_clock::time_point;
    static constexpr int maximumCurves = 8;

    // theme must outlive this.
    explicit HistoryCanvas(const Theme *theme, QWidget *parent = nullptr);
    ~HistoryCanvas() override;

    void setSnapshot(const Snapshot &snapshot); // does not draw; call refresh()
    // From then on the plot is of a recording, and its time is the moment that is shown.
    void setRecorded(std::vector<PlottedHistory> histories, Time at); // does not draw
    [[nodiscard]] bool isRecorded() const { return m_isRecorded; }
    void setSelection(Family family, const QList<QByteArray> &keys);
    void setPaused(bool paused);
    void setWindow(const TimeWindow &window);
    void recolour();
    void retranslate();
    void refresh(); // draws the curves up to the present moment

    // Draws a line at a moment that is selected elsewhere, for example in the journal; nothing
    // removes it.
    void setMark(std::optional<Time> moment);
    // Places the line that follows the pointer and shows the values there. x: seconds relative to
    // now, so it is negative; nothing hides the line.
    void setCursor(std::optional<double> x);
    [[nodiscard]] std::optional<double> cursor() const { return m_cursorAt; }
    [[nodiscard]] QString cursorWords() const;
    // The right edge of the plot: now, unless the user has dragged it back.
    [[nodiscard]] Time windowEnd() const;
    // Whether each curve has a scale of its own.
    [[nodiscard]] bool hasOwnScales() const { return m_hasOwnScales; }
    [[nodiscard]] bool showsTime() const { return m_valueAxis.showsTime(); }

    [[nodiscard]] Family family() const { return m_family; }
    [[nodiscard]] qsizetype selected() const { return m_selected; }
    [[nodiscard]] bool isPaused() const { return m_pausedAt.has_value(); }
    [[nodiscard]] const TimeWindow &window() const { return m_window; }
    // What is drawn of the selected items that are known, before it is scaled.
    [[nodiscard]] std::vector<HistoryCurve> curves() const;
    [[nodiscard]] ItemPtr onlyItem() const; // the item, if one is selected and known
    [[nodiscard]] bool onlyItemIsGone() const;

Q_SIGNALS:
    void windowChanged();
    void hasOwnScalesChanged();
    void showsTimeChanged();
    // The user has clicked on a moment.
    void timeClicked(std::chrono::system_clock::time_point moment);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    struct Shown;

    [[nodiscard]] Instant now() const;
    [[nodiscard]] CurveLook lookOf(std::size_t index) const;
    void connectMouse();
    void createViews();
    void updateItems();
    void scaleAndDraw(const std::vector<HistoryCurve> &curves, const CurveScales &scales);
    void reserveLabelRoom();
    void spreadLabels();
    void showCursors();
    [[nodiscard]] Time toTime(double x) const;

    const Theme *m_theme;
    QCPItemText *m_hint;
    std::unique_ptr<UnseenBands> m_unseenBands;
    PlottedSnapshot m_snapshot;
    Family m_family = Family::Lock;
    qsizetype m_selected = 0;
    std::vector<Shown> m_shown;
    TimeWindow m_window;
    std::optional<Instant> m_pausedAt;
    QSharedPointer<ClockTicker> m_clock;
    ValueAxis m_valueAxis;
    std::unique_ptr<TimeCursor> m_cursorLine, m_markLine;
    std::optional<double> m_cursorAt;
    std::optional<Time> m_mark;
    bool m_isRecorded = false;
    bool m_hasOwnScales = false;
};

} // namespace lockstep
