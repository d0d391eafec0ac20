#pragma once

#include "core/watch/snapshot.h"

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

private:
    void refresh();
    void showUsers();
    void showLocks();
    void showBuckets();
    void showCost();

    SummaryTile *m_users, *m_locks, *m_buckets, *m_staleness, *m_cost;
    Snapshot m_snapshot; // without its journal
    QBasicTimer m_rest; // runs after a refresh: no other one until it has fired
    bool m_paused = false;
    bool m_pending = false;
};

// The counter that says best how many users are online: the largest that counts presence. They are
// not added up, because one user may be in several. Estimates
// come last: a HyperLogLog only grows, so it tells visitors. Nothing where none counts presence.
ItemPtr usersOnline(const std::vector<ItemPtr> &counters);

} // namespace lockstep
