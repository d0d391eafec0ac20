#pragma once

#include "core/watch/snapshot.h"
#include "ui/plot/plotcanvas.h"
#include "ui/plot/timewindow.h"
#include "ui/theme.h"

#include <array>
#include <memory>

namespace lockstep {

class CurveItems;
struct CurveLook;
struct HistoryCurve;

// The curves of HistoryPlot with their axes, and the mouse on them.
class HistoryCanvas : public PlotCanvas
{
    Q_OBJECT

public:
    static constexpr int maximumCurves = 8;

    // theme: outlives this.
    explicit HistoryCanvas(const Theme *theme, QWidget *parent = nullptr);
    ~HistoryCanvas() override;

    void setSnapshot(const Snapshot &snapshot); // does not draw
    void setSelection(Family family, const QList<QByteArray> &keys);
    void setPaused(bool paused);
    void setWindow(const TimeWindow &window);
    void recolour();
    void retranslate();
    void refresh(); // draws the present moment

    [[nodiscard]] Family family() const { return m_family; }
    [[nodiscard]] qsizetype selected() const { return m_selected; }
    [[nodiscard]] bool isPaused() const { return m_pausedAt.has_value(); }
    [[nodiscard]] const TimeWindow &window() const { return m_window; }
    [[nodiscard]] ItemPtr onlyItem() const; // where one item is selected and known
    [[nodiscard]] bool onlyItemIsGone() const;

Q_SIGNALS:
    void windowChanged();

protected:
    void wheelEvent(QWheelEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;

private:
    struct Shown;

    [[nodiscard]] Instant now() const;
    [[nodiscard]] CurveLook lookOf(std::size_t index) const;
    void createViews();
    void showLegend(bool shown);
    void updateItems();
    void fitValues(const std::vector<HistoryCurve> &curves);
    void spreadLabels();

    const Theme *m_theme;
    QCPItemText *m_hint;
    std::array<Snapshot::Items, 3> m_items = {
        Snapshot().counters, Snapshot().buckets, Snapshot().locks};
    Instant m_takenAt{};
    Family m_family = Family::Lock;
    qsizetype m_selected = 0;
    std::vector<Shown> m_shown;
    TimeWindow m_window;
    std::optional<Instant> m_pausedAt;
    std::optional<double> m_dragFrom; // x of the mouse
};

} // namespace lockstep
