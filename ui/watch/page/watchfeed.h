#pragma once

#include "core/watch/session/watch.h"
#include "ui/watch/page/framepace.h"

#include <QBasicTimer>

namespace lockstep {

// Takes snapshots from a Watch, at most one per frame, however fast they come (FramePace).
class WatchFeed : public QObject
{
    Q_OBJECT

public:
    // watch must outlive this.
    explicit WatchFeed(Watch *watch, QObject *parent = nullptr);

Q_SIGNALS:
    void snapshotReady(const lockstep::Snapshot &snapshot);

protected:
    void timerEvent(QTimerEvent *event) override;

private:
    void take();

    Watch *m_watch;
    FramePace m_pace;
    // Runs after a snapshot was taken; no other one is taken until it has fired.
    QBasicTimer m_frame;
    bool m_waiting = false;
};

} // namespace lockstep
