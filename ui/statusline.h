#pragma once

#include "core/watch/snapshot.h"

#include <QBasicTimer>
#include <QWidget>

class QLabel;

namespace lockstep {

class Theme;

// How it is watched and what that costs, in one thin line, and the time in UTC, as the journal has
// it.
class StatusLine : public QWidget
{
    Q_OBJECT

public:
    explicit StatusLine(const Theme *theme, QWidget *parent = nullptr);

    void setSnapshot(const Snapshot &snapshot);

    [[nodiscard]] QString text() const;

protected:
    void paintEvent(QPaintEvent *event) override;
    void timerEvent(QTimerEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void showStatus(const WatchStatus &status);
    void showClock(std::chrono::system_clock::time_point utc);

    const Theme *m_theme;
    QLabel *m_mode, *m_keys, *m_busy, *m_lag, *m_clock;
    QBasicTimer m_second;
    Instant m_shownAt{};
};

} // namespace lockstep
