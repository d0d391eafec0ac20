#pragma once

#include "core/watch/snapshot/snapshot.h"

#include <QTimer>
#include <QWidget>

#include <chrono>

class QMenu;
class QToolButton;

namespace lockstep {

class HistoryCanvas;
struct PlottedHistory;
class PanelHeader;
class Theme;

// Plots the history of the selected items of one family up to now: a lock's TTL as a saw-tooth,
// counters and buckets as steps, with the time of day and the values under the pointer. The wheel
// zooms from 10 s to 10 min, dragging goes back in time, and a double click resets. The keys + − ←
// → Home do the same; with Shift, ← and → move the line that shows the values. The visible time is
// in the corner, where it can be chosen, and it stays for the next selection. The plot moves by
// itself while it is visible and not paused.
class HistoryPlot : public QWidget
{
    Q_OBJECT

public:
    // theme must outlive this.
    explicit HistoryPlot(const Theme *theme, QWidget *parent = nullptr);
    ~HistoryPlot() override;

    void setSnapshot(const Snapshot &snapshot);
    // Draws what a recording has of the selected items, up to that moment. From then on the plot
    // does not move by itself.
    void setRecorded(
        std::vector<PlottedHistory> histories, std::chrono::system_clock::time_point at);
    // Selects the items to draw, at most the first eight. An item that vanishes stays in the plot
    // until it is out of sight.
    void setSelection(Family family, const QList<QByteArray> &keys);
    // Stops the time at the present moment.
    void setPaused(bool paused);

    // Draws a line at that moment; nothing removes it.
    void setMark(const std::optional<std::chrono::system_clock::time_point> &moment);

    [[nodiscard]] Milliseconds span() const;
    void setSpan(Milliseconds span); // clamped to 10 s … 10 min
    // How far the visible time goes back from the present, or the moment that is shown.
    [[nodiscard]] Milliseconds reach() const;
    [[nodiscard]] QString title() const;
    // The visible time: "last 60 s", "60 s until 12:18:02".
    [[nodiscard]] QString range() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void reachChanged();
    // The user has clicked on a moment of the plot.
    void timeClicked(std::chrono::system_clock::time_point moment);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void updateTexts();
    void updateRange();
    void fillRangeMenu();
    void moveCursor(int direction);
    void runTimer();
    void recolour();

    const Theme *m_theme;
    PanelHeader *m_header;
    HistoryCanvas *m_canvas;
    QToolButton *m_range;
    QMenu *m_rangeMenu;
    QTimer m_timer;
    Instant m_drawnAt{}; // the last drawing for a snapshot, when the timer is off
};

} // namespace lockstep
