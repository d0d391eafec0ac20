#pragma once

#include "core/watch/snapshot/snapshot.h"

#include <QTimer>
#include <QWidget>

#include <chrono>

class QMenu;
class QToolButton;

namespace lockstep {

class HistoryCanvas;
class PanelHeader;
class Theme;

// The history of the selected items of one family up to now: a lock's TTL as the saw-tooth it is,
// counters and buckets as steps, with the time of day and the values under the pointer. The wheel
// zooms from 10 s to 10 min, dragging goes back in time, a double click resets; the keys + − ← →
// Home do the same, and with Shift ← → move the line that tells the values. What time is seen
// stands in the corner, stays for the next selection, and can be chosen there. It moves by itself
// while it is visible and not paused.
class HistoryPlot : public QWidget
{
    Q_OBJECT

public:
    // theme: outlives this.
    explicit HistoryPlot(const Theme *theme, QWidget *parent = nullptr);
    ~HistoryPlot() override;

    void setSnapshot(const Snapshot &snapshot);
    // The first eight keys are drawn. An item that vanishes stays until it is out of sight.
    void setSelection(Family family, const QList<QByteArray> &keys);
    // Time stands still at the present moment.
    void setPaused(bool paused);

    // A line at that moment; nothing: none.
    void setMark(const std::optional<std::chrono::system_clock::time_point> &moment);

    [[nodiscard]] Milliseconds span() const;
    void setSpan(Milliseconds span); // cut to 10 s … 10 min
    [[nodiscard]] QString title() const;
    // What time is seen: "last 60 s", "60 s until 12:18:02".
    [[nodiscard]] QString range() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    // A click on a moment of the plot.
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
    Instant m_drawnAt{}; // for a snapshot, while the timer rests
};

} // namespace lockstep
