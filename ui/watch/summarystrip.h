#pragma once

#include "core/watch/snapshot.h"
#include "ui/watch/userschoice.h"

#include <QBasicTimer>
#include <QWidget>

namespace lockstep {

class SummaryTile;
class Theme;

// What a snapshot adds up to, in five figures. Refreshed a few times a second at most: figures that
// change sixty times a second cannot be read, and counting walks over all items.
class SummaryStrip : public QWidget
{
    Q_OBJECT

public:
    explicit SummaryStrip(const Theme *theme, QWidget *parent = nullptr);

    // What stands there is not kept up to date, and says so.
    void setPaused(bool paused);
    void setSnapshot(const Snapshot &snapshot);

protected:
    void timerEvent(QTimerEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void refresh();
    void showUsers();
    void showNoUsers();
    void chooseUsers(const QPoint &at); // on the screen
    void showLocks();
    void showBuckets();
    void showCost();

    SummaryTile *m_users, *m_locks, *m_buckets, *m_staleness, *m_cost;
    UsersChoice m_usersChoice;
    Snapshot m_snapshot; // without its journal
    QBasicTimer m_rest; // runs after a refresh: no other one until it has fired
    bool m_paused = false;
    bool m_pending = false;
};

} // namespace lockstep
