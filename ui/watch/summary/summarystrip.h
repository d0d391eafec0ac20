#pragma once

#include "core/watch/metrics/summarycounts.h"
#include "core/watch/snapshot/snapshot.h"
#include "ui/watch/summary/userschoice.h"

#include <QBasicTimer>
#include <QFutureWatcher>
#include <QWidget>

namespace lockstep {

class SummaryTile;
class Theme;

// Shows a summary of the snapshot in five figures. They are refreshed only a few times a second,
// because figures that change sixty times a second cannot be read, and counting looks at all items.
// Very many items are counted on another thread.
class SummaryStrip : public QWidget
{
    Q_OBJECT

public:
    explicit SummaryStrip(const Theme *theme, QWidget *parent = nullptr);

    // While paused, the figures are not updated, and say so.
    void setPaused(bool paused);
    // Hides what only a watch that goes on has: its lag and its load.
    void setRecorded();
    void setSnapshot(const Snapshot &snapshot);
    // Shows the last snapshot without waiting for the next turn, unless it is so large that it is
    // counted elsewhere.
    void refresh();

Q_SIGNALS:
    void filterRequested(const QString &filter); // by a click on a figure
    // The items that deserve attention at that moment, sorted by key.
    void problemsFound(const lockstep::Snapshot::Items &problems, lockstep::Instant now);

protected:
    void timerEvent(QTimerEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void count();
    void show(const Summary &summary);
    void showUnknown(SummaryTile *tile, const QString &caption);
    void showUsers();
    void showNoUsers();
    void chooseUsers(const QPoint &at); // at: in screen coordinates
    void showLocks(const SummaryCounts &counts);
    void showBuckets(const SummaryCounts &counts);
    void showCost();
    [[nodiscard]] QString figure(int found, Family family) const;
    [[nodiscard]] QString toolTip(
        const QString &explanation, int found, int possible, Family family) const;

    SummaryTile *m_users, *m_locks, *m_buckets, *m_staleness, *m_cost;
    UsersChoice m_usersChoice;
    Snapshot m_snapshot; // without the journal
    QBasicTimer m_rest; // runs after a refresh; the next one waits until it has fired
    bool m_paused = false;
    bool m_pending = false;
    QFutureWatcher<Summary> m_counting; // counts on another thread
    bool m_isCounting = false; // until m_counting has reported its result
};

} // namespace lockstep
