#pragma once

#include "core/watch/snapshot/snapshot.h"

#include <QBasicTimer>
#include <QWidget>

class QLabel;

namespace lockstep {

class Theme;

// One line that says how the server is watched, what that costs, and the time in UTC, as the
// journal shows it. Parts for which there is no room are left out, the least important first; they
// are in the tool tip. Other pages can put a text of their own in its place.
class StatusLine : public QWidget
{
    Q_OBJECT

public:
    explicit StatusLine(const Theme *theme, QWidget *parent = nullptr);

    void setSnapshot(const Snapshot &snapshot);
    void showWatching();
    void showWords(const QString &words); // hides all else, also the time; may be empty

    [[nodiscard]] QString text() const; // all of it, with what there is no room for

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void timerEvent(QTimerEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void showStatus();
    void showClock(std::chrono::system_clock::time_point utc);
    void fitParts();
    void fitWords();

    const Theme *m_theme;
    QWidget *m_watching;
    QLabel *m_mode, *m_keys, *m_busy, *m_lag, *m_clock;
    QLabel *m_words;
    QString m_allWords; // those of m_words, which may be cut
    QBasicTimer m_second;
    Instant m_shownAt{};
    WatchStatus m_status;
    std::shared_ptr<const std::vector<NodeStatus>> m_nodes = Snapshot().nodes;
};

} // namespace lockstep
